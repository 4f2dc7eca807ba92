// Plans the next wave of many open vacancies: by the rules alone (10,000 vacancies with 1,000 candidates each), and
// with the database, on the embedded PostgreSQL, at one school and spread over several. It also times a plan for 30
// uncovered classes of a day. `node bench/dispatch.ts [vacancies] [people] [planned] [schools]`. With `calls` after
// them, it also measures calls to the same process while the first waves are sent.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { conclude } from '#bench/results.ts';
import { callsBeside } from '#bench/world/beside.ts';
import { serveApp } from '#bench/world/serve.ts';
import { listNotices } from '#contract/messages.ts';
import { getBadges } from '#contract/session.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { mostPlanned, planDay } from '#domain/day-plan.ts';
import { nextStep, nextWave } from '#domain/dispatch.ts';
import { chancesOf, hasTimeToSpare, rank, tieBreak } from '#domain/ranking.ts';
import { usualOfferHours } from '#domain/school.ts';
import { defaultVacancySettings } from '#domain/shift.ts';
import { readConfig } from '#server/core/config.ts';
import { type Database, databaseOf, openPool, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDispatches } from '#server/features/vacancies/dispatch/run-dispatches.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { rankedForAll } from '#server/features/vacancies/candidates/ranked.ts';
import { beginSession } from '#server/security/sessions.ts';
import { callerAt } from '#test/world.ts';

const [given, ofPeople, ofPlanned, ofSchools, ofCalls] = process.argv.slice(2);
const [vacancies, people, planned, schools] = [
  Number(given ?? 10_000),
  Number(ofPeople ?? 1000),
  // The number of vacancies of each school in one round of the worker.
  Number(ofPlanned ?? 1000),
  Number(ofSchools ?? 20),
];
const limits = { seconds: 60, planMs: 20, callMs: 150 };
const now = new Date('2026-11-23T14:00:00Z');
const seconds = (from: number) => (performance.now() - from) / 1000;

/** Ranks everyone for each vacancy, and asks for its next step and wave. */
function planByRules(): number {
  const answers = (asked: number, yes: number) => ({ asked, answered: 2 * yes, yes });
  const startsAt = new Date('2026-11-25T13:00:00Z');
  const vacancy = {
    date: '2026-11-25',
    startTime: '08:00',
    startsAt,
    endsAt: new Date('2026-11-25T20:00:00Z'),
    timeZone: 'America/New_York',
    hours: usualOfferHours,
    isOpen: true,
  };
  const began = performance.now();
  let sizes = 0;
  for (let id = 1; id <= vacancies; id += 1) {
    const candidates = Array.from({ length: people }, (_, nth) => {
      const mood = (id * 31 + nth * 17) % 97;
      const own = answers(mood % 40, mood % 7);
      const { chance, usualYes } = chancesOf({
        own,
        ownOtherLead: answers(mood % 11, mood % 3),
        here: own,
        school: answers(400, 60),
        offersThisWeek: mood % 9,
        othersThatDay: mood % 2,
      });
      const { points } = rank({
        isAskedFor: false,
        isTeachersFavorite: mood === 0,
        isSchoolsFavorite: mood === 1,
        timesWithTeacher: mood % 4,
        timesHere: mood % 12,
        isNoShowHere: false,
        knowsSubject: mood % 3 === 0,
        choseGrade: mood % 5 === 0,
        isNotTheirClass: false,
        prefersDate: false,
        distance: 'usual',
        chance,
        usualYes,
        sparesWilling: hasTimeToSpare(47),
        daysThisMonth: mood % 10,
        usualDays: 0,
        scarcity: 0,
      });
      return {
        id: nth,
        chance,
        isFavorite: false,
        quietUntil: null,
        isAtAnyHour: false,
        points,
        tie: tieBreak(id, nth),
      };
    }).toSorted((a, b) => b.points - a.points || a.tie - b.tie);
    const offers = candidates.slice(0, 20).map(({ id: substituteId }) => ({
      substituteId,
      wave: 1,
      at: new Date(now.getTime() - 1_800_000),
      answer: null,
      answeredAt: null,
      remindedAt: null,
    }));
    const question = {
      offering: 'best_matches' as const,
      vacancy,
      isPaused: false,
      isForEveryone: false,
      candidates,
      offers,
      now,
    };
    if (nextStep(question).type === 'wait') sizes += nextWave(question)?.size ?? 0;
  }
  if (sizes === 0) throw new Error('Nothing was planned.');
  return seconds(began);
}

