import type { Config } from '#server/config.ts';
import { type Database, sql } from '#server/db/database.ts';
import { generatedCode } from '#server/security/codes.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { setPassword } from '#server/features/accounts/queries.ts';
import { dropSecondFactor } from '#server/features/second-factor/consequences.ts';
import { endSessionsOf } from '#server/http/session.ts';

/**
 * Makes the platform owner on an empty installation; two processes that start together make one.
 *
 * Answers with the sign-in to print once, or null where there is an owner already; `password` is null where
 * the settings gave it.
 */
export async function ensureOwner(
  db: Database,
  config: Config,
  now: Date,
): Promise<{ username: string; password: string | null } | null> {
  const [existing] = await db.query(
    sql`select 1 from users where role = 'overall_admin' and is_platform_owner limit 1`,
  );
  if (existing !== undefined) return null;
  const generated = config.OWNER_PASSWORD === undefined ? generatedCode() : null;
  const passwordHash = await hashPassword(config.OWNER_PASSWORD ?? generated ?? '');
  return db.inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7241846302)`);
    const made =
      await tx.execute(sql`insert into users (username, password_hash, role, full_name, is_approved, is_platform_owner, password_set_by_other, created_at)
      select ${config.OWNER_USERNAME}, ${passwordHash}, 'overall_admin', 'Platform Owner', true, true, ${generated !== null}, ${now}
      where not exists (select 1 from users where role = 'overall_admin' and is_platform_owner)`);
    return made === 0 ? null : { username: config.OWNER_USERNAME, password: generated };
  });
}

/**
 * Gives the first active owner a new password, printed once, turns their second factor off and ends all of their sessions: for whoever has
 * the server's own machine and lost the password.
 */
export async function resetOwner(db: Database): Promise<{ username: string; password: string }> {
  const [owner] = await db.query<{ id: number; username: string }>(sql`select id, username from users
    where role = 'overall_admin' and is_platform_owner and deleted_at is null order by is_active desc, id limit 1`);
  if (owner === undefined) throw new Error('There is no platform owner yet. Start FirstBell once.');
  const password = generatedCode();
  const passwordHash = await hashPassword(password);
  await db.inTransaction(async (tx) => {
    await setPassword(tx, owner.id, passwordHash, true, new Date());
    await dropSecondFactor(tx, owner.id);
    await tx.execute(sql`update users set is_active = true where id = ${owner.id}`);
    await endSessionsOf(tx, owner.id);
  });
  return { username: owner.username, password };
}
