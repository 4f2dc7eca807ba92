import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { backUp } from '#server/backup/back-up.ts';
import { rehearseRestore } from '#server/backup/rehearse.ts';
import { type Database, sql } from '#server/db/database.ts';
import { canRehearse, type Config } from '#server/core/config.ts';
import { defineJob } from '#server/jobs/job.ts';

const ending = '.tar.zst.age';
const pattern = /^firstbell-\d{4}-\d{2}-\d{2}T\d{4}\.tar\.zst\.age$/;

/**
 * Once a day, writes a backup into BACKUP_DIR, encrypted for BACKUP_RECIPIENT, and deletes the oldest beyond
 * BACKUP_KEEP. Then restores the file into a scratch database, if there is one, and compares the two. The results are
 * stored in `backups`. Does nothing without BACKUP_DIR.
 */
export const backUpDaily = defineJob({
  name: 'back-up',
  payload: z.object({}),
  maxAttempts: 4,
  // At this time, it is night in every American time zone.
  every: '40 7 * * *',
  handle: async ({ db, connection, config, clock }) => {
    const { BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient, BACKUP_KEEP: keep } = config;
    if (folder === undefined) return;
    const now = clock();
    // The server doesn't hold the recipient's key. A second one opens the same file, lives in memory only, and is
    // forgotten.
    const identity = canRehearse(config) ? await generateX25519Identity() : undefined;
    const recipients = [recipient, identity && (await identityToRecipient(identity))].filter(
      (key) => key !== undefined,
    );
    let made: { id: number; file: string };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `firstbell-${now.toISOString().slice(0, 16).replace(':', '')}${ending}`;
      const { bytes, file } = await backUp(connection, path.join(folder, name), { now, recipients });
      const [row] = await db.query<{ id: number }>(sql`insert into backups (at, bytes) values (${now}, ${bytes})
        returning id`);
      made = { id: row?.id ?? 0, file };
    } catch (error) {
      await db.execute(sql`insert into backups (at, error)
        values (${now}, ${error instanceof Error ? error.message : String(error)})`);
      throw error;
    }
    const files = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted();
    for (const old of files.slice(0, -keep)) await rm(path.join(folder, old));
    if (identity !== undefined) await rehearse(db, made, identity, config, clock);
  },
});

/** Records whether the backup could be restored. The owner sees a failure, but it doesn't cause another backup. */
async function rehearse(
  db: Database,
  { id, file }: { id: number; file: string },
  identity: string,
  config: Config,
  clock: () => Date,
): Promise<void> {
  try {
    await rehearseRestore(file, identity, config);
    await db.execute(sql`update backups set restored_at = ${clock()} where id = ${id}`);
  } catch (error) {
    await db.execute(sql`update backups set restore_error = ${error instanceof Error ? error.message : String(error)}
      where id = ${id}`);
  }
}
