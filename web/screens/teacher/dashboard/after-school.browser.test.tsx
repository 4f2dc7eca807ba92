import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { QueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { vacanciesQuery, vacancyCountsQuery, type VacancyFilter } from '#web/features/vacancies/queries.ts';
import { TeacherDashboard } from '#web/screens/teacher/dashboard/dashboard.tsx';
import { MyVacancies } from '#web/screens/teacher/my-vacancies/my-vacancies.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, openQueries, says, show } from '#test/screen.tsx';

// Monday, 9 PM in New York.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:00:00Z') });
afterAll(() => {
  vi.useRealTimers();
});

const over = openVacancy({ id: 1, date: '2026-11-23', description: 'Fractions' });
const next = openVacancy({ id: 2, date: '2026-11-24', description: 'Volcanoes' });
const requested = openVacancy({ ...over, status: 'pending_approval', requestedById: 9 });

const noReasons = { Personal: 0, Illness: 0, 'Family Illness': 0, Bereavement: 0, 'Paternity Leave': 0 };
const counts = { total: 4, open: 2, pending: 1, filled: 0, byReason: noReasons };

beforeEach(() => {
  answerCalls('', () => Response.json({ code: 'unavailable', error: 'Try again.' }, { status: 503 }));
});

function queries(): QueryClient {
  const client = openQueries({
    id: 2,
    role: 'teacher',
    schools: [{ id: 1, name: 'Cedar Hollow', timeZone: 'America/New_York' }],
  });
  const keep = (filter: VacancyFilter, rows: Vacancy[]) =>
    client.setQueryData(vacanciesQuery(filter).queryKey, { pages: [{ rows, next: null }], pageParams: [null] });
  keep({ status: 'pending_approval', upcoming: true, limit: 5 }, [requested]);
  keep({ upcoming: true, limit: 5 }, [over, next]);
  keep({ status: 'open', upcoming: true }, [over, next]);
  client.setQueryData(vacancyCountsQuery.queryKey, counts);
  return client;
}

test('after school, the home lists no class that is over, and waits for no answer about one', async () => {
  show(<TeacherDashboard />, queries());
  await says('Volcanoes');
  expect(document.body.innerText).not.toContain('Fractions');
  expect(document.body.innerText).not.toContain('Waiting for your answer');
});

test('after school, My Vacancies says how many classes are still uncovered', async () => {
  history.replaceState(null, '', '?tab=open');
  show(<MyVacancies />, queries());
  await says('One class is still uncovered.');
  await says('This class was not covered');
});
