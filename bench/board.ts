// Measures the busiest morning of a large school in a share of the country (200 teachers, 60 absences, 8 periods):
// how long the day board takes, and how long until a change is on the open screens of 20 administrators. `node
// bench/board.ts [WORLDS] [share] [calls]`, on a copy of the world. Server and screens are one process, so the
// figures include the screens' own work.
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { conclude } from '#bench/results.ts';
import { folderOf, makeWorld } from '#bench/world/load.ts';
import { serveApp } from '#bench/world/serve.ts';
import { worldDay, worldMorning } from '#bench/world/shape.ts';
import { getBoard } from '#contract/board.ts';
import { putCoverSettings, putTimetable } from '#contract/cover-settings.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { periodNames, templateBell } from '#domain/bell.ts';
import { defaultCoverRules } from '#domain/cover.ts';
import { databaseOf, type Queryable, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { beginSession } from '#server/security/sessions.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, callerAt } from '#test/world.ts';

const [folder = path.join(tmpdir(), 'firstbell-worlds'), share = '0.001', calls = '300'] = process.argv.slice(2);
const scale = Number(share);
const runs = 5;
const screens = 20;
const changes = 15;
const school = { teachers: 200, substitutes: 40, absences: 60 };
const limits = { p99: 50, changeMs: 500 };
const percentile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Infinity;

/**
 * A third is uncovered and was offered to everyone, a third has a substitute who has not confirmed, a third is covered.
 */
async function fillMorning(db: Queryable, schoolId: number, teachers: number[], people: number[]): Promise<number[]> {
  const open: number[] = [];
  for (const [nth, teacherId] of teachers.slice(0, school.absences).entries()) {
    const isFilled = nth % 3 !== 0;
    const substituteId = isFilled ? people[Math.floor(nth / 3) * 2 + (nth % 3) - 1] : null;
    const id = await makeVacancy(db, {
      schoolId,
      teacherId,
      date: worldDay,
      ...(substituteId !== null && substituteId !== undefined
        ? { status: 'filled', substituteId, confirmed: nth % 3 === 2 }
        : {}),
    });
    if (isFilled) continue;
    open.push(id);
    await db.execute(sql`insert into notices (cause, kind, recipient_id, school_id, vacancy_id, facts, created_at)
      select 'bench:' || ${id}::bigint, 'vacancy_posted', person, null, ${id}::bigint, '{}', ${worldMorning}
        from unnest(${people}::bigint[]) as person`);
    await db.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, substitute_id)
      select ${id}::bigint, ${schoolId}::bigint, 'seen', ${worldMorning}, person
        from unnest(${people.slice(0, 12)}::bigint[]) as person`);
    await db.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
      select ${id}::bigint, person, ${worldMorning} from unnest(${people.slice(0, 3)}::bigint[]) as person`);
  }
  return open;
}

