import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportBreakdown, getBreakdowns } from '#contract/breakdowns.ts';
import type { Breakdown, BreakdownReport } from '#domain/breakdowns.ts';
import type { AbsenceReason } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let ann: number;
let ben: number;
let sam: number;
let zoe: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world;
  schoolId = (await makeSchool(db)).id;
  admin = await world.as(await makeAdmin(db, schoolId));
  ann = await makeTeacher(db, schoolId, { fullName: 'Ann Abel' });
  ben = await makeTeacher(db, schoolId, { fullName: 'Ben Boyd' });
  sam = await makeSubstitute(db, [schoolId], { fullName: 'Sam Stone' });
  zoe = await makeSubstitute(db, [schoolId], { fullName: 'Zoe Zell' });
});

type Made = {
  teacher: number;
  date: string;
  shift?: 'full_day' | 'morning' | 'afternoon';
  start?: string;
  end?: string;
  reason?: AbsenceReason;
  by?: number;
  deleted?: boolean;
};

/** Returns a class, covered or not. */
async function make({ teacher, date, shift = 'full_day', by, deleted = false, ...rest }: Made): Promise<number> {
  const id = await makeVacancy(world.db, {
    schoolId,
    teacherId: teacher,
    date,
    status: by === undefined ? 'open' : 'filled',
    substituteId: by ?? null,
    ...rest,
  });
  await world.db.execute(
    sql`update vacancies set shift_type = ${shift}, deleted_at = case when ${deleted} then created_at end
        where id = ${id}`,
  );
  return id;
}

const attend = (vacancyId: number, who: number, state: string) =>
  world.db.execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, minutes_late, recorded_how,
        recorded_by_id, recorded_at)
    values (${vacancyId}, ${who}, ${schoolId}, ${state}, ${state === 'late' ? 10 : null}, 'office', ${ann}, now())`);

const release = (vacancyId: number, who: number, by: number, at: string) =>
  world.db.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
    values (${vacancyId}, ${schoolId}, 'released', ${at}, ${by}, ${who})`);

/** Returns the rows of a breakdown: the name, then the values. */
async function rows(report: BreakdownReport, table: Breakdown) {
  const { tables } = await admin.call(getBreakdowns, { query: { report } });
  return tables.find((each) => each.table === table)?.rows.map(({ name, values }) => [name, ...values]);
}

describe('absences', () => {
  it('count days by weekday, reason and teacher: a date once, halves as halves, and nothing deleted', async () => {
    // Thursday and Friday; today is Monday, November 23.
    await make({ teacher: ann, date: '2026-11-19', shift: 'morning', end: '11:00', reason: 'Illness' });
    await make({ teacher: ann, date: '2026-11-19', shift: 'afternoon', start: '12:00', reason: 'Personal' });
    await make({ teacher: ann, date: '2026-11-20', reason: 'Illness' });
    await make({ teacher: ben, date: '2026-11-20', shift: 'morning', reason: 'Illness' });
    await make({ teacher: ben, date: '2026-11-18', deleted: true });
    await make({ teacher: ben, date: '2026-11-23' });
    expect(await rows('absences', 'absence_weekdays')).toEqual([
      ['Thursday', 1, 40],
      ['Friday', 1.5, 60],
    ]);
    expect(await rows('absences', 'absence_reasons')).toEqual([
      ['Illness', 2, 80],
      ['Personal', 0.5, 20],
    ]);
    expect(await rows('absences', 'absence_teachers')).toEqual([
      ['Ann Abel', 2, 2, 50],
      ['Ben Boyd', 0.5, 1, 100],
    ]);
  });
});

