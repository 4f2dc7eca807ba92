import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '#server/backup/back-up.ts';
import { restore } from '#server/backup/restore.ts';
import { connectionConfig } from '#server/db/database.ts';
import { type Migration, migrate, migrationsOnDisk, schemaIsReady } from '#server/db/migrate.ts';
import { catalogOf } from '#test/catalog.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/db.ts';
import { mondayMorning } from '#test/world.ts';
import { until } from '#test/until.ts';

const role = 'firstbell_server';
/** The number of migrations that the schema begins with: every installation and every backup has at least these. */
const first = 22;

let onDisk: Migration[];
let migrations: Migration[];
let grants: Migration;
let folder: string;
beforeAll(async () => {
  onDisk = await migrationsOnDisk();
  migrations = onDisk.slice(0, -1);
  const last = onDisk.at(-1);
  if (last === undefined) throw new Error('There are no migrations.');
  grants = last;
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-migrations-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a schema is ready once it has every migration, and stays ready when it has more', async () => {
  const isReadyWith = (applied: readonly { name: string; sha: string }[]) => schemaIsReady(async () => [...applied]);
  expect(await isReadyWith(onDisk)).toBe(true);
  expect(await isReadyWith(onDisk.slice(1))).toBe(false);
  expect(await isReadyWith([...onDisk, { name: '9999_of_a_newer_version.sql', sha: '' }])).toBe(true);
});

describe('the files', () => {
  const names = ['0001_schools.sql', '0002_users.sql', '0003_sessions.sql'];
  it.each([
    ['a gap', ['0005_rooms.sql'], 'There is no migration 0004, but there is 0005_rooms.sql.'],
    [
      'two of one number',
      ['0003_rooms.sql'],
      'Two migrations have the same number: 0003_rooms.sql and 0003_sessions.sql.',
    ],
    ['a number too short', ['004_rooms.sql'], '004_rooms.sql is not a name for a migration.'],
    ['other letters', ['0004-Rooms.sql'], '0004-Rooms.sql is not a name for a migration.'],
    ['another ending', ['0004_rooms.SQL'], '0004_rooms.SQL is not a name for a migration.'],
    ['a copy that an editor left', ['0003_sessions.sql~'], '0003_sessions.sql~ is not a name for a migration.'],
  ])('are refused where there is %s', async (what, added, sentence) => {
    const from = path.join(folder, what);
    await mkdir(from);
    for (const name of [...names, ...added]) await writeFile(path.join(from, name), 'select 1;');
    await expect(migrationsOnDisk(pathToFileURL(`${from}/`))).rejects.toThrow(sentence);
  });

  it('run in the order of their numbers, ignoring hidden files', async () => {
    const from = path.join(folder, 'good');
    await mkdir(from);
    for (const name of [...names.toReversed(), '.DS_Store']) await writeFile(path.join(from, name), 'select 1;');
    expect((await migrationsOnDisk(pathToFileURL(`${from}/`))).map(({ name }) => name)).toEqual([
      ...names,
      'grants.sql',
    ]);
  });
});

