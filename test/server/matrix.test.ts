import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { join, raw, sql } from '#server/db/database.ts';
import { allRoutes } from '#server/all-routes.ts';
import { openWorld, type World } from '#test/world.ts';
import { callOf, cellOf, statusOfNonsense, turnedAwayWith } from '#test/server/matrix-cells.ts';
import { type Fixture, makeFixture } from '#test/server/matrix-fixture.ts';
import { matrix } from '#test/server/matrix/all.ts';
import { type Caller, callers, type MatrixRow } from '#test/server/matrix-table.ts';

let world: World;
let fixture: Fixture;
beforeAll(async () => {
  world = await openWorld({ LOGIN_ATTEMPTS_PER_MINUTE: '100000', REGISTRATIONS_PER_HOUR: '100000' });
  fixture = await makeFixture(world);
});
afterAll(() => world.close());

const isLong = process.env['FIRSTBELL_LONG'] === '1';

const titleOf = (row: MatrixRow) => (row.act === undefined ? row.endpoint : `${row.endpoint} (${row.act})`);

/** Returns every row version of the tables that a refused call must not change: every write creates another version. */
async function fingerprint(): Promise<string> {
  const tables = [
    'districts',
    'schools',
    'users',
    'substitute_schools',
    'files',
    'plan_files',
    'emergency_plans',
    'student_details',
    'availability_dates',
    'vacancies',
    'vacancy_declines',
    'vacancy_history',
    'attendance',
    'feedback',
    'held_approvals',
    'audit_log',
    'messages',
    'notices',
    'notice_codes',
    'audiences',
    'dispatches',
    'offers',
    'text_codes',
    'text_replies',
    'exclusions',
    'favorites',
    'job_preferences',
    'deliveries',
    'email_links',
    'school_deletions',
    'sessions',
    'idempotency_keys',
    'calendar_feeds',
    'wall_links',
    'pay_settings',
    'pay_periods',
    'worked_days',
    'employee_ids',
    'work_limits',
    'cover_settings',
    'timetables',
    'cover_wishes',
    'cover_periods',
    'covers',
  ];
  const parts = tables.map(
    (table) =>
      sql`select ${table}::text as name, md5(string_agg(ctid::text || xmin::text, '|' order by ctid)) as sum
          from ${raw(table)}`,
  );
  return JSON.stringify(await world.db.query(join(parts, ' union all ')));
}

const titled = matrix.map((row) => [titleOf(row), row] as const);

