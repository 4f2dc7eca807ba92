import type { Script } from '#bench/limit/script.ts';
import type { Asked } from '#bench/load.ts';
import type { ServedWorld } from '#bench/world/serve.ts';
import { databaseOf, sql } from '#server/db/database.ts';
import type { Listener } from '#test/plans.ts';

export const writes = ['post', 'request', 'approve'] as const;
export type Write = (typeof writes)[number];

/** A teacher and a substitute at a school. No one is in two pairs. */
export type Pair = { schoolId: number; teacherId: number; substituteId: number };

/** Returns this many pairs, from schools all over the world. */
export async function pairsOf(world: ServedWorld, count: number): Promise<Pair[]> {
  return databaseOf(world.pool).query<Pair>(sql`select distinct on ("substituteId") * from (
      select s.id as "schoolId", (select min(id) from users where school_id = s.id and role = 'teacher') as "teacherId",
        (select min(substitute_id) from substitute_schools where school_id = s.id) as "substituteId"
      from schools s order by md5(s.id::text) limit ${count * 2}) p
    where "substituteId" is not null order by "substituteId" limit ${count}`);
}

/** Vacancies for the writes, this many per pair, each at a separate hour years ahead. */
async function makeVacancies(
  world: ServedWorld,
  write: Write,
  pairs: readonly Pair[],
  each: number,
): Promise<{ id: number; pair: Pair }[]> {
  const made: { id: number; pair: Pair }[] = [];
  const isAsked = write === 'approve';
  for (const pair of pairs) {
    const rows = await databaseOf(world.pool).query<{
      id: number;
    }>(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason,
        additional_notes, status, requested_by_id, requested_at, created_at, updated_at)
      select ${pair.schoolId}::bigint, ${pair.teacherId}::bigint, ${pair.teacherId}::bigint, d.date, d.start,
        d.start + interval '1 hour', (d.date + d.start) at time zone 'UTC',
        (d.date + d.start + interval '1 hour') at time zone 'UTC',
        'full_day', ${benchTitle}, 'Illness', 'Plans are on the desk.', ${isAsked ? 'pending_approval' : 'open'},
          ${isAsked ? pair.substituteId : null}::bigint, ${isAsked ? '2026-11-20' : null}::timestamptz, '2026-11-20',
          '2026-11-20'
      from generate_series(0, ${each - 1}::int) n
        cross join lateral (select date '2028-01-03' + n / 8 as date,
        time '08:00' + (n % 8) * interval '1 hour' as start) d returning id`);
    made.push(...rows.map(({ id }) => ({ id, pair })));
  }
  return made;
}

const benchTitle = 'Measured by the bench';

/** Deletes what was created, with everything that depends on it. */
export async function clearAway(world: ServedWorld, pairs: readonly Pair[]): Promise<void> {
  const db = databaseOf(world.pool);
  for (const { schoolId } of pairs)
    await db.execute(sql`delete from vacancies where school_id = ${schoolId} and description = ${benchTitle}`);
  await db.execute(sql`delete from idempotency_keys where key is not null`);
}

let keys = 0;

/** Returns the requests for this many writes of a kind per pair, in turns, with their subjects created in advance. */
export async function requestsOf(
  world: ServedWorld,
  write: Write,
  pairs: readonly Pair[],
  each: number,
): Promise<(Asked & { pair: Pair; key: string | null; subject: string | null })[]> {
  if (write === 'post') {
    const body = JSON.stringify({
      date: '2028-01-03',
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: benchTitle,
      absenceReason: 'Illness',
      additionalNotes: 'Plans are on the desk.',
      postAnyway: true,
      sendNotifications: true,
    });
    return Array.from({ length: each }, () => pairs)
      .flat()
      .map((pair) => {
        keys += 1;
        const key = `bench-${process.pid}-${String(keys).padStart(9, '0')}`;
        return {
          method: 'POST',
          path: '/api/vacancies',
          cookie: world.as(pair.teacherId).cookie,
          body,
          headers: `Idempotency-Key: ${key}\r\n`,
          pair,
          key,
          subject: null,
        };
      });
  }
  const made = await makeVacancies(world, write, pairs, each);
  return made
    .map((one, n) => ({ ...one, turn: n % each }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ id, pair }) => ({
      method: 'PATCH',
      path: `/api/vacancies/${id}`,
      cookie: world.as(write === 'request' ? pair.substituteId : pair.teacherId).cookie,
      body: JSON.stringify(
        write === 'request' ? { status: 'pending_approval' } : { status: 'filled', substituteId: pair.substituteId },
      ),
      pair,
      key: null,
      subject: String(id),
    }));
}

/** Returns how many of the pairs' vacancies have reached the state that this write produces. */
export async function countDone(world: ServedWorld, write: Write, pairs: readonly Pair[]): Promise<number> {
  const status = { post: 'open', request: 'pending_approval', approve: 'filled' }[write];
  const [row] = await databaseOf(world.pool).query<{ count: number }>(sql`select count(*)::int as count from vacancies v
    where school_id = any(${pairs.map(({ schoolId }) => schoolId)}::bigint[]) and description = ${benchTitle}
      and status = ${status}
      and exists (select from vacancy_history h where h.vacancy_id = v.id)`);
  return row?.count ?? 0;
}

/** Makes each pair's write once on the world's own server, and returns the statements it executed. */
export async function scriptsOf(
  world: ServedWorld,
  write: Write,
  pairs: readonly Pair[],
  record: Listener,
): Promise<Script[]> {
  const scripts: Script[] = [];
  // The first of two records session activity, which happens once a minute.
  for (const { method, path, cookie, body, key, subject } of await requestsOf(world, write, pairs, 2)) {
    const { url } = world.as(0);
    const sent = await record(async () => {
      const response = await fetch(`${url}${path}`, {
        method: method ?? 'GET',
        headers: { cookie, 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
        ...(body !== undefined && { body }),
      });
      const reply = await response.text();
      if (!response.ok) throw new Error(`The ${write} answered ${response.status}: ${reply}`);
    });
    scripts.push({ key: cookie, subject, idempotencyKey: key, sent });
  }
  await clearAway(world, pairs);
  return scripts.slice(pairs.length);
}