describe('a database', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeEach(async () => {
    database = await openTestDatabase(2);
    owner = new pg.Client(connectionConfig(database.owner));
    await owner.connect();
    return async () => {
      await owner.end();
      await database.drop();
    };
  });

  const numbered = (number: number) => String(number).padStart(4, '0');
  /** Returns a migration after all existing ones, and another after that one. */
  const added = (text: string, after = 0): Migration => ({
    name: `${numbered(migrations.length + 1 + after)}_added.sql`,
    text,
    sha: text,
  });
  const migrateTo = (wanted: readonly Migration[], onStep?: (name: string) => void) =>
    migrate(database.owner, role, onStep, { wanted });
  const namesApplied = async () =>
    (await owner.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(
      ({ name }) => name,
    );

  it('refuses a new migration with a lower number than an applied one', async () => {
    const before = await namesApplied();
    const late = { name: '0003_late.sql', text: 'create table late (id bigint);', sha: 'late' };
    const later = migrations.slice(2).map((one, at) => ({ ...one, name: `${numbered(at + 4)}_${one.name.slice(5)}` }));
    await expect(migrateTo([...migrations.slice(0, 2), late, ...later, grants])).rejects.toThrow(
      `This database already has migration ${migrations.at(-1)?.name}, so 0003_late.sql can't run before it. Give a new migration the next free number.`,
    );
    await expect(migrateTo([...migrations, { ...late, name: '0003_users.sql' }, grants])).rejects.toThrow(
      'There is no migration',
    );
    expect(await namesApplied()).toEqual(before);
  });

  it('keeps the grants of a newer version if an older one starts at the same time', async () => {
    const newer = added('create table journal (id bigint);');
    await migrateTo([
      ...migrations,
      newer,
      { ...grants, text: `${grants.text}\nrevoke delete on journal from :server;`, sha: 'newer' },
    ]);
    const steps: string[] = [];
    await migrateTo(onDisk, (name) => steps.push(name));
    expect(steps).toEqual([]);
    await expect(database.pool.query('delete from journal')).rejects.toThrow('permission denied');
  });

  describe('creates an index without a transaction', () => {
    const text =
      '-- no transaction\n-- For the bell.\ncreate index concurrently users_by_bio on users (bio)\n  where bio is not null;\n';
    const isWhole = async () =>
      (
        await owner.query<{ indisvalid: boolean }>(
          "select indisvalid from pg_index where indexrelid = to_regclass('users_by_bio')",
        )
      ).rows[0]?.indisvalid;

    it('while other transactions write, and while other processes wait for their turn', async () => {
      const writer = new pg.Client(connectionConfig(database.owner));
      await writer.connect();
      await writer.query('begin');
      await writer.query('update users set bio = null');
      const steps: string[] = [];
      const several = [1, 2, 3].map(() => migrateTo([...migrations, added(text), grants], (name) => steps.push(name)));
      const waits =
        "select 1 from pg_stat_activity where datname = current_database() and query like '%create index concurrently%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()";
      await until(async () => (await owner.query(waits)).rows.length === 1);
      // Writes aren't blocked meanwhile.
      await owner.query('update users set bio = null');
      await writer.query('commit');
      await writer.end();
      await Promise.all(several);
      expect(steps).toEqual([added(text).name, 'queue and grants']);
      expect(await isWhole()).toBe(true);
    });

    it('again if a run was killed halfway, or before it was recorded', async () => {
      const writer = new pg.Client(connectionConfig(database.owner));
      await writer.connect();
      await writer.query('begin');
      await writer.query('update users set bio = null');
      const killed = migrateTo([...migrations, added(text), grants]);
      const failure = killed.then(String, String);
      const kill =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%create index concurrently%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()";
      await until(async () => (await owner.query(kill)).rows.length === 1);
      expect(await failure).toContain('terminating connection');
      await writer.query('rollback');
      await writer.end();
      expect(await isWhole()).toBe(false);
      expect(await namesApplied()).not.toContain(added(text).name);

      await migrateTo([...migrations, added(text), grants]);
      expect(await isWhole()).toBe(true);

      await owner.query('delete from schema_migrations where name = $1', [added(text).name]);
      await migrateTo([...migrations, added(text), grants]);
      expect(await namesApplied()).toContain(added(text).name);

      const removal = added('-- no transaction\ndrop index concurrently if exists users_by_bio;', 1);
      await migrateTo([...migrations, added(text), removal, grants]);
      expect(await isWhole()).toBeUndefined();
    });

    it('and refuses a file that it could not repeat', async () => {
      for (const statements of [
        'create index concurrently one on users (bio); create index concurrently two on users (bio);',
        // An incomplete index would be mistaken for a complete one.
        'create index concurrently if not exists one on users (bio);',
        'drop index concurrently users_by_email;',
        'update users set bio = null;',
      ]) {
        await expect(migrateTo([...migrations, added(`-- no transaction\n${statements}`), grants])).rejects.toThrow(
          `Migration ${added('').name} runs without a transaction, so it must hold one statement only`,
        );
      }
    });
  });
});

