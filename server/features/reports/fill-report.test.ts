import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportFillBySchool, exportFillReport, getFillBySchool, getFillReport } from '#contract/fill-report.ts';
import { getTrends } from '#contract/reports.ts';
import { fillRateOf, sampledClasses } from '#domain/fill-report.ts';
import { addDays } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  schoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Tess Teacher' });
  admin = await world.as(await makeAdmin(world.db, schoolId));
});

const posted = (date: string, daysBefore: number) => new Date(`${addDays(date, -daysBefore)}T15:00:00Z`);
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

type Drawn = { date: string; daysBefore?: number; filledAfter?: number | null };

/** Returns a class posted this many days ahead, and filled this many minutes later or not at all. */
async function makeClass({ date, daysBefore = 0, filledAfter = null }: Drawn): Promise<{ id: number; at: Date }> {
  const substituteId = filledAfter === null ? null : await makeSubstitute(world.db, [schoolId]);
  const id = await makeVacancy(world.db, {
    schoolId,
    teacherId,
    date,
    status: filledAfter === null ? 'open' : 'filled',
    substituteId,
  });
  const at = posted(date, daysBefore);
  await world.db.execute(sql`update vacancies set created_at = ${at} where id = ${id}`);
  if (filledAfter !== null)
    await world.db.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, substitute_id)
      values (${id}, ${schoolId}, 'assigned', ${later(at, filledAfter)}, ${substituteId})`);
  return { id, at };
}

/** Returns a notification about a vacancy, its email, and the acts of its reader, in minutes after it. */
async function tell(
  { id, at }: { id: number; at: Date },
  acts: { seen?: number; requested?: number; declined?: number; status?: string } = {},
): Promise<number> {
  const substituteId = await makeSubstitute(world.db, [schoolId]);
  await world.db
    .execute(sql`with notice as (insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
      values (${`posted ${id}`}, 'vacancy_posted', ${substituteId}, ${id}, '{}', ${at}) returning id)
    insert into deliveries (notice_id, channel, recipient_id, status, next_attempt_at, created_at)
      select id, 'email', ${substituteId}, ${acts.status ?? 'sent'}, ${at}, ${at} from notice`);
  for (const kind of ['seen', 'requested', 'declined'] as const) {
    const minutes = acts[kind];
    if (minutes === undefined) continue;
    await world.db.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
      values (${id}, ${schoolId}, ${kind}, ${later(at, minutes)}, ${substituteId}, ${substituteId})`);
  }
  return substituteId;
}