/** Opens a screen's live connection. It calls `heard` for each event about vacancies. */
function openScreen(url: string, cookie: string, heard: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', reject);
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`);
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('event: hello')) resolve(socket);
      if (text.includes('"topic":"vacancies"')) heard();
    });
  });
}

await makeWorld(scale, folder, (line) => console.log(line));
const embedded = await startEmbedded({ dataDir: folderOf(scale, folder) });
await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
const owner = new pg.Client(embedded.connection('owner', 'postgres'));
await owner.connect();
await owner.query('drop database if exists board with (force)');
await owner.query('create database board template firstbell strategy file_copy');
const served = await serveApp(embedded.connection('server', 'board'));
const boardTimes: number[][] = [];
const changeTimes: number[] = [];
try {
  const db = databaseOf(served.pool);
  const schoolId = (await makeSchool(db)).id;
  const adminId = await makeAdmin(db, schoolId);
  const cookieOf = async (id: number) => `firstbell=${await beginSession(db, id, 'bench', worldMorning)}`;
  const admin = callerAt(served.url, await cookieOf(adminId));
  const teachers: number[] = [];
  for (let nth = 0; nth < school.teachers; nth += 1) teachers.push(await makeTeacher(db, schoolId));
  const people: number[] = [];
  for (let nth = 0; nth < school.substitutes + changes; nth += 1) people.push(await makeSubstitute(db, [schoolId]));
  const bell = templateBell({ periods: 8, start: '08:00', minutes: 45, passing: 5 });
  await admin.call(putCoverSettings, {
    body: {
      bell: { ...bell, schedules: bell.schedules.map((each) => ({ ...each, periods: [...each.periods] })), days: [] },
      rules: { ...defaultCoverRules, lunchPeriods: [] },
      version: 0,
    },
  });
  const slots = periodNames(bell).map((period) => ({
    period,
    days: [],
    kind: 'class' as const,
    title: 'Algebra I',
    room: 'Room 12',
    size: 24,
  }));
  for (const id of teachers)
    await admin.call(putTimetable, { params: { id: String(id) }, body: { slots, since: null, version: 0 } });
  const open = await fillMorning(db, schoolId, teachers, people.slice(0, school.substitutes));
  const look = () => admin.call(getBoard);
  const { lines } = await look();
  if (lines.length !== school.absences) throw new Error(`The board has ${lines.length} lines.`);
  const tried = lines.filter((line) => line.tried?.notified === school.substitutes && line.tried.declined === 3);
  if (tried.length !== open.length) throw new Error("The board doesn't show everything that was tried.");
  for (let nth = 0; nth < 100; nth += 1) await look();
  for (let run = 0; run < runs; run += 1) {
    const times: number[] = [];
    for (let nth = 0; nth < Number(calls); nth += 1) {
      const began = performance.now();
      await look();
      times.push(performance.now() - began);
    }
    boardTimes.push(times);
    console.log(`board: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`);
  }

  // A substitute is assigned, and every open screen is notified and loads its new board.
  let hear = () => {};
  let waiting = 0;
  let change = -1;
  const refresh = async (screen: Caller) => {
    await screen.call(getBoard);
    waiting -= 1;
    if (waiting === 0) hear();
  };
  const sockets = await Promise.all(
    Array.from({ length: screens }, async () => {
      let lastSeen = -1;
      const own = await cookieOf(await makeAdmin(db, schoolId));
      const screen = callerAt(served.url, own);
      return openScreen(served.url, own, () => {
        if (lastSeen === change) return;
        lastSeen = change;
        void refresh(screen);
      });
    }),
  );
  for (const [nth, id] of open.slice(0, changes).entries()) {
    waiting = screens;
    change = nth;
    const seen = new Promise<void>((resolve) => (hear = resolve));
    const began = performance.now();
    const substituteId = people[school.substitutes + nth] ?? 0;
    await admin.call(assignSubstitute, { params: { id: String(id) }, body: { substituteId } });
    await seen;
    changeTimes.push(performance.now() - began);
  }
  console.log(`a change on ${screens} screens: ${changeTimes.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  for (const socket of sockets) socket.destroy();
} finally {
  await served.close();
  await owner.query('drop database if exists board with (force)');
  await owner.end();
  await embedded.stop();
}
const middle = percentile(
  boardTimes.map((times) => percentile(times, 0.99)),
  0.5,
);
const shown = scale < 0.1 ? { shownOnly: 'shown only: a small world' } : {};
conclude('board', [
  {
    what: `p99 of the day board with ${school.absences} absences, median of ${runs} runs`,
    figure: middle,
    target: limits.p99,
    wanted: 'at most',
    unit: 'ms',
    ...shown,
  },
  {
    what: `until a change is on all of ${screens} screens, slowest of ${changes}`,
    figure: Math.max(...changeTimes),
    target: limits.changeMs,
    wanted: 'at most',
    unit: 'ms',
    ...shown,
  },
]);
