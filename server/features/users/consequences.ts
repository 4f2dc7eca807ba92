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
