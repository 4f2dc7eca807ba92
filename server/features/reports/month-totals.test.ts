import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveAllHours, getHours, lockHours, putPaySettings } from '#contract/hours.ts';
import { getMonthTotals } from '#contract/reports.ts';
import { defaultPaySettings } from '#domain/pay.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openSchool() {
  const { db } = world;
  const school = await makeSchool(db, { timeZone: 'America/New_York' });
  const [ann, ben] = [await makeTeacher(db, school.id), await makeTeacher(db, school.id)];
  const [sam, sue] = [await makeSubstitute(db, [school.id]), await makeSubstitute(db, [school.id])];
  const adminId = await makeAdmin(db, school.id);
  const make = async (
    date: string,
    parts: Partial<Parameters<typeof makeVacancy>[1]> = {},
    shift: 'full_day' | 'morning' | 'afternoon' = 'full_day',
  ) => {
    const taken = { status: 'filled', substituteId: sam } as const;
    const id = await makeVacancy(db, { schoolId: school.id, teacherId: ann, date, ...taken, ...parts });
    await db.execute(sql`update vacancies set shift_type = ${shift} where id = ${id}`);
    return id;
  };
  return { school, ann, ben, sam, sue, adminId, make, admin: await world.as(adminId) };
}
const open = { status: 'open', substituteId: null } as const;

it('a month adds up absence days, the days covered, and what payroll counts', async () => {
  const { ben, sue, adminId, make, admin, school } = await openSchool();
  await make('2026-11-16');
  // A date counts once for a teacher, however many classes it has, and each half of it once.
  await make('2026-11-17', { end: '11:00' }, 'morning');
  await make('2026-11-17', { ...open, start: '12:00' }, 'afternoon');
  await make('2026-11-17', { teacherId: ben, substituteId: sue });
  const missed = await make('2026-11-18', { substituteId: sue });
  await world.db
    .execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id,
        recorded_at)
    values (${missed}, ${sue}, ${school.id}, 'no_show', 'office', ${adminId}, now())`);
  // Extra hands count as hours, but not as an absence.
  await make('2026-11-19', { teacherId: adminId, reason: null });
  // A planned absence is covered, but has no hours yet.
  await make('2026-11-30');
  await world.db.execute(sql`update vacancies set covered_inside = true where id = ${await make('2026-11-20', open)}`);
  await world.db.execute(
    sql`update vacancies set deleted_at = starts_at - interval '3 days' where id = ${await make('2026-11-12')}`,
  );
  await make('2026-10-30');
  await make('2026-12-01');
  expect(await admin.call(getMonthTotals, { query: { month: '2026-11' } })).toEqual({
    month: '2026-11',
    absenceDays: 6,
    coveredDays: 4.5,
    coveredPeriods: 0,
    substitutes: 2,
    minutes: 3 * 420 + 180,
    cents: null,
  });
  expect(await admin.call(getMonthTotals, { query: { month: '2026-08' } })).toMatchObject({
    absenceDays: 0,
    minutes: 0,
  });
});

it('the hours and the cost of a month are those of its pay periods, locked or not, however they overlap it', async () => {
  const { make, admin, sue } = await openSchool();
  await admin.call(putPaySettings, {
    body: {
      version: 0,
      settings: { ...defaultPaySettings, period: 'biweekly', periodAnchor: '2026-10-05', regularCents: 16_333 },
    },
  });
  const days = ['2026-10-28', '2026-10-29', '2026-11-02', '2026-11-03', '2026-11-13', '2026-11-20'];
  for (const date of days) await make(date);
  await make('2026-11-03', { substituteId: sue, end: '11:10' });
  await admin.call(approveAllHours, { body: { date: '2026-10-28' } });
  const { period, totals } = await admin.call(getHours, { query: { date: '2026-10-28' } });
  const { lines, minutes, cents } = totals;
  await admin.call(lockHours, { body: { ...period, lines, minutes, cents } });
  // Payroll has the period in its locked state.
  await admin.call(putPaySettings, {
    body: {
      version: 1,
      settings: { ...defaultPaySettings, period: 'biweekly', periodAnchor: '2026-10-05', regularCents: 20_000 },
    },
  });
  const expected = { minutes: 0, cents: 0, people: new Set<number>() };
  for (const date of ['2026-10-19', '2026-11-02', '2026-11-16', '2026-11-30']) {
    const { rows } = await admin.call(getHours, { query: { date, limit: '100' } });
    for (const row of rows.filter((line) => line.date.startsWith('2026-11'))) {
      expected.minutes += row.minutes;
      expected.cents += row.cents;
      expected.people.add(row.substituteId);
    }
  }
  const found = await admin.call(getMonthTotals, { query: { month: '2026-11' } });
  expect(found).toMatchObject({ minutes: expected.minutes, cents: expected.cents, substitutes: expected.people.size });
  expect(found.cents).toBeGreaterThan(0);
  expect(await admin.call(getMonthTotals, { query: { month: '2026-10' } })).toMatchObject({
    minutes: 840,
    cents: 2 * 16_333,
    substitutes: 1,
  });
  const other = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
  expect(await other.call(getMonthTotals, { query: { month: '2026-11' } })).toMatchObject({ minutes: 0, cents: null });
});
