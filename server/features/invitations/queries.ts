import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';

/** How long an invitation works. */
export const invitationDays = 7;

export type Invitation = {
  userId: number;
  username: string;
  fullName: string;
  role: 'teacher' | 'substitute';
  schoolName: string | null;
  expiresAt: Date;
};

/** Returns the person whom a code invites, if it still works. */
export async function invitationOf(db: Queryable, code: string, now: Date): Promise<Invitation | null> {
  const [row] = await db.query<Invitation>(sql`select u.id as "userId", u.username, u.full_name as "fullName", u.role,
        i.expires_at as "expiresAt",
      coalesce((select c.name from schools c where c.id = u.school_id),
        (select c.name from substitute_schools l join schools c on c.id = l.school_id
          where l.substitute_id = u.id and l.is_selected order by l.selected_at limit 1)) as "schoolName"
    from invitations i join users u on u.id = i.user_id
    where i.code_hash = ${hashOfCode(code)} and i.expires_at > ${now} and u.deleted_at is null and u.is_active
      and u.role in ('teacher', 'substitute')`);
  return row ?? null;
}

/** Returns whether a code was valid until it expired. A code that was used or replaced isn't stored anymore. */
export async function hasExpired(db: Queryable, code: string, now: Date): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from invitations where code_hash = ${hashOfCode(code)} and expires_at <= ${now}`,
  );
  return found.length > 0;
}

/** Locks an invitation until the transaction ends, so only one of two simultaneous uses succeeds. */
export async function lockInvitation(tx: Tx, code: string): Promise<void> {
  await tx.execute(sql`select 1 from invitations where code_hash = ${hashOfCode(code)} for update`);
}

export type ExportedPerson = Record<
  'fullName' | 'username' | 'email' | 'phone' | 'department' | 'subjects' | 'qualifications' | 'preferredSubjects',
  string | null
>;

/** Returns the teachers or substitutes of a school, by name. */
export async function peopleToExport(
  db: Queryable,
  schoolId: number,
  role: 'teacher' | 'substitute',
): Promise<ExportedPerson[]> {
  const columns = sql`u.full_name as "fullName", u.username, u.email, u.phone, u.department, u.subjects,
      u.qualifications, u.preferred_subjects as "preferredSubjects"`;
  return role === 'teacher'
    ? db.query(sql`select ${columns} from users u
      where u.school_id = ${schoolId} and u.role = 'teacher' and u.deleted_at is null
        order by lower(u.full_name), u.id`)
    : db.query(sql`select ${columns} from substitute_schools l join users u on u.id = l.substitute_id
        where l.school_id = ${schoolId} and l.is_selected and u.deleted_at is null order by lower(u.full_name), u.id`);
}
