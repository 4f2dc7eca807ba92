/**
 * Measures how large the tables get: `node bench/sizes.ts SHARE FOLDER` measures rows and bytes (with indexes) of the
 * world of this share, samples the tables that the world leaves empty, measures how fast retention deletes, and prints
 * what the whole country needs. docs/scale.md has the assumptions.
 */
import pg from 'pg';
import { folderOf, makeWorld } from '#bench/world/load.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

const [share = '0.01', folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node bench/sizes.ts SHARE FOLDER, such as: node bench/sizes.ts 0.01 worlds');
  process.exit(2);
}
const say = (line: string) => console.log(line);

/**
 * The whole country in one school year of 180 days. The world has 200 school days, and notifications of the last 40.
 */
const vacancies = 250_000 * 180;
const filled = vacancies * 0.85;
const people = 3_900_000;
const schools = 98_000;
const substitutes = 600_000;
const worldDays = 200;
const noticeDays = 40;
/** We assume this many notifications per vacancy besides its offers: request, answer, reminder. */
const otherNotices = 3;
/** We assume an email for each notification, and a push or text message for every fifth. */
const deliveriesOfNotice = 1.2;
/** An upper bound: every vacancy is offered in waves, and all of its offers are logged. */
const dispatched = vacancies;
/**
 * We assume that colleagues cover each vacancy that no substitute takes: five periods, with 1.3 colleagues asked per
 * period.
 */
const coveredPeriods = (vacancies - filled) * 5;
const askedForPeriod = 1.3;
/** We assume that substitutes give feedback on every second class, and teachers on every fourth. */
const feedbackOfClass = 0.75;
/** We assume that one text message answers every fifth class. */
const textsOfClass = 0.2;
/** We assume this many pay periods per school, and changed days in a substitute's availability, per year. */
const payPeriods = 24;
const datesOfSubstitute = 10;
/** We assume this many audit log entries per person: account, approvals, settings. */
const entriesOfPerson = 5;

/** The tables that the world leaves empty, each filled with plausible rows from the world. */
const samples: Record<string, string> = {
  deliveries: `insert into deliveries (notice_id, channel, recipient_id, school_id, address, status, attempts,
      next_attempt_at, created_at, sent_at)
    select id, 'email', recipient_id, school_id, 'substitute.' || recipient_id || '@example.org', 'sent', 1, created_at,
      created_at, created_at from notices order by id limit 50000`,
  audit_log: `insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    select school_id, recipient_id, 'user.approve', 'user', recipient_id, created_at,
      '{"changes": [{"field": "isApproved", "from": false, "to": true}]}' from notices order by id limit 50000`,
  attendance: `insert into attendance (vacancy_id, substitute_id, school_id, state, arrived_at, recorded_how,
      recorded_by_id, recorded_at)
    select id, substitute_id, school_id, 'here', starts_at, 'office', teacher_id, starts_at from vacancies
      where status = 'filled' order by id limit 20000`,
  offers: `insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at,
      channels)
    select n.vacancy_id, 1, n.recipient_id, v.school_id, v.date, 1, row_number() over (order by n.id),
      array['favorite_of_school', 'knows_subject'], n.created_at, array['email']
    from (select * from notices where kind = 'vacancy_posted' order by id limit 50000) n
      join vacancies v on v.id = n.vacancy_id`,
  dispatches: `insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
    select id, school_id, true, false, 'closed', created_at from vacancies order by id limit 50000`,
  vacancy_declines: `insert into vacancy_declines (substitute_id, vacancy_id, declined_at, reason)
    select recipient_id, vacancy_id, created_at, 'too_far' from notices where kind = 'vacancy_posted' order by id
      limit 50000`,
  cover_periods: `insert into cover_periods
      (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title, room)
    select id, n::text, school_id, date, time '08:00' + n * interval '50 minutes',
      time '08:45' + n * interval '50 minutes', starts_at + n * interval '50 minutes',
      starts_at + n * interval '50 minutes' + interval '45 minutes', 'Algebra II', '214'
    from (select * from vacancies order by id limit 10000) v cross join generate_series(1, 5) n`,
  covers: `insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at,
      ends_at, kind, place, state, asked_at, asked_by_id, answered_at)
    select id, n::text, school_id, teacher_id, date, time '08:00' + n * interval '50 minutes',
      time '08:45' + n * interval '50 minutes', starts_at + n * interval '50 minutes',
      starts_at + n * interval '50 minutes' + interval '45 minutes', 'period', '214', 'accepted', starts_at, teacher_id,
      starts_at
    from (select * from vacancies order by id limit 10000) v cross join generate_series(1, 5) n`,
  feedback: `insert into feedback (vacancy_id, substitute_id, author, author_id, school_id, class_went, plans, words,
      first_at, said_at)
    select id, substitute_id, 'substitute', substitute_id, school_id, 'well', 'clear', 'A kind class.', ends_at, ends_at
      from vacancies where status = 'filled' order by id limit 20000`,
  text_replies: `insert into text_replies (carrier_id, recipient_id, vacancy_id, act, answer, notice_id, at)
    select 'SM' || md5(id::text), recipient_id, vacancy_id, 'accept', 'You are booked for Monday, November 23.', id,
      created_at from notices where kind = 'vacancy_posted' order by id limit 20000`,
  pay_periods: `insert into pay_periods (school_id, school_name, first_day, last_day, unit, has_money, locked_at,
      locked_by_id, locked_by_name)
    select s.id, s.name, date '2026-01-01' + n * 15, date '2026-01-14' + n * 15, 'day', true, now(), 1,
      'Carol Whitfield' from (select * from schools order by id limit 400) s cross join generate_series(0, 23) n`,
  availability_dates: `insert into availability_dates (substitute_id, date, status)
      select id, date '2026-01-01' + n * 9, 'unavailable'
    from (select id from users where role = 'substitute' order by id limit 2000) u cross join generate_series(1, 10) n`,
  worked_days: `insert into worked_days (school_id, vacancy_id, substitute_id, date, answer, answered_at)
    select school_id, id, substitute_id, date, 'confirmed', ends_at from vacancies where status = 'filled' order by id
      limit 20000`,
};

