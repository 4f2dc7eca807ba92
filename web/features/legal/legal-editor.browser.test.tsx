import { expect, test } from 'vitest';
import { LegalEditor } from '#web/features/legal/legal-editor.tsx';
import { answerCalls, field, press, says, see, show, type } from '#test/screen.tsx';

test('restoring the standard text refuses a text that someone changed meanwhile, and then deletes it if confirmed', async () => {
  history.replaceState(null, '', '?dialog=reset-terms');
  let stored: { text: string; version: number } | null = { text: 'Ours', version: 4 };
  const network = globalThis.fetch;
  const asked: (string | null)[] = [];
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(address instanceof Request ? address.url : address, location.href);
    if (pathname !== '/api/legal') return network(address, init);
    const kind = searchParams.get('kind');
    if (init?.method === 'DELETE') {
      asked.push(searchParams.get('version'));
      if (searchParams.get('version') !== String(stored?.version))
        return Response.json({ code: 'conflict', error: 'Someone changed this text.' }, { status: 409 });
      stored = null;
      return Response.json({ ok: true });
    }
    const isOwn = kind === 'terms' && stored !== null;
    return Response.json({
      kind,
      from: isOwn ? 'platform' : 'product',
      school: null,
      text: isOwn ? stored?.text : 'Standard',
      changedOn: '2026-11-23',
      version: isOwn ? stored?.version : 1,
      schools: [],
    });
  };
  show(<LegalEditor whose="platform" />);
  await says('Your own text will be deleted.');
  const read = () => document.querySelector('[role="alertdialog"] a[href="/terms"]');
  expect(read()).toBeNull();
  stored = { text: 'Theirs', version: 5 };
  await press('Restore it');
  await says('Someone changed this text.');
  expect(read()?.textContent).toBe('Read it (Terms, opens in a new tab)');
  expect(stored).toEqual({ text: 'Theirs', version: 5 });
  await press('Restore it');
  await see(() => stored === null);
  expect(asked).toEqual(['4', '5']);
});

test('a conflict shows the beginning of a long text, not all of it', async () => {
  history.replaceState(null, '', '?dialog=write-terms');
  const legal = { kind: 'terms', from: 'platform', school: null, text: 'Ours', changedOn: '2026-11-23', schools: [] };
  answerCalls<{ text: string }>('/legal', (body) =>
    body === null
      ? { ...legal, version: 4 }
      : Response.json(
          { code: 'conflict', error: 'Someone changed it.', current: { version: 5, text: 'word '.repeat(2000) } },
          { status: 409 },
        ),
  );
  show(<LegalEditor whose="platform" />);
  type(await field('text'), 'Mine');
  await press('Save text');
  await says('Changed by someone else to “word word');
  expect(document.body.innerText).toContain('word …”');
  expect(document.body.innerText.match(/word/g)?.length).toBeLessThan(70);
});
