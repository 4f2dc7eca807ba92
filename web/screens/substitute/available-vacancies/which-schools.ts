import type { SessionUser } from '#contract/session.ts';

/** Returns which of the substitute's schools offer them vacancies: those that approved them. */
export function whichSchools(schools: SessionUser['schools']): string {
  const count = schools.filter(({ isWaiting }) => !isWaiting).length;
  return count < schools.length ? `${count} of your schools` : count === 1 ? 'your school' : `your ${count} schools`;
}
