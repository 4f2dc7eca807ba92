import { describe, expect, it } from 'vitest';
import { readNotices } from '#contract/messages.ts';
import { getBadges } from '#contract/session.ts';
import { sql } from '#server/db/database.ts';
import { makeOverload } from '#server/http/overload.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorld } from '#test/world.ts';

const limits = { targetMs: 40, urgentMs: 400, peakMs: 500, calmMs: 5000 };

/** A controller whose last good moment was at 0. */
function watched() {
  const overload = makeOverload(limits);
  overload.accepts({ waitedMs: 0, servedMsAgo: 0 }, 0, false);
  return (waitedMs: number, now: number, isUrgent = false) =>
    overload.accepts({ waitedMs, servedMsAgo: 1 }, now, isUrgent);
}

describe('an overload', () => {
  it('is no short peak, however long the queue has become', () => {
    const accepts = watched();
    expect(accepts(490, 490)).toBe(true);
    expect(accepts(500, 500)).toBe(true);
    expect(accepts(501, 501)).toBe(false);
  });

  it('begins again after each moment within the target', () => {
    const accepts = watched();
    expect(accepts(300, 400)).toBe(true);
    expect(accepts(40, 450)).toBe(true);
    expect(accepts(41, 949)).toBe(true);
    expect(accepts(41, 951)).toBe(false);
  });

  it('refuses reading calls first, and changes and sign-ins only beyond their own limit', () => {
    const accepts = watched();
    expect(accepts(400, 600)).toBe(false);
    expect(accepts(400, 600, true)).toBe(true);
    expect(accepts(401, 600, true)).toBe(false);
  });

  it('once begun, refuses from the target on, until five seconds pass without a refusal', () => {
    const accepts = watched();
    expect(accepts(600, 600)).toBe(false);
    expect(accepts(40, 610)).toBe(true);
    expect(accepts(41, 620)).toBe(false);
    expect(accepts(40, 5600)).toBe(true);
    expect(accepts(41, 5620)).toBe(false);
    expect(accepts(40, 10_600)).toBe(true);
    expect(accepts(41, 10_621)).toBe(true);
  });

  it('is no outage: a database that answers nobody is waited for', () => {
    const overload = makeOverload(limits);
    expect(overload.accepts({ waitedMs: 0, servedMsAgo: 0 }, 0, false)).toBe(true);
    expect(overload.accepts({ waitedMs: 2000, servedMsAgo: 2000 }, 2000, false)).toBe(true);
    expect(overload.accepts({ waitedMs: 2100, servedMsAgo: 2100 }, 2100, true)).toBe(true);
    // It answers again. What has gathered may drain first.
    expect(overload.accepts({ waitedMs: 2200, servedMsAgo: 1 }, 2200, false)).toBe(true);
    expect(overload.accepts({ waitedMs: 2700, servedMsAgo: 1 }, 2701, false)).toBe(false);
  });

  it('is never found by the first call of a process', () => {
    expect(makeOverload(limits).accepts({ waitedMs: 3000, servedMsAgo: 1 }, 99_999, false)).toBe(true);
  });
});

it('refuses reading calls of an overloaded server immediately, with the seconds to wait, while changes still pass', async () => {
  const world = await openWorld();
  const person = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
  // Fifty statements at a time for ten connections: each waits about a tenth of a second, as long as this goes on.
  let isOn = true;
  const busy = Array.from({ length: 50 }, async () => {
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
