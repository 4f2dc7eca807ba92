// Posts an absence of many days at a school with thousands of substitutes. Measures how long the call takes, and how
// long until the first email is sent and until everyone is notified in the app. `node bench/days.ts [days] [people]`,
// on the embedded PostgreSQL, with the usual worker and a mail server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { defaultVacancySettings } from '#domain/shift.ts';
import { addDays, localDate } from '#domain/time.ts';
import { conclude } from '#bench/results.ts';
import { createVacancies } from '#contract/absences.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import { sql } from '#server/db/database.ts';
import { beginSession } from '#server/security/sessions.ts';
import { startWorker } from '#server/worker/worker.ts';
import { startLive } from '#server/live/live.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { until } from '#test/until.ts';
import { callerAt } from '#test/world.ts';

const [days, people] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 5000)];
const limits = { postMs: 4400, firstMailMs: 1000 };

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const sink = fork(path.join(import.meta.dirname, 'mail-sink.ts'), ['0']);
const [{ port }] = z.tuple([z.object({ port: z.number() })], z.unknown()).parse(await once(sink, 'message'));
const config = readConfig({
  DATA_DIR: path.join(folder, 'data'),
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  LOG_LEVEL: 'error',
});
const database = await openDatabase(config, () => {});
const { db, connection } = database;
const clock = () => new Date();
const log = pino({ level: config.LOG_LEVEL });

async function taken(): Promise<number> {
  sink.send('taken');
  const [answer] = z.tuple([z.object({ taken: z.number() })], z.unknown()).parse(await once(sink, 'message'));
  return answer.taken;
}
async function told(): Promise<number> {
  const [row] = await db.query<{ left: number }>(sql`select count(*)::int as left from audiences`);
  return row?.left ?? 0;
}

let postMs = 0;
let firstMailMs = 0;
let allMs = 0;
try {
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
  const live = startLive({ connection, db, clock, log });
  const app = await buildApp({ db, config, clock, draining: () => false, live }, { webFolder: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = z.object({ port: z.number() }).parse(app.server.address());
  const cookie = `firstbell=${await beginSession(db, teacher?.id ?? 0, 'bench', clock())}`;
  const worker = await startWorker(connection, { config, clock, log });
  const began = performance.now();
  const first = localDate(clock(), 'America/New_York');
  const posted = await callerAt(`http://127.0.0.1:${address.port}`, cookie).call(createVacancies, {
    body: {
      dates: Array.from({ length: days }, (_, day) => addDays(first, day + 7)),
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Fractions',
      additionalNotes: 'Plans are on the desk.',
      sendNotifications: true,
    },
  });
  if (posted.length !== days) throw new Error(`Only ${posted.length} days were posted.`);
  postMs = performance.now() - began;
  await until(async () => (await taken()) > 0, 600_000);
  firstMailMs = performance.now() - began - postMs;
  await until(async () => (await told()) === 0, 1_200_000);
  allMs = performance.now() - began - postMs;
  const [count] = await db.query<{ notices: number }>(sql`select count(*)::int as notices from notices`);
  if (count?.notices !== days * people) throw new Error(`${count?.notices} notices were written.`);
  console.log(
    `${days} days x ${people} people: posted in ${postMs.toFixed(0)} ms, first mail ${firstMailMs.toFixed(0)} ms later, all ${days * people} notified ${(allMs / 1000).toFixed(1)} s later, ` +
      `${await taken()} mailed by then, ${Math.round(process.memoryUsage().rss / 1_000_000)} MB`,
  );
  await worker.stop();
  await app.close();
} finally {
  sink.disconnect();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
conclude('days', [
  {
    what: `posting ${days} days at a school of ${people} substitutes`,
    figure: postMs,
    target: limits.postMs,
    wanted: 'at most',
    unit: 'ms',
  },
  {
    what: 'from the reply to the first mail',
    figure: firstMailMs,
    target: limits.firstMailMs,
    wanted: 'at most',
    unit: 'ms',
  },
]);
