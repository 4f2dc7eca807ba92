import { beforeEach, expect, test } from 'vitest';
import { exportPresets } from '#domain/hours-export.ts';
import { defaultPaySettings } from '#domain/pay.ts';
import { PayDialog } from '#web/screens/school-admin/hours/pay-dialog.tsx';
import type { PaySettingsReply } from '#web/screens/school-admin/hours/queries.ts';
import { answerVersions, field, press, says, see, show, type } from '#test/screen.tsx';

/** The settings as two administrators save them. */
let stored: PaySettingsReply;
let isClosed: boolean;

beforeEach(() => {
  stored = { settings: defaultPaySettings, export: exportPresets.days, version: 3 };
  isClosed = false;
  answerVersions('/hours/settings', { read: () => stored, write: (next) => (stored = { ...stored, ...next }) });
  show(<PayDialog onClose={() => (isClosed = true)} />);
});

test('pay settings that a colleague saves in the meantime raise a question, and the others are updated', async () => {
  type(await field('regularCents'), '185');
  const settings = { ...defaultPaySettings, regularCents: 17_500, period: 'weekly', breakMinutes: 20 } as const;
  stored = { ...stored, settings, version: 4 };
  await press('Save');
  await says('Someone else saved it.');
  await says('Changed by someone else to “175.00”.');
  await press('Save');
  expect(stored.version, 'nothing is sent before one of the two is chosen').toBe(4);
  await press('Keep mine');
  await press('Save');
  await see(() => isClosed);
  expect(stored).toMatchObject({ settings: { regularCents: 18_500, period: 'weekly', breakMinutes: 20 }, version: 5 });
});

test('a choice that a colleague made meanwhile is named', async () => {
  const select = await field<HTMLSelectElement>('unit');
  select.value = 'hour';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  stored = { ...stored, settings: { ...defaultPaySettings, unit: 'period' }, version: 4 };
  await press('Save');
  await says('Changed by someone else to “Class periods”.');
});

test('an amount that is saved in another form isn’t taken for a colleague’s', async () => {
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.body.innerText));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  type(await field('regularCents'), '185');
  await press('Save');
  await see(() => isClosed);
  watch.disconnect();
  expect(stored.settings.regularCents).toBe(18_500);
  expect(seen.filter((text) => text.includes('Changed by someone else'))).toEqual([]);
});
