import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOverview, listAudit } from '#contract/platform.ts';
import { listSchools } from '#contract/schools.ts';
import { listUsers } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeOwner, makeSchool, makeTeacher } from '#test/make.ts';
import { analyze, fillTable, genericPlan, type Listener, listenTo, rowsRead } from '#test/plans.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

// Run once with 100,000 schools, whose figures are in docs/decisions/014.
const schools = 2000;
let world: World;
let owner: Caller;
let statements: Listener;

beforeAll(async () => {
  world = await openWorld({}, 4);
  const { db } = world;
  const { id } = await makeSchool(db, { name: 'Zephyr School' });
  const teacherId = await makeTeacher(db, id);
  await fillTable(
    world.database.owner,
    sql`insert into schools (name, address, city, state, time_zone, vacancy_settings, created_at)
    select 'School ' || md5(n::text), '1 Street', 'City ' || n % 100, 'Minnesota', 'America/Chicago',
      (select vacancy_settings from schools where id = ${id}), '2025-01-01' from generate_series(2, ${schools}) n`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at)
    select 'admin_' || id, 'x', 'school_admin', 'Person ' || md5(id::text), id, true, '2025-01-01' from schools`,
  );
  // Every school has two absences on each of five days around today.
  await fillTable(
    world.database.owner,
    sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason, additional_notes, status, created_at, updated_at)
    select s.id, ${teacherId}, ${teacherId}, d.date, '08:00', '15:00', d.date + time '14:00', d.date + time '21:00',
      'full_day', 'Class', 'Illness', 'Notes', 'open', '2025-01-01', '2025-01-01'
    from schools s cross join generate_series(1, 2)
      cross join lateral (select date '2026-11-20' + n as date from generate_series(1, 5) n) d`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at)
        select id, null, 'school.edit', 'school', id, '2025-01-01' from schools, generate_series(1, 5)`,
  );
  await analyze(world.database.owner);
  owner = await world.as(await makeOwner(db));
  statements = listenTo(world.database.pool, /schools|school_days|school_months|users|audit_log/);
}, 120_000);
afterAll(() => world.close());

/** Returns the maximum number of rows of each table that an action's statements read with their generic plans. */
async function readBy(act: () => Promise<unknown>, ...tables: string[]): Promise<number[]> {
  const sent = await statements(act);
  expect(sent.length).toBeGreaterThan(0);
  const most = tables.map(() => 0);
  for (const statement of sent) {
    const plan = await genericPlan(world.database.pool, statement);
    tables.forEach((table, index) => (most[index] = Math.max(most[index] ?? 0, rowsRead(plan, table))));
  }
  return most;
}

describe(`with ${schools} schools of ten absences each`, () => {
  it('the owner’s figures read only tallies of today and this month, and no vacancies', async () => {
    const { today, month } = await owner.call(getOverview);
    expect([today.open, month.total]).toEqual([schools * 2, schools * 10]);
    const sent = await statements(() => owner.call(getOverview));
    expect(sent.filter(({ text }) => /\bvacancies\b/.test(text))).toEqual([]);
    const [days = 0, months = 0] = await readBy(() => owner.call(getOverview), 'school_days', 'school_months');
    expect(days).toBeLessThanOrEqual(schools);
    expect(months).toBeLessThanOrEqual(schools);
  });

  it('a page of schools, administrators or audit entries reads one page, and a search only its results', async () => {
    const page = { limit: '20' };
    const few = 60;
    const most = async (act: () => Promise<unknown>, ...tables: string[]) =>
      Math.max(...(await readBy(act, ...tables)));
    for (const query of [page, { ...page, search: 'zephyr' }])
      expect(
        await most(() => owner.call(listSchools, { query }), 'schools', 'users'),
        JSON.stringify(query),
      ).toBeLessThanOrEqual(few);
    expect(
      await most(() => owner.call(listUsers, { query: { ...page, role: 'school_admin' } }), 'users'),
    ).toBeLessThanOrEqual(few);
    expect(await most(() => owner.call(listAudit, { query: page }), 'audit_log')).toBeLessThanOrEqual(few);
  });
});
