import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listVacancies } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

const schoolCount = 50;
const daysPerSchool = 400;
/** Of 20,000 rows a page may read this many at most: its own, and for each how often its substitute was there before. */
const mostRead = 10_000;
let world: World;
let teacher: Caller;
let admin: Caller;
let sub: Caller;

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
  // A year of days up to the end of this one, most of them past and filled, as a district has them.
  await db.execute(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description, absence_reason,
      additional_notes, status, substitute_id, requested_by_id, requested_at, confirmed, created_at, updated_at)
    select s.id, s.teacher, s.teacher, d.date, '08:00', '15:00', (d.date + time '13:00') at time zone 'UTC', (d.date + time '20:00') at time zone 'UTC', 'full_day', 'Class ' || n,
      'Illness', 'Notes', d.status, case when d.status = 'filled' then s.substitute end, case when d.status = 'pending_approval' then s.substitute end,
      case when d.status = 'pending_approval' then timestamptz '2025-01-01' end, case when d.status = 'filled' then true end, '2025-01-01', '2025-01-01'
    from unnest(${schools}::bigint[], ${teachers}::bigint[], ${substitutes}::bigint[]) as s (id, teacher, substitute) cross join generate_series(1, ${daysPerSchool}) n
      cross join lateral (select date '2026-12-31' - n as date,
        case when n in (20, 38) then 'pending_approval' when n % 10 = 0 then 'open' else 'filled' end as status) d`);
  await db.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at) select v.id, s.id, '2025-01-01' from vacancies v
    cross join unnest(${substitutes.slice(0, 10)}::bigint[]) as s (id) where v.status = 'open'`);
  await db.execute(sql`insert into notices (cause, kind, recipient_id, school_id, vacancy_id, facts, created_at)
    select 'vacancy:' || id || ':1', 'vacancy_posted', teacher_id, school_id, id, '{}', '2025-01-01' from vacancies`);
  const owner = new pg.Client(world.database.owner);
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
  teacher = await world.as(teachers[0] ?? 0);
  admin = await world.as(await makeAdmin(db, schools[0] ?? 0));
  sub = await world.as(substitutes[0] ?? 0);
  await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at) select ${substitutes[0]}, id, '2025-01-01' from unnest(${schools.slice(1, 5)}::bigint[]) as s (id)`);
  listen();
});
afterAll(() => world.close());

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows'?: number; 'Actual Loops'?: number; Plans?: Plan[] };
type Statement = { text: string; values: unknown[] };

let sent: Statement[] = [];

/** From now on every statement about vacancies is noted as it is sent. */
function listen(): void {
  const heard = new WeakSet<pg.PoolClient>();
  world.database.pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [statement] = given as [Statement | string];
      if (typeof statement === 'object' && /\bvacancies v\b|from vacancies/.test(statement.text)) sent.push(statement);
      return send(...given);
    }) as typeof client.query;
  });
}

/** The plan that a statement keeps once it is prepared, whatever its values. */
async function keptPlan({ text, values }: Statement): Promise<Plan[]> {
  const client = await world.database.pool.connect();
  try {
    await client.query("set plan_cache_mode = 'force_generic_plan'");
    await client.query(`prepare kept as ${text}`);
    const given = values.map((value) => (value === null || value === undefined ? 'null' : pg.escapeLiteral(literal(value)))).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) execute kept${values.length > 0 ? `(${given})` : ''}`);
    await client.query('deallocate kept');
    return flat(rows[0]?.['QUERY PLAN'][0].Plan);
  } finally {
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

const flat = (plan: Plan | undefined): Plan[] => (plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap(flat)]);

const grown = ['vacancies', 'vacancy_declines', 'vacancy_history', 'notices'];

async function expectIndexed(act: () => Promise<unknown>): Promise<void> {
  sent = [];
  await act();
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    const plan = await keptPlan(statement);
    expect(plan.filter((node) => node['Node Type'] === 'Seq Scan' && grown.includes(node['Relation Name'] ?? '')), statement.text).toEqual([]);
    const read = plan.filter((node) => node['Relation Name'] === 'vacancies').reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1), 0);
    expect(read, `rows read by ${statement.text}`).toBeLessThan(mostRead);
  }
}

describe(`with ${schoolCount * daysPerSchool} vacancies of ${schoolCount} schools`, () => {
  it('no list reads the table from end to end', async () => {
    const queries = [{ limit: '20' }, { limit: '20', status: 'open', upcoming: 'true' }, { limit: '20', status: 'pending_approval', upcoming: 'true' }, { limit: '20', status: 'filled', order: 'latest' }] as const;
    for (const who of [teacher, admin, sub]) {
      for (const query of queries) await expectIndexed(() => who.call(listVacancies, { query }));
    }
    for (const query of [{ mine: 'true' }, { declined: 'true' }] as const) await expectIndexed(() => sub.call(listVacancies, { query }));
  });

  it('nor does what happens by itself every minute', async () => {
    const sweep = () => sweepVacancies(world.db, world.config, world.time.now);
    expect(await sweep(), 'each school has a request for today').toEqual({ reopened: 0, reminded: 2 * schoolCount });
    await expectIndexed(sweep);
  });
});
