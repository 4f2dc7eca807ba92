import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { type Access, anyone, type Endpoint } from '#contract/endpoint.ts';
import { roles } from '#domain/role.ts';
import { allRoutes } from '#server/all-routes.ts';
import { Refused } from '#server/core/refused.ts';
import { statusOfNonsense, turnedAwayWith } from '#test/server/matrix-cells.ts';
import { type Fixture, makeFixture } from '#test/server/matrix-fixture.ts';
import { callers } from '#test/server/matrix-table.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let fixture: Fixture;
/** Settings with which an unapproved substitute may do nothing. */
let strict: World;
let waiting: string | null;
beforeAll(async () => {
  world = await openWorld({
    LOGIN_ATTEMPTS_PER_MINUTE: '100000',
    REGISTRATIONS_PER_HOUR: '100000',
    LOG_LEVEL: 'silent',
  });
  fixture = await makeFixture(world);
  strict = await openWorld({ PENDING_SUBSTITUTE_ACCESS: 'blocked', LOG_LEVEL: 'silent' });
  waiting = (await makeFixture(strict)).callers.unapproved_substitute.caller.cookie;
  // A call that gets this far was allowed, so the handler doesn't need to run.
  const reached = () => Promise.reject(new Refused('unavailable', 'The handler was reached.'));
  for (const route of allRoutes) Object.assign(route, { handle: reached, before: undefined });
});
afterAll(() => Promise.all([world.close(), strict.close()]));

/** Returns a call's access with one guard less: without a session, with one role more, or with a weaker approval. */
function weaker(access: Access): [what: string, access: Access][] {
  if (access.roles === 'anyone') return [];
  const more = roles
    .filter((role) => !access.roles.includes(role))
    .map((role): [string, Access] => [`${role} may call`, { ...access, roles: [...access.roles, role] }]);
  const found: [string, Access][] = [['no session is needed', anyone], ...more];
  if (access.pending !== 'everybody') found.push(['no approval is needed', { ...access, pending: 'everybody' }]);
  if (access.pending === 'nobody' && access.roles.includes('substitute'))
    found.push(['substitutes may be waiting', { ...access, pending: 'substitutes' }]);
  return found;
}

/** Returns whether any cell of the matrix fails. */
async function isNoticed(endpoint: Endpoint, original: Access): Promise<boolean> {
  for (const caller of callers) {
    const expected = turnedAwayWith(original, caller);
    if (
      expected !== null &&
      (await statusOfNonsense(world, endpoint, fixture.callers[caller].caller.cookie)) !== expected
    )
      return true;
  }
  const expected = turnedAwayWith(original, 'unapproved_substitute', 'blocked');
  return expected !== null && (await statusOfNonsense(strict, endpoint, waiting)) !== expected;
}

test('no access check of a call can be removed without a failing cell', async () => {
  const survivors: string[] = [];
  let count = 0;
  for (const endpoint of allEndpoints) {
    const original = endpoint.access;
    // The server uses this object for each call.
    const open = allRoutes.find(({ endpoint: { call } }) => call === endpoint.call)?.endpoint as { access: Access };
    for (const [what, access] of weaker(original)) {
      count += 1;
      open.access = access;
      const noticed = await isNoticed(endpoint, original);
      open.access = original;
      if (!noticed) survivors.push(`${endpoint.name}: ${what}`);
    }
  }
  console.log(`Access: ${count - survivors.length} of ${count} guards taken out were noticed.`);
  expect(survivors).toEqual([]);
}, 1_800_000);