/** Adds this many substitutes, with 20 earlier offers each. */
async function addPeople(db: Database): Promise<void> {
  await db.execute(sql`insert into users (username, password_hash, role, full_name, email, is_approved, created_at)
    select 'substitute' || n, 'x', 'substitute', 'Person ' || n, 'substitute' || n || '@example.org', true, now()
      from generate_series(1, ${people}::int) n`);
  const { schoolId, post } = await addSchool(db, 'Cedar Hollow');
  const past = await post(20, '2026-11-02');
  await db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
    select id, school_id, true, false, 'over', ${now} from vacancies`);
  await db.execute(sql`insert into offers
      (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, answer, answered_at)
    select v.id, 1, u.id, ${schoolId}, v.date, 1, 1, '{}', timestamptz '2026-11-01 12:00Z' + v.id * interval '1 minute',
      a, case when a is not null then timestamptz '2026-11-01 18:00Z' end
    from unnest(${past}::bigint[]) p (id) join vacancies v on v.id = p.id cross join users u
      cross join lateral (select case (u.id + v.id) % 5 when 0 then 'yes' when 1 then 'declined' end as a) x
        where u.role = 'substitute'`);
}

/** Adds a school where all of these people work. Returns a function that posts classes there. */
async function addSchool(db: Database, name: string) {
  const [school] = await db.query<{
    id: number;
  }>(sql`insert into schools (name, address, time_zone, vacancy_settings, offering, created_at)
    values (${name}, '1 School Street', 'America/New_York', ${JSON.stringify(defaultVacancySettings)}::jsonb,
      'best_matches', now()) returning id`);
  const schoolId = school?.id ?? 0;
  const [teacher] = await db.query<{
    id: number;
  }>(sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at)
      values (${`teacher${schoolId}`}, 'x', 'teacher', 'Tess Teacher', ${schoolId}, true, now()) returning id`);
  await db.execute(
    sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
        select id, ${schoolId}, now(), now() from users where role = 'substitute'`,
  );
  const post = async (count: number, date: string) => {
    const rows = await db.query<{
      id: number;
    }>(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description,
        absence_reason, additional_notes, created_at, updated_at)
      select ${schoolId}, ${teacher?.id}::bigint, ${teacher?.id}::bigint, ${date}::date, '08:00', '15:00',
        ${date}::date + time '13:00', ${date}::date + time '20:00', 'full_day', 'Class ' || n,
        'Illness', 'Plans are on the desk.', ${now}, ${now} from generate_series(1, ${count}::int) n returning id`);
    return rows.map(({ id }) => id);
  };
  return { schoolId, post };
}

/**
 * Posts `each` classes at `count` schools, which offer them in waves, and takes their steps twice. Returns the seconds.
 */
async function planAt(db: Database, count: number, each: number) {
  await db.execute(sql`update dispatches set due_at = null, ended = 'closed' where ended is null`);
  const open: number[] = [];
  for (let nth = 0; nth < count; nth += 1)
    open.push(...(await (await addSchool(db, `School ${count} ${nth}`)).post(each, '2026-11-30')));
  await db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at)
    select id, school_id, true, false, ${now}, ${now} from vacancies where id = any(${open}::bigint[])`);
  // Autovacuum does this on a server that has been running for a minute.
  await owner.query('analyze');
  const dispatches = openDispatches({ db, config, clock: () => now, log: pino({ level: config.LOG_LEVEL }) });
  const run = async () => {
    const began = performance.now();
    await dispatches.run();
    return seconds(began);
  };
  const firstWave = await (ofCalls === 'calls' ? besideCalls(db, run, count) : run());
  const [sent] = await db.query<{ offers: number }>(
    sql`select count(distinct vacancy_id)::int as offers from offers where vacancy_id = any(${open}::bigint[])`,
  );
  const [mails] = await db.query<{ queued: number }>(
    sql`select count(*)::int as queued from deliveries d join notices n on n.id = d.notice_id
        where n.vacancy_id = any(${open}::bigint[]) and d.status = 'queued'`,
  );
  if (mails === undefined || mails.queued < open.length) throw new Error(`${mails?.queued ?? 0} emails are queued.`);
  if (sent?.offers !== open.length) throw new Error(`Waves of ${sent?.offers ?? 0} vacancies were sent.`);
  // Now each vacancy only needs a new plan, because its next wave isn't due yet.
  await db.execute(sql`update dispatches set due_at = ${now} where ended is null`);
  const planning = await run();
  console.log(`${count} schools: first waves ${firstWave.toFixed(1)} s, planning ${planning.toFixed(1)} s`);
  return { open, firstWave, planning };
}

/**
 * Measures calls of a substitute and a teacher alone for five seconds, and then while `work` runs in the same
 * process. Returns how many seconds `work` took.
 */
async function besideCalls(db: Database, work: () => Promise<number>, count: number): Promise<number> {
  const served = await serveApp(embedded.connection('server'), () => now);
  try {
    const [ids] = await db.query<{ substitute: number; teacher: number }>(
      sql`select min(id) filter (where role = 'substitute') as substitute,
          min(id) filter (where role = 'teacher') as teacher from users`,
    );
    const as = async (id = 0) => callerAt(served.url, `firstbell=${await beginSession(db, id, 'bench', now)}`);
    const [substitute, teacher] = [await as(ids?.substitute), await as(ids?.teacher)];
    const calls = [
      () => substitute.call(getBadges),
      () => substitute.call(listNotices),
      () => teacher.call(getBadges),
      () => teacher.call(listVacancies, { query: { status: 'open' } }),
    ];
    for (let nth = 0; nth < 100; nth += 1) for (const make of calls) await make();
    const alone = await callsBeside(calls, wait(5000));
    const working = work();
    const beside = await callsBeside(calls, working);
    for (const [name, { count: made, p50, p99 }] of Object.entries({ alone, beside }))
      console.log(`${made} calls ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
    callTimes.push({ count, p99: beside.p99 });
    return await working;
  } finally {
    await served.close();
  }
}
const callTimes: { count: number; p99: number }[] = [];

