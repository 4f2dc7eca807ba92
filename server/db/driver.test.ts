import pg from 'pg';
import manifest from 'pg/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfig } from '#server/db/database.ts';
import { cutOff, dropPrepared, isStillAsking, preparedOn, sendTogether } from '#server/db/driver.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let client: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  client = new pg.Client(connectionConfig(world.database.server));
  client.on('error', () => {});
  await client.connect();
});
afterAll(() => world.close());

describe('the driver', () => {
  it('is the version whose internals driver.ts uses', () => {
    expect(manifest.version, 'Read driver.ts against the new version, then write it here.').toBe('8.23.1');
  });

  it('knows whether a statement is running, done or refused', async () => {
    const asking = client.query('select 1');
    await new Promise(setImmediate);
    expect(isStillAsking(client)).toBe(true);
    await asking;
    expect(isStillAsking(client)).toBe(false);
    await client.query('select 1 / 0').catch(() => {});
    expect(isStillAsking(client)).toBe(false);
  });

  it('knows that a statement runs that was sent before another one was refused', async () => {
    const own = new pg.Client({ ...connectionConfig(world.database.server), pipeline: true });
    await own.connect();
    // The second statement waits for this lock, however slowly the machine reads the first one's reply.
    await client.query('select pg_advisory_lock(1)');
    const [refused, asking] = [own.query('select 1 / 0'), own.query('select pg_advisory_lock(1)')];
    await expect(refused).rejects.toThrow('division by zero');
    expect(isStillAsking(own)).toBe(true);
    await client.query('select pg_advisory_unlock(1)');
    await asking;
    expect(isStillAsking(own)).toBe(false);
    await own.end();
  });

  it('sends what one turn of the event loop has to send in one write', async () => {
    const own = new pg.Client({ ...connectionConfig(world.database.server), pipeline: true });
    await own.connect();
    const { stream } = own.connection;
    const held: number[] = [];
    const ask = (text: string) => {
      sendTogether(own);
      const asking = own.query(text);
      held.push(stream.writableLength);
      return asking;
    };
    await Promise.all([ask('select 1'), ask('select 2')]);
    expect(held[0]).toBeGreaterThan(0);
    expect(held[1]).toBe(2 * (held[0] ?? 0));
    expect([stream.writableLength, stream.writableCorked]).toEqual([0, 0]);
    await own.end();
  });

  it('drops prepared statements on a connection, and prepares them again when needed', async () => {
    const ask = () => client.query({ name: 'kept', text: 'select 1 as one' });
    await ask();
    expect(preparedOn(client)).toBe(1);
    await dropPrepared(client, (text) => client.query(text));
    expect(preparedOn(client)).toBe(0);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    expect(preparedOn(client)).toBe(1);
  });

  it('closes a connection without waiting for its reply', async () => {
    const asking = client.query('select pg_sleep(60)');
    cutOff(client);
    await expect(asking).rejects.toThrow('Connection terminated unexpectedly');
  });
});
