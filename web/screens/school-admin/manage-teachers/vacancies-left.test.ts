import { expect, it } from 'vitest';
import { vacanciesLeft } from './vacancies-left.ts';

const last =
  'Your school’s administrators are notified instead, and can answer requests and delete vacancies in Open Vacancies.';

it.each([
  [{}, []],
  [{ upcomingOpenVacancies: 0, pendingVacancies: 0, upcomingFilledVacancies: 0 }, []],
  [{ upcomingOpenVacancies: 1 }, ['1 open vacancy stays open. Substitutes can still request it.', last]],
  [
    { upcomingOpenVacancies: 2, pendingVacancies: 1, upcomingFilledVacancies: 3 },
    [
      '2 open vacancies stay open. Substitutes can still request them.',
      '1 request still needs an answer.',
      '3 upcoming filled vacancies keep their substitutes.',
      last,
    ],
  ],
  [{ pendingVacancies: 2 }, ['2 requests still need an answer.', last]],
])('of a teacher with %o', (counts, said) => {
  expect(vacanciesLeft(counts)).toEqual(said);
});
