import { afterEach, expect, test, vi } from 'vitest';
import { addDays } from '#domain/time.ts';
import { CreateAbsenceRequest } from '#web/screens/teacher/create-absence-request/create-absence-request.tsx';
import { answerCalls, control, openQueries, says, see, show } from '#test/screen.tsx';

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
