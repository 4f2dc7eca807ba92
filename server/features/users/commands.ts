import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { waitsDespiteDistrict } from '#server/db/sql/substitutes.ts';
import { insertUsers } from '#server/db/sql/users.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';

/** An account to create for a person who will choose the password themself. */
export type InvitedPerson = {
  username: string;
  fullName: string;
  email: string | null;
  phone: string | null;
  department: string | null;
  subjects: string | null;
  qualifications: string | null;
  preferredSubjects: string | null;
};

/**
 * Creates approved accounts at a school in one statement. Returns their ids by username. Until a person chooses one,
 * the password is unknown to everyone.
 *
 * @throws {Refused} username_taken
 */
export async function insertInvited(
  tx: Tx,
  school: { role: 'teacher' | 'substitute'; schoolId: number; passwordHash: string },
  people: readonly InvitedPerson[],
  now: Date,
): Promise<Map<string, number>> {
  const { role, schoolId, passwordHash } = school;
  const ids = await insertUsers(
    tx,
    people.map((person) => ({
      ...person,
      passwordHash,
      passwordSetByOther: true,
      role,
      schoolId: role === 'teacher' ? schoolId : null,
      isApproved: true,
    })),
    now,
  );
  if (role === 'substitute') {
    await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      select id, ${schoolId}, ${now}, ${now} from unnest(${[...ids.values()]}::bigint[]) id`);
  }
  return ids;
}

/** Which of these usernames, in lower case, are taken. */
export async function takenUsernames(db: Queryable, usernames: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ username: string }>(
    sql`select lower(username) as username from users where lower(username) = any(${usernames}::text[]) and deleted_at is null`,
  );
  return new Set(rows.map(({ username }) => username));
}

/** The advisory lock on which schools share their approvals. */
const districtLock = 7241846327;

/**
 * Locks which schools share their approvals until the transaction ends: shared to rely on it, or `alone` to change it.
 * Take this lock first in a transaction, before any lock on a user.
 */
export async function holdDistricts(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  await tx.execute(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${districtLock})`
      : sql`select pg_advisory_xact_lock(${districtLock})`,
  );
}

/**
 * Admits a substitute at each school where they wait and an approval by another school in the district counts, but not where
 * the school rejected them. The caller holds the districts and the person.
 */
export async function admitWaiting(tx: Tx, substituteId: number, now: Date): Promise<void> {
  await tx.execute(sql`update substitute_schools l set admitted_at = ${now}
    where l.substitute_id = ${substituteId} and ${waitsDespiteDistrict}`);
}

/**
 * Updates who works at these schools after their district, or what they share in it, has changed. Substitutes admitted only
 * through the district wait again if that no longer counts, except those with a request or booking there, so no class loses its
 * substitute. Substitutes who wait at a school in these districts and are approved in it are admitted. The caller holds the
 * districts alone.
 */
export async function reconsiderAdmissions(tx: Tx, schoolIds: readonly number[], now: Date): Promise<void> {
  const inDistricts = sql`school_id in (select o.id from schools s join schools o on o.id = s.id or o.district_id = s.district_id where s.id = any(${schoolIds}::bigint[]))`;
  // A request, a booking and a rejection lock the person. Locking them here makes what these wrote visible below.
  await tx.execute(sql`select 1 from users where id in (select substitute_id from substitute_schools
      where ${inDistricts} and is_selected and approved_at is null and rejected_at is null)
    order by id for no key update`);
  const waiting = await tx.query<{ id: number }>(sql`update substitute_schools l set admitted_at = null
    where l.school_id = any(${schoolIds}::bigint[]) and l.admitted_at is not null and l.approved_at is null and not district_approves(l.substitute_id, l.school_id)
      and not exists (select from vacancies w where w.substitute_id = l.substitute_id and w.school_id = l.school_id and ${isAssignment} and w.ends_at > ${now})
      and not exists (select from vacancies v where v.requested_by_id = l.substitute_id and v.school_id = l.school_id and v.status = 'pending_approval' and v.deleted_at is null)
    returning l.substitute_id as id`);
  await tx.execute(sql`update substitute_schools l set admitted_at = ${now}
    where ${inDistricts} and ${waitsDespiteDistrict}`);
  await tx.execute(sql`update users u set is_approved = false where u.id = any(${waiting.map(({ id }) => id)}::bigint[]) and u.is_approved
    and not exists (select from substitute_schools k where k.substitute_id = u.id and (k.approved_at is not null or k.admitted_at is not null))`);
}
