import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { planDay } from '#contract/day-plan.ts';
import { currentUser } from '#contract/session.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { analyze, fillTable, genericPlan, type Listener, listenTo, rowsRead } from '#test/plans.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

const schoolCount = 50;
const daysPerSchool = 400;
/**
 * The maximum number of rows that a page may read, of 20,000: its own, and for each the earlier visits of its
 * substitute.
 */
const mostRead = 10_000;
let world: World;
let teacher: Caller;
let admin: Caller;
let sub: Caller;
let schoolId: number;
let substituteId: number;
let statements: Listener;

beforeAll(async () => {
  world = await openWorld({}, 3);
  const { db } = world;
  const [schools, teachers, substitutes]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < schoolCount; n += 1) {
    const { id } = await makeSchool(db);
    schools.push(id);
    teachers.push(await makeTeacher(db, id));
    substitutes.push(await makeSubstitute(db, [id]));
    await makeAdmin(db, id);
  }
  // A year of days until the end of this year, most of them past and filled, as in a real district.
  await fillTable(
    world.database.owner,
    sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason,
      additional_notes, status, substitute_id, requested_by_id, requested_at, confirmed, created_at, updated_at)
    select s.id, s.teacher, s.teacher, d.date, '08:00', '15:00', (d.date + time '13:00') at time zone 'UTC',
      (d.date + time '20:00') at time zone 'UTC', 'full_day', 'Class ' || n,
      'Illness', 'Notes', d.status, case when d.status = 'filled' then s.substitute end,
        case when d.status = 'pending_approval' then s.substitute end,
      case when d.status = 'pending_approval' then timestamptz '2025-01-01' end,
        case when d.status = 'filled' then true end, '2025-01-01', '2025-01-01'
    from unnest(${schools}::bigint[], ${teachers}::bigint[], ${substitutes}::bigint[]) as s (id, teacher, substitute)
      cross join generate_series(1, ${daysPerSchool}::int) n
      cross join lateral (select date '2026-12-31' - n as date,
        case when n in (20, 38) then 'pending_approval' when n % 10 = 0 then 'open' else 'filled' end as status) d`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at) select v.id, s.id, '2025-01-01'
        from vacancies v
    cross join unnest(${substitutes.slice(0, 10)}::bigint[]) as s (id) where v.status = 'open'`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into notices (cause, kind, recipient_id, school_id, vacancy_id, facts, created_at)
    select 'vacancy:' || id || ':1', 'vacancy_posted', teacher_id, school_id, id, '{}', '2025-01-01' from vacancies`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into vacancy_history (vacancy_id, school_id, kind, at) select id, school_id, 'posted', '2025-01-01'
        from vacancies`,
  );
  await analyze(world.database.owner);
  teacher = await world.as(teachers[0] ?? 0);
  schoolId = schools[0] ?? 0;
  admin = await world.as(await makeAdmin(db, schoolId));
  substituteId = substitutes[0] ?? 0;
  sub = await world.as(substituteId);
  await fillTable(
    world.database.owner,
    sql`insert into substitute_schools (substitute_id, school_id, selected_at)
        select ${substitutes[0]}, id, '2025-01-01' from unnest(${schools.slice(1, 5)}::bigint[]) as s (id)`,
  );
  statements = listenTo(world.database.pool, /\bvacancies v\b|from vacancies/);
});
afterAll(() => world.close());

const grown = ['vacancies', 'vacancy_declines', 'vacancy_history', 'notices'];

async function expectIndexed(act: () => Promise<unknown>): Promise<void> {
  const sent = await statements(act);
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    const plan = await genericPlan(world.database.pool, statement);
    expect(
      plan.filter((node) => node['Node Type'] === 'Seq Scan' && grown.includes(node['Relation Name'] ?? '')),
      statement.text,
    ).toEqual([]);
    const read = rowsRead(plan, 'vacancies');
    expect(read, `rows read by ${statement.text}`).toBeLessThan(mostRead);
  }
}

describe(`with ${schoolCount * daysPerSchool} vacancies of ${schoolCount} schools`, () => {
  it('lists do not read the table from end to end', async () => {
    const queries = [
      { limit: '20' },
      { limit: '20', status: 'open', upcoming: 'true' },
      { limit: '20', status: 'pending_approval', upcoming: 'true' },
      { limit: '20', status: 'filled', order: 'latest' },
    ] as const;
    for (const who of [teacher, admin, sub]) {
      for (const query of queries) await expectIndexed(() => who.call(listVacancies, { query }));
    }
    for (const query of [{ mine: 'true' }, { declined: 'true' }] as const)
      await expectIndexed(() => sub.call(listVacancies, { query }));
  });

  it('the plan of a day does not read the requests at other schools', async () => {
    // Each of the 50 schools has a request on December 11.
    const date = '2026-12-11';
    await makeVacancy(world.db, { schoolId, teacherId: await makeTeacher(world.db, schoolId), date });
    const sent = await statements(() => admin.call(planDay, { body: { date, choices: [] } }));
    const asking = sent.filter(({ text }) => text.includes('requested_by_id as "substituteId"'));
    expect(asking).toHaveLength(1);
    for (const statement of asking)
      expect(rowsRead(await genericPlan(world.database.pool, statement), 'vacancies')).toBeLessThan(10);
  });

  it('the long statements of a morning are not planned each time they run', async () => {
    const vacancy = { schoolId, shiftType: 'full_day', description: 'Fractions', absenceReason: 'Illness' } as const;
    for (let day = 1; day <= 12; day += 1) {
      const body = {
        ...vacancy,
        date: `2027-02-${String(day).padStart(2, '0')}`,
        startTime: '08:00',
        endTime: '15:00',
        additionalNotes: 'Plans are on the desk.',
        postAnyway: true,
        sendNotifications: true,
      };
      const { id } = await teacher.call(createVacancy, { body });
      const params = { id: String(id) };
      await sub.call(updateVacancy, { params, body: { status: 'pending_approval' } });
      await teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId } });
      await sub.call(currentUser, { query: { badges: 'true' } });
    }
    // PostgreSQL chooses after five runs on a connection. Short statements take no time to plan.
    const clients = await Promise.all([1, 2, 3].map(() => world.database.pool.connect()));
    const replanned = await Promise.all(
      clients.map((client) =>
        client.query(
          'select statement from pg_prepared_statements where custom_plans > 5 and generic_plans = 0 and length(statement) > 600',
        ),
      ),
    );
    for (const client of clients) client.release();
    expect(replanned.flatMap(({ rows }) => rows as unknown[])).toEqual([]);
  });

  it('neither do the jobs of every minute', async () => {
    const sweep = () => sweepVacancies(world.db, world.config, world.time.now);
    expect(await sweep(), 'each school has a request for today').toEqual({ reopened: 0, reminded: 2 * schoolCount });
    await expectIndexed(sweep);
  });
});
