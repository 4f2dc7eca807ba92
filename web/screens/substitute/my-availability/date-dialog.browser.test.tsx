import { expect, test } from 'vitest';
import { DateDialog } from '#web/screens/substitute/my-availability/date-dialog.tsx';
import { answerCalls, control, says, show, type } from '#test/screen.tsx';

const dates = [
  { date: '2031-03-04', status: 'available', part: 'morning', notes: null },
  { date: '2031-03-05', status: 'unavailable', part: null, notes: null },
  { date: '2031-03-06', status: 'unavailable', part: null, notes: 'Dentist' },
].map((each, nth) => ({ ...each, id: nth + 1, substituteId: 7 }));

test('a range says which dates in it have other settings before it replaces them', async () => {
  answerCalls('/availability', () => dates);
  show(<DateDialog date="2031-03-03" furthest="2032-03-03" record={undefined} onClose={() => {}} />);
  type(await control('Last Day'), '2031-03-07');
  await says('Saving replaces what you set for 2 of these days');
  await says('Tue, Mar 4: Morning only');
  await says('Thu, Mar 6: Unavailable, “Dentist”');
  // A day with the chosen setting loses nothing.
  expect(document.body.innerText).not.toContain('Mar 5');
  (await control('Morning only')).click();
  await says('Wed, Mar 5: Unavailable');
  expect(document.body.innerText).not.toContain('Mar 4');
});

test('the choices speak of one day, and of several days for a range', async () => {
  answerCalls('/availability', () => []);
  show(<DateDialog date="2031-03-03" furthest="2032-03-03" record={undefined} onClose={() => {}} />);
  await says('Don’t offer me vacancies on this day.');
  type(await control('Last Day'), '2031-03-07');
  await says('Don’t offer me vacancies on these days.');
  expect(document.body.innerText).not.toContain('this day');
});