const byRules = planByRules();
console.log(`by the rules: ${byRules.toFixed(1)} s`);
const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const config = readConfig({ LOG_LEVEL: 'error', SMTP_URL: 'smtp://localhost' });
const embedded = await startEmbedded({ dataDir: path.join(folder, 'data') });
await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
const owner = new pg.Client(embedded.connection('owner'));
await owner.connect();
const pool = openPool(embedded.connection('server'), 4);
const db = databaseOf(pool);
let [atOne, spread, dayMs, solveMs] = [
  { firstWave: Infinity, planning: Infinity },
  { planning: Infinity },
  Infinity,
  Infinity,
];
try {
  await addPeople(db);
  spread = await planAt(db, schools, planned / schools);
  const { open, ...times } = await planAt(db, 1, planned);
  atOne = times;
  const began = performance.now();
  const rows = await vacanciesOf(db, open.slice(0, mostPlanned), null, now);
  const ranked = await rankedForAll(
    db,
    rows.map((row) => ({ row, others: [] })),
    now,
  );
  const classes = rows.map(({ id }) => ({
    id,
    options: (ranked.get(id) ?? []).map(({ id: substituteId, points }) => ({ substituteId, points })),
  }));
  dayMs = performance.now() - began;
  const solving = performance.now();
  planDay(classes, []);
  solveMs = performance.now() - solving;
} finally {
  await pool.end();
  await owner.end();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
const target = { target: limits.seconds, wanted: 'at most', unit: 's' } as const;
conclude('dispatch', [
  { what: `planning ${vacancies} vacancies with ${people} candidates each, by the rules`, figure: byRules, ...target },
  {
    what: `the same with the database, from ${planned} vacancies of one school`,
    figure: (atOne.planning / planned) * vacancies,
    ...target,
  },
  {
    what: `the same at ${schools} schools`,
    figure: (spread.planning / planned) * vacancies,
    ...target,
  },
  {
    what: `their first waves, from ${planned} vacancies of one school`,
    figure: (atOne.firstWave / planned) * vacancies,
    ...target,
  },
  ...callTimes.map(({ count, p99 }) => ({
    what: `p99 of calls to the process that sends the first waves of ${count === 1 ? 'one school' : `${count} schools`}`,
    figure: p99,
    target: limits.callMs,
    wanted: 'at most' as const,
    unit: 'ms',
  })),
  {
    what: `the plan of a day with ${mostPlanned} classes and ${people} candidates each, without the database`,
    figure: solveMs,
    target: limits.planMs,
    wanted: 'at most',
    unit: 'ms',
  },
  {
    what: 'the same with the database',
    figure: dayMs,
    target: limits.planMs,
    wanted: 'at most',
    unit: 'ms',
    shownOnly: 'the facts are read once for all classes',
  },
]);
