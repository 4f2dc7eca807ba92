import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Queryable, sql } from '#server/db/database.ts';
import { Refused } from '#server/core/refused.ts';
import type { Entrance } from '#server/http/overload.ts';
import type { Deps } from '#server/http/route.ts';
import { gaugesOfOffers } from '#server/metrics/offers.ts';
import { deliveryMetrics } from '#server/notifications/metrics.ts';

const path = '/metrics';
const nanosecondsPerSecond = 1e9;

/** The buckets go from 5 ms, which no one notices, to 5 s, the limit of every call. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Counts requests and serves metrics at /metrics, for Prometheus. Without METRICS_TOKEN, the address doesn't exist and
 * nothing is counted. It doesn't trust loopback addresses, because a proxy may run on the same machine.
 */
export function addMetrics(app: FastifyInstance, deps: Deps, entrance: Entrance): void {
  const token = deps.config.METRICS_TOKEN;
  if (token === undefined) return;
  const registry = new Registry();
  countRequests(registry, app);
  gaugesOfProcess(registry, app, deps);
  registry.registerMetric(refusedCalls(entrance));
  const readDatabase = gaugesOfDatabase(registry, deps.db);
  const readOffers = gaugesOfOffers(registry, deps.db);
  const all = Registry.merge([registry, deliveryMetrics]);

  app.get(path, { logLevel: 'warn' }, async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) throw new Refused('not_found', 'This address does not exist.');
    await Promise.all([readDatabase(), readOffers()]);
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics());
  });
}

function countRequests(registry: Registry, app: FastifyInstance): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'firstbell_http_requests_total',
    help: 'Answered requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'firstbell_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its reply, by method and route.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const {
      method,
      routeOptions: { url: route = 'none' },
    } = request;
    requests.inc({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}

/** Counts the calls that an overloaded server refused. */
function refusedCalls(entrance: Entrance): Counter<'kind'> {
  return new Counter({
    name: 'firstbell_overload_refusals_total',
    help: 'Calls refused because the server was overloaded, by kind. Most of them are refused too early to be among firstbell_http_requests_total.',
    labelNames: ['kind'],
    registers: [],
    collect() {
      const { changes, reads } = entrance.refusals();
      this.reset();
      this.inc({ kind: 'change' }, changes);
      this.inc({ kind: 'read' }, reads);
    },
  });
}

/** Compares hashes of equal length, so timing reveals nothing about the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return authorization !== undefined && timingSafeEqual(hash(authorization), hash(`Bearer ${token}`));
}

/** Adds this process's own figures at the time of the scrape. */
function gaugesOfProcess(registry: Registry, app: FastifyInstance, { db, live, draining, standby }: Deps): void {
  const read = (name: string, help: string, value: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value());
        },
      }),
    );
  registry.registerMetric(connectionsByState(db));
  registry.registerMetric(eventLoopDelays(app));
  read('firstbell_db_waiting', 'Requests waiting for a database connection.', () => db.connections().waiting);
  if (standby !== undefined) {
    read(
      'firstbell_standby_lag_seconds',
      'How long the standby took to catch up at the last read: 0.25 or more if it was too late, +Inf if it was unreachable. The primary answered those.',
      () => standby.counts().lagSeconds ?? 0,
    );
    registry.registerMetric(readsByPlace(standby));
  }
  read('firstbell_live_connections', 'Open streams of live events.', () => live.size());
  read('firstbell_draining', 'Whether the process is shutting down.', () => (draining() ? 1 : 0));
  read('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  read('process_start_time_seconds', 'When the process started.', () => Math.round(performance.timeOrigin / 1000));
  registry.registerMetric(processorTime());
}

function connectionsByState(db: Deps['db']): Gauge<'state'> {
  return new Gauge({
    name: 'firstbell_db_connections',
    help: 'Database connections by state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle } = db.connections();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
}

/** The delay is measured every 20 ms. Each scrape resets it. */
function eventLoopDelays(app: FastifyInstance): Gauge<'quantile'> {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  app.addHook('onClose', async () => void delays.disable());
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / nanosecondsPerSecond : 0);
  return new Gauge({
    name: 'firstbell_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape.',
    labelNames: ['quantile'],
    registers: [],
    collect() {
      this.set({ quantile: '0.5' }, seconds(delays.percentile(50)));
      this.set({ quantile: '0.99' }, seconds(delays.percentile(99)));
      this.set({ quantile: '1' }, seconds(delays.max));
      delays.reset();
    },
  });
}

function readsByPlace(standby: NonNullable<Deps['standby']>): Counter<'place'> {
  return new Counter({
    name: 'firstbell_reads_total',
    help: 'Calls that a standby may answer, by the database that answered them.',
    labelNames: ['place'],
    registers: [],
    collect() {
      const { standby: own, primary } = standby.counts();
      this.reset();
      this.inc({ place: 'standby' }, own);
      this.inc({ place: 'primary' }, primary);
    },
  });
}

function processorTime(): Counter {
  return new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time.',
    registers: [],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}

/**
 * Adds the work that waits in the database, for all processes together. Returns the function that reads it. An
 * unreachable database is only recorded.
 */
function gaugesOfDatabase(registry: Registry, db: Queryable): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const isUp = gauge('firstbell_up_database', 'Whether the database answered this scrape.', []);
  const queued = gauge('firstbell_deliveries_queued', 'Notifications waiting to be sent, by channel.', ['channel']);
  const lateness = gauge('firstbell_delivery_lateness_seconds', 'How long the oldest of them has been due.', [
    'channel',
  ]);
  const jobs = gauge('firstbell_jobs_queued', 'Jobs waiting or running, by task.', ['task']);
  const failures = gauge('firstbell_jobs_failed', 'Jobs that failed permanently in the last week, by task.', ['task']);
  return async () => {
    for (const each of [queued, lateness, jobs, failures]) each.reset();
    const found = await waiting(db).catch(() => null);
    isUp.set(found === null ? 0 : 1);
    for (const { channel, count, oldest } of found?.deliveries ?? []) {
      queued.set({ channel }, count);
      lateness.set({ channel }, oldest);
    }
    for (const { task, count, failed } of found?.jobs ?? []) {
      jobs.set({ task }, count);
      failures.set({ task }, failed);
    }
  };
}

type Waiting = {
  deliveries: { channel: string; count: number; oldest: number }[];
  jobs: { task: string; count: number; failed: number }[];
};

/** Each of these statements uses an index that contains only waiting rows. */
async function waiting(db: Queryable): Promise<Waiting> {
  const [deliveries, jobs] = await Promise.all([
    db.query<Waiting['deliveries'][number]>(sql`
      select channel, count(*)::int as count,
        greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as oldest
      from deliveries where status = 'queued' group by channel`),
    db.query<Waiting['jobs'][number]>(sql`
      select task_identifier as task, (count(*) filter (where attempts < max_attempts))::int as count,
        (count(*) filter (where attempts >= max_attempts))::int as failed
      from graphile_worker.jobs group by 1`),
  ]);
  return { deliveries, jobs };
}
