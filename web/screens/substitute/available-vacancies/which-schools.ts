import type { SessionUser } from '#contract/session.ts';

/** Returns which of the substitute's schools offer them vacancies: those that approved them. */
export function whichSchools(schools: SessionUser['schools']): string {
  const approved = schools.filter(({ isWaiting }) => isWaiting !== true).length;
  if (approved < schools.length) return `${approved} of your ${schools.length} schools`;
  return approved === 1 ? 'your school' : `your ${approved} schools`;
}
