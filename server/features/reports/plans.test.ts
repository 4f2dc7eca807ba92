import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBoard } from '#contract/board.ts';
import { exportVacancyReport, getDashboard, getTeacherReport, getTrends, getVacancyReport } from '#contract/reports.ts';
import { getBreakdowns } from '#contract/breakdowns.ts';
import { breakdownReports } from '#domain/breakdowns.ts';
import { getFillReport } from '#contract/fill-report.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { analyze, fillTable, genericPlan, type Listener, listenTo, type Plan, rowsRead } from '#test/plans.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

// Three years of a school, nine absences a day. Ten years with 27 a day (100,008 vacancies) with FIRSTBELL_PLANS=full,
// which also prints the figures of docs/decisions/009.
const isFull = process.env['FIRSTBELL_PLANS'] === 'full';
const [days, perDay] = isFull ? [3704, 27] : [1100, 9];
let world: World;
let admin: Caller;
let schoolId: number;
let statements: Listener;

beforeAll(async () => {
  world = await openWorld({}, 3);
  const { db } = world;
  const { id } = await makeSchool(db);
  schoolId = id;
  const teachers: number[] = [];
  const substitutes: number[] = [];
  for (let n = 0; n < perDay; n += 1) {
    teachers.push(await makeTeacher(db, id));
    substitutes.push(await makeSubstitute(db, [id]));
  }
  await makeAdmin(db, id);
  await fillTable(
    world.database.owner,
    sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason,
      additional_notes, status, substitute_id, confirmed, created_at, updated_at)
    select ${id}, p.teacher, p.teacher, d.date, '08:00', '15:00', (d.date + time '13:00') at time zone 'UTC',
      (d.date + time '20:00') at time zone 'UTC', 'full_day', 'Class',
      'Illness', 'Notes', case when n % 10 = 0 then 'open' else 'filled' end,
        case when n % 10 <> 0 then p.substitute end, case when n % 10 <> 0 then true end, d.date - 1, d.date - 1
    from generate_series(1, ${days}::int) n
      cross join unnest(${teachers}::bigint[], ${substitutes}::bigint[]) as p (teacher, substitute)
      cross join lateral (select date '2026-12-31' - n as date) d`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into vacancy_history (vacancy_id, school_id, kind, at)
        select id, school_id, 'approved', created_at + interval '1 hour' from vacancies where status = 'filled'`,
  );
  await analyze(world.database.owner);
  admin = await world.as(await makeAdmin(db, id));
  statements = listenTo(world.database.pool, /\bvacancies\b|school_days/);
}, 120_000);
afterAll(() => world.close());

/** Returns the maximum number of vacancies that any statement of an action reads with its generic plan. */
async function mostRead(question: string, act: () => Promise<unknown>): Promise<number> {
  const sent = await statements(act);
  expect(sent.length).toBeGreaterThan(0);
  const reads: number[] = [];
  for (const statement of sent) {
    const plan = await genericPlan(world.database.pool, statement);
    expect(
      plan.filter(
        (node) =>
          node['Node Type'] === 'Seq Scan' && ['vacancies', 'vacancy_history'].includes(node['Relation Name'] ?? ''),
      ),
      statement.text,
    ).toEqual([]);
    reads.push(rowsRead(plan, 'vacancies'));
    if (isFull) process.stdout.write(`${question}: ${inFigures(plan)}\n`);
  }
  return Math.max(...reads);
}

function inFigures(plan: readonly Plan[]): string {
  const indexes = new Set(plan.flatMap((node) => node['Index Name'] ?? []));
  const rows = ['vacancies', 'school_days', 'vacancy_history'].flatMap((table) =>
    rowsRead(plan, table) > 0 ? `${rowsRead(plan, table)} rows of ${table}` : [],
  );
  return `${rows.join(', ')} by ${[...indexes].join(', ')} in ${plan[0]?.['Actual Total Time']} ms`;
}

describe(`with ${days * perDay} vacancies of one school`, () => {
  it('a month’s report reads only that month', async () => {
    const month = 30 * perDay;
    expect(
      await mostRead('figures and page of a month', () =>
        admin.call(getVacancyReport, { query: { month: '2024-06' } }),
      ),
    ).toBeLessThanOrEqual(month);
    expect(
      await mostRead('teachers of a month', () => admin.call(getTeacherReport, { query: { month: '2024-06' } })),
    ).toBeLessThanOrEqual(month + perDay);
    const download = () =>
      fetch(`${world.url}${exportVacancyReport.path}?month=2024-06`, { headers: { cookie: admin.cookie ?? '' } });
    expect(await mostRead('file of a month', download)).toBeLessThanOrEqual(month);
  });

  it('a fill report reads only its days, and of those only once each', async () => {
    const fill = () =>
      admin.call(getFillReport, {
        params: { id: String(schoolId) },
        query: { from: '2025-06-01', to: '2025-06-30' },
      });
    expect(await mostRead('fill report', fill)).toBeLessThanOrEqual(30 * perDay);
  });

  it('a report by weekday, person or time reads only its days', async () => {
    for (const report of breakdownReports) {
      const read = () => admin.call(getBreakdowns, { query: { report, from: '2025-06-01', to: '2025-06-30' } });
      // The report also looks up each substitute's last class and, for their schools, the same days of each.
      const looks = report === 'substitutes' ? 2 : 1;
      expect(await mostRead(report, read), report).toBeLessThanOrEqual(looks * 30 * perDay + perDay);
    }
  });

  it('twelve months read only those, and the board only that day and the counts of its week', async () => {
    expect(await mostRead('trends', () => admin.call(getTrends, { query: { month: '2024-06' } }))).toBeLessThanOrEqual(
      366 * perDay,
    );
    expect(await mostRead('counts', () => admin.call(getDashboard))).toBeLessThanOrEqual(perDay);
    const board = () => admin.call(getBoard, { query: { date: '2026-12-21' } });
    expect(await mostRead('day', board)).toBeLessThanOrEqual(perDay);
  });
});