/** Records a class's substitute as a no-show. */
async function miss(id: number): Promise<void> {
  await world.db
    .execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id,
        recorded_at)
    select id, substitute_id, school_id, 'no_show', 'office', ${teacherId}, starts_at from vacancies where id = ${id}`);
}

const params = () => ({ id: String(schoolId) });
const report = (caller = admin, query = {}) => caller.call(getFillReport, { params: params(), query });

describe('the fill report', () => {
  it('counts classes through yesterday by lead time and weekday, and neither deleted nor today’s', async () => {
    // Thursday, Friday, and today, Monday.
    await makeClass({ date: '2026-11-19', daysBefore: 0, filledAfter: 10 });
    await makeClass({ date: '2026-11-19', daysBefore: 1 });
    await makeClass({ date: '2026-11-20', daysBefore: 9, filledAfter: 10 });
    await makeClass({ date: '2026-11-23', filledAfter: 1 });
    const deleted = await makeClass({ date: '2026-11-20' });
    await world.db.execute(sql`update vacancies set deleted_at = created_at where id = ${deleted.id}`);
    const found = await report();
    expect(found).toMatchObject({ from: '2026-08-25', to: '2026-11-22', all: fillRateOf(2, 3), unfilled: 1 });
    expect(found.leadTimes.map(({ leadTime, filled, total }) => [leadTime, filled, total])).toEqual([
      ['same_day', 1, 1],
      ['one_day', 0, 1],
      ['two_to_three', 0, 0],
      ['more', 1, 1],
    ]);
    expect(
      found.weekdays.map(({ weekday, filled, total, isTooEarly }) => [weekday, filled, total, isTooEarly]),
    ).toEqual([
      [4, 1, 2, true],
      [5, 1, 1, true],
    ]);
    expect((await report(admin, { from: '2026-11-20', to: '2026-11-20' })).all).toEqual(fillRateOf(1, 1));
  });

  it('has the median and the 90th percentile of the time to fill, once there are enough fills', async () => {
    for (let minutes = 1; minutes <= 7; minutes += 1)
      await makeClass({ date: '2026-11-19', filledAfter: minutes * 10 });
    expect((await report()).timeToFill).toEqual({ fills: 7, median: null, p90: null });
    for (let minutes = 8; minutes <= 21; minutes += 1)
      await makeClass({ date: '2026-11-19', filledAfter: minutes * 10 });
    expect((await report()).timeToFill).toEqual({ fills: 21, median: 110, p90: 190 });
  });

  it('counts what was sent and how fast people answered, with the unfilled classes and what was tried', async () => {
    for (let n = 0; n < 8; n += 1) await makeClass({ date: '2026-11-19', filledAfter: 10 });
    const open = await makeClass({ date: '2026-11-20' });
    await tell(open, { seen: 4, declined: 6 });
    await tell(open, { requested: 1 });
    await tell(open, { seen: 300 });
    await tell(open, { status: 'failed' });
    const found = await report();
    expect(found.messages).toEqual({ classes: 9, filled: 8, sent: 3, perFill: 0.4 });
    expect(found.answers).toMatchObject({ notified: 4, isTooEarly: true });
    const at = (minutes: number) => found.answers.points.find((point) => point.minutes === minutes);
    expect(at(1)).toEqual({ minutes: 1, saw: 1, answered: 1, requested: 1 });
    expect(at(5)).toEqual({ minutes: 5, saw: 2, answered: 1, requested: 1 });
    expect(at(10)).toEqual({ minutes: 10, saw: 2, answered: 2, requested: 1 });
    expect(at(1440)).toEqual({ minutes: 1440, saw: 3, answered: 2, requested: 1 });
    expect(found.rows).toMatchObject([
      { id: open.id, teacherName: 'Tess Teacher', notified: 4, saw: 2, requests: 1, minutesAhead: -120 },
    ]);
  });

  it('says which of the unfilled classes colleagues covered', async () => {
    const [covered, requested, open] = [
      await makeClass({ date: '2026-11-18' }),
      await makeClass({ date: '2026-11-19' }),
      await makeClass({ date: '2026-11-20' }),
    ];
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    await world.db.execute(
      sql`update vacancies set covered_inside = true where id in (${covered.id}, ${requested.id})`,
    );
    await world.db.execute(
      sql`update vacancies set status = 'pending_approval', requested_by_id = ${substituteId}, requested_at = created_at
          where id = ${requested.id}`,
    );
    expect((await report()).rows.map(({ id, isCoveredInside }) => [id, isCoveredInside])).toEqual([
      [open.id, false],
      [requested.id, false],
      [covered.id, true],
    ]);
  });

  it('counts no fill of a substitute who didn’t come', async () => {
    const classes = [await makeClass({ date: '2026-11-19', filledAfter: 500 })];
    for (let n = 0; n < 8; n += 1) classes.push(await makeClass({ date: '2026-11-19', filledAfter: 10 }));
    const [first] = classes;
    await miss(first?.id ?? 0);
    const found = await report();
    expect(found.all).toMatchObject({ filled: 8, total: 9 });
    expect(found.timeToFill).toEqual({ fills: 8, median: 10, p90: null });
    expect(found.messages).toMatchObject({ classes: 9, filled: 8 });
    const trends = await admin.call(getTrends, { query: { month: '2026-11' } });
    expect(trends.medianMinutesToFill).toBe(10);
  });

  it('lists a class whose substitute didn’t come among the unfilled ones that it counts', async () => {
    const { id } = await makeClass({ date: '2026-11-19', filledAfter: 10 });
    await makeClass({ date: '2026-11-19', filledAfter: 10 });
    await miss(id);
    const open = await makeClass({ date: '2026-11-18' });
    const found = await report();
    expect(found).toMatchObject({ all: fillRateOf(1, 3), unfilled: 2 });
    expect(found.rows.map(({ id: of, isNoShow }) => [of, isNoShow])).toEqual([
      [id, true],
      [open.id, false],
    ]);
  });

  it('reads only the latest classes for notifications, however many there are', async () => {
    const old = await makeClass({ date: '2026-10-01' });
    await tell(old);
    const { rows } = await report();
    expect(rows).toHaveLength(1);
    await world.db
      .execute(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at,
          ends_at, shift_type, description, absence_reason, additional_notes, created_at, updated_at)
      select school_id, teacher_id, created_by_id, '2026-10-02', start_time, end_time, starts_at + interval '1 day',
        ends_at + interval '1 day', shift_type, description, absence_reason, additional_notes, created_at, updated_at
      from vacancies cross join generate_series(1, ${sampledClasses}::int) where id = ${old.id}`);
    expect(await report()).toMatchObject({
      messages: { classes: sampledClasses, sent: 0 },
      unfilled: sampledClasses + 1,
    });
  });

  it('is only for the school and the owner, and refuses too many days or reversed ones', async () => {
    const owner = await world.as(await makeOwner(world.db));
    await makeClass({ date: '2026-11-19' });
    expect((await report(owner)).all.total).toBe(1);
    const stranger = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    expect((await stranger.try(getFillReport, { params: params() })).status).toBe(404);
    expect((await owner.try(getFillReport, { params: { id: '999999' } })).status).toBe(404);
    for (const query of [{ from: '2025-10-01' }, { from: '2026-11-10', to: '2026-11-09' }, { from: '2026-11-23' }])
      expect((await admin.try(getFillReport, { params: params(), query })).status, JSON.stringify(query)).toBe(400);
  });

  it('is a file for a spreadsheet, table by table', async () => {
    const open = await makeClass({ date: '2026-11-20' });
    const substituteId = await tell(open, { declined: 30 });
    const at = open.at;
    await world.db.execute(
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, began_at)
          values (${open.id}, ${schoolId}, true, false, ${at})`,
    );
    await world.db
      .execute(sql`insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, channels,
          sent_at, delivered_at, seen_at, answer, answered_at)
      values (${open.id}, 1, ${substituteId}, ${schoolId}, '2026-11-20', 1, 1, '{near,with_teacher}',
        '{email}', ${at}, ${later(at, 1)}, ${later(at, 2)}, 'declined', ${later(at, 3)})`);
    const file = async (table: string) => {
      const response = await fetch(
        `${world.url}${exportFillReport.path.replace(':id', String(schoolId))}?table=${table}`,
        { headers: { cookie: admin.cookie ?? '' } },
      );
      return (await response.text()).split('\r\n');
    };
    expect((await file('rates'))[1]).toBe('All,All classes,1,0,0,0,79.3,No');
    expect((await file('unfilled'))[1]).toMatch(
      /^2026-11-20,8:00 AM,3:00 PM,Tess Teacher,Class \d+,Personal,2026-11-20 10:00,1,0,0,0,No,No$/,
    );
    expect((await file('offers'))[1]).toMatch(
      /^2026-11-20,Tess Teacher,Class \d+,[^,]+,1,1,1,Taught this class before; Near,Email,2026-11-20 10:00,2026-11-20 10:01,2026-11-20 10:02,,Declined,2026-11-20 10:03,180$/,
    );
  });
});

describe('the owner’s fill report', () => {
  it('has all schools by weekday, and those with the most unfilled classes first', async () => {
    const owner = await world.as(await makeOwner(world.db));
    const span = { from: '2026-07-06', to: '2026-07-07' };
    await makeClass({ date: '2026-07-06', filledAfter: 5 });
    await makeClass({ date: '2026-07-07' });
    const worst = (await makeSchool(world.db)).id;
    schoolId = worst;
    teacherId = await makeTeacher(world.db, worst);
    for (let n = 0; n < 2; n += 1) await makeClass({ date: '2026-07-07' });
    const found = await owner.call(getFillBySchool, { query: span });
    expect(found).toMatchObject({ ...span, all: fillRateOf(1, 4), schools: 2 });
    expect(found.weekdays.map(({ weekday, total }) => [weekday, total])).toEqual([
      [1, 1],
      [2, 3],
    ]);
    expect(found.rows.map(({ id, filled, total }) => [id, filled, total])[0]).toEqual([worst, 0, 2]);
    expect((await owner.try(getFillBySchool, { query: { from: '2026-07-06' } })).status).toBe(400);
    const response = await fetch(`${world.url}${exportFillBySchool.path}?from=${span.from}&to=${span.to}`, {
      headers: { cookie: owner.cookie ?? '' },
    });
    const [head, first, ...others] = (await response.text()).split('\r\n');
    expect(head).toContain('School,City,State,Classes,Filled,Unfilled,Fill rate (%),95% from,95% to,Enough classes');
    expect(first).toMatch(/^[^,]+,[^,]*,[^,]*,2,0,2,0,0,65.8,No$/);
    expect(others.filter((line) => line !== '')).toHaveLength(1);
  });
});
