import { sql, type Tx } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';

/** Stores people's codes as hashes. Their earlier codes stop working. */
export async function keepInvitations(
  tx: Tx,
  invited: readonly { userId: number; code: string }[],
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx.execute(sql`delete from invitations where user_id = any(${invited.map(({ userId }) => userId)}::bigint[])`);
  await tx.execute(sql`insert into invitations (code_hash, user_id, created_at, expires_at)
    select hash, id, ${now}, ${expiresAt} from unnest(${invited.map(({ code }) => hashOfCode(code))}::bytea[], ${invited.map(({ userId }) => userId)}::bigint[]) as i (hash, id)`);
}
