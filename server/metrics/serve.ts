import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { type Queryable, sql } from '#server/db/database.ts';
import { counter, deliveriesTried, gauge, histogram } from '#server/metrics/figures.ts';
import { Refused } from '#server/http/refused.ts';
import type { Deps } from '#server/http/route.ts';

const path = '/metrics';
const nanosecondsPerSecond = 1e9;

/**
 * Counts what is asked and serves the figures at /metrics, for Prometheus. Without METRICS_TOKEN there is nothing at that
 * address, and nothing is counted: an address of this machine proves nothing behind a proxy that runs on it.
 */
export function addMetrics(app: FastifyInstance, deps: Deps): void {
  const token = deps.config.METRICS_TOKEN;
  if (token === undefined) return;
  const requests = counter('firstbell_http_requests_total', 'Answered requests, by method, route and status.');
  const durations = histogram(
    'firstbell_http_request_duration_seconds',
    'From a request’s arrival to the end of its answer, by method and route.',
  );
  app.addHook('onResponse', (request, reply, done) => {
    const {
      method,
      routeOptions: { url: route = 'none' },
    } = request;
    requests.count({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
  // Measured every 20 ms; each reading begins anew.
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  app.addHook('onClose', async () => void delays.disable());

  app.get(path, { logLevel: 'warn' }, async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) throw new Refused('not_found', 'This address does not exist.');
    const database = await waiting(deps.db).catch(() => '');
    const now = [
      gauge('firstbell_up_database', 'Whether the database answered this reading.', [
        { value: database === '' ? 0 : 1 },
      ]),
      ofThisProcess(deps, delays),
    ];
    delays.reset();
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send([requests.text(), durations.text(), deliveriesTried.text(), ...now, database].join(''));
  });
}

/** Compares hashes of equal length, so that the time tells nothing of the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return authorization !== undefined && timingSafeEqual(hash(authorization), hash(`Bearer ${token}`));
}

function ofThisProcess({ db, live, draining }: Deps, delays: ReturnType<typeof monitorEventLoopDelay>): string {
  const { total, idle, waiting: queued } = db.connections();
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / nanosecondsPerSecond : 0);
  const { user, system } = process.cpuUsage();
  return [
    gauge('firstbell_db_connections', 'Connections to the database, by state.', [
      { labels: { state: 'busy' }, value: total - idle },
      { labels: { state: 'idle' }, value: idle },
    ]),
    gauge('firstbell_db_waiting', 'Who waits for a connection to the database.', [{ value: queued }]),
    gauge('firstbell_live_connections', 'Open streams of live events.', [{ value: live.size() }]),
    gauge('firstbell_event_loop_delay_seconds', 'How late the process came to its turn since the last reading.', [
      { labels: { quantile: '0.5' }, value: seconds(delays.percentile(50)) },
      { labels: { quantile: '0.99' }, value: seconds(delays.percentile(99)) },
      { labels: { quantile: '1' }, value: seconds(delays.max) },
    ]),
    gauge('firstbell_draining', 'Whether the process is stopping.', [{ value: draining() ? 1 : 0 }]),
    gauge('process_resident_memory_bytes', 'Resident memory.', [{ value: process.memoryUsage.rss() }]),
    `# HELP process_cpu_seconds_total Processor time.\n# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total ${(user + system) / 1e6}\n`,
    gauge('process_start_time_seconds', 'When the process began.', [
      { value: Math.round(performance.timeOrigin / 1000) },
    ]),
  ].join('');
}

/** What waits in the database, for all processes together: each is found by an index of what waits alone. */
async function waiting(db: Queryable): Promise<string> {
  const [deliveries, jobs] = await Promise.all([
    db.query<{
      channel: string;
      count: number;
      oldest: number;
    }>(sql`select channel, count(*)::int as count, greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as oldest
      from deliveries where status = 'queued' group by channel`),
    db.query<{
      task: string;
      count: number;
      failed: number;
    }>(sql`select task_identifier as task, (count(*) filter (where attempts < max_attempts))::int as count, (count(*) filter (where attempts >= max_attempts))::int as failed
      from graphile_worker.jobs group by 1`),
  ]);
  return [
    gauge(
      'firstbell_deliveries_queued',
      'Notices that wait to go out, by channel.',
      deliveries.map(({ channel, count }) => ({ labels: { channel }, value: count })),
    ),
    gauge(
      'firstbell_delivery_lateness_seconds',
      'For how long the first of them has been due.',
      deliveries.map(({ channel, oldest }) => ({ labels: { channel }, value: oldest })),
    ),
    gauge(
      'firstbell_jobs_queued',
      'Jobs that wait or run, by task.',
      jobs.map(({ task, count }) => ({ labels: { task }, value: count })),
    ),
    gauge(
      'firstbell_jobs_failed',
      'Jobs that were given up, of the last week, by task.',
      jobs.map(({ task, failed }) => ({ labels: { task }, value: failed })),
    ),
  ].join('');
}