await makeWorld(Number(share), folder, say);
const embedded = await startEmbedded({ dataDir: folderOf(Number(share), folder) });
await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
const client = new pg.Client(embedded.connection('owner'));
await client.connect();

type Size = { rows: number; bytes: number };
async function sizeOf(table: string): Promise<Size> {
  const { rows } = await client.query<Size>(
    `select count(*)::int as rows, pg_total_relation_size($1)::float8 as bytes from ${table}`,
    [table],
  );
  return rows[0] ?? { rows: 0, bytes: 0 };
}

const measured = new Map<string, Size>();
for (const table of [
  'vacancies',
  'vacancy_history',
  'notices',
  'messages',
  'school_days',
  'users',
  'substitute_schools',
])
  measured.set(table, await sizeOf(table));
for (const [table, fill] of Object.entries(samples)) {
  await client.query('begin');
  // Triggers would announce and count rows that are only samples.
  await client.query(`create table sample (like ${table} including all)`);
  await client.query(fill.replace(table, 'sample'));
  measured.set(table, await sizeOf('sample'));
  await client.query('rollback');
}

// Retention, as in the nightly job, including deliveries.
await client.query('begin');
await client.query('alter table deliveries disable trigger user');
await client.query(samples['deliveries'] ?? '');
await client.query('alter table deliveries enable trigger user');
const began = performance.now();
let gone = 0;
for (let batch = 0; batch < 5; batch += 1)
  gone +=
    (
      await client.query(
        'delete from notices where id in (select id from (select id, created_at from notices order by id limit 5000) oldest where created_at < now() + interval $$1 day$$)',
      )
    ).rowCount ?? 0;
const perSecond = gone / ((performance.now() - began) / 1000);
await client.query('rollback');
await client.end();
await embedded.stop();

const of = (table: string) => measured.get(table) ?? { rows: 0, bytes: 0 };
const bytesOfRow = (table: string) => of(table).bytes / Math.max(1, of(table).rows);
const offers = of('notices').rows / ((of('vacancies').rows * noticeDays) / worldDays);
const notices = vacancies * (offers + otherNotices);
/** Rows for the whole country per school year, and the years that they stay. */
const growing: readonly (readonly [table: string, rows: number, years: number])[] = [
  ['vacancies', vacancies, Infinity],
  ['vacancy_history', (vacancies * of('vacancy_history').rows) / of('vacancies').rows, Infinity],
  ['attendance', filled, Infinity],
  ['worked_days', filled, 4],
  ['pay_periods', schools * payPeriods, 4],
  ['dispatches', dispatched, 2],
  ['offers', dispatched * offers, 2],
  ['vacancy_declines', dispatched, Infinity],
  ['text_replies', filled * textsOfClass, 400 / 365],
  ['cover_periods', coveredPeriods, Infinity],
  ['covers', coveredPeriods * askedForPeriod, Infinity],
  ['feedback', filled * feedbackOfClass, 2],
  ['availability_dates', substitutes * datesOfSubstitute, Infinity],
  ['school_days', (of('school_days').rows / Number(share)) * (180 / worldDays), Infinity],
  ['notices', notices, 1],
  ['deliveries', notices * deliveriesOfNotice, 1],
  ['messages', schools * 36, 2],
  ['audit_log', people * entriesOfPerson, 7],
];
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
const millions = (rows: number) => `${(rows / 1e6).toFixed(rows < 1e7 ? 1 : 0)} M`;
say('\n| Table | Bytes a row | Rows a year, country | Bytes a year | After 5 years |\n|---|---|---|---|---|');
let [afterOne, afterFive] = [0, 0];
for (const [table, rows, years] of growing) {
  const bytes = rows * bytesOfRow(table);
  afterOne += bytes * Math.min(1, years);
  afterFive += bytes * Math.min(5, years);
  say(
    `| \`${table}\` | ${Math.round(bytesOfRow(table))} | ${millions(rows)} | ${gigabytes(bytes)} | ${gigabytes(bytes * Math.min(5, years))} |`,
  );
}
say(`| all | | | ${gigabytes(afterOne)} | ${gigabytes(afterFive)} |`);
say(
  `\n${offers.toFixed(1)} offers a vacancy; people: ${gigabytes((of('users').bytes + of('substitute_schools').bytes) / Number(share))}; retention deletes ${Math.round(perSecond).toLocaleString('en-US')} notifications with their deliveries a second`,
);
