import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getVacancy } from '#contract/vacancies.ts';
import { databaseOf, openPool, sql } from '#server/db/database.ts';
import { slowLogOf } from '#server/db/slow-log.ts';
import { openStandby } from '#server/db/standby.ts';
import { buildApp } from '#server/app.ts';
import { getVacancyReport } from '#contract/reports.ts';
import { sendMessage } from '#contract/messages.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { catchMail } from '#test/mail-catcher.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';
import { openWorld, type World } from '#test/world.ts';

const token = 'a-token-for-the-test';
let world: World;
beforeAll(async () => {
  world = await openWorld({ METRICS_TOKEN: token });
});
afterAll(() => world.close());

async function read(
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${world.url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}

describe('the metrics at /metrics', () => {
  it('require the token, and do not exist without one', async () => {
    expect((await read()).status).toBe(200);
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: token },
      { authorization: `Bearer ${token}x` },
    ])
      expect((await read(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(404);
    const closed = await openWorld();
    expect((await fetch(`${closed.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
    await closed.close();
  });

  it('have rate, errors and duration of each route by its pattern, without names', async () => {
    const person = await world.as(
      await makeTeacher(world.db, (await makeSchool(world.db)).id, { fullName: 'Joan Hale', username: 'joan_hale' }),
    );
    for (const id of ['11', '12', 'x']) await person.try(getVacancy, { params: { id } });
    await fetch(`${world.url}/api/nothing-${randomUUID()}?name=Joan`);
    const { text } = await read();
    expect(text).toContain('firstbell_http_requests_total{method="GET",route="/api/vacancies/:id",status="404"} 2\n');
    expect(text).toContain('firstbell_http_requests_total{method="GET",route="/api/vacancies/:id",status="400"} 1\n');
    expect(text).toContain(
      'firstbell_http_request_duration_seconds_count{method="GET",route="/api/vacancies/:id"} 3\n',
    );
    expect(text).toContain(
      'firstbell_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/vacancies/:id"} 3\n',
    );
    expect(text).not.toMatch(/nothing-|joan/i);
  });

  it('have the pool, the queue and the event loop delay, and are valid Prometheus lines', async () => {
    await world.db.execute(sql`select graphile_worker.add_job('waits', run_at => now() + interval '1 day')`);
    const { text } = await read();
    for (const name of [
      'firstbell_db_connections{state="idle"}',
      'firstbell_db_waiting',
      'firstbell_live_connections',
      'firstbell_event_loop_delay_seconds{quantile="0.99"}',
      'process_resident_memory_bytes',
      'firstbell_up_database',
    ])
      expect(text).toContain(`${name} `);
    expect(text).toContain('firstbell_jobs_queued{task="waits"} 1\n');
    // Source: Prometheus, exposition formats, text-based format 0.0.4.
    const line =
      /^(# (HELP|TYPE) [a-z_:][a-z0-9_:]* .+|[a-z_:][a-z0-9_:]*(\{([a-z_]+="[^"\\\n]*",?)*\})? (-?\d+(\.\d+)?(e[+-]?\d+)?|\+Inf|NaN))$/i;
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((one) => one !== '' && !line.test(one)),
    ).toEqual([]);
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(types).size).toBe(types.length);
  });

  it('have the reads that each database answered, and how far behind the standby is', async () => {
    // It isn't a standby, so it never has what a read needs.
    const standby = openStandby(databaseOf(openPool(world.database.server, 1)));
    const { db, config, live } = world;
    const app = await buildApp(
      { db, config, live, standby, clock: () => world.time.now, draining: () => false },
      { webFolder: null },
    );
    const { cookie } = await world.as(await makeAdmin(db, (await makeSchool(db)).id));
    const get = async (url: string, headers: Record<string, string>) => (await app.inject({ url, headers })).body;
    await get(getVacancyReport.path, { cookie: cookie ?? '' });
    await get(getVacancyReport.path, { cookie: cookie ?? '' });
    const text = await get('/metrics', { authorization: `Bearer ${token}` });
    expect(text).toContain('firstbell_reads_total{place="standby"} 0\nfirstbell_reads_total{place="primary"} 2\n');
    expect(Number(/^firstbell_standby_lag_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0.25);
    await app.close();
    await standby.close();
  });

  it('have the vacancies whose offers have no next step, late waves and failed deliveries', async () => {
    const { db } = world;
    const { id: schoolId } = await makeSchool(db);
    const [teacherId, substituteId] = [await makeTeacher(db, schoolId), await makeSubstitute(db, [schoolId])];
    const dispatch = async (dueAt: string | null, ended: string | null, date = '2126-11-25') =>
      db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, ended, began_at)
        values (${await makeVacancy(db, { schoolId, teacherId, date })}, ${schoolId}, true, false,
          now() + ${dueAt}::interval, ${ended}, now())`);
    await dispatch('-10 minutes', null);
    await dispatch('-1 minute', null);
    await dispatch('1 hour', null);
    await dispatch(null, null);
    await dispatch(null, 'paused');
    await dispatch(null, 'everyone_asked');
    await dispatch(null, 'everyone_asked');
    // The vacancy's day is over.
    await dispatch(null, 'everyone_asked', '2020-11-25');
    // Colleagues cover it, another day of its job is offered, or its school is inactive.
    await dispatch(null, 'closed', '2126-12-01');
    await dispatch(null, 'closed', '2126-12-02');
    await dispatch('1 hour', null, '2126-12-03');
    await db.execute(sql`update vacancies set covered_inside = true where date = '2126-12-01'`);
    await db.execute(sql`update vacancies set job_id = ${randomUUID()} where date in ('2126-12-02', '2126-12-03')`);
    const inactive = await makeSchool(db, { isActive: false });
    const its = { schoolId: inactive.id, teacherId: await makeTeacher(db, inactive.id) };
    const closed = await makeVacancy(db, { ...its, date: '2126-11-25' });
    await db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
      values (${closed}, ${inactive.id}, true, false, 'closed', now())`);
    await db.execute(sql`insert into deliveries (notice_id, channel, recipient_id, status, next_attempt_at, created_at)
      select n, 'push', ${substituteId}, 'failed', now() - n * interval '50 minutes', now()
        from generate_series(1, 2) n`);
    const { text } = await read();
    expect(text).toContain('firstbell_vacancies_without_next_step{reason="everyone_asked"} 2\n');
    expect(text).toContain('firstbell_vacancies_without_next_step{reason="paused"} 1\n');
    expect(text).toContain('firstbell_vacancies_without_next_step{reason="lost"} 1\n');
    expect(text).toContain('firstbell_waves_late 1\n');
    expect(Math.round(Number(/^firstbell_wave_lateness_seconds (\S+)/m.exec(text)?.[1]) / 60)).toBe(10);
    expect(text).toContain('firstbell_deliveries_failed_last_hour{channel="push"} 1\n');
  });

  it('count the outcome of each delivery attempt', async () => {
    const mail = await catchMail();
    const own = await openWorld({ METRICS_TOKEN: token, SMTP_URL: mail.url });
    const school = (await makeSchool(own.db)).id;
    const sender = await own.as(await makeTeacher(own.db, school));
    const sent = () =>
      fetch(`${own.url}/metrics`, { headers: { authorization: `Bearer ${token}` } }).then(async (response) =>
        Number(/delivery_tries_total\{channel="email",outcome="sent"\} (\d+)/.exec(await response.text())?.[1] ?? 0),
      );
    const before = await sent();
    const worker = await openWorker(own);
    await sender.call(sendMessage, {
      body: { subject: 'Hello', message: 'Hello', recipients: [await makeSubstitute(own.db, [school])] },
    });
    await until(async () => (await sent()) === before + 1);
    await worker.stop();
    await own.close();
    await mail.close();
  });
});

describe('the log of slow statements', () => {
  it('has the statement and its duration without parameters, also within a transaction and if it failed', async () => {
    const said: object[] = [];
    // Other statements may be slow on a busy machine, too, so only the sleeping one is checked.
    const log = {
      error: () => {},
      warn: (detail: object) => void (JSON.stringify(detail).includes('sleep') && said.push(detail)),
    };
    // No statement takes this long, however slow the machine is.
    const patient = databaseOf(world.database.pool, slowLogOf({ SLOW_QUERY_MS: 60_000 }, log));
    await patient.query(sql`select ${'somebody’s secret'}::text as secret, pg_sleep(0.01)`);
    expect(said).toEqual([]);
    const slow = databaseOf(world.database.pool, slowLogOf({ SLOW_QUERY_MS: 300 }, log));
    await slow.query(sql`select ${'somebody’s secret'}::text as secret,
      pg_sleep(0.35)`);
    await slow.inTransaction((tx) => tx.query(sql`select pg_sleep(${0.35}::float8)`));
    await slow.query(sql`select 1 / length(${''}::text || pg_sleep(0.35)::text)`).catch(() => {});
    expect(said).toEqual([
      { ms: expect.any(Number) as number, statement: 'select $1::text as secret, pg_sleep(0.35)' },
      { ms: expect.any(Number) as number, statement: 'select pg_sleep($1::float8)' },
      { ms: expect.any(Number) as number, statement: 'select 1 / length($1::text || pg_sleep(0.35)::text)' },
    ]);
    expect(slowLogOf({ SLOW_QUERY_MS: 0 }, log)).toBeNull();
  });
});
