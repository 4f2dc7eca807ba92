// Measures how long one process takes to notify 5,000 substitutes of one vacancy and email it to them, with a real
// mail server and a durable database. `node bench/notices.ts [mail server delay in ms] [MAILS_UNDER_WAY] [people]`,
// on the embedded PostgreSQL, or on the empty database of DATABASE_URL and MIGRATION_DATABASE_URL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import { defaultVacancySettings } from '#domain/shift.ts';
import { conclude } from '#bench/results.ts';
import { readConfig } from '#server/core/config.ts';
import { connectionConfig, type Database, sql } from '#server/db/database.ts';
import { offer } from '#server/features/vacancies/dispatch/offer.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { startWorker } from '#server/worker/worker.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { until } from '#test/until.ts';

const [latency = '0', underWay = '1', count = '5000'] = process.argv.slice(2);
const people = Number(count);
const waves = 4;
const limits = { tellMs: 250, perSecond: 500 };

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const sink = fork(path.join(import.meta.dirname, 'mail-sink.ts'), [latency]);
const [{ port }] = z.tuple([z.object({ port: z.number() })], z.unknown()).parse(await once(sink, 'message'));
const { DATABASE_URL, MIGRATION_DATABASE_URL } = process.env;
const external =
  DATABASE_URL === undefined
    ? {}
    : { DATABASE_URL, ...(MIGRATION_DATABASE_URL === undefined ? {} : { MIGRATION_DATABASE_URL }) };
const config = readConfig({
  DATA_DIR: path.join(folder, 'data'),
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  LOG_LEVEL: 'error',
  MAILS_UNDER_WAY: underWay,
  ...external,
});
const database = await openDatabase(config, () => {});
const { db } = database;

/** Adds a school with a teacher and all its substitutes. Returns the two ids. */
async function openSchool(): Promise<{ schoolId: number; teacherId: number }> {
  const [school] = await db.query<{
    id: number;
  }>(sql`insert into schools (name, address, time_zone, vacancy_settings, created_at)
    values ('Cedar Hollow', '1 School Street',
      'America/New_York', ${JSON.stringify(defaultVacancySettings)}::jsonb, now()) returning id`);
  const schoolId = school?.id ?? 0;
  const [teacher] = await db.query<{
    id: number;
  }>(sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at)
    values ('teacher', 'x', 'teacher', 'Felix Arndt', ${schoolId}, true, now()) returning id`);
  await db.execute(sql`with made as (insert into users
      (username, password_hash, role, full_name, is_approved, email, created_at)
      select 'sub_' || n, 'x', 'substitute', 'Substitute ' || n, true, 'sub_' || n || '@example.org', now()
        from generate_series(1, ${people}::int) n returning id)
    insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      select id, ${schoolId}, now(), now() from made`);
  // PostgreSQL does this automatically within a minute. Only the owner of the tables can.
  const owner = new pg.Client(
    DATABASE_URL === undefined
      ? { ...connectionConfig(database.connection), user: 'firstbell_owner' }
      : connectionConfig(MIGRATION_DATABASE_URL ?? DATABASE_URL),
  );
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
  return { schoolId, teacherId: teacher?.id ?? 0 };
}

async function postVacancy({ schoolId, teacherId }: { schoolId: number; teacherId: number }): Promise<number> {
  const [row] = await db.query<{
    id: number;
  }>(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
      shift_type, description,
      absence_reason, additional_notes, created_at, updated_at)
    values (${schoolId}, ${teacherId}, ${teacherId}, current_date + 7, '08:00',
      '15:00', now() + interval '7 days', now() + interval '7 days 7 hours', 'full_day', 'Fractions', 'Illness',
      'Plans are on the desk.', now(), now()) returning id`);
  return row?.id ?? 0;
}

/** Notifies everyone of a new vacancy in one transaction, like a posting. Returns the milliseconds. */
async function tellAll(from: Database, vacancyId: number): Promise<number> {
  const began = performance.now();
  await from.inTransaction(async (tx) => {
    const now = new Date();
    const [row] = await vacanciesOf(tx, [vacancyId], null, now);
    if (row === undefined) throw new Error('The vacancy is gone.');
    const { emailsSent } = await offer(tx, { config, now, actor: null }, row, {
      among: null,
      sendEmail: true,
      sendSms: false,
    });
    if (emailsSent !== people) throw new Error(`Only ${emailsSent} were notified.`);
  });
  return performance.now() - began;
}

/** Returns how many mails the mail server has received. */
async function taken(): Promise<number> {
  sink.send('taken');
  const [answer] = z.tuple([z.object({ taken: z.number() })], z.unknown()).parse(await once(sink, 'message'));
  return answer.taken;
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1_000_000);
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');

const told: number[] = [];
const mailed: number[] = [];
try {
  const place = await openSchool();
  const log = { error: (detail: object, message: string) => console.error(message, detail), warn: () => {} };
  const memory: number[] = [];
  for (let wave = 1; wave <= waves; wave += 1) {
    const tellMs = await tellAll(db, await postVacancy(place));
    const worker = await startWorker(database.connection, { config, clock: () => new Date(), log });
    const began = performance.now();
    // Progress is read from the mail server, which is cheap. In the end, every mail's result must be in the database,
    // or the wave isn't over.
    await until(async () => (await taken()) >= wave * people, 600_000);
    await until(
      async () => (await db.query(sql`select 1 from deliveries where status = 'queued' limit 1`)).length === 0,
      60_000,
    );
    const perSecond = people / ((performance.now() - began) / 1000);
    memory.push(megabytes());
    await worker.stop();
    told.push(tellMs);
    mailed.push(perSecond);
    console.log(
      `wave ${wave}: notified ${people} in ${tellMs.toFixed(0)} ms (${(tellMs / limits.tellMs).toFixed(2)} of ${limits.tellMs} ms: ${verdict(tellMs < limits.tellMs)}), ` +
        `mailed ${perSecond.toFixed(0)} a second (${(perSecond / limits.perSecond).toFixed(2)} of ${limits.perSecond}: ${verdict(perSecond >= limits.perSecond)}), ${memory.at(-1)} MB`,
    );
  }
  const growth = (memory.at(-1) ?? 0) - (memory[1] ?? 0);
  console.log(
    `memory between the second wave and the last: ${growth >= 0 ? '+' : ''}${growth} MB; mail server ${latency} ms a mail, ${underWay} under way`,
  );
} finally {
  sink.disconnect();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
conclude('notices', [
  {
    what: `notifying ${people} substitutes of a vacancy, slowest of ${waves} times`,
    figure: Math.max(...told),
    target: limits.tellMs,
    wanted: 'at most',
    unit: 'ms',
  },
  {
    what: `mails a second, the slowest of ${waves} times`,
    figure: Math.min(...mailed),
    target: limits.perSecond,
    wanted: 'at least',
    unit: '/s',
  },
]);
