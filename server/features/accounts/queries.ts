import type { Role } from '#domain/role.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/** What signing in needs to know of an account. */
export type Account = {
  id: number;
  username: string;
  fullName: string;
  role: Role;
  passwordHash: string;
  isActive: boolean;
};

const account = sql`id, username, full_name as "fullName", role, password_hash as "passwordHash", is_active as "isActive"`;

/**
 * The account of this username, or of this e-mail address where it is trusted: of several, one whose owner confirmed it comes
 * first, then the one that has had it longest. So nobody takes an address from its owner by naming it for another account.
 */
export async function findAccount(db: Queryable, usernameOrEmail: string): Promise<Account | null> {
  const named = await db.query<Account>(
    sql`select ${account} from users where lower(username) = lower(${usernameOrEmail}) and deleted_at is null`,
  );
  if (named[0] !== undefined) return named[0];
  if (!usernameOrEmail.includes('@')) return null;
  const mailed = await db.query<Account>(
    sql`select ${account} from users where lower(trusted_email) = lower(${usernameOrEmail}) and deleted_at is null
      order by email_proved desc, email_trusted_at, id limit 1`,
  );
  return mailed[0] ?? null;
}

/** The account of this person. */
export async function accountOf(db: Queryable, id: number): Promise<Account | null> {
  const [row] = await db.query<Account>(sql`select ${account} from users where id = ${id} and deleted_at is null`);
  return row ?? null;
}

/** The active school of this id, as registration needs it. */
export async function activeSchool(db: Queryable, id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await db.query<{ id: number; name: string }>(
    sql`select id, name from schools where id = ${id} and is_active`,
  );
  return row ?? null;
}

/** Who decides on new accounts at a school: its approved, active admins. */
export async function adminsOf(db: Queryable, schoolId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from users
    where school_id = ${schoolId} and role = 'school_admin' and is_approved and is_active and deleted_at is null order by id`);
  return rows.map((row) => row.id);
}

/** The active platform owners. */
export async function activeOwners(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from users where role = 'overall_admin' and is_platform_owner and is_active and deleted_at is null order by id`,
  );
  return rows.map((row) => row.id);
}

export type NewAccount = {
  username: string;
  passwordHash: string;
  role: string;
  fullName: string;
  schoolId: number | null;
  email: string | null;
};

/** Writes a new, unapproved account; a username that is taken is refused by the constraint of that name. */
export async function insertAccount(db: Queryable, person: NewAccount, now: Date): Promise<number> {
  const [row] = await db.query<{
    id: number;
  }>(sql`insert into users (username, password_hash, role, full_name, school_id, email, created_at)
    values (${person.username}, ${person.passwordHash}, ${person.role}, ${person.fullName}, ${person.schoolId}, ${person.email}, ${now}) returning id`);
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.id;
}

/** Selects a school for a substitute: an application where nobody has decided yet. */
export async function selectSchool(db: Queryable, substituteId: number, schoolId: number, now: Date): Promise<void> {
  await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at) values (${substituteId}, ${schoolId}, ${now})
    on conflict (substitute_id, school_id) do update set is_selected = true,
      selected_at = case when substitute_schools.is_selected then substitute_schools.selected_at else ${now} end`);
}

/**
 * Whether an account is active and has the password still that was found right a moment ago, which took its time. The row
 * stays locked until the transaction ends: whoever sets another password waits, and then ends the session that begins here.
 */
export async function stillHas(tx: Tx, { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>): Promise<boolean> {
  const [row] = await tx.query<{ stays: boolean }>(
    sql`select is_active and password_hash = ${passwordHash} as stays from users where id = ${id} and deleted_at is null for share`,
  );
  return row?.stays ?? false;
}

/**
 * Gives an account a new password, and says whether somebody else chose it. An invitation to choose the first one, and links to
 * a new one, end with that; and what was mailed before `now` acts for nobody any more. Null: it is the first one that anybody knows.
 */
export async function setPassword(
  db: Queryable,
  userId: number,
  passwordHash: string,
  setByOther: boolean,
  now: Date | null,
): Promise<void> {
  await db.execute(
    sql`update users set password_hash = ${passwordHash}, password_set_by_other = ${setByOther}, failed_sign_ins = 0, password_set_at = coalesce(${now}::timestamptz, password_set_at) where id = ${userId}`,
  );
  await db.execute(sql`delete from invitations where user_id = ${userId}`);
  await db.execute(sql`delete from password_links where user_id = ${userId}`);
}
