import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, formatDate, formatShortDate, localDate } from '#domain/time.ts';
import { CreateVacancyDialog } from '#web/screens/school-admin/open-vacancies/create-vacancy-dialog.tsx';
import { answerCalls, control, leave, openQueries, says, see, show, type } from '#test/screen.tsx';

// A school day: an absence of a day without school isn't proposed as urgent.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:20:00Z') });
afterAll(() => {
  vi.useRealTimers();
});

const timeZone = 'America/New_York';
const school = { id: 3, name: 'Cedar Hollow', timeZone };
const today = localDate(new Date(), timeZone);
const tomorrow = addDays(today, 1);
const hours = { start: '08:00', end: '15:00' };
const posted: (object | null)[] = [];
let absences: object[];
let refusal: object | null;
let closures: object[];
let teachers: object[] | Promise<object[]>;

const teacherNamed = (id: number, fullName: string) => ({
  id,
  role: 'teacher',
  fullName,
  profileImageUrl: null,
  qualifications: null,
  preferredSubjects: null,
  bio: null,
});
const anthony = teacherNamed(8, 'Anthony Tran');

beforeEach(() => {
  posted.length = 0;
  refusal = null;
  closures = [];
  teachers = [anthony];
  const shift = { ...hours, shiftType: 'full_day' };
  answerCalls<object>('', (body, path) => {
    if (path === '/api/schools/3')
      return {
        ...school,
        city: null,
        state: null,
        district: null,
        isActive: true,
        closures,
        vacancySettings: {
          allowFullDay: true,
          allowMorningShift: false,
          allowAfternoonShift: false,
          fullDayStart: '08:00',
          fullDayEnd: '15:00',
          morningStart: '08:00',
          morningEnd: '12:00',
          afternoonStart: '12:30',
          afternoonEnd: '15:00',
        },
      };
    if (path === '/api/vacancies/proposal')
      return {
        today: absences.length === 0 ? { date: today, ...shift } : null,
        next: { date: tomorrow, ...shift },
        shiftType: 'full_day',
        description: 'Grade 4',
        additionalNotes: 'Check in at the front office.',
        googleDocLink: null,
        grade: null,
        subject: null,
        room: null,
        absences,
      };
    if (path === '/api/vacancies') {
      posted.push(body);
      if (refusal !== null) return Response.json(refusal, { status: 409 });
      return Promise.withResolvers<Response>().promise;
    }
    return path === '/api/users' ? teachers : [];
  });
});

const dialog = () =>
  show(
    <CreateVacancyDialog ownSchool={school} onClose={() => undefined} />,
    openQueries({ id: 7, role: 'school_admin', schools: [school] }),
  );
const enter = (on: Element | null) =>
  on?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));

test('a second Enter posts no other day for a teacher who is already out today', async () => {
  absences = [{ date: today, ...hours }];
  dialog();
  const search = await control('Teacher');
  type(search, 'Anthony');
  enter(search);
  await says('Anthony Tran is already out today, 8:00 AM – 3:00 PM');
  expect(document.body.innerText).toContain('Check the day and the times before you create this vacancy.');
  expect(document.body.innerText).toContain(`Anthony Tran is out ${formatDate(tomorrow)}, 8:00 AM – 3:00 PM.`);
  await see(() => document.activeElement?.textContent.startsWith('Anthony Tran is already out today'));
  expect(posted).toEqual([]);
});

test('otherwise, the second Enter creates the vacancy', async () => {
  absences = [];
  dialog();
  const search = await control('Teacher');
  type(search, 'Anthony');
  enter(search);
  await see(() => document.activeElement?.matches('button[type=submit]:enabled'));
  expect(document.body.innerText).not.toContain('already out');
});

/** Types a name and presses Enter twice before the search has found anyone, then lets it find these teachers. */
async function enterTwice(found: object[]): Promise<HTMLElement> {
  const reply = Promise.withResolvers<object[]>();
  teachers = reply.promise;
  dialog();
  const search = await control('Teacher');
  search.focus();
  type(search, 'Anthony');
  enter(search);
  await new Promise(requestAnimationFrame);
  enter(search);
  reply.resolve(found);
  return search;
}

