import { getUser, type User } from '#contract/person.ts';
import { listUserAvailability } from '#contract/availability.ts';
import { listUsers } from '#contract/users.ts';
import { pages, reading } from '#web/api/reading.ts';

/** The state of an account from the view of the people who decide on it. */
type Approval = 'pending' | 'approved' | 'rejected' | 'admitted';

// A count pill shows "99+" from 100 on, so with this many on the first page it needs no separate count.
const pageSize = 100;

/**
 * Returns the people with a role whose accounts are pending, approved, rejected or admitted through the district,
 * longest waiting first, a page at a time.
 */
export function peopleQuery(role: User['role'], approval: Approval) {
  return pages(['people', role, approval], listUsers, { role, approval, sort: 'longest_waiting', limit: pageSize });
}

/** One person, for an address that names them. */
export function personQuery(id: number) {
  return reading(['people', 'one', id], getUser, { params: { id } });
}

/** Returns a substitute's date exceptions from today on. */
export function singleDatesQuery(id: number) {
  return reading(['people', 'dates', id], listUserAvailability, { params: { id } });
}

/** School admins without a school, as candidates for a new school. */
export const adminsWithoutSchoolQuery = reading(['people', 'without-school'], listUsers, {
  query: { role: 'school_admin', withoutSchool: true, isActive: true },
});
