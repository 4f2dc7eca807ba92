import { beforeEach, expect, test } from 'vitest';
import { AddSchoolDialog } from '#web/screens/overall-admin/schools/add-school-dialog.tsx';
import { answerCalls, control, leave, press, says, see, show, type } from '#test/screen.tsx';

let isClosed: boolean;
/** The schools added, with the key of each call. */
let added: { name: string }[];
/** The query of the choice of administrators. */
let whom: string;

const open = () => {
  isClosed = false;
  show(<AddSchoolDialog onClose={() => (isClosed = true)} />);
};
beforeEach(() => {
  added = [];
  whom = '';
  sessionStorage.clear();
  answerCalls<{ name: string }>('', (body, path, query) => {
    if (path === '/api/users') whom = String(query);
    if (path !== '/api/schools' || body === null) return [];
    added.push(body);
    return { id: 1, ...body };
  });
  open();
});

test('a reload and closing keep what was typed, until the school is added', async () => {
  for (const [label, text] of [
    ['School Name', 'Pine Ridge'],
    ['Address', '9 Pine Road'],
    ['City', 'Boise'],
    ['State', 'ID'],
    ['Zip Code', '83702'],
    ['Phone', '(208) 555-0100'],
  ] as const)
    type(await control(label), text);
  leave();
  open();
  await says('Your earlier text is still here.');
  expect((await control('School Name')).value).toBe('Pine Ridge');
  await press('Cancel');
  await see(() => isClosed);
  leave();
  open();
  expect((await control('Phone')).value).toBe('(208) 555-0100');
  await press('Add School');
  await see(() => isClosed);
  expect(added).toMatchObject([{ name: 'Pine Ridge', timeZone: 'America/Boise' }]);
  leave();
  open();
  expect((await control('School Name')).value).toBe('');
});

test('starting over clears what was typed before a reload', async () => {
  type(await control('School Name'), 'Pine Ridge');
  leave();
  open();
  await press('Start over');
  await see(() => !document.body.innerText.includes('Your earlier text'));
  expect((await control('School Name')).value).toBe('');
});

test('only active school administrators without a school can be chosen', async () => {
  await see(() => whom);
  expect(whom).toBe('role=school_admin&withoutSchool=true&isActive=true');
});
