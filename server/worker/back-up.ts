import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { backUp } from '#server/backup/back-up.ts';
import { sql } from '#server/db/database.ts';
import { defineJob } from '#server/jobs/job.ts';

const ending = '.tar.zst.age';
const pattern = /^firstbell-\d{4}-\d{2}-\d{2}T\d{4}\.tar\.zst\.age$/;

/**
 * Once a day, writes a backup into BACKUP_DIR, encrypted for BACKUP_RECIPIENT, and deletes the oldest beyond
 * BACKUP_KEEP. The result is stored in `backups`. Does nothing without BACKUP_DIR.
 */
export const backUpDaily = defineJob({
  name: 'back-up',
  payload: z.object({}),
  maxAttempts: 4,
  // Night in every American time zone.
  every: '40 7 * * *',
  handle: async ({ db, connection, config, clock }) => {
    const { BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient, BACKUP_KEEP: keep } = config;
    if (folder === undefined) return;
    const now = clock();
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `firstbell-${now.toISOString().slice(0, 16).replace(':', '')}${ending}`;
      const { bytes } = await backUp(connection, path.join(folder, name), { now, recipient });
      await db.execute(sql`insert into backups (at, bytes) values (${now}, ${bytes})`);
    } catch (error) {
      await db.execute(
        sql`insert into backups (at, error) values (${now}, ${error instanceof Error ? error.message : String(error)})`,
      );
      throw error;
    }
    const made = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted();
    for (const old of made.slice(0, -keep)) await rm(path.join(folder, old));
  },
});