/** Rows of most tables as in the first installation. Later migrations must keep them. */
const rows = `
  insert into schools (name, address, time_zone, vacancy_settings, created_at)
    values ('First', '1 Main Street', 'America/Chicago', '{}', now());
  insert into users (username, password_hash, role, full_name, school_id, is_approved, email, sms_number, created_at)
    values
    ('teacher', '-', 'teacher', 'Tess Teacher', 1, true, 'tess@first.test', null, now()),
    ('substitute', '-', 'substitute', 'Sam Substitute', null, true, null, '+12185550100', now()),
    ('admin', '-', 'school_admin', 'Ada Admin', 1, true, null, null, now()),
    ('owner', '-', 'overall_admin', 'Olive Owner', null, true, null, null, now());
  insert into substitute_schools (substitute_id, school_id, selected_at, approved_at) values (2, 1, now(), now());
  insert into sessions (token_hash, user_id, created_at, last_seen_at) values ('1', 1, now(), now());
  insert into push_devices (session_hash, user_id, endpoint, service, p256dh, auth, created_at)
    values ('1', 1, 'https://push.test/1', 'push.test', '-', '-', now());
  insert into second_factors (user_id, secret, created_at) values (4, '1', now());
  insert into recovery_codes (user_id, code_hash) values (4, '1');
  insert into known_devices (token_hash, user_id, used_at) values ('1', 1, now());
  insert into invitations (code_hash, user_id, created_at, expires_at) values ('1', 3, now(), now());
  insert into password_links (code_hash, user_id, expires_at) values ('1', 1, now());
  insert into calendar_feeds (user_id, token_hash, created_at) values (2, '1', now());
  insert into files (owner_id, kind, name, content_type, bytes, created_at)
    values (2, 'resume', 'resume.pdf', 'application/pdf', '1', now());
  insert into school_images (school_id, kind, content_type, bytes, created_at)
    values (1, 'logo', 'image/png', '1', now());
  insert into legal_texts (kind, school_id, body, changed_at) values ('terms', 1, 'Terms', now());
  insert into availability_dates (substitute_id, date, status) values (2, '2026-11-23', 'preferred');
  insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
    shift_type, description, absence_reason,
      additional_notes, status, substitute_id, requested_by_id, requested_at, confirmed, created_at, updated_at)
    select 1, 1, 1, date '2026-11-23' + day, '08:00', '12:00', timestamptz '2026-11-23 14:00Z' + day * interval '1 day',
      timestamptz '2026-11-23 18:00Z' + day * interval '1 day',
      'morning', 'Math', 'Personal', '', status, substitute_id, requested_by_id, requested_at, confirmed, now(), now()
    from (values (0, 'open', null::bigint, null::bigint, null::timestamptz, null::boolean),
      (1, 'pending_approval', null, 2, now(), null), (2, 'filled', 2, 2, now(), true))
      v (day, status, substitute_id, requested_by_id, requested_at, confirmed);
  insert into vacancy_declines (vacancy_id, substitute_id, declined_at) values (1, 2, now());
  insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
    values (3, 1, 'approved', now(), 1, 2);
  insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at)
    values (1, 3, 'user.approved', 'user', 2, now());
  insert into messages (school_id, sender_id, subject, body, recipient_ids, created_at)
    values (1, 3, 'Hello', 'Hello', '{2}', now());
  insert into notices (cause, kind, recipient_id, message_id, facts, created_at)
    values ('message:1', 'message', 2, 1, '{}', now());
  insert into deliveries (notice_id, channel, recipient_id, school_id, address, status, next_attempt_at, created_at)
    values (1, 'sms', 2, 1, '+12185550100', 'queued', now(), now());
  insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
    values (2, '+12185550100', 'Yes', now(), '::1');
  insert into sms_codes (user_id, number, code_hash, agreed_from, expires_at)
    values (1, '+12185550101', '1', '::1', now());
  insert into school_sms (school_id, month, sent) values (1, '2026-11', 1);
  insert into idempotency_keys (actor_id, key, fingerprint, created_at) values (1, 'key', '1', now());
  insert into secrets (name, value) values ('seal', '1');
  insert into backups (at, bytes) values (now(), 1);
`;

