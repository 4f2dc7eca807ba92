import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { errorStatus } from '#contract/errors.ts';
import { openapiDocument } from '#server/features/system/openapi.ts';
import { makeFixture, type Fixture } from '#test/server/matrix-fixture.ts';
import { openWorld, type World } from '#test/world.ts';
import { hostile, valueOf } from '#test/server/hostile.ts';

let world: World;
let fixture: Fixture;
beforeAll(async () => {
  world = await openWorld({ LOGIN_ATTEMPTS_PER_MINUTE: '100000', REGISTRATIONS_PER_HOUR: '100000' });
  fixture = await makeFixture(world);
});
afterAll(() => world.close());

const runs = process.env.FIRSTBELL_LONG === '1' ? 200 : 10;

type Operation = {
  responses: object;
  parameters: { name: string; in: string; schema: object }[];
  requestBody?: { content: { 'application/json': { schema: object } } };
};
const paths = openapiDocument('http://localhost:3000').paths as Record<string, Record<string, Operation>>;

const operations = allEndpoints
  .filter((endpoint) => endpoint.name !== 'logout')
  .map((endpoint) => {
    const operation = paths[endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
    if (operation === undefined) throw new Error(`${endpoint.name} is not in the OpenAPI document.`);
    return { name: endpoint.name, endpoint, operation };
  });

describe('requests generated from the OpenAPI document', () => {
  // Some calls end sessions, or delete the calling school. Then everyone is created again.
  it.each(operations)(
    '$name never answers with a 5xx, and every refusal has a sentence, a code and a documented status',
    async ({ endpoint, operation }) => {
      const query = operation.parameters.filter((parameter) => parameter.in === 'query');
      const body = operation.requestBody?.content['application/json'].schema;
      const roles = ['teacher', 'substitute', 'school_admin', 'overall_admin'] as const;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...roles),
          fc.oneof(
            fc.constantFrom(
              '1',
              '2',
              '3',
              String(fixture.people.substitute),
              '999999999999',
              '0',
              '-1',
              'x',
              '%00',
              "1'--",
            ),
            fc.string({ maxLength: 30 }),
          ),
          fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, fc.oneof(valueOf(schema), hostile)])), {
            requiredKeys: [],
          }),
          body === undefined
            ? fc.constant(undefined)
            : fc.oneof({ weight: 3, arbitrary: valueOf(body) }, { weight: 1, arbitrary: hostile }),
          async (role, id, params, sent) => {
            const who = fixture.callers[role];
            const path = endpoint.path.replaceAll(
              /:([A-Za-z]+)/g,
              () => encodeURIComponent(id.replaceAll(/[\uD800-\uDFFF]/g, '')) || '%20',
            );
            const search = new URLSearchParams(
              Object.entries(params).map(([name, value]) => [
                name,
                typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
              ]),
            ).toString();
            const response = await fetch(`${world.url}${path}?${search}`, {
              method: endpoint.method,
              headers: {
                cookie: who.caller.cookie ?? '',
                ...(sent !== undefined && { 'content-type': 'application/json' }),
              },
              ...(sent !== undefined && { body: JSON.stringify(sent) ?? 'null' }),
            });
            // An event stream never ends, so it isn't awaited.
            const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
            const text = isStream ? '' : await response.text();
            if (isStream) await response.body?.cancel();
            expect(response.status, text.slice(0, 300)).toBeLessThan(500);
            expect(Object.keys(operation.responses), text.slice(0, 300)).toContain(String(response.status));
            if (response.status >= 400) {
              const refusal = JSON.parse(text) as { error: string; code: keyof typeof errorStatus };
              expect(refusal.error).toMatch(/\S.*[.!'a-z]$/s);
              expect(errorStatus[refusal.code]).toBe(response.status);
            }
            if (response.status === 401) fixture = await makeFixture(world);
          },
        ),
        { numRuns: runs },
      );
    },
  );
});

describe('the first and the last day that can be asked for', () => {
  const ends = { date: ['2000-01-01', '2100-12-31'], month: ['2000-01', '2100-12'] };
  const asked = operations.flatMap(({ name, endpoint, operation }) => {
    const days = operation.parameters.filter((each) => ['date', 'month', 'from', 'to'].includes(each.name));
    return endpoint.method === 'GET' && days.length > 0
      ? [{ name, endpoint, days: days.map((each) => each.name) }]
      : [];
  });

  it('are answered by every call that reads a date, although the days around them are beyond the calendar', async () => {
    expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining(['getBoard', 'getHours', 'getTrends']));
    const failed: string[] = [];
    const ask = async (name: string, path: string, days: string[]) => {
      for (const role of ['substitute', 'school_admin', 'overall_admin'] as const)
        for (const end of [0, 1]) {
          const query = new URLSearchParams(
            days.map((day) => [day, ends[day === 'month' ? 'month' : 'date'][end] ?? '']),
          );
          const { cookie } = fixture.callers[role].caller;
          const response = await fetch(`${world.url}${path}?${query}`, { headers: { cookie: cookie ?? '' } });
          await response.arrayBuffer();
          if (response.status >= 500) failed.push(`${name} ${query}`);
        }
    };
    for (const { name, endpoint, days } of asked) {
      const path = endpoint.path.replaceAll(/:[A-Za-z]+/g, '1');
      await ask(name, path, days);
      // A date alone: the call counts the other one from it.
      if (days.length > 1) for (const day of days) await ask(name, path, [day]);
    }
    expect(failed).toEqual([]);
  });
});
