import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/** An account to make for somebody who will choose the password themself. */
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
 * Makes approved accounts at a school, all in one statement; answers with each one's id by its username. Until
 * somebody chooses theirs, the password is one that nobody knows.
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
  const rows = await tx.query<{
    id: number;
    username: string;
  }>(sql`insert into users (username, password_hash, password_set_by_other, role, full_name, school_id, is_approved,
      email, phone, department, subjects, qualifications, preferred_subjects, created_at)
    select username, ${passwordHash}, true, ${role}, "fullName", ${role === 'teacher' ? schoolId : null}::bigint, true, email, phone, department, subjects, qualifications, "preferredSubjects", ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (username text, "fullName" text, email text, phone text, department text, subjects text, qualifications text, "preferredSubjects" text)
    returning id, username`);
  if (role === 'substitute') {
    await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      select id, ${schoolId}, ${now}, ${now} from unnest(${rows.map(({ id }) => id)}::bigint[]) id`);
  }
  return new Map(rows.map(({ id, username }) => [username, id]));
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
 * Keeps which schools share their approvals as it is until the transaction ends, or with `alone` waits until nobody relies on it,
 * to change it. The first lock of a transaction: whoever holds a person must not wait for it.
 */
export async function holdDistricts(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  await tx.execute(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${districtLock})`
      : sql`select pg_advisory_xact_lock(${districtLock})`,
  );
}

/**
 * Lets a substitute work wherever they wait and an approval by another school of the district counts. A school that
 * turned them away has decided itself. The caller holds the districts and the person.
 */
export async function admitWaiting(tx: Tx, substituteId: number, now: Date): Promise<void> {
  await tx.execute(sql`update substitute_schools set admitted_at = ${now}
    where substitute_id = ${substituteId} and is_selected and not works_here and rejected_at is null and district_approves(substitute_id, school_id)`);
}

/**
 * Asks anew who works at these schools after their district, or what they share in it, has changed. Whoever works there by the
 * district alone waits again where it no longer counts, except those who hold a request or booking there: no class
 * loses its substitute by a setting. Whoever waits at a school of these districts and is approved in it works there. The caller holds the
 * districts alone.
 */
export async function reconsiderAdmissions(tx: Tx, schoolIds: readonly number[], now: Date): Promise<void> {
  // Whoever is about to request or to be booked has the person: what they hold then is seen here.
  await tx.execute(sql`select 1 from users where id in (select substitute_id from substitute_schools
      where school_id = any(${schoolIds}::bigint[]) and is_selected and approved_at is null and rejected_at is null)
    order by id for no key update`);
  const waiting = await tx.query<{ id: number }>(sql`update substitute_schools l set admitted_at = null
    where l.school_id = any(${schoolIds}::bigint[]) and l.admitted_at is not null and l.approved_at is null and not district_approves(l.substitute_id, l.school_id)
      and not exists (select from vacancies v where v.substitute_id = l.substitute_id and v.school_id = l.school_id and v.status = 'filled' and v.deleted_at is null and v.ends_at > ${now})
      and not exists (select from vacancies v where v.requested_by_id = l.substitute_id and v.school_id = l.school_id and v.status = 'pending_approval' and v.deleted_at is null)
    returning l.substitute_id as id`);
  await tx.execute(sql`update substitute_schools set admitted_at = ${now}
    where school_id in (select o.id from schools s join schools o on o.id = s.id or o.district_id = s.district_id where s.id = any(${schoolIds}::bigint[]))
      and is_selected and not works_here and rejected_at is null and district_approves(substitute_id, school_id)`);
  await tx.execute(sql`update users u set is_approved = false where u.id = any(${waiting.map(({ id }) => id)}::bigint[]) and u.is_approved
    and not exists (select from substitute_schools k where k.substitute_id = u.id and (k.approved_at is not null or k.admitted_at is not null))`);
}