test('a second Enter during the search creates the vacancy once the search has found one teacher', async () => {
  absences = [];
  await enterTwice([anthony]);
  await see(() => posted.length === 1);
  expect(posted).toMatchObject([{ teacherId: 8, date: today, description: 'Grade 4' }]);
});

test.each([
  ['several teachers match', [anthony, teacherNamed(9, 'Anthony Vega')], []],
  ['the teacher is already out', [anthony], [{ date: today, ...hours }]],
])('a second Enter during the search creates nothing if %s', async (_, found, out) => {
  absences = out;
  await enterTwice(found);
  await says('Anthony Tran is out');
  await see(() => document.activeElement?.matches('button[type=submit]:enabled, [tabindex="-1"]'));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(posted).toEqual([]);
});

test('a second Enter during the search creates nothing once the focus is elsewhere', async () => {
  absences = [];
  const search = await enterTwice([anthony]);
  search.blur();
  await see(() => document.activeElement?.matches('button[type=submit]:enabled'));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(posted).toEqual([]);
});

test('an absence that is proposed as urgent follows the date, until someone decides it', async () => {
  absences = [];
  dialog();
  const search = await control('Teacher');
  type(search, 'Anthony');
  enter(search);
  const urgent = await control('Urgent');
  await says(`Anthony Tran is out ${formatDate(today)}`);
  expect(urgent.checked).toBe(true);
  const date = await control('Date');
  type(date, tomorrow);
  await see(() => !urgent.checked);
  type(date, today);
  await see(() => urgent.checked);
  urgent.click();
  await see(() => !urgent.checked);
  type(date, tomorrow);
  await says(`Anthony Tran is out ${formatDate(tomorrow)}`);
  type(date, today);
  await says(`Anthony Tran is out ${formatDate(today)}`);
  expect(urgent.checked).toBe(false);
});

test('the note about a teacher who is already out follows the date', async () => {
  absences = [
    { date: today, ...hours },
    { date: addDays(today, 2), start: '08:00', end: '12:00' },
  ];
  dialog();
  const search = await control('Teacher');
  type(search, 'Anthony');
  enter(search);
  await says('Anthony Tran is already out today, 8:00 AM – 3:00 PM');
  const date = await control('Date');
  type(date, addDays(today, 2));
  await says(`Anthony Tran is already out ${formatShortDate(addDays(today, 2))}, 8:00 AM – 12:00 PM`);
  expect(document.body.innerText).not.toContain('already out today');
  type(date, addDays(today, 3));
  await see(() => !document.body.innerText.includes('already out'));
  type(date, today);
  await says('Anthony Tran is already out today, 8:00 AM – 3:00 PM');
});

test('a refusal because the teacher is already absent is gone once another day is chosen, and so is Post anyway', async () => {
  absences = [];
  refusal = { code: 'already_absent', error: 'This teacher is already absent today, posted by you.', vacancyId: 5 };
  dialog();
  const search = await control('Teacher');
  type(search, 'Anthony');
  enter(search);
  const create = await see(() => document.querySelector<HTMLElement>('button[type=submit]:enabled'));
  await says(`Anthony Tran is out ${formatDate(today)}`);
  create.click();
  await says('This teacher is already absent today, posted by you.');
  const date = await control('Date');
  type(date, tomorrow);
  await see(() => !document.body.innerText.includes('already absent'));
  expect(document.body.innerText).not.toContain('Post anyway');
  type(date, today);
  await says('Post anyway');
  type(await control('End Time'), '12:00');
  await see(() => !document.body.innerText.includes('already absent'));
});

test('before a teacher is chosen, the form is for today, or for the next school day if there is no school today', async () => {
  dialog();
  await see(() => document.querySelector('option[value=full_day]'));
  expect((await control('Date')).value).toBe(today);
  leave();
  closures = [{ from: today, to: tomorrow, name: 'Snow days' }];
  dialog();
  await see(() => document.querySelector<HTMLInputElement>('input[type=date]')?.value === addDays(today, 2));
  expect(document.body.innerText).not.toContain('The school is closed');
});
