import { afterEach, test, vi } from 'vitest';
import type { countVacancies } from '#contract/vacancies.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { vacancyCountsQuery } from '#web/features/vacancies/queries.ts';
import { MyVacancies } from '#web/screens/teacher/my-vacancies/my-vacancies.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, openQueries, says, see, show } from '#test/screen.tsx';

type Counts = ReplyOf<typeof countVacancies>;

afterEach(() => void vi.useRealTimers());

test('a covered class is a past one from its end, though the server’s lists go by dates', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T19:59:00Z') });
  const filled = { status: 'filled', confirmed: true } as const;
  const lists = {
    upcoming: [openVacancy({ ...filled, id: 12, description: 'Fractions' })],
    past: [openVacancy({ ...filled, id: 11, description: 'Sums', date: '2026-11-16' })],
  };
  answerCalls('', (_body, path, query) => {
    if (path !== '/api/vacancies' || query.get('status') !== 'filled') return [];
    return query.get('upcoming') ? lists.upcoming : lists.past;
  });
  const timeZone = 'America/New_York';
  const queries = openQueries({ id: 2, role: 'teacher', schools: [{ id: 1, name: 'Cedar Hollow', timeZone }] });
  queries.setQueryData(vacancyCountsQuery.queryKey, { pending: 0, open: 0, filled: 2 } as Counts);
  show(<MyVacancies />, queries);
  const words = () =>
    [...document.querySelectorAll('[role=tabpanel] :is(h2, h3)')].map((one) => one.textContent).join();
  await see(() => words() === 'Coming up,Fractions,Past,Sums');
  vi.setSystemTime('2026-11-23T20:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see(() => words() === 'Past,Fractions,Sums');
});

test('a class that colleagues cover isn’t counted as uncovered', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
  const open = [
    openVacancy({ id: 11, description: 'Sums' }),
    openVacancy({ id: 12, description: 'Fractions', coveredBy: ['Ada Free'] }),
  ];
  answerCalls('', (_body, path, query) => (path === '/api/vacancies' && query.get('status') === 'open' ? open : []));
  const timeZone = 'America/New_York';
  const queries = openQueries({ id: 2, role: 'teacher', schools: [{ id: 1, name: 'Cedar Hollow', timeZone }] });
  queries.setQueryData(vacancyCountsQuery.queryKey, { pending: 0, open: 2, filled: 0 } as Counts);
  show(<MyVacancies />, queries);
  await says('Covered by Ada Free.');
  await says('One class is still uncovered.');
});

test('two requests of one substitute are two requests, not two substitutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
  const pending = [1, 2].map((id) => openVacancy({ id, status: 'pending_approval', requestedById: 7 }));
  answerCalls('', (_body, path, query) =>
    path === '/api/vacancies' && query.get('status') === 'pending_approval' ? pending : [],
  );
  const timeZone = 'America/New_York';
  const queries = openQueries({ id: 2, role: 'teacher', schools: [{ id: 1, name: 'Cedar Hollow', timeZone }] });
  queries.setQueryData(vacancyCountsQuery.queryKey, { pending: 2, open: 0, filled: 0 } as Counts);
  show(<MyVacancies />, queries);
  await says('Two requests are waiting for your answer.');
});
