import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { backUp } from '#server/backup/back-up.ts';
import { rehearseRestore } from '#server/backup/rehearse.ts';
import { readConfig } from '#server/core/config.ts';
import { databaseOf, openPool, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { makeSchool } from '#test/make.ts';

it('restores a backup next to an embedded database, and leaves nothing there', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-rehearsal-'));
  const embedded = await startEmbedded({ dataDir: folder, durable: false });
  const db = databaseOf(openPool(embedded.connection('server'), 1));
  try {
    await migrate(embedded.connection('owner'), 'firstbell_server');
    await makeSchool(db);
    const identity = await generateX25519Identity();
    const file = path.join(folder, 'backup');
    const recipients = [await identityToRecipient(identity)];
    const { rows, tables } = await backUp(embedded.connection('server'), file, { now: new Date(), recipients });
    const config = readConfig({ DATA_DIR: folder });
    expect(await rehearseRestore(file, identity, config)).toMatchObject({ rows, tables });
    // The key of another rehearsal doesn't open the file, and the scratch database is still dropped.
    await expect(rehearseRestore(file, await generateX25519Identity(), config)).rejects.toThrow(/key/);
    expect(await db.query(sql`select datname from pg_database where datname like '%scratch%'`)).toEqual([]);
  } finally {
    await db.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
