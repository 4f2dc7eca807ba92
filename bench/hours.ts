// Payroll day at a large district's school. Times opening a pay period of 20,000 worked days by 3,000 substitutes,
// approving it, locking it, exporting it and totaling its month. `node bench/hours.ts [substitutes] [days]`, on the
// embedded PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { defaultPaySettings, formatCents } from '#domain/pay.ts';
import { defaultVacancySettings } from '#domain/shift.ts';
import { conclude } from '#bench/results.ts';
import {
  approveAllHours,
  exportHours,
  exportHoursSummary,
  getDueCorrections,
  getHours,
  getPaySettings,
  lockHours,
  putPaySettings,
} from '#contract/hours.ts';
import { getMonthTotals } from '#contract/reports.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startLive } from '#server/live/live.ts';
import { beginSession } from '#server/security/sessions.ts';
import { pdfTexts } from '#test/pdf.ts';
import { callerAt } from '#test/world.ts';

const [substitutes, days] = [Number(process.argv[2] ?? 3000), Number(process.argv[3] ?? 20_000)];
const limits = { openMs: 1000, approveMs: 2000, exportBeginsMs: 100, exportMs: 3000, monthMs: 2000 };

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const config = readConfig({ DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' });
const database = await openDatabase(config, () => {});
const { db, connection } = database;
// November's pay period is over.
const clock = () => new Date('2026-12-02T15:00:00Z');
const figures: Record<string, number> = {};

/** Returns how long `work` takes, in ms. */
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  figures[what] = performance.now() - began;
  console.log(`${what}: ${figures[what].toFixed(0)} ms`);
  return result;
}

try {
  const [school] = await db.query<{
    id: number;
  }>(sql`insert into schools (name, address, time_zone, vacancy_settings, created_at)
    values ('Cedar Hollow', '1 School Street',
      'America/New_York', ${JSON.stringify(defaultVacancySettings)}::jsonb, now()) returning id`);
  const schoolId = school?.id ?? 0;
  const person = (name: string, role: string, count: number, at: number | null) =>
    db.query<{
      id: number;
    }>(sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at)
      select ${name}::text || n, 'x', ${role}::text, ${name}::text || ' ' || n, ${at}::bigint, true, now()
        from generate_series(1, ${count}::int) n returning id`);
  const [admin] = await person('admin', 'school_admin', 1, schoolId);
  const teachers = await person('teacher', 'teacher', 1000, schoolId);
  const people = await person('substitute', 'substitute', substitutes, null);
  // A substitute's days are all on different dates, so no two overlap.
  const atOnce = 1000;
  for (let from = 0; from < days; from += atOnce)
    await db.execute(sql`insert into vacancies
        (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description,
      absence_reason, additional_notes, status, substitute_id, confirmed, created_at, updated_at)
    select ${schoolId}, t, t, d, '08:00', '15:00', d + time '13:00', d + time '20:00', 'full_day', 'Class ' || n,
      'Illness', 'Plans are on the desk.', 'filled', s, true, now(), now()
    from (select n, date '2026-11-01' + (n / ${substitutes}::int) as d,
      (${people.map(({ id }) => id)}::bigint[])[1 + n % ${substitutes}::int] as s,
        (${teachers.map(({ id }) => id)}::bigint[])[1 + (n * 7) % 1000] as t
          from generate_series(${from}::int, ${Math.min(days, from + atOnce) - 1}::int) n) each`);
  // PostgreSQL does this automatically within a minute. Only the owner of the tables can.
  const owner = new pg.Client({ ...connectionConfig(connection), user: 'firstbell_owner' });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
  const live = startLive({ connection, db, clock, log: pino({ level: config.LOG_LEVEL }) });
  const app = await buildApp({ db, config, clock, draining: () => false, live }, { webFolder: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.object({ port: z.number() }).parse(app.server.address());
  const cookie = `firstbell=${await beginSession(db, admin?.id ?? 0, 'bench', clock())}`;
  const caller = callerAt(`http://127.0.0.1:${port}`, cookie);
  const { version } = await caller.call(getPaySettings);
  await caller.call(putPaySettings, {
    body: {
      version,
      settings: { ...defaultPaySettings, regularCents: 18_500, longTermDays: 10, longTermCents: 22_000 },
    },
  });
  const date = '2026-11-15';
  const period = () => caller.call(getHours, { query: { date } });
  await period();
  await timed('open', period);
  const approved = await timed('approve', () => caller.call(approveAllHours, { body: { date } }));
  if (approved.approved !== days) throw new Error(`Only ${approved.approved} lines were approved.`);
  const began = performance.now();
  const file = await timed('export', async () => {
    const response = await fetch(`http://127.0.0.1:${port}${exportHours.path}?date=${date}`, { headers: { cookie } });
    figures['export begins'] = performance.now() - began;
    return response.text();
  });
  const { totals, period: span } = await timed('open, approved', period);
  const rows = file.trim().split('\r\n').slice(1);
  const minutes = rows.reduce((sum, row) => sum + Number(row.split(',')[5]), 0);
  if (rows.length !== days || minutes !== totals.minutes) throw new Error('The file is not what the screen shows.');
  const summary = await timed('summary', async () => {
    const response = await fetch(`http://127.0.0.1:${port}${exportHoursSummary.path}?date=${date}`, {
      headers: { cookie },
    });
    return Buffer.from(await response.arrayBuffer());
  });
  if (!(await pdfTexts(summary)).at(-1)?.includes(formatCents(totals.cents)))
    throw new Error('The summary is not what the screen shows.');
  await timed('month', () => caller.call(getMonthTotals, { query: { month: '2026-11' } }));
  await timed('lock', () =>
    caller.call(lockHours, { body: { ...span, lines: totals.lines, minutes: totals.minutes, cents: totals.cents } }),
  );
  await timed('due corrections', () => caller.call(getDueCorrections));
  await app.close();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
const ratioOf = (what: string, figure: string, target: number) => ({
  what: `${what} of ${days} worked days by ${substitutes} substitutes`,
  figure: figures[figure] ?? Infinity,
  target,
  wanted: 'at most' as const,
  unit: 'ms',
});
conclude('hours', [
  ratioOf('opening a pay period', 'open', limits.openMs),
  ratioOf('approving all', 'approve', limits.approveMs),
  ratioOf('the beginning of the payroll file', 'export begins', limits.exportBeginsMs),
  ratioOf('the payroll file', 'export', limits.exportMs),
  ratioOf('the PDF summary', 'summary', limits.exportMs),
  ratioOf('the totals of a month', 'month', limits.monthMs),
  ratioOf('due corrections of a locked period', 'due corrections', limits.openMs),
]);
