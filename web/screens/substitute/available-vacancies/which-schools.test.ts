import { expect, it } from 'vitest';
import { whichSchools } from '#web/screens/substitute/available-vacancies/which-schools.ts';

const school = { id: 1, name: 'Oak Elementary', timeZone: 'America/Chicago', isActive: true };

it('counts only the schools that approved the substitute', () => {
  const waiting = { ...school, isWaiting: true };
  expect([[school], [school, school], [school, waiting], [school, school, waiting]].map(whichSchools)).toEqual([
    'your school',
    'your 2 schools',
    '1 of your schools',
    '2 of your schools',
  ]);
});
