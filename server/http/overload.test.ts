import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readNotices } from '#contract/messages.ts';
import { getBadges } from '#contract/session.ts';
import { sql } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import { makeEntrance } from '#server/http/overload.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorld } from '#test/world.ts';

/** Makes an entrance to ten connections, on a separate clock. */
function makeServer() {
  let now = 0;
  let free = 10;
  let freed = () => {};
  let sharedMs: number | null = null;
  const entrance = makeEntrance(
    {
      free: () => free,
      onFree: (listener) => (freed = listener),
      size: () => 10,
      heldMs: () => sharedMs && sharedMs * (10 - free),
    },
    () => now,
  );
  const refused: { name: string; afterMs: number }[] = [];
  const waits: { name: string; ms: number }[] = [];
  let people = 0;
  const begin = (name: string, since: number) => {
    free -= 1;
    waits.push({ name, ms: now - since });
  };
  return {
    refused,
    waits,
    entrance,
    now: () => now,
    /** Sets how long transactions keep their connection, for each that runs at once. */
    hold(ms: number) {
      sharedMs = ms;
    },
    pass(ms: number) {
      now += ms;
      vi.advanceTimersByTime(ms);
    },
    /** Lets a call arrive, by default from an account that hasn't called before. */
    arrive(name: string, isUrgent = false, caller: Caller = { key: `account ${(people += 1)}`, isKnown: true }) {
      const since = now;
      try {
        const turn = entrance.enter(isUrgent, () => caller);
        if (turn === undefined) begin(name, since);
        else
          turn.then(
            () => begin(name, since),
            () => refused.push({ name, afterMs: now - since }),
          );
      } catch {
        refused.push({ name, afterMs: 0 });
      }
    },
    /** Returns someone whose session the process hasn't seen, from an address of their own. */
    stranger: (): Caller => ({ key: `address ${(people += 1)}`, isKnown: false }),
    /** Lets a text message arrive, which is never refused. */
    arriveSurely() {
      const since = now;
      const turn = entrance.enterSurely();
      if (turn === undefined) begin('text', since);
      else void turn.then(() => begin('text', since));
    },
    inUse: () => 10 - free,
    /** Returns a connection, if one is in use. */
    async free() {
      if (free === 10) return;
      free += 1;
      freed();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

/**
 * Lets calls arrive for some time, while a connection comes back every `everyMs`. A flood is a call per ms from one
 * caller.
 */
async function rush(
  server: ReturnType<typeof makeServer>,
  forMs: number,
  {
    everyMs,
    reads,
    urgent,
    texts = 0,
    strangers = 0,
    flood,
  }: {
    everyMs: number;
    reads: number;
    urgent: number;
    texts?: number;
    strangers?: number;
    flood?: { caller: Caller; isUrgent: boolean };
  },
): Promise<void> {
  const end = server.now() + forMs;
  let due = { reads: 0, strangers: 0, urgent: 0, texts: 0, free: 0 };
  while (server.now() < end) {
    server.pass(1);
    due = {
      reads: due.reads + reads / 1000,
      strangers: due.strangers + strangers / 1000,
      urgent: due.urgent + urgent / 1000,
      texts: due.texts + texts / 1000,
      free: due.free + 1 / everyMs,
    };
    if (flood !== undefined) server.arrive('flood', flood.isUrgent, flood.caller);
    for (; due.reads >= 1; due.reads -= 1) server.arrive('read');
    for (; due.strangers >= 1; due.strangers -= 1) server.arrive('stranger', false, server.stranger());
    for (; due.urgent >= 1; due.urgent -= 1) server.arrive('urgent', true);
    for (; due.texts >= 1; due.texts -= 1) server.arriveSurely();
    for (; due.free >= 1; due.free -= 1) await server.free();
  }
}

const longest = (waits: readonly { ms: number }[]) => Math.max(...waits.map(({ ms }) => ms));

describe('the entrance to the database', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('lets changes and sign-ins in before reads, each in the order in which they came', async () => {
    const server = makeServer();
    for (let n = 0; n < 10; n += 1) server.arrive('begun');
    server.arrive('read 1');
    server.arrive('change 1', true);
    server.arrive('read 2');
    server.arrive('change 2', true);
    for (let n = 0; n < 4; n += 1) await server.free();
    expect(server.waits.slice(10).map(({ name }) => name)).toEqual(['change 1', 'change 2', 'read 1', 'read 2']);
    expect(server.refused).toEqual([]);
  });

  it('at five times the capacity, refuses reads at once, begins the others within 0.1 s, and all changes within 20 ms', async () => {
    const server = makeServer();
    // 165 connections come back per second, for 825 calls.
    await rush(server, 800, { everyMs: 6, reads: 760, urgent: 65 });
    const early = server.refused.length;
    expect(longest(server.refused.map(({ afterMs }) => ({ ms: afterMs })))).toBeLessThanOrEqual(700);
    server.waits.length = 0;
    server.refused.length = 0;
    await rush(server, 20_000, { everyMs: 6, reads: 760, urgent: 65 });
    const reads = server.waits.filter(({ name }) => name === 'read');
    const changes = server.waits.filter(({ name }) => name === 'urgent');
    expect(early).toBeGreaterThan(0);
    expect(longest(reads)).toBeLessThanOrEqual(100);
    expect(longest(changes)).toBeLessThanOrEqual(20);
    expect(changes.length).toBeGreaterThanOrEqual(1299);
    expect(server.refused.every(({ name, afterMs }) => name === 'read' && afterMs <= 100)).toBe(true);
    expect(server.refused.filter(({ afterMs }) => afterMs === 0).length).toBeGreaterThan(server.refused.length * 0.9);
    // No connection is idle: there are 3,333 turns in 20 s.
    expect(server.waits.length).toBeGreaterThan(3320);
  });

  it.each([
    ['reads from one account', { caller: { key: 'account 0', isKnown: true }, isUrgent: false }, 20],
    ['reads from one address', { caller: { key: '203.0.113.1', isKnown: false }, isUrgent: false }, 42],
    ['sign-ins from one address', { caller: { key: '203.0.113.1', isKnown: false }, isUrgent: true }, 42],
  ])('keeps a flood of %s to its share, and accepts everyone else', async (_what, flood, share) => {
    const server = makeServer();
    // 166 connections come back per second, for 1,000 calls of the flood and 110 of others.
    const mix = { everyMs: 6, reads: 100, urgent: 10, flood };
    await rush(server, 4000, mix);
    server.waits.length = 0;
    server.refused.length = 0;
    await rush(server, 10_000, mix);
    expect(server.refused.filter(({ name }) => name !== 'flood')).toEqual([]);
    expect(server.waits.filter(({ name }) => name === 'flood').length / 10).toBeLessThanOrEqual(share);
    expect(server.waits.filter(({ name }) => name !== 'flood').length).toBeGreaterThanOrEqual(1095);
  });

  it('leaves no connection idle if all callers are people whose sessions it has not seen', async () => {
    const server = makeServer();
    await rush(server, 3000, { everyMs: 6, reads: 0, urgent: 20, strangers: 760 });
    server.waits.length = 0;
    await rush(server, 10_000, { everyMs: 6, reads: 0, urgent: 20, strangers: 760 });
    // There are 1,666 turns in 10 s.
    expect(server.waits.length).toBeGreaterThan(1640);
    expect(longest(server.waits)).toBeLessThanOrEqual(70);
    // Fewer come than the database can answer.
    await rush(server, 1000, { everyMs: 6, reads: 0, urgent: 20, strangers: 120 });
    server.refused.length = 0;
    await rush(server, 5000, { everyMs: 6, reads: 0, urgent: 20, strangers: 120 });
    expect(server.refused).toEqual([]);
  });

  it('begins at least half of the calls for people whose sessions it has seen, if others come from any number of addresses', async () => {
    const server = makeServer();
    // 166 connections come back per second. The sessions of the strangers may be made up.
    const mix = { everyMs: 6, reads: 80, urgent: 0, strangers: 760 };
    await rush(server, 4000, mix);
    server.waits.length = 0;
    server.refused.length = 0;
    await rush(server, 10_000, mix);
    const known = server.waits.filter(({ name }) => name === 'read');
    expect(known.length).toBeGreaterThanOrEqual(795);
    expect(longest(known)).toBeLessThanOrEqual(60);
    expect(server.refused.filter(({ name }) => name === 'read')).toEqual([]);
    expect(server.waits.length).toBeGreaterThan(1640);
  });

  it.each([
    ['changes', { caller: { key: '203.0.113.1', isKnown: false }, isUrgent: true }],
    ['reads', { caller: { key: 'account 0', isKnown: true }, isUrgent: false }],
  ])(
    "begins others' calls before a caller's hundred %s that wait, without an overload",
    async (_what, { caller, isUrgent }) => {
      const server = makeServer();
      // A refused call isn't followed by another one.
      const seen = { begun: 0 };
      for (let n = 0; n < 100; n += 1) server.arrive('flood', isUrgent, caller);
      let others = 0;
      // The flood sends its next call whenever one has begun. 500 connections come back per second.
      for (let n = 0; n < 10_000; n += 1) {
        server.pass(1);
        if (n % 50 === 0) server.arrive('read', false, { key: `account ${((others += 1) % 20) + 1}`, isKnown: true });
        if (n % 100 === 0) server.arrive('urgent', true, { key: `account ${(others % 20) + 1}`, isKnown: true });
        if (n % 2 === 0) await server.free();
        for (; seen.begun < server.waits.length; seen.begun += 1)
          if (server.waits[seen.begun]?.name === 'flood') server.arrive('flood', isUrgent, caller);
      }
      const rest = server.waits.filter(({ name }) => name !== 'flood');
      expect(rest.length).toBeGreaterThanOrEqual(298);
      expect(longest(rest)).toBeLessThanOrEqual(60);
      expect(server.refused.filter(({ name }) => name !== 'flood')).toEqual([]);
    },
  );

  it('says before a call is read if it would be refused, and counts both kinds of refusals', async () => {
    const server = makeServer();
    const someone = () => ({ key: 'account 0', isKnown: true });
    const mix = { everyMs: 6, reads: 760, urgent: 65 };
    expect(server.entrance.refuses(false, someone)).toBe(false);
    await rush(server, 3000, mix);
    expect(server.refused.length).toBeGreaterThan(100);
    expect(server.entrance.refusals()).toEqual({ changes: 0, reads: server.refused.length });
    // As many wait as may wait, so the next read would be refused, with or without a share.
    for (let n = 0; n < 50 && !server.entrance.refuses(false, someone); n += 1) server.arrive('read');
    const { reads } = server.entrance.refusals();
    expect([server.entrance.refuses(false, () => null), server.entrance.refuses(true, someone)]).toEqual([true, false]);
    expect(server.entrance.refusals()).toEqual({ changes: 0, reads: reads + 1 });
  });

  it('notices that the database has become faster: a screen of fourteen calls is accepted during an overload', async () => {
    const server = makeServer();
    await rush(server, 3000, { everyMs: 30, reads: 200, urgent: 0 });
    expect(server.refused.length).toBeGreaterThan(0);
    await rush(server, 3000, { everyMs: 6, reads: 400, urgent: 0 });
    await rush(server, 500, { everyMs: 6, reads: 0, urgent: 0 });
    server.refused.length = 0;
    for (let n = 0; n < 14; n += 1) server.arrive('read');
    expect(server.refused).toEqual([]);
  });

  it('refuses changes, too, if they alone are more than the database can answer', async () => {
    const server = makeServer();
    await rush(server, 800, { everyMs: 6, reads: 0, urgent: 825 });
    server.waits.length = 0;
    const seconds = () => new Set(Array.from({ length: 100 }, () => server.entrance.retryAfter(true)));
    expect(seconds(), 'a burst will be over').toEqual(new Set([1]));
    await rush(server, 10_000, { everyMs: 6, reads: 0, urgent: 825 });
    expect(longest(server.waits)).toBeLessThanOrEqual(500);
    expect(server.refused.length).toBeGreaterThan(6000);
    expect(seconds(), 'an overload that lasts will not').toEqual(new Set([1, 2, 3, 4]));
  });

  it.each([
    ['while most calls are reads', 2226, 184],
    ['without any reads', 0, 184],
    ['at five times the capacity', 0, 825],
  ])(
    'in a lasting overload of changes, begins them within 0.06 s and refuses only the excess, %s',
    async (_what, reads, urgent) => {
      const server = makeServer();
      // 166 connections come back per second.
      await rush(server, 12_000, { everyMs: 6, reads, urgent });
      server.waits.length = 0;
      server.refused.length = 0;
      await rush(server, 20_000, { everyMs: 6, reads, urgent });
      const changes = server.waits.filter(({ name }) => name === 'urgent').map(({ ms }) => ms);
      const refused = server.refused.filter(({ name }) => name === 'urgent');
      expect(Math.max(...changes)).toBeLessThanOrEqual(60);
      expect(changes.toSorted((a, b) => a - b)[Math.floor(changes.length * 0.99)]).toBeLessThanOrEqual(30);
      // There are 3,333 turns in 20 s.
      expect(changes.length).toBeGreaterThan(3200);
      expect(refused.filter(({ afterMs }) => afterMs === 0).length).toBeGreaterThan(refused.length * 0.9);
    },
  );

  it('lets fewer calls use the database at once while an overload lasts, if transactions have become slower', async () => {
    const server = makeServer();
    server.hold(10);
    await rush(server, 1000, { everyMs: 6, reads: 0, urgent: 100 });
    await rush(server, 4000, { everyMs: 6, reads: 760, urgent: 165 });
    expect(server.inUse()).toBeLessThanOrEqual(5);
    // As many as before have their turn.
    server.waits.length = 0;
    await rush(server, 4000, { everyMs: 6, reads: 760, urgent: 165 });
    expect(server.waits.length).toBeGreaterThan(600);
  });

  it('refuses no text message, however many changes there are, and begins it soon', async () => {
    const server = makeServer();
    await rush(server, 3000, { everyMs: 6, reads: 300, urgent: 825, texts: 20 });
    server.waits.length = 0;
    await rush(server, 10_000, { everyMs: 6, reads: 300, urgent: 825, texts: 20 });
    const texts = server.waits.filter(({ name }) => name === 'text');
    expect(texts.length).toBeGreaterThanOrEqual(199);
    expect(longest(texts)).toBeLessThanOrEqual(100);
    expect(server.refused.length).toBeGreaterThan(6000);
  });

  it('lets changes wait in a burst of a second, and again after an overload has ended', async () => {
    const server = makeServer();
    for (let burst = 0; burst < 3; burst += 1) {
      server.waits.length = 0;
      server.refused.length = 0;
      await rush(server, 1000, { everyMs: 6, reads: 0, urgent: 250 });
      await rush(server, 1000, { everyMs: 6, reads: 0, urgent: 20 });
      expect(longest(server.waits)).toBeGreaterThan(250);
      expect(server.refused.length).toBeLessThan(40);
      // Then there is an overload that lasts. Reads cause the third one.
      await rush(server, 6000, { everyMs: 6, reads: burst * 500, urgent: burst === 0 ? 400 : 20 });
      await rush(server, 1500, { everyMs: 6, reads: 0, urgent: 20 });
    }
  });

  it('refuses no one after a pause of the database, and waits until the queue has drained', async () => {
    const server = makeServer();
    await rush(server, 3000, { everyMs: 6, reads: 80, urgent: 10 });
    await rush(server, 900, { everyMs: Infinity, reads: 80, urgent: 10 });
    await rush(server, 3000, { everyMs: 6, reads: 80, urgent: 10 });
    expect(server.refused).toEqual([]);
    expect(longest(server.waits)).toBeGreaterThan(800);
  });

  it('refuses no one as long as only a few wait, however slow the machine is', async () => {
    const server = makeServer();
    for (let n = 0; n < 39; n += 1) server.arrive('read');
    await rush(server, 20_000, { everyMs: 50, reads: 20, urgent: 0 });
    expect(server.refused).toEqual([]);
  });

  it('accepts everyone again when the database pauses, and ten seconds after the last refusal', async () => {
    const jump = { everyMs: 6, reads: 760, urgent: 0 };
    const paused = makeServer();
    await rush(paused, 2000, jump);
    await rush(paused, 501, { ...jump, everyMs: Infinity, reads: 0 });
    paused.refused.length = 0;
    for (let n = 0; n < 60; n += 1) paused.arrive('read');
    expect(paused.refused).toEqual([]);

    const lasting = makeServer();
    await rush(lasting, 6000, { everyMs: 6, reads: 0, urgent: 825 });
    await rush(lasting, 502, { everyMs: Infinity, reads: 0, urgent: 825 });
    lasting.refused.length = 0;
    for (let n = 0; n < 60; n += 1) lasting.arrive('urgent', true);
    expect(lasting.refused).toEqual([]);

    const calm = makeServer();
    await rush(calm, 2000, jump);
    await rush(calm, 10_500, { ...jump, reads: 100 });
    calm.refused.length = 0;
    for (let n = 0; n < 60; n += 1) calm.arrive('read');
    expect(calm.refused).toEqual([]);
  });

  it('accepts everyone again ten seconds after it begins most calls immediately, although many have sessions that it has not seen', async () => {
    const server = makeServer();
    await rush(server, 2000, { everyMs: 6, reads: 0, urgent: 0, strangers: 760 });
    const screens = async (count: number) => {
      server.refused.length = 0;
      for (let n = 0; n < count; n += 1) {
        for (let call = 0; call < 20; call += 1) server.arrive('stranger', false, server.stranger());
        await rush(server, 400, { everyMs: 6, reads: 0, urgent: 0 });
      }
      return server.refused.length;
    };
    expect(await screens(33)).toBeGreaterThan(0);
    expect(await screens(10)).toBe(0);
  });

  it("lets a call wait with the pool's other callers after a second, so an outage has one limit and one message", async () => {
    const server = makeServer();
    for (let n = 0; n < 11; n += 1) server.arrive('read');
    server.pass(999);
    await Promise.resolve();
    expect(server.waits.length).toBe(10);
    server.pass(1);
    await Promise.resolve();
    expect(server.waits.at(-1)).toEqual({ name: 'read', ms: 1000 });
  });
});

it('refuses reads of an overloaded server before it reads their session, with the seconds to wait, while changes still pass', async () => {
  const world = await openWorld();
  const person = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
  // Thirty statements at a time for ten connections: new calls get none as long as this goes on.
  let isOn = true;
  const busy = Array.from({ length: 30 }, async () => {
    while (isOn) await world.db.query(sql`select pg_sleep(0.03)`);
  });
  const statuses = new Set<number>();
  const readers = Array.from({ length: 60 }, async () => {
    while (isOn) statuses.add((await person.try(getBadges)).status);
  });
  await until(() => Promise.resolve(statuses.has(503)));
  const refused = await fetch(`${world.url}${getBadges.path}`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'FirstBell is very busy right now. Please try again in a few seconds.', code: 'busy' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await person.try(readNotices, { body: { from: 1, upTo: 1 } })).status).toBe(200);
  expect((await fetch(`${world.url}/api/ready`)).status).toBe(200);
  isOn = false;
  await Promise.all([...busy, ...readers]);
  expect((await person.try(getBadges)).status).toBe(200);
  await world.close();
});
