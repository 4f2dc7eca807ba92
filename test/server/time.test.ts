import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { createCalendar } from '#contract/calendar.ts';
import { getBoard } from '#contract/board.ts';
import { getDashboard, getTrends, getVacancyReport } from '#contract/reports.ts';
import { getBadges } from '#contract/session.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { addDays, instantOf, localDate } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { firstDifference, warnOfOtherZones, zoneDifferences } from '#server/db/zones.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';
import { type Caller, callerAt, openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Zones west of, between and east of all schools. The last one is 26 hours ahead of the first. */
const machines = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const day = {
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Grade 4',
  additionalNotes: 'Room 12',
} as const;

/** Returns the existing item at this index. */
function at<One>(many: readonly One[], place: number): One {
  const one = many[place];
  if (one === undefined) throw new Error(`There is none at ${place}.`);
  return one;
}

describe('a server in any time zone of its machine', () => {
  const servers: ServerProcess[] = [];
  beforeAll(async () => {
    const settings = { ...settingsOf(world.database), PUBLIC_URL: 'http://localhost:3000' };
    servers.push(...(await Promise.all(machines.map((zone) => startServer('', { ...settings, TZ: zone })))));
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGINT');
    await Promise.all(servers.map(({ exited }) => exited));
  });

  it('answers the same dates, and reads a date as the same day', async () => {
    const { db } = world;
    expect(servers.map((server) => (server.output().includes('is ready') ? 'ready' : server.output()))).toEqual(
      machines.map(() => 'ready'),
    );
    const now = new Date();
    // The processes and the sessions use the real clock.
    world.time.now = now;
    for (const timeZone of ['America/New_York', 'Pacific/Honolulu', 'Pacific/Guam']) {
      const school = (await makeSchool(db, { timeZone })).id;
      const teacherId = await makeTeacher(db, school);
      const substituteId = await makeSubstitute(db, [school]);
      const everywhere = async (id: number) => {
        const { cookie } = await world.as(id);
        return servers.map(({ url }) => callerAt(url, cookie));
      };
      const [teacher, substitute, admin] = [
        await everywhere(teacherId),
        await everywhere(substituteId),
        await everywhere(await makeAdmin(db, school)),
      ] as const;
      const today = localDate(now, timeZone);
      for (const days of [-1, 0, 1]) {
        const date = addDays(today, days);
        await makeVacancy(db, { schoolId: school, teacherId, date, timeZone });
        await makeVacancy(db, { schoolId: school, teacherId, date, timeZone, status: 'filled', substituteId });
      }
      const { url } = await at(substitute, 0).call(createCalendar);
      const asked: [string, (n: number) => Promise<unknown>][] = [
        ['dashboard', (n) => at(admin, n).call(getDashboard)],
        ['board', (n) => at(admin, n).call(getBoard)],
        ['report', (n) => at(admin, n).call(getVacancyReport)],
        ['trends', (n) => at(admin, n).call(getTrends)],
        ['vacancies of a teacher', (n) => at(teacher, n).call(listVacancies)],
        ['vacancies of a substitute', (n) => at(substitute, n).call(listVacancies)],
        ['badges', (n) => Promise.all([teacher, substitute, admin].map((callers) => at(callers, n).call(getBadges)))],
        ['calendar', async (n) => (await fetch(`${at(servers, n).url}${new URL(url).pathname}`)).text()],
      ];
      for (const [what, ask] of asked) {
        const answers = await Promise.all(machines.map((_zone, n) => ask(n)));
        expect(answers[0], what).toBeDefined();
        expect(answers, `${what} in ${timeZone}`).toEqual(machines.map(() => answers[0]));
      }
      expect(await at(admin, 2).call(getBoard)).toMatchObject({
        today,
        date: today,
        lines: [{ startTime: '08:00' }, { startTime: '08:00' }],
      });
      for (const [n, machine] of machines.entries()) {
        const date = addDays(today, 120 + n);
        const made = await at(teacher, n).call(createVacancy, { body: { ...day, date } });
        const [row] = await db.query<{ date: string; startsAt: Date }>(
          sql`select date, starts_at as "startsAt" from vacancies where id = ${made.id}`,
        );
        expect([machine, made.date, row?.date, row?.startsAt]).toEqual([
          machine,
          date,
          date,
          instantOf(date, '08:00', timeZone),
        ]);
      }
    }
  });
});

/**
 * Returns the start and end of each assignment in a substitute's feed, in UTC, as another calendar library reads them.
 */
async function instantsInFeed(substitute: Caller): Promise<[string, string][]> {
  const { url } = await substitute.call(createCalendar);
  const text = await (await fetch(`${world.url}${new URL(url).pathname}`)).text();
  // The library's format: jCal, of any kind.
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { startDate, endDate } = new ICAL.Event(component);
    return [startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString()];
  });
}