describe('absences by class', () => {
  const about = (id: number, grade: string | null, subject: string | null) =>
    world.db.execute(sql`update vacancies set grade = ${grade}, subject = ${subject} where id = ${id}`);

  it('count days by department, grade and subject, whatever their case', async () => {
    await world.db.execute(sql`update users set department = ' Arts ' where id = ${ann}`);
    await about(await make({ teacher: ann, date: '2026-11-19' }), '4', 'Music');
    await about(await make({ teacher: ann, date: '2026-11-20', shift: 'morning', end: '11:00' }), '4', 'music');
    await about(await make({ teacher: ann, date: '2026-11-20', shift: 'afternoon', start: '12:00' }), 'K', 'Art');
    await make({ teacher: ben, date: '2026-11-20' });
    expect(await rows('absences', 'absence_departments')).toEqual([
      ['Arts', 2, 66.7],
      ['No department', 1, 33.3],
    ]);
    expect(await rows('absences', 'absence_grades')).toEqual([
      ['Grade 4', 1.5, 50],
      ['No grade, or several', 1, 33.3],
      ['Kindergarten', 0.5, 16.7],
    ]);
    expect(await rows('absences', 'absence_subjects')).toEqual([
      ['Music', 1.5, 50],
      ['No subject', 1, 33.3],
      ['Art', 0.5, 16.7],
    ]);
  });

  it('count uncovered hours by grade and subject', async () => {
    await about(await make({ teacher: ann, date: '2026-11-19', start: '08:00', end: '09:30' }), '4', 'Music');
    await about(await make({ teacher: ben, date: '2026-11-20', start: '09:00', end: '10:00' }), null, 'music');
    await about(await make({ teacher: ann, date: '2026-11-20', by: zoe }), '4', 'Art');
    expect(await rows('uncovered', 'uncovered_grades')).toEqual([
      ['Grade 4', 90, 1],
      ['No grade, or several', 60, 1],
    ]);
    expect(await rows('uncovered', 'uncovered_subjects')).toEqual([['Music', 150, 2]]);
  });
});

describe('cancellations and no-shows', () => {
  it('count a substitute’s own releases, late from 24 hours before the start, and not those by the school', async () => {
    // The class starts at 13:00 UTC.
    const id = await make({ teacher: ann, date: '2026-11-20' });
    await release(id, sam, sam, '2026-11-19T12:59:59Z');
    await release(id, sam, sam, '2026-11-19T13:00:01Z');
    await release(id, zoe, zoe, '2026-11-10T13:00:00Z');
    await release(id, zoe, ann, '2026-11-20T12:00:00Z');
    expect(await rows('missed', 'cancellations')).toEqual([
      ['Sam Stone', 1, 2],
      ['Zoe Zell', 0, 1],
    ]);
  });

  it('count no-shows and late arrivals with the classes that were covered', async () => {
    const missed = await make({ teacher: ann, date: '2026-11-19', by: sam });
    await attend(missed, sam, 'no_show');
    const late = await make({ teacher: ann, date: '2026-11-20', by: sam });
    await attend(late, sam, 'late');
    const fine = await make({ teacher: ben, date: '2026-11-20', by: zoe });
    await attend(fine, zoe, 'here');
    expect(await rows('missed', 'no_shows')).toEqual([['Sam Stone', 1, 1, 1]]);
  });
});

describe('uncovered hours', () => {
  it('are those of classes that neither a substitute nor colleagues covered, and of no-shows, by weekday and hour', async () => {
    await make({ teacher: ann, date: '2026-11-19', start: '08:30', end: '10:00' });
    const missed = await make({ teacher: ben, date: '2026-11-20', start: '09:00', end: '09:45', by: sam });
    await attend(missed, sam, 'no_show');
    await make({ teacher: ann, date: '2026-11-20', by: zoe });
    const inside = await make({ teacher: ben, date: '2026-11-18', start: '09:00', end: '09:45' });
    await world.db.execute(sql`update vacancies set covered_inside = true where id = ${inside}`);
    expect(await rows('uncovered', 'uncovered_weekdays')).toEqual([
      ['Thursday', 90, 1],
      ['Friday', 45, 1],
    ]);
    expect(await rows('uncovered', 'uncovered_times')).toEqual([
      ['8:00 AM', 30, 1],
      ['9:00 AM', 105, 2],
    ]);
  });
});

