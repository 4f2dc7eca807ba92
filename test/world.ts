import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Endpoint, ReplyOf, Sent } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/core/config.ts';
import type { Database } from '#server/db/database.ts';
import { beginSession } from '#server/security/sessions.ts';
import { type Live, startLive } from '#server/live/live.ts';
import { openTestDatabase, type TestDatabase } from '#test/db.ts';
import { until } from '#test/until.ts';

/** A test's own FirstBell: server, database and clock. */
export type World = {
  db: Database;
  database: TestDatabase;
  config: Config;
  url: string;
  /** The server's clock, which a test may set. */
  time: { now: Date };
  live: Live;
  /** Returns a caller for this person (with a new session), or signed out. */
  as(userId: number | null): Promise<Caller>;
  close(): Promise<void>;
};

export type Answer<Body> = { status: number; headers: Headers; body: Body };

export type Caller = {
  /** Makes a call of the contract over HTTP and expects it to succeed. */
  call<E extends Endpoint>(endpoint: E, input?: Partial<Sent<E>>): Promise<ReplyOf<E>>;
  /** Like `call`, but returns any reply. */
  try<E extends Endpoint>(
    endpoint: E,
    input?: Partial<Sent<E>>,
    headers?: Record<string, string>,
  ): Promise<Answer<ErrorBody & ReplyOf<E>>>;
  cookie: string | null;
};

/** A Monday morning at 5:45 AM in New York: the moment the product is made for. */
export const mondayMorning = new Date('2026-11-23T10:45:00Z');

/** Starts a FirstBell on a separate database, at a free port of the loopback address. */
export async function openWorld(settings: Record<string, string> = {}, connections = 10): Promise<World> {
  const database = await openTestDatabase(connections);
  const config = readConfig({ LOG_LEVEL: 'error', ...settings });
  const time = { now: mondayMorning };
  const clock = () => time.now;
  const live = startLive({
    connection: database.server,
    db: database.db,
    clock,
    log: pino({ level: config.LOG_LEVEL }),
  });
  const app = await buildApp({ db: database.db, config, clock, draining: () => false, live }, { webFolder: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await until(() => live.isListening());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    db: database.db,
    database,
    config,
    url,
    time,
    live,
    as: async (userId) =>
      callerAt(url, userId === null ? null : `firstbell=${await beginSession(database.db, userId, 'test', time.now)}`),
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

/** Returns a caller of the server at `url` with this cookie. */
export function callerAt(url: string, cookie: string | null): Caller {
  const attempt: Caller['try'] = async (endpoint, input = {}, headers = {}) => {
    const { params, query, body } = input as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
      encodeURIComponent(String(params?.[name])),
    );
    const search = new URLSearchParams(
      Object.entries(query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    );
    const response = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(cookie !== null && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // The test checks the reply, and a wrong shape fails there.
    // oxlint-disable-next-line typescript/no-unsafe-assignment
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    cookie,
    try: attempt,
    call: async (endpoint, input) => {
      const { status, body } = await attempt(endpoint, input);
      if (status >= 300)
        throw new Error(`${endpoint.call} answered ${status}: ${body.error} ${JSON.stringify(body.fields ?? {})}`);
      return body;
    },
  };
}
