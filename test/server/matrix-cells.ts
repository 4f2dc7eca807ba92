import { allEndpoints } from '#contract/all.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { World } from '#test/world.ts';
import { type Fixture, subjectsOf } from '#test/server/matrix-fixture.ts';
import type { Caller, MatrixRow } from '#test/server/matrix-table.ts';

/** Returns the call that a row is about. */
function endpointOf(row: MatrixRow): Endpoint {
  const found = allEndpoints.find((endpoint) => endpoint.name === row.endpoint);
  if (found === undefined) throw new Error(`The matrix names ${row.endpoint}, which the contract does not have.`);
  return found;
}

/** Returns a cell's name in the table: the caller, and the subject if there is one. */
export const cellOf = (caller: Caller, subject: string) => (subject === '' ? caller : `${caller} ${subject}`);

/** Returns the request of one cell. Vacancies and files are created for it. */
export async function callOf(world: World, row: MatrixRow, caller: Caller, subject: string, at: Fixture) {
  const endpoint = endpointOf(row);
  const who = at.callers[caller];
  const id = await subjectsOf(world, at, row, caller, subject);
  const query: MatrixRow['query'] =
    row.query?.['teacherId'] === '{teacher}' ? { ...row.query, teacherId: String(at.callers.teacher.id) } : row.query;
  const filled = JSON.parse(
    JSON.stringify(row.body ?? null)
      .replaceAll('"{id}"', String(id))
      .replaceAll('{password}', at.password)
      .replaceAll('{code}', at.signInCode)
      .replaceAll('"{teacher}"', String(at.callers.teacher.id))
      .replaceAll('"{substitute}"', String(at.people.substitute))
      .replaceAll('"{requester}"', String(at.people.substitute))
      .replaceAll('"{otherSubstitute}"', String(at.people.other_substitute))
      .replaceAll('"{otherSchool}"', String(at.otherSchool)),
  ) as Record<string, unknown> | null;
  return { endpoint, who, input: { params: { id, ...row.params }, query, body: filled ?? undefined } };
}

/**
 * Returns the status with which the first layer refuses this caller. Returns null if it lets them through. `waiting` is
 * the installation's access for substitutes before approval.
 */
export function turnedAwayWith(
  access: Access,
  caller: Caller,
  waiting: 'limited' | 'blocked' = 'limited',
): 401 | 403 | null {
  if (access.roles === 'anyone') return null;
  if (caller === 'nobody' || caller === 'disabled_teacher') return 401;
  const role =
    (
      {
        unapproved_teacher: 'teacher',
        unapproved_substitute: 'substitute',
        unapproved_admin: 'school_admin',
        plain_overall_admin: 'overall_admin',
      } as const
    )[caller as string] ?? caller;
  const isPending = caller.startsWith('unapproved');
  const mayCall =
    (access.roles as readonly string[]).includes(role) &&
    (!isPending ||
      access.pending === 'everybody' ||
      (access.pending === 'substitutes' && caller === 'unapproved_substitute' && waiting === 'limited')) &&
    (caller !== 'plain_overall_admin' || access.pending === 'everybody');
  return mayCall ? null : 403;
}

/**
 * Returns the status of a call with invalid values in every part. Callers whom the first layer refuses never get that
 * far.
 */
export async function statusOfNonsense(world: World, endpoint: Endpoint, cookie: string | null): Promise<number> {
  const takesBody = endpoint.body !== undefined && endpoint.form !== true;
  const response = await fetch(`${world.url}${endpoint.path.replaceAll(/:[A-Za-z]+/g, 'nonsense')}`, {
    method: endpoint.method,
    headers: { ...(cookie !== null && { cookie }), ...(takesBody && { 'content-type': 'application/json' }) },
    ...(takesBody && { body: '"nonsense"' }),
  });
  // An event stream never ends.
  await response.body?.cancel();
  return response.status;
}
