import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { raw, sql } from '#server/db/database.ts';
import { allRoutes } from '#server/features/all.ts';
import { openWorld, type World } from '#test/world.ts';
import { type Fixture, makeFixture, subjectsOf } from '#test/server/matrix-fixture.ts';
import { type Caller, callers, matrix, type MatrixRow } from '#test/server/matrix-table.ts';

let world: World;
let fixture: Fixture;
beforeAll(async () => {
  world = await openWorld({ LOGIN_ATTEMPTS_PER_MINUTE: '100000', REGISTRATIONS_PER_HOUR: '100000' });
  fixture = await makeFixture(world);
});
afterAll(() => world.close());

const endpointOf = (row: MatrixRow): Endpoint => {
  const found = allEndpoints.find((endpoint) => endpoint.name === row.endpoint);
  if (found === undefined) throw new Error(`The matrix names ${row.endpoint}, which the contract does not have.`);
  return found;
};
const cellOf = (caller: Caller, subject: string) => (subject === '' ? caller : `${caller} ${subject}`);
const titleOf = (row: MatrixRow) => (row.act === undefined ? row.endpoint : `${row.endpoint} (${row.act})`);

/** Every row of every table that a refused call must leave as it is. */
async function fingerprint(): Promise<string> {
  const tables = ['schools', 'users', 'substitute_schools', 'files', 'availability_dates', 'vacancies', 'vacancy_declines', 'vacancy_history', 'audit_log', 'messages', 'notices', 'deliveries', 'sessions', 'idempotency_keys', 'calendar_feeds'];
  const parts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await world.db.query<{ sum: string | null }>(sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${raw(table)} t`);
      return `${table}:${row?.sum}`;
    }),
  );
  return parts.join('\n');
}

async function make(row: MatrixRow, caller: Caller, subject: string, at: Fixture) {
  const endpoint = endpointOf(row);
  const who = at.callers[caller];
  const id = await subjectsOf(world, at, row, caller, subject);
  const filled = JSON.parse(
    JSON.stringify(row.body ?? null)
      .replaceAll('"{id}"', String(id))
      .replaceAll('{password}', at.password)
      .replaceAll('"{teacher}"', String(at.callers.teacher.id))
      .replaceAll('"{substitute}"', String(at.people.substitute))
      .replaceAll('"{requester}"', String(at.people.substitute))
      .replaceAll('"{otherSubstitute}"', String(at.people.other_substitute))
      .replaceAll('"{otherSchool}"', String(at.otherSchool)),
  ) as Record<string, unknown> | null;
  return { endpoint, who, input: { params: { id }, query: row.query, body: filled ?? undefined } };
}

describe('the access matrix', () => {
  it('has a row for every call of the contract, and every call of the contract is answered', () => {
    const named = new Set(matrix.map((row) => row.endpoint));
    expect(allEndpoints.filter((endpoint) => !named.has(endpoint.name)).map((endpoint) => endpoint.name)).toEqual([]);
    const answered = new Set(allRoutes.map((route) => route.endpoint.name));
    expect(allEndpoints.filter((endpoint) => !answered.has(endpoint.name)).map((endpoint) => endpoint.name)).toEqual([]);
  });

  describe.each(matrix.map((row) => [titleOf(row), row] as const))('%s', (_title, row) => {
    it('is refused in every cell that is not named, changes nothing and leaks nothing', async () => {
      const cells = callers.flatMap((caller) => subjectNames(row).map((subject) => ({ caller, subject, name: cellOf(caller, subject) })));
      const denied = cells.filter(({ name }) => !row.works.includes(name) && !row.conflicts?.includes(name));
      const calls: (Awaited<ReturnType<typeof make>> & { name: string; caller: Caller })[] = [];
      for (const { caller, subject, name } of denied) calls.push({ ...(await make(row, caller, subject, fixture)), name, caller });
      const before = await fingerprint();
      const wrong: string[] = [];
      for (const { endpoint, who, input, name, caller } of calls) {
        const answer = await who.caller.try(endpoint, input);
        const expected = expectedRefusal(endpoint, caller);
        if (!expected.includes(answer.status)) wrong.push(`${name}: ${answer.status} instead of ${expected.join(' or ')}`);
        if (/other-school-secret|argon2/.test(JSON.stringify(answer.body))) wrong.push(`${name}: leaks ${JSON.stringify(answer.body).slice(0, 200)}`);
      }
      expect(wrong).toEqual([]);
      expect(await fingerprint(), 'a refused call changed something').toBe(before);
    });

    it('works in the cells that are named', async () => {
      const wrong: string[] = [];
      for (const caller of callers) {
        for (const subject of subjectNames(row)) {
          const cell = cellOf(caller, subject);
          const expected = row.works.includes(cell) ? [200, 201] : row.conflicts?.includes(cell) ? [409] : null;
          if (expected === null) continue;
          const fresh = await makeFixture(world);
          const { endpoint, who, input } = await make(row, caller, subject, fresh);
          const answer = endpoint.raw === undefined ? await who.caller.try(endpoint, input) : await rawStatus(who.caller.cookie, endpoint, input.params.id);
          // A username is made once; an absent date has nothing to take back: neither is a matter of access.
          if (!expected.includes(answer.status)) wrong.push(`${cell}: ${answer.status} ${JSON.stringify('body' in answer ? answer.body : '').slice(0, 200)}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  });
});

function subjectNames(row: MatrixRow): readonly string[] {
  return fixture.subjectNames[row.subject];
}

/** 401 for whoever has no session, 403 for a role or state that may not call, 403 or 404 for what is not theirs. */
function expectedRefusal(endpoint: Endpoint, caller: Caller): number[] {
  const { access } = endpoint;
  if (access.roles === 'anyone') return [400, 403, 404];
  if (caller === 'nobody' || caller === 'disabled_teacher') return [401];
  const role = ({ unapproved_teacher: 'teacher', unapproved_substitute: 'substitute', unapproved_admin: 'school_admin', plain_overall_admin: 'overall_admin' } as const)[caller as string] ?? caller;
  const isPending = caller.startsWith('unapproved');
  const mayCall =
    (access.roles as readonly string[]).includes(role) &&
    (!isPending || access.pending === 'everybody' || (access.pending === 'substitutes' && caller === 'unapproved_substitute')) &&
    (caller !== 'plain_overall_admin' || access.pending === 'everybody');
  return mayCall ? [403, 404] : [403];
}

async function rawStatus(cookie: string | null, endpoint: Endpoint, id: unknown): Promise<{ status: number }> {
  const response = await fetch(`${world.url}${endpoint.path.replace(':id', String(id))}`, { headers: cookie === null ? {} : { cookie } });
  await response.arrayBuffer();
  return { status: response.status };
}
