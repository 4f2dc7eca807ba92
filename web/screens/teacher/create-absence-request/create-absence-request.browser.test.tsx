import { afterEach, expect, test, vi } from 'vitest';
import type { School } from '#contract/schools.ts';
import { defaultVacancySettings } from '#domain/shift.ts';
import { addDays } from '#domain/time.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { CreateAbsenceRequest } from '#web/screens/teacher/create-absence-request/create-absence-request.tsx';
import { answerCalls, control, Failure, openQueries, says, see, show, type } from '#test/screen.tsx';

const timeZone = 'America/New_York';
const today = '2026-11-23';
const shift = { start: '08:00', end: '15:00', shiftType: 'full_day' };
const next = { date: addDays(today, 1), ...shift };

// It is 7 AM at the school: no one is notified of a class that is over.
vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) });
afterEach(() => void vi.useRealTimers());

test('the reach is counted once the form is filled in, and once', async () => {
  const proposal = Promise.withResolvers<object>();
  const counted: object[] = [];
  answerCalls<object>('', (body, path) => {
    if (path === '/api/vacancies/proposal') return proposal.promise;
    if (path === '/api/schools/3')
      return { id: 3, name: 'Cedar Hollow', city: null, state: null, district: null, isActive: true, closures: [] };
    if (path === '/api/vacancies/reach' && body !== null) {
      counted.push(body);
      return [];
    }
    return [];
  });
  show(
    <CreateAbsenceRequest />,
    openQueries({ id: 7, role: 'teacher', schools: [{ id: 3, name: 'Cedar Hollow', timeZone }] }),
  );
  await says('Notify all substitutes');
  proposal.resolve({
    today: next,
    next,
    shiftType: 'full_day',
    description: 'Grade 4 classroom',
    additionalNotes: 'Room 14.',
    googleDocLink: null,
    grade: '4',
    subject: null,
    room: null,
  });
  await see(() => counted.length > 0);
  expect((await control('Title')).value).toBe('Grade 4 classroom');
  expect(counted).toMatchObject([{ grade: '4' }]);
});

test('a typed absence stays when a refresh of its school fails', async () => {
  let isDown = false;
  answerCalls('', (_body, path) => {
    if (isDown) return Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 });
    return path === '/api/vacancies/proposal' ? Promise.withResolvers<object>().promise : [];
  });
  const queries = openQueries({ id: 7, role: 'teacher', schools: [{ id: 3, name: 'Cedar Hollow', timeZone }] });
  const { queryKey } = ownSchoolQuery(3);
  // The form reads only these fields.
  queries.setQueryData(queryKey, { id: 3, name: 'Cedar Hollow', isActive: true } as School);
  show(
    <>
      <CreateAbsenceRequest />
      <Failure of={queryKey} />
    </>,
    queries,
  );
  type(await control('Title'), 'Grade 4 classroom');
  isDown = true;
  void queries.invalidateQueries();
  await says('The refresh failed.');
  expect((await control('Title')).value).toBe('Grade 4 classroom');
});

test('the form starts with the times of the only shift that its school offers', async () => {
  answerCalls<object>('', (_body, path) =>
    path === '/api/vacancies/proposal' ? Promise.withResolvers<object>().promise : [],
  );
  const queries = openQueries({ id: 7, role: 'teacher', schools: [{ id: 3, name: 'Cedar Hollow', timeZone }] });
  const vacancySettings = { ...defaultVacancySettings, fullDayStart: '07:45', fullDayEnd: '14:45' };
  queries.setQueryData(ownSchoolQuery(3).queryKey, {
    id: 3,
    name: 'Cedar Hollow',
    isActive: true,
    vacancySettings,
  } as School);
  show(<CreateAbsenceRequest />, queries);
  expect((await control('Start Time')).value).toBe('07:45');
  expect((await control('End Time')).value).toBe('14:45');
  expect((await control('Shift Type')).value).toBe('');
});
