import { describe, expect, it } from 'vitest';
import { readNotices } from '#contract/messages.ts';
import { getBadges } from '#contract/session.ts';
import { sql } from '#server/db/database.ts';
import { makeOverload } from '#server/http/overload.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorld } from '#test/world.ts';

const limits = { onsetMs: 400, peakMs: 3000, targetMs: 40, urgentMs: 2000, calmMs: 10_000 };

/** Returns a controller that last had no overload at time 0. */
function watched() {
  const overload = makeOverload(limits);
  overload.accepts({ waitedMs: 0, servedMsAgo: 0 }, 0, false);
  return (waitedMs: number, now: number, isUrgent = false) =>
    overload.accepts({ waitedMs, servedMsAgo: 1 }, now, isUrgent);
}

describe('an overload', () => {
  it('is no short peak, however long the queue has become', () => {
    const accepts = watched();
    expect(accepts(2990, 2990)).toBe(true);
    expect(accepts(3000, 3000)).toBe(true);
    expect(accepts(3001, 3001)).toBe(false);
  });

  it('is no busy server, whose calls wait but get their turn', () => {
    const accepts = watched();
    for (let now = 100; now < 20_000; now += 100) expect(accepts(400, now)).toBe(true);
  });

  it('begins again after each wait of a sound server', () => {
    const accepts = watched();
    expect(accepts(900, 2900)).toBe(true);
    expect(accepts(400, 2950)).toBe(true);
    expect(accepts(900, 5949)).toBe(true);
    expect(accepts(900, 5951)).toBe(false);
  });

  it('refuses reading calls first, and changes and sign-ins only beyond their own limit', () => {
    const accepts = watched();
    expect(accepts(2000, 3100)).toBe(false);
    expect(accepts(2000, 3100, true)).toBe(true);
    expect(accepts(2001, 3100, true)).toBe(false);
  });

  it('once begun, refuses from a short wait on, until ten seconds pass without a refusal', () => {
    const accepts = watched();
    expect(accepts(3100, 3100)).toBe(false);
    expect(accepts(40, 3110)).toBe(true);
    expect(accepts(41, 3120)).toBe(false);
    expect(accepts(40, 13_100)).toBe(true);
    expect(accepts(41, 13_120)).toBe(false);
    expect(accepts(40, 23_000)).toBe(true);
    expect(accepts(41, 23_121)).toBe(true);
  });

  it('is no outage: a database that answers nobody is waited for, and what has gathered may drain', () => {
    const overload = makeOverload(limits);
    const accepts = (waitedMs: number, now: number, servedMsAgo: number) =>
      overload.accepts({ waitedMs, servedMsAgo }, now, false);
    expect(accepts(0, 0, 0)).toBe(true);
    expect(accepts(4000, 4000, 4000)).toBe(true);
    expect(accepts(4100, 4100, 1)).toBe(true);
    expect(accepts(3000, 7000, 1)).toBe(true);
    expect(accepts(3000, 7001, 1)).toBe(false);
    // This holds during an overload, too.
    expect(accepts(3500, 7600, 501)).toBe(true);
    expect(accepts(3500, 7600, 500)).toBe(false);
  });

  it('is never found by the first call of a process', () => {
    expect(makeOverload(limits).accepts({ waitedMs: 3999, servedMsAgo: 1 }, 99_999, false)).toBe(true);
  });
});

it('refuses reading calls of an overloaded server immediately, with the seconds to wait, while changes still pass', async () => {
  const world = await openWorld();
  const person = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
  // Two hundred statements at a time for ten connections: each waits more than half a second, as long as this goes on.
  let isOn = true;
  const busy = Array.from({ length: 200 }, async () => {
    while (isOn) await world.db.query(sql`select pg_sleep(0.03)`);
  });
  await until(async () => {
    await person.try(getBadges);
    return (await person.try(getBadges)).status === 503;
  });
  const refused = await fetch(`${world.url}${getBadges.path}`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'FirstBell is very busy right now. Please try again in a few seconds.', code: 'busy' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await person.try(readNotices, { body: { from: 1, upTo: 1 } })).status).toBe(200);
  expect((await fetch(`${world.url}/api/ready`)).status).toBe(200);
  isOn = false;
  await Promise.all(busy);
  expect((await person.try(getBadges)).status).toBe(200);
  await world.close();
});
