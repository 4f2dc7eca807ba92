import type { Config } from '#server/core/config.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { insertUser } from '#server/db/sql/users.ts';
import { generatedCode } from '#server/security/codes.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { setPassword } from '#server/features/accounts/commands.ts';
import { dropSecondFactor } from '#server/features/second-factor/commands.ts';
import { endSessionsOf } from '#server/security/sessions.ts';

/**
 * Creates the platform owner of an empty installation, exactly one even if two processes start together.
 *
 * Returns the sign-in to print once, or null if there is an owner already. `password` is null if the settings contain
 * it.
 */
export async function ensureOwner(
  db: Database,
  config: Config,
  now: Date,
): Promise<{ username: string; password: string | null } | null> {
  if (await hasOwner(db)) return null;
  const generated = config.OWNER_PASSWORD === undefined ? generatedCode() : null;
  const passwordHash = await hashPassword(config.OWNER_PASSWORD ?? generated ?? '');
  return db.inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7241846302)`);
    if (await hasOwner(tx)) return null;
    await insertUser(
      tx,
      {
        username: config.OWNER_USERNAME,
        passwordHash,
        passwordSetByOther: generated !== null,
        role: 'overall_admin',
        fullName: 'Platform Owner',
        schoolId: null,
        isApproved: true,
        isPlatformOwner: true,
      },
      now,
    );
    return { username: config.OWNER_USERNAME, password: generated };
  });
}

/**
 * Gives the first active owner a new password, printed once, turns off their second factor and ends all their sessions:
 * for a person with access to the server itself who lost the password.
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

async function hasOwner(db: Queryable): Promise<boolean> {
  const found = await db.query(sql`select 1 from users where role = 'overall_admin' and is_platform_owner limit 1`);
  return found.length > 0;
}