describe('the access matrix', () => {
  it('has a row for every call of the contract, and every call of the contract is answered', () => {
    const named = new Set(matrix.map((row) => row.endpoint));
    expect(allEndpoints.filter((endpoint) => !named.has(endpoint.name)).map((endpoint) => endpoint.name)).toEqual([]);
    const answered = new Set(allRoutes.map((route) => route.endpoint.call));
    expect(allEndpoints.filter((endpoint) => !answered.has(endpoint.call)).map((endpoint) => endpoint.name)).toEqual(
      [],
    );
  });

  it('refuses a caller without access before it reads the input', async () => {
    const wrong: string[] = [];
    for (const endpoint of allEndpoints) {
      for (const caller of callers) {
        const expected = turnedAwayWith(endpoint.access, caller);
        if (expected === null) continue;
        const status = await statusOfNonsense(world, endpoint, fixture.callers[caller].caller.cookie);
        if (status !== expected) wrong.push(`${endpoint.name} by ${caller}: ${status} instead of ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses substitutes awaiting approval if the installation blocks them', async () => {
    const strict = await openWorld({ PENDING_SUBSTITUTE_ACCESS: 'blocked' });
    const { cookie } = (await makeFixture(strict)).callers.unapproved_substitute.caller;
    const wrong: string[] = [];
    for (const endpoint of allEndpoints) {
      const expected = turnedAwayWith(endpoint.access, 'unapproved_substitute', 'blocked');
      const status = expected === null ? null : await statusOfNonsense(strict, endpoint, cookie);
      if (status !== expected) wrong.push(`${endpoint.name}: ${status} instead of ${expected}`);
    }
    await strict.close();
    expect(wrong).toEqual([]);
  });

  // All refusals come first, because they compare entire tables, which successful calls fill.
  it.each(titled)('%s is refused in every unlisted cell, changes nothing and leaks nothing', async (_title, row) => {
    const cells = callers.flatMap((caller) =>
      subjectNames(row).map((subject) => ({ caller, subject, name: cellOf(caller, subject) })),
    );
    const denied = cells
      .filter(({ name }) => !row.works.includes(name) && !row.conflicts?.includes(name))
      // A caller without access is refused before the subject is read, so one subject represents all of them in a
      // short run.
      .filter(({ caller, subject }) => isLong || subject === subjectNames(row)[0] || mayCall(row, caller));
    const calls: (Awaited<ReturnType<typeof callOf>> & { name: string; caller: Caller })[] = [];
    for (const { caller, subject, name } of denied)
      calls.push({ ...(await callOf(world, row, caller, subject, fixture)), name, caller });
    const before = await fingerprint();
    const wrong: string[] = [];
    for (const { endpoint, who, input, name, caller } of calls) {
      const answer = await who.caller.try(endpoint, input);
      const expected = expectedRefusal(endpoint, caller);
      if (!expected.includes(answer.status))
        wrong.push(`${name}: ${answer.status} instead of ${expected.join(' or ')}`);
      if (/other-school-secret|argon2/.test(JSON.stringify(answer.body)))
        wrong.push(`${name}: leaks ${JSON.stringify(answer.body).slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(), 'a refused call changed something').toBe(before);
  });

  it.each(titled)('%s works in the listed cells', async (_title, row) => {
    const wrong: string[] = [];
    for (const caller of callers) {
      for (const subject of subjectNames(row)) {
        const cell = cellOf(caller, subject);
        const expected = row.works.includes(cell) ? [200, 201] : row.conflicts?.includes(cell) ? [409] : null;
        if (expected === null) continue;
        // A read-only call changes nothing, so it needs no separate people.
        const at = isRead(row) ? fixture : await makeFixture(world, [caller]);
        const { endpoint, who, input } = await callOf(world, row, caller, subject, at);
        const answer =
          endpoint.raw === undefined
            ? await who.caller.try(endpoint, input)
            : await rawStatus(who.caller.cookie, endpoint, input);
        // A username is created once, and a missing date has nothing to remove. Access plays no role in either.
        if (!expected.includes(answer.status))
          wrong.push(`${cell}: ${answer.status} ${JSON.stringify('body' in answer ? answer.body : '').slice(0, 200)}`);
        if ('body' in answer && /argon2/.test(JSON.stringify(answer.body)))
          wrong.push(`${cell}: has a password's hash`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function endpointOf(row: MatrixRow): Endpoint | undefined {
  return allEndpoints.find(({ name }) => name === row.endpoint);
}

function isRead(row: MatrixRow): boolean {
  return endpointOf(row)?.method === 'GET';
}

/** Returns whether the first layer of access lets this caller through. */
function mayCall(row: MatrixRow, caller: Caller): boolean {
  const endpoint = endpointOf(row);
  return endpoint === undefined || turnedAwayWith(endpoint.access, caller) === null;
}

function subjectNames(row: MatrixRow): readonly string[] {
  return fixture.subjectNames[row.subject];
}

/** 401 without a session, 403 for a role or state that may not call, 403 or 404 for others' records. */
function expectedRefusal(endpoint: Endpoint, caller: Caller): number[] {
  if (endpoint.access.roles === 'anyone') return [400, 403, 404];
  const status = turnedAwayWith(endpoint.access, caller);
  return status === null ? [403, 404] : [status];
}

async function rawStatus(
  cookie: string | null,
  endpoint: Endpoint,
  { params, body }: { params: { id: unknown }; body: unknown },
): Promise<{ status: number }> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = {
    ...(cookie !== null && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${world.url}${endpoint.path.replace(':id', String(params.id))}`, {
    method: endpoint.method,
    headers,
    ...sent,
  });
  // An event stream never ends.
  await response.body?.cancel();
  return { status: response.status };
}
