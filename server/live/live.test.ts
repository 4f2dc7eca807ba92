import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endOtherSessions } from '#contract/accounts.ts';
import { currentUser, logout } from '#contract/session.ts';
import { createVacancy } from '#contract/absences.ts';
import { addDays } from '#domain/time.ts';
import { updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { buildApp } from '#server/app.ts';
import { raw, sql } from '#server/db/database.ts';
import { startLive } from '#server/live/live.ts';
import { type Events, openEvents } from '#test/events.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { type Caller, callerAt, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let adminId: number;
let teacher: Caller;
let admin: Caller;
const opened: Events[] = [];
const open = async (cookie: string | null, { age, url = world.url }: { age?: number; url?: string } = {}) => {
  const events = await openEvents(url, cookie, age);
  opened.push(events);
  return events;
};
const fullDay = {
  date: '2026-12-01',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Choir',
  additionalNotes: 'Room 12',
};
let posted = 0;
/** Posts an absence on a new day, because no one can be absent twice at the same time. */
const post = () => {
  posted += 1;
  return teacher.call(createVacancy, { body: { ...fullDay, date: addDays(fullDay.date, posted) } });
};

beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db)).id;
  [teacherId, adminId] = [await makeTeacher(world.db, schoolId), await makeAdmin(world.db, schoolId)];
  [teacher, admin] = [await world.as(teacherId), await world.as(adminId)];
});
afterEach(() => opened.splice(0).forEach((events) => events.close()));
afterAll(() => world.close());

describe('the listener', () => {
  it('does not poll the database while nothing is written', async () => {
    await until(async () => {
      const [ear] = await world.db.query<{
        quietMs: number;
      }>(sql`select min(extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as "quietMs"
        from pg_stat_activity where datname = current_database() and application_name = 'firstbell_live'`);
      return (ear?.quietMs ?? 0) > 400;
    });
  });
});

