import type { Actor } from '#domain/permissions.ts';
import { allSettled } from '#server/core/settled.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { whereWorks } from '#server/db/sql/substitutes.ts';

/** The facts about a substitute that the rules need. */
export type Substitute = Pick<Actor, 'id' | 'role' | 'isApproved' | 'isActive' | 'selectedSchoolIds'> & {
  fullName: string;
};

/**
 * Locks a substitute until the transaction ends and reads their current state. Returns null if there is none.
 *
 * Every command that books a person, lets them request, or ends their work at a school takes this lock, before any
 * vacancy's. One person's requests and assignments therefore happen one after the other, and no one is booked while
 * being removed.
 */
export async function lockSubstitute(tx: Tx, id: number): Promise<Substitute | null> {
  const [[person], schools] = await allSettled([
    tx.query<Omit<Substitute, 'selectedSchoolIds'>>(sql`
      select id, role, is_approved as "isApproved", is_active as "isActive", full_name as "fullName"
      from users where id = ${id} and role = 'substitute' and deleted_at is null for no key update`),
    tx.query<{ id: number }>(sql`select l.school_id as id from ${whereWorks(id)}`),
  ]);
  if (person === undefined) return null;
  return { ...person, selectedSchoolIds: schools.map((school) => school.id) };
}
