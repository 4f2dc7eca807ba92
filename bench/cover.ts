// Times 'Plan the periods' on the worst morning of a large school: 60 absences of 8 periods, and 200 colleagues. It
// times the rule alone, in each of the school's orders, and then the call over HTTP. `node bench/cover.ts [rounds]`, on
// the embedded PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { conclude } from '#bench/results.ts';
import { getCoverPlan } from '#contract/cover.ts';
import { periodNames, templateBell } from '#domain/bell.ts';
import { type Colleague, type CoverRules, coverOrders, defaultCoverRules } from '#domain/cover.ts';
import { mostPeriods, planPeriods } from '#domain/cover-plan.ts';
import { defaultVacancySettings } from '#domain/shift.ts';
import type { Slot } from '#domain/timetable.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import { sql } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startLive } from '#server/live/live.ts';
import { beginSession } from '#server/security/sessions.ts';
import { callerAt } from '#test/world.ts';

const rounds = Number(process.argv[2] ?? 200);
const limits = { planMs: 50, callMs: 50, ofBound: 0.95 };
const [absences, colleagueCount] = [60, 200];
const date = '2026-11-23';
const bell = templateBell({ periods: 8, start: '08:00', minutes: 45, passing: 5 });
const rules: CoverRules = { ...defaultCoverRules, perDay: 2, planningMinutes: 225, lunchPeriods: ['4', '5'] };

/** Returns a lunch, two free periods that differ from teacher to teacher, and classes. */
function slotsOf(nth: number): Slot[] {
  const names = periodNames(bell);
  const free = new Set([names[nth % 8], names[(nth * 3 + 1) % 8]]);
  const lunch = nth % 2 === 0 ? '4' : '5';
  return names.map((period) => ({
    period,
    days: [],
    kind: period === lunch ? 'lunch' : free.has(period) ? 'planning' : 'class',
    title: 'Algebra I',
    room: `Room ${nth}`,
    size: 24,
  }));
}

const colleagues = Array.from({ length: colleagueCount }, (_, id): Colleague => ({
  id,
  fullName: `Teacher ${id}`,
  slots: slotsOf(id),
  bookings: null,
  consent: id % 7 === 0 ? 'always' : 'ask',
  neverOn: id % 11 === 0 ? ['monday'] : [],
  isVolunteer: id % 5 === 0,
  since: `${2000 + (id % 25)}-08-15`,
  absences: [],
  covers: [],
  saidNo: [],
  month: id % 4,
  year: id % 13,
}));
const needs = Array.from({ length: absences }, () => periodNames(bell).map((period) => ({ period }))).flat();

/** Returns the median and the slowest of these times, in ms. */
function summed(times: number[]): { median: number; most: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Infinity, most: sorted.at(-1) ?? Infinity };
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const ofRule: number[] = [];
let [covered, leastOfBound] = [0, Infinity];
for (let round = 0; round < rounds; round += 1) {
  const order = coverOrders[round % coverOrders.length] ?? 'fair';
  const day = { date, bell, rules: { ...rules, order } };
  ofRule.push(timeOf(() => planPeriods(day, needs, colleagues)));
  if (round >= coverOrders.length) continue;
  covered = planPeriods(day, needs, colleagues).filter((one) => one !== null).length;
  leastOfBound = Math.min(leastOfBound, covered / mostPeriods(day, needs, colleagues));
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const config = readConfig({ DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' });
const database = await openDatabase(config, () => {});
const { db, connection } = database;
const clock = () => new Date(`${date}T10:45:00Z`);
const ofCall: number[] = [];
try {
  const [school] = await db.query<{
    id: number;
  }>(sql`insert into schools (name, address, time_zone, vacancy_settings, created_at)
    values ('Cedar Hollow', '1 School Street',
      'America/New_York', ${JSON.stringify(defaultVacancySettings)}::jsonb, now()) returning id`);
  const schoolId = school?.id ?? 0;
  const person = (role: string, count: number) =>
    db.query<{
      id: number;
    }>(sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at)
      select ${role}::text || n, 'x', ${role}::text, ${role}::text || ' ' || n, ${schoolId}, true, now()
        from generate_series(1, ${count}::int) n returning id`);
  const [admin] = await person('school_admin', 1);
  const teachers = await person('teacher', absences + colleagueCount);
  await db.execute(sql`insert into cover_settings (school_id, bell, rules, changed_at)
    values (${schoolId}, ${JSON.stringify(bell)}::jsonb, ${JSON.stringify(rules)}::jsonb, now())`);
  const timetables = teachers.map(({ id }, nth) => ({ id, slots: slotsOf(nth) }));
  // The absent teachers teach in all eight periods.
  for (const { slots } of timetables.slice(0, absences)) for (const slot of slots) slot.kind = 'class';
  await db.execute(sql`insert into timetables (teacher_id, school_id, slots)
    select id, ${schoolId}, slots from jsonb_to_recordset(${JSON.stringify(timetables)}::jsonb) as t
      (id bigint, slots jsonb)`);
  const out = teachers.slice(0, absences).map(({ id }) => id);
  await db.execute(sql`insert into vacancies
      (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description,
      absence_reason, additional_notes, status, created_at, updated_at)
    select ${schoolId}, t, t, ${date}::date, '08:00', '15:00', ${date}::date + time '13:00',
      ${date}::date + time '20:00', 'full_day', 'Class ' || t, 'Illness',
      'Plans are on the desk.', 'open', now(), now() from unnest(${out}::bigint[]) t`);
  await db.execute(sql`analyze`);
  const live = startLive({ connection, db, clock, log: pino({ level: config.LOG_LEVEL }) });
  const app = await buildApp({ db, config, clock, draining: () => false, live }, { webFolder: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.object({ port: z.number() }).parse(app.server.address());
  const cookie = `firstbell=${await beginSession(db, admin?.id ?? 0, 'bench', clock())}`;
  const caller = callerAt(`http://127.0.0.1:${port}`, cookie);
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const { periods } = await caller.call(getCoverPlan, { query: { date } });
    if (round >= rounds / 10) ofCall.push(performance.now() - began);
    if (periods.length !== absences * 8) throw new Error(`The day has ${periods.length} periods.`);
  }
  await app.close();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

const [rule, call] = [summed(ofRule), summed(ofCall)];
const what = `${absences} absences × 8 periods, ${colleagueCount} colleagues`;
console.log(`${covered} of ${needs.length} periods covered; the call at most ${call.most.toFixed(0)} ms`);
conclude('cover', [
  { what: `a plan for ${what}: median`, figure: rule.median, target: limits.planMs, wanted: 'at most', unit: 'ms' },
  { what: `the slowest of ${rounds}`, figure: rule.most, target: limits.planMs, wanted: 'at most', unit: 'ms' },
  { what: 'its share of what any plan could cover', figure: leastOfBound, target: limits.ofBound, wanted: 'at least' },
  { what: 'the call over HTTP: median', figure: call.median, target: limits.callMs, wanted: 'at most', unit: 'ms' },
]);