describe('the nights on which clocks change', () => {
  // Source: 15 U.S.C. 260a, the second Sunday of March and the first of November at 2:00.
  it.each([
    [
      '2026-03-08',
      '2026-03-01T12:00:00Z',
      'America/New_York',
      ['2026-03-08T06:30:00.000Z', '2026-03-08T08:00:00.000Z'],
    ],
    [
      '2026-11-01',
      '2026-10-28T12:00:00Z',
      'America/New_York',
      ['2026-11-01T05:30:00.000Z', '2026-11-01T09:00:00.000Z'],
    ],
    [
      '2027-03-14',
      '2027-03-10T12:00:00Z',
      'America/New_York',
      ['2027-03-14T06:30:00.000Z', '2027-03-14T08:00:00.000Z'],
    ],
    [
      '2027-03-14',
      '2027-03-10T12:00:00Z',
      'America/Los_Angeles',
      ['2027-03-14T09:30:00.000Z', '2027-03-14T11:00:00.000Z'],
    ],
    ['2027-11-07', '2027-11-03T12:00:00Z', 'America/Chicago', ['2027-11-07T06:30:00.000Z', '2027-11-07T10:00:00.000Z']],
    ['2027-11-07', '2027-11-03T12:00:00Z', 'America/Phoenix', ['2027-11-07T08:30:00.000Z', '2027-11-07T11:00:00.000Z']],
  ])(
    'on %s a shift from 1:30 to 4:00 is as long as the night makes it (seen %s, in %s), in the calendar too',
    async (date, now, timeZone, [from, to]) => {
      world.time.now = new Date(now);
      const school = (await makeSchool(world.db, { timeZone })).id;
      const teacher = await world.as(await makeTeacher(world.db, school));
      const substituteId = await makeSubstitute(world.db, [school]);
      const made = await teacher.call(createVacancy, { body: { ...day, date, startTime: '01:30', endTime: '04:00' } });
      expect(made).toMatchObject({ date, startTime: '01:30', endTime: '04:00' });
      await world.db.execute(
        sql`update vacancies set status = 'filled', substitute_id = ${substituteId}, confirmed = true
            where id = ${made.id}`,
      );
      expect(await instantsInFeed(await world.as(substituteId))).toEqual([[from, to]]);
    },
  );

  it.each([
    ['March', '2027-03-08', '2027-03-10T12:00:00Z', 14 - 8, 'T13:00:00.000Z', 'T12:00:00.000Z'],
    ['November', '2027-11-01', '2027-10-27T12:00:00Z', 7 - 1, 'T12:00:00.000Z', 'T13:00:00.000Z'],
  ])(
    'a week and the next, across the change in %s, begin at 8:00 local time every day',
    async (_month, monday, now, changes, before, after) => {
      world.time.now = new Date(new Date(now).getTime() - 5 * 24 * 3_600_000);
      const school = (await makeSchool(world.db)).id;
      const teacher = await world.as(await makeTeacher(world.db, school));
      const substituteId = await makeSubstitute(world.db, [school]);
      const days = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11];
      const made = await teacher.call(createVacancies, {
        body: { ...day, dates: days.map((later) => addDays(monday, later)) },
      });
      await world.db.execute(
        sql`update vacancies set status = 'filled', substitute_id = ${substituteId}, confirmed = true
            where id = any(${made.map(({ id }) => id)}::bigint[])`,
      );
      const instants = await instantsInFeed(await world.as(substituteId));
      expect(instants.map(([start]) => start).toSorted()).toEqual(
        days.map((later) => `${addDays(monday, later)}${later < changes ? before : after}`),
      );
      expect(instants.every(([start, end]) => Date.parse(end) - Date.parse(start) === 7 * 3_600_000)).toBe(true);
    },
  );
});