describe('a stream', () => {
  it('is not cached, compressed or buffered on its way, and has the usual security headers', async () => {
    const { headers } = await open(teacher.cookie);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('delivers only missed events to a client that reconnects soon', async () => {
    // The server counts back from the arrival of the request, which may come after its start by more than a post takes.
    const started = performance.now();
    const meanwhile = await open(admin.cookie);
    const { id } = await post();
    await meanwhile.wait('changed', 'vacancies', id);
    const again = await open(teacher.cookie, { age: Math.ceil(performance.now() - started) });
    expect(again.heard.filter(({ name }) => name === 'changed').map(({ data }) => data)).toContainEqual({
      topic: 'vacancies',
      id,
    });
    expect(again.heard.some(({ data }) => data.topic === 'everything')).toBe(false);
    const unaware = await open(teacher.cookie, { age: 0 });
    expect(unaware.heard.map(({ name }) => name)).toEqual(['hello']);
  });

  it('says that everything may have changed to a client that was away for too long', async () => {
    const late = await open(teacher.cookie, { age: 3_600_000 });
    expect(late.heard.map(({ name, data }) => [name, data.topic])).toEqual([
      ['changed', 'everything'],
      ['hello', undefined],
    ]);
  });

  it('is one of at most ten per person: the oldest is closed, with the reason', async () => {
    const many: Events[] = [];
    for (let count = 0; count < 11; count += 1) many.push(await open(admin.cookie));
    const [oldest, ...others] = many;
    await oldest?.wait('crowded');
    await until(() => oldest?.isOver());
    expect(others.filter((events) => events.isOver())).toEqual([]);
  });

  it('is closed if its client does not read, without delaying others', async () => {
    const reader = connect({ port: Number(new URL(world.url).port), host: '127.0.0.1' });
    reader.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nCookie: ${teacher.cookie}\r\n\r\n`);
    // The client reads only the stream's first bytes.
    await new Promise<void>((resolve) => reader.once('readable', resolve));
    const attentive = await open(admin.cookie);
    const before = world.live.size();
    for (let round = 1; round <= 30 && world.live.size() === before; round += 1) {
      await world.db.query(
        sql`select announce(array[${`person:${teacherId}`}], 'availability', n)
            from generate_series(${round * 10_000}::bigint, ${round * 10_000 + 9999}::bigint) n`,
      );
      await world.db.query(sql`select announce(array[${`person:${adminId}`}], 'availability', ${round})`);
      await attentive.wait('changed', 'availability', round);
    }
    expect(world.live.size()).toBe(before - 1);
    reader.destroy();
  });
});

describe('a session that ends', () => {
  const ends: [string, () => Promise<{ cookie: string | null; end: () => Promise<unknown> }>][] = [
    [
      'by logging out',
      async () => {
        const person = await world.as(teacherId);
        return { cookie: person.cookie, end: () => person.call(logout) };
      },
    ],
    [
      'by an admin who disables the account',
      async () => {
        const id = await makeTeacher(world.db, schoolId);
        return {
          cookie: (await world.as(id)).cookie,
          end: () => admin.call(updateUser, { params: { id: String(id) }, body: { isActive: false } }),
        };
      },
    ],
    [
      'from another device',
      async () => {
        const id = await makeTeacher(world.db, schoolId);
        const here = await world.as(id);
        return { cookie: (await world.as(id)).cookie, end: () => here.call(endOtherSessions) };
      },
    ],
  ];
  it.each(ends)('%s ends its stream immediately', async (_how, begin) => {
    const { cookie, end } = await begin();
    const events = await open(cookie);
    await end();
    await events.wait('ended');
    await until(() => events.isOver());
  });

  it('by expiry ends its stream at a heartbeat, without another call', async () => {
    const live = startLive({
      connection: world.database.server,
      db: world.db,
      clock: () => world.time.now,
      log: pino({ level: 'silent' }),
      everyMs: 20,
    });
    const app = await buildApp(
      { db: world.db, config: world.config, clock: () => world.time.now, draining: () => false, live },
      { webFolder: null },
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    await until(() => live.isListening());
    const { now } = world.time;
    try {
      const events = await open((await world.as(adminId)).cookie, {
        url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      });
      await events.wait('beat');
      world.time.now = new Date(now.getTime() + 13 * 3_600_000);
      await events.wait('ended');
    } finally {
      world.time.now = now;
      await app.close();
    }
  });
});

describe('changed permissions', () => {
  it('apply immediately: a rejected substitute no longer receives events of the school, an accepted one does', async () => {
    const rejected = await makeSubstitute(world.db, [schoolId]);
    const accepted = await makeSubstitute(world.db, [schoolId], { isApproved: false });
    const [leaving, coming] = [
      await open((await world.as(rejected)).cookie),
      await open((await world.as(accepted)).cookie),
    ];
    const before: number[] = [];
    const hearsOneOf = (events: typeof leaving, ids: readonly number[]) =>
      events.heard.some(({ data }) => data.topic === 'vacancies' && ids.includes(Number(data.id)));
    // The approval itself may not have arrived yet. Until then, a stream gets `everything` instead.
    await until(async () => {
      before.push((await post()).id);
      return hearsOneOf(leaving, before);
    });
    expect(hearsOneOf(coming, before)).toBe(false);
    await world.db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = now() where substitute_id = ${rejected}`,
    );
    await admin.call(updateUser, { params: { id: String(accepted) }, body: { isApproved: true } });
    await Promise.all([leaving.wait('changed', 'session'), coming.wait('changed', 'session')]);
    const tellings = () => coming.heard.filter(({ data }) => data.topic === 'session').length;
    const toldBefore = tellings();
    const second = await post();
    // The recipients receive the event, or `everything` if the server reloaded their permissions after it.
    const hears = (id: number) => coming.heard.some(({ data }) => data.topic === 'vacancies' && data.id === id);
    await until(() => hears(second.id) || tellings() > toldBefore);
    const later: number[] = [];
    await until(async () => {
      later.push((await post()).id);
      return later.some(hears);
    });
    await world.db.query(sql`select announce(array[${`person:${rejected}`}], 'availability', 1)`);
    await leaving.wait('changed', 'availability', 1);
    expect(leaving.heard.some(({ data }) => data.id === second.id)).toBe(false);
  });
});

describe('the database', () => {
  it('may close the listening connection: afterward everyone gets everything, and further events', async () => {
    const events = await open(teacher.cookie);
    const listeners = await world.db.query<{
      ended: boolean;
    }>(sql`select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and application_name = 'firstbell_live'`);
    expect(listeners.length).toBeGreaterThan(0);
    await events.wait('changed', 'everything');
    const { id } = await post();
    await events.wait('changed', 'vacancies', id);
  });

  it('announces nothing that was rolled back', async () => {
    const events = await open(teacher.cookie);
    await world.db
      .inTransaction(async (tx) => {
        await tx.query(sql`select announce(array[${`person:${teacherId}`}], 'availability', 7)`);
        throw new Error('taken back');
      })
      .catch(() => {});
    await world.db.query(sql`select announce(array[${`person:${teacherId}`}], 'availability', 8)`);
    await events.wait('changed', 'availability', 8);
    expect(events.heard.some(({ data }) => data.id === 7)).toBe(false);
  });
});

describe('two processes on one PostgreSQL', () => {
  const addressOf = (connection: World['database']['server']): string => {
    if (typeof connection === 'string') return connection;
    const { host, port, user, database } = connection;
    const password = 'password' in connection ? `:${encodeURIComponent(String(connection.password))}` : '';
    return `postgresql://${user}${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  };

  it('an event raised in one is received by a client of the other, and a stopping one ends its streams', async () => {
    const settings = {
      DATABASE_URL: addressOf(world.database.server),
      MIGRATION_DATABASE_URL: addressOf(world.database.owner),
      OWNER_PASSWORD: 'lantern-meadow-42',
    };
    const other = await startServer('unused', settings);
    try {
      expect(other.output()).toContain('is ready');
      // The other process uses the real clock for sessions.
      await world.db.execute(raw('update sessions set created_at = now(), last_seen_at = now()'));
      const substitute = await world.as(await makeSubstitute(world.db, [schoolId]));
      await world.db.execute(raw('update sessions set created_at = now(), last_seen_at = now()'));
      const there = await until(() => open(substitute.cookie, { url: other.url }));
      const { id } = await post();
      await there.wait('changed', 'vacancies', id);

      // Events go in the other direction, too: a request made there is received here.
      const here = await open(teacher.cookie);
      const user = await callerAt(other.url, substitute.cookie).call(currentUser);
      await callerAt(other.url, substitute.cookie).call(updateVacancy, {
        params: { id: String(id) },
        body: { status: 'pending_approval', requestedById: user.id, requestedAt: new Date().toISOString() },
      });
      await here.wait('changed', 'vacancies', id);

      other.child.kill('SIGTERM');
      await until(() => there.isOver());
      expect(there.heard.some(({ name }) => name === 'ended')).toBe(false);
      expect(await other.exited).toBe(0);
    } finally {
      other.child.kill('SIGKILL');
      await other.exited;
    }
  });
});
