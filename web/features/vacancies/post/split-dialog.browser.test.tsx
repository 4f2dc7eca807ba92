import { expect, test } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { SplitDialog } from '#web/features/vacancies/post/split-dialog.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

const vacancy = openVacancy({ version: 3 });

function open(current: Vacancy | null, onClose = () => {}): void {
  show(<SplitDialog vacancy={vacancy} current={current} onClose={onClose} />);
}

test('a class that someone edited meanwhile is split as it is now, in one attempt', async () => {
  const sent: object[] = [];
  answerCalls('/split', (body) => {
    sent.push(body ?? {});
    return Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 });
  });
  open(vacancy);
  await press('Split class');
  await see(() => sent.length === 1);
  open({ ...vacancy, version: 4, room: '12' });
  await says('Someone edited this vacancy in the meantime.');
  await press('Split class');
  await see(() => sent.length === 2);
  expect(sent).toMatchObject([{ version: 3 }, { version: 4 }]);
});

test('a class that was deleted meanwhile can’t be split', async () => {
  const sent: object[] = [];
  answerCalls('/split', (body) => {
    sent.push(body ?? {});
    return {};
  });
  open(null);
  await says('This vacancy was removed in the meantime.');
  expect(document.body.innerText).not.toContain('Both halves stay open.');
  document.querySelector('form')?.requestSubmit();
  const button = [...document.querySelectorAll('button')].find(({ type }) => type === 'submit');
  expect(button?.ariaDisabled).toBe('true');
  expect(sent).toEqual([]);
});