it('at 23:30 in Honolulu, when it is tomorrow nearly everywhere, today is still today', async () => {
  const timeZone = 'Pacific/Honolulu';
  world.time.now = new Date('2026-11-24T09:30:00Z');
  const school = (await makeSchool(world.db, { timeZone })).id;
  const teacherId = await makeTeacher(world.db, school);
  for (const date of ['2026-11-22', '2026-11-23', '2026-11-24'])
    await makeVacancy(world.db, { schoolId: school, teacherId, date, start: '22:00', end: '23:45', timeZone });
  const admin = await world.as(await makeAdmin(world.db, school));
  const substitute = await world.as(await makeSubstitute(world.db, [school]));
  expect(await admin.call(getDashboard)).toMatchObject({ today: '2026-11-23', openVacancies: 2 });
  expect(await admin.call(getBoard)).toMatchObject({ date: '2026-11-23', lines: [{ startTime: '22:00' }] });
  expect((await substitute.call(listVacancies)).map(({ date }) => date).toSorted()).toEqual([
    '2026-11-23',
    '2026-11-24',
  ]);
  world.time.now = new Date('2026-11-24T10:00:00Z');
  expect(await admin.call(getDashboard)).toMatchObject({ today: '2026-11-24', openVacancies: 1 });
});

describe('the time zones of Node and PostgreSQL', () => {
  it('are compared day by day for three years, and are equal here', async () => {
    for (const timeZone of ['America/Phoenix', 'America/Anchorage', 'Pacific/Kiritimati', 'Asia/Kolkata'])
      await makeSchool(world.db, { timeZone });
    expect(await zoneDifferences(world.db, new Date())).toEqual([]);
  });

  it('are logged if they differ or cannot be compared', async () => {
    const said: object[] = [];
    const log = { error: () => {}, warn: (detail: object) => void said.push(detail) };
    // PostgreSQL reads this as a zone five hours west of Greenwich, and Node rejects it.
    const { id } = await makeSchool(world.db, { timeZone: 'FOO5' });
    await warnOfOtherZones(world.db, log, new Date('2026-05-05T00:00:00Z'));
    expect(said).toEqual([{ zone: 'FOO5', date: '2026-01-01', here: 'not known', database: '07:00' }]);
    await world.db.execute(sql`update schools set time_zone = 'Nowhere/At All' where id = ${id}`);
    await warnOfOtherZones(world.db, log, new Date());
    expect(said[1]).toMatchObject({ err: { message: expect.stringContaining('Nowhere/At All') as string } });
    await world.db.execute(sql`update schools set time_zone = 'America/New_York' where id = ${id}`);
  });

  it.each<[string, string[], { date: string; here: string; database: string } | null]>([
    ['the same time of every day', ['07:00', '07:00', '07:00'], null],
    ['a day of another law', ['07:00', '07:00', '08:00'], { date: '2026-01-03', here: '07:00', database: '08:00' }],
  ])('%s is labeled by its first day', (_what, times, difference) => {
    expect(firstDifference('America/New_York', '2026-01-01', times)).toEqual(
      difference && { zone: 'America/New_York', ...difference },
    );
  });
});