describe('an upgrade', () => {
  let fresh: TestDatabase;
  let older: TestDatabase;
  let owner: pg.Client;
  const everything = () => {};
  beforeEach(async () => {
    fresh = await openTestDatabase(2);
    older = await openEmptyDatabase();
    owner = new pg.Client(connectionConfig(older.owner));
    await owner.connect();
    return async () => {
      await owner.end();
      await older.drop();
      await fresh.drop();
    };
  });

  it('of an older database ends with the schema of a fresh one, and keeps its rows', async () => {
    for (let count = 1; count <= first; count += 1) await migrate(older.owner, role, everything, { count });
    // All rights that an older version could have granted, so later migrations must revoke them.
    const before = {
      name: 'grants.sql',
      text: ['tables', 'sequences', 'functions']
        .map((all) => `grant all on all ${all} in schema public to :server;`)
        .join(' '),
      sha: 'older',
    };
    await migrate(older.owner, role, everything, { wanted: [...migrations.slice(0, first), before] });
    await owner.query(rows);
    for (let count = first + 1; count <= migrations.length; count += 1) {
      await migrate(older.owner, role, everything, { wanted: [...migrations.slice(0, count), before] });
    }
    await migrate(older.owner, role);
    expect(await catalogOf(older.owner)).toEqual(await catalogOf(fresh.owner));
    const { rows: people } = await owner.query('select full_name from users order by id');
    expect(people).toHaveLength(4);
  });

  it('of an emergency plan counts every field as edited at its version', async () => {
    const before = migrations.findIndex(({ name }) => name.endsWith('_edits_of_emergency_plans.sql'));
    await migrate(older.owner, role, everything, { count: before });
    await owner.query(
      `insert into users (username, password_hash, role, full_name, created_at)
          values ('teacher', '-', 'substitute', 'Tess', now())`,
    );
    await owner.query('insert into emergency_plans (teacher_id, version, checked_at) select id, 5, now() from users');
    await migrate(older.owner, role);
    const { rows: plans } = await owner.query('select version, edits from emergency_plans');
    expect(plans).toEqual([{ version: 5, edits: { routines: 5, seating: 5, people: 5, file_ids: 5, words: 5 } }]);
  });

  it('of no-shows and of classes that colleagues cover counts them in the tallies', async () => {
    for (let count = 1; count <= first; count += 1) await migrate(older.owner, role, everything, { count });
    await owner.query(rows);
    const before = migrations.findIndex(({ name }) => name.endsWith('_no_shows.sql'));
    for (let count = first + 1; count <= before; count += 1) await migrate(older.owner, role, everything, { count });
    await owner.query(`update vacancies set covered_inside = true where id = 1;
      insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
        values (3, 2, 1, 'no_show', 'office', 3, now())`);
    await migrate(older.owner, role);
    const { rows: days } = await owner.query(
      'select to_char(date, $$DD$$) as day, open, filled, no_shows, covered_inside from school_days order by date',
    );
    expect(days).toEqual([
      { day: '23', open: 1, filled: 0, no_shows: 0, covered_inside: 1 },
      { day: '24', open: 0, filled: 0, no_shows: 0, covered_inside: 0 },
      { day: '25', open: 0, filled: 1, no_shows: 1, covered_inside: 0 },
    ]);
    const { rows: months } = await owner.query('select open, filled, no_shows, covered_inside from school_months');
    expect(months).toEqual([{ open: 1, filled: 1, no_shows: 1, covered_inside: 1 }]);
    await owner.query("update attendance set state = 'here'");
    expect((await owner.query('select no_shows from school_months')).rows).toEqual([{ no_shows: 0 }]);
  });

  it('by a restore of the oldest backup ends with it, too', async () => {
    const count = Math.min(first, migrations.length - 1);
    await migrate(older.owner, role, everything, { count });
    await owner.query(rows);
    const file = path.join(folder, 'older.backup');
    const { rows: written } = await backUp(older.owner, file, { now: mondayMorning });
    const target = await openEmptyDatabase();
    try {
      expect(await restore(file, { owner: target.owner, serverRole: role })).toMatchObject({ rows: written });
      expect(await catalogOf(target.owner)).toEqual(await catalogOf(fresh.owner));
      expect((await target.pool.query('select username from users order by id')).rows).toHaveLength(4);
    } finally {
      await target.drop();
    }
  });

  it('is compared in every part of a schema', async () => {
    const client = new pg.Client(connectionConfig(fresh.owner));
    await client.connect();
    let before = await catalogOf(fresh.owner);
    for (const change of [
      'alter table files add column spare text',
      "alter table files alter column spare set default ''",
      'alter table files alter column spare set not null',
      'alter table files add constraint spare_short check (length(spare) < 10) not valid',
      'alter table files validate constraint spare_short',
      'create index files_spare on files (spare)',
      'alter index files_spare set (fillfactor = 50)',
      'alter table attempts set logged',
      'create or replace function forget_deliveries() returns trigger language plpgsql as $$ begin return null; end $$',
      'alter table notices disable trigger notices_forget_deliveries',
      'drop trigger notices_forget_deliveries on notices',
      'alter sequence users_id_seq increment 2',
      'grant update on vacancy_history to firstbell_server',
      'grant update (bytes) on files to firstbell_server',
      'grant execute on function forget_people to public',
    ]) {
      await client.query(change);
      const after = await catalogOf(fresh.owner);
      expect(after, change).not.toEqual(before);
      before = after;
    }
    await client.end();
  });
});