describe('substitutes', () => {
  it('are listed by the share of classes that they kept, without no-shows and late releases', async () => {
    await make({ teacher: ann, date: '2026-11-18', by: sam });
    await make({ teacher: ben, date: '2026-11-18', by: zoe });
    await attend(await make({ teacher: ann, date: '2026-11-19', by: sam }), sam, 'no_show');
    const released = await make({ teacher: ben, date: '2026-11-20' });
    await release(released, zoe, zoe, '2026-11-10T13:00:00Z');
    await release(released, sam, sam, '2026-11-20T12:00:00Z');
    expect(await rows('substitutes', 'substitute_reliability')).toEqual([
      ['Sam Stone', 33.3, 1, 2],
      ['Zoe Zell', 100, 1, 0],
    ]);
  });

  it('are listed by days covered, and those without work for 60 days are on a separate list', async () => {
    const never = await makeSubstitute(world.db, [schoolId], { fullName: 'Nia Novak' });
    await makeSubstitute(world.db, [schoolId], { fullName: 'Not Approved', isApproved: false });
    await make({ teacher: ann, date: '2026-11-19', shift: 'morning', end: '11:00', by: sam });
    await make({ teacher: ben, date: '2026-11-19', shift: 'afternoon', start: '12:00', by: sam });
    await make({ teacher: ann, date: '2026-11-20', shift: 'morning', by: sam });
    await make({ teacher: ann, date: '2026-09-24', by: zoe });
    expect(await rows('substitutes', 'substitute_days')).toEqual([
      ['Sam Stone', 1.5, 3, 1, '2026-11-20'],
      ['Zoe Zell', 1, 1, 1, '2026-09-24'],
    ]);
    // 60 days ago is September 24.
    const old = await makeSubstitute(world.db, [schoolId], { fullName: 'Old Otto' });
    await make({ teacher: ben, date: '2026-09-23', by: old });
    expect(await rows('substitutes', 'idle_substitutes')).toEqual([
      ['Nia Novak', null],
      ['Old Otto', '2026-09-23'],
    ]);
    await make({ teacher: ben, date: '2026-12-01', by: never });
    expect(await rows('substitutes', 'idle_substitutes')).toEqual([['Old Otto', '2026-09-23']]);
  });
});

it('substitutes have the number of schools of the district where they were booked on these days', async () => {
  const { db } = world;
  const [near, far] = [(await makeSchool(db)).id, (await makeSchool(db)).id];
  await db.execute(sql`with made as (insert into districts (name, created_at) values (${`District ${schoolId}`}, now())
      returning id, name)
    update schools set district_id = made.id, district = made.name from made
      where schools.id in (${schoolId}, ${near})`);
  await make({ teacher: ann, date: '2026-11-02', by: sam });
  await make({ teacher: ann, date: '2026-11-03', by: zoe });
  const elsewhere = async (school: number, date: string) =>
    makeVacancy(db, {
      schoolId: school,
      teacherId: await makeTeacher(db, school),
      date,
      status: 'filled',
      substituteId: sam,
    });
  await elsewhere(near, '2026-11-04');
  await elsewhere(near, '2026-11-05');
  await elsewhere(far, '2026-11-06');
  expect(await rows('substitutes', 'substitute_days')).toEqual([
    ['Sam Stone', 1, 1, 2, '2026-11-02'],
    ['Zoe Zell', 1, 1, 1, '2026-11-03'],
  ]);
});

it('a breakdown can be downloaded as a file, and its days are checked', async () => {
  await make({ teacher: ann, date: '2026-11-20', start: '08:00', end: '08:45' });
  const file = await fetch(`${world.url}${exportBreakdown.path}?table=uncovered_times`, {
    headers: { cookie: admin.cookie ?? '' },
  });
  expect((await file.text()).split('\r\n').slice(0, 2)).toEqual(['Hour,Uncovered hours,Classes', '8:00 AM,0.75,1']);
  expect((await admin.try(getBreakdowns, { query: { from: '2025-01-01' } })).status).toBe(400);
});
