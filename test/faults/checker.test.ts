import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { sendMessage } from '#contract/messages.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { connectionConfig, type Queryable } from '#server/db/database.ts';
import { readingBy } from '#server/db/statement.ts';
import { brokenInvariants, invariants } from '#test/faults/checker.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
/** A filled vacancy, and an open one at the same time. */
let filled: number;
let open: number;
beforeAll(async () => {
  stage = await openStage();
  const body = {
    date: '2026-12-01',
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day' as const,
    description: 'Grade 2',
    additionalNotes: 'Plans are on the desk.',
    postAnyway: true,
  };
  filled = (await stage.teacher.call(createVacancy, { body })).id;
  open = (await stage.teacher.call(createVacancy, { body })).id;
  await stage.teacher.try(
    createVacancy,
    { body: { ...body, description: 'Grade 3' } },
    { 'idempotency-key': 'of-the-third-one' },
  );
  await stage.ann.call(updateVacancy, { params: { id: String(filled) }, body: { status: 'pending_approval' } });
  await stage.teacher.call(updateVacancy, {
    params: { id: String(filled) },
    body: { status: 'filled', substituteId: stage.ids.ann },
  });
  await stage.teacher.call(sendMessage, {
    body: { subject: 'Thanks', message: 'Thank you.', recipients: [stage.ids.ann] },
  });
});
afterAll(() => stage.world.close());

/** SQL that inserts an audience of this vacancy. */
const audienceOf = (vacancy: number) =>
  `insert into audiences (school_id, vacancy_id, cause, send_email, send_sms, is_pressing, next_at, created_at)
      select school_id, id, 'a', true, false, false, now(), now() from vacancies where id = ${vacancy}`;

/** SQL that records that someone came to a class, under this school. */
const attendanceOf = (vacancy: number, substitute: number, school: string) =>
  `insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
      select id, ${substitute}, ${school}, 'here', 'office', teacher_id, now() from vacancies where id = ${vacancy}`;

/** SQL that adds a file of this person to the classes that follow. */
const planFileOf = (person: number) =>
  `with made as (insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at,
      used_at) values (${person}, ${person}, 'p.pdf', 'application/pdf', 1, 'x', now(), now()) returning id)
  update vacancies set plan_file_ids = array(select id from made)`;

/** SQL that inserts a worked day of the filled vacancy, approved or in a locked period. */
const workedDay = ({ locked = false, approved = true } = {}) => `
  insert into pay_periods (school_id, school_name, first_day, last_day, unit, has_money, locked_at, locked_by_id,
    locked_by_name)
    select school_id, 'Oak', '2026-12-01', '2026-12-31', 'day', true, now(), ${stage.ids.admin}, 'Sam' from vacancies
      where id = ${filled};
  insert into worked_days (school_id, vacancy_id, pay_period_id, substitute_id, date,
    substitute_name${approved ? ', approved_at, approved_by_id, approved_by_name, kind, minutes, units, cents, pay_code' : ''})
    select school_id, id, ${locked ? '(select max(id) from pay_periods)' : 'null'}, substitute_id, date,
      'Ann'${approved ? `, now(), ${stage.ids.admin}, 'Sam', 'regular', 420, 2, 16000, ''` : ''} from vacancies
      where id = ${filled};`;

/** SQL that asks an administrator, in place of a colleague, to cover a vacancy. */
const coverOf = (vacancy: number, place = 'here') => `
  insert into cover_periods (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title)
    select id, '1', school_id, date, start_time, end_time, starts_at, ends_at, 'Algebra' from vacancies
      where id = ${vacancy} on conflict do nothing;
  insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at, ends_at, kind,
    place, state, asked_at, asked_by_id)
    select id, '1', school_id, ${stage.ids.admin}, date, start_time, end_time, starts_at, ends_at, 'period', '${place}',
      'asked', now(), ${stage.ids.admin} from vacancies where id = ${vacancy};`;

/** Statements that break each invariant, without constraints and triggers. */
const damage: Record<string, () => string> = {
  'booked twice': () =>
    `alter table vacancies drop constraint vacancies_no_double_booking; update vacancies
        set status = 'filled', substitute_id = ${stage.ids.ann}, confirmed = true where id = ${open}`,
  'requested while booked': () =>
    `update vacancies set status = 'pending_approval', requested_by_id = ${stage.ids.ann}, requested_at = now()
        where id = ${open}`,
  'people do not match the status': () =>
    `alter table vacancies drop constraint vacancies_filled_has_substitute; update vacancies set substitute_id = null
        where id = ${filled}`,
  'instants do not match date and times': () => `update vacancies set date = date + 1 where id = ${open}`,
  'status does not match the history': () =>
    `update vacancies set status = 'open', substitute_id = null, requested_by_id = null, requested_at = null,
        confirmed = null where id = ${filled}`,
  'filled twice without a release in between': () =>
    `insert into vacancy_history (vacancy_id, school_id, kind, at, substitute_id)
        select id, school_id, 'assigned', now(), substitute_id from vacancies where id = ${filled}`,
  'history without a posting': () => `delete from vacancy_history where vacancy_id = ${open}`,
  'posted twice': () =>
    `insert into vacancy_history (vacancy_id, school_id, kind, at) select id, school_id, 'posted', now() from vacancies
        where id = ${open}`,
  'deletion does not match the history': () => `update vacancies set deleted_at = now() where id = ${open}`,
  'substitute was never notified': () => `delete from held_answers where vacancy_id = ${filled}`,
  'a job of two teachers or schools': () =>
    `update vacancies set job_id = '00000000-0000-4000-8000-000000000000'; update vacancies
        set teacher_id = ${stage.ids.admin} where id = ${open}`,
  'attendance of another school': () => attendanceOf(filled, stage.ids.ann, 'school_id + 1'),
  'attendance of someone who was never booked': () => attendanceOf(filled, stage.ids.bob, 'school_id'),
  'feedback of another school, of someone else, or before the end': () =>
    `insert into feedback (vacancy_id, substitute_id, author, author_id, school_id, again, first_at, said_at)
        select id, ${stage.ids.ann}, 'teacher', ${stage.ids.admin}, school_id, true, ends_at, ends_at from vacancies
        where id = ${filled}`,
  'an offer of another school, or without its dispatch': () =>
    `insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at)
        select id, 1, ${stage.ids.ann}, school_id, date, 1, 1, '{}', now() from vacancies where id = ${open}`,
  'an offer counted as declined without a decline': () =>
    `insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
        select id, school_id, true, false, 'everyone_asked', now() from vacancies where id = ${open};
    insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, answer,
      answered_at) select id, 1, ${stage.ids.ann}, school_id, date, 1, 1, '{}', now(), 'declined', now() from vacancies
      where id = ${open}`,
  'a text code for another class or person than its notification': () =>
    `with other as (insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
        values ('other', 'vacancy_posted', ${stage.ids.bob}, ${open}, '{}', now()) returning id)
    insert into text_codes (number, code, recipient_id, vacancy_id, notice_id, date, start_time, end_time)
      select '+15185550111', 10, ${stage.ids.ann}, ${open}, other.id, '2026-11-24', '08:00', '15:00' from other`,
  'a step of what is not open': () =>
    `insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at)
        select id, school_id, true, false, now(), now() from vacancies where id = ${filled}`,
  'offers of an open class without a next step or a reason': () =>
    `insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
        select id, school_id, true, false, 'closed', now() from vacancies where id = ${open}`,
  'an exclusion of another school, or of someone who is no substitute': () =>
    `insert into exclusions (school_id, substitute_id, reason, asked_at, approved_at)
        select school_id, teacher_id, 'Late', now(), now() from vacancies where id = ${open}`,
  'a favorite of another school': () =>
    `insert into favorites (school_id, substitute_id, added_at) select school_id, teacher_id, now() from vacancies
        where id = ${open}`,
  'more wall links than a school may have': () =>
    `insert into wall_links (school_id, token_hash, made_by_id, made_at)
        select v.school_id, n::text::bytea, ${stage.ids.admin}, now() from vacancies v, generate_series(1, 6) n
        where v.id = ${open}`,
  'an approval to undo of someone who is not approved': () =>
    `insert into held_approvals (user_id, actor_id, approved_at, before, after, due_at)
        values (${stage.ids.ann}, ${stage.ids.admin}, now(), '{}', '{}', now()); update users set is_approved = false
        where id = ${stage.ids.ann}`,
  'a message without its request': () =>
    `alter table vacancies drop constraint vacancies_message_of_request; update vacancies
        set request_message = 'I know the class.' where id = ${open}`,
  'a message within the description': () =>
    `update vacancies set additional_notes = 'Room 4.' || chr(10) || 'I know the class. [Added by substitute]'
        where id = ${open}`,
  'a daily tally does not match its vacancies': () => 'update school_days set open = open + 1',
  'a monthly tally does not match its vacancies': () => 'update school_months set filled = filled + 1',
  'a no-show does not match the attendance': () => `update vacancies set no_show = true where id = ${filled}`,
  'a tally of a deleted school': () => "insert into school_days (school_id, date) values (999999, '2026-12-01')",
  'history of another school': () => 'update vacancy_history set school_id = school_id + 1',
  'teacher of another school': () =>
    `insert into schools (name, address, time_zone, vacancy_settings, created_at)
        values ('Other', '1 Street', 'UTC', '{}', now()); update users set school_id = (select max(id) from schools)
        where id = ${stage.ids.teacher}`,
  'an absence of someone who is no teacher, or extra hands without an administrator': () =>
    `update vacancies set absence_reason = null where id = ${open}`,
  'substitute never worked there': () => 'delete from substitute_schools',
  'requester does not work there': () =>
    `update vacancies set status = 'pending_approval', requested_by_id = ${stage.ids.ann}, requested_at = now()
        where id = ${open}; update substitute_schools set is_selected = false`,
  'booked substitute does not work there': () => 'update substitute_schools set is_selected = false',
  'works somewhere without an approval': () => `update users set is_approved = false where id = ${stage.ids.ann}`,
  "a district that is not its school's": () =>
    "alter table schools drop constraint schools_district; update schools set district = 'Typed'",
  'a message without a recipient': () => "update messages set recipient_ids = '{999999}'",
  'a message that never reached the application': () => 'delete from notices where message_id is not null',
  'a notification about deleted rows': () =>
    'alter table notices drop constraint notices_message_id_fkey; update notices set message_id = 999999 where message_id is not null',
  'a notification without its mail delivery': () => "delete from deliveries where channel = 'email'",
  "a delivery that is not its notice's": () => 'update deliveries set recipient_id = recipient_id + 1',
  'a delivery in an inconsistent state': () => "update deliveries set status = 'sent', sent_at = null",
  'a code without a queued delivery': () =>
    "insert into notice_codes (notice_id, user_id, sealed, works_until) select id, recipient_id, '', now() from notices limit 1; delete from deliveries",
  'a duplicate notification': () =>
    `alter table notices drop constraint notices_once;
        insert into notices (cause, kind, recipient_id, vacancy_id, message_id, facts, created_at)
        select cause, kind, recipient_id, vacancy_id, message_id, facts, created_at from notices`,
  'an audience of another school': () => `${audienceOf(open)}; update audiences set school_id = school_id + 1`,
  'an audience with wrong progress': () =>
    `${audienceOf(filled)}; update audiences set cause = (select cause from notices where vacancy_id = ${filled} limit 1)`,
  'a deleted school that still exists': () =>
    "insert into school_deletions (school_id, name, asked_at, done_at, things, left_ids) select id, name, now(), now(), 0, '{}' from schools",
  'a deletion without its record': () => 'update schools set deletion_began_at = now()',
  'an idempotency key without a reply': () => 'update idempotency_keys set reply = null',
  'a session of a deleted or disabled user': () => `update users set is_active = false where id = ${stage.ids.bob}`,
  'a duplicate username': () =>
    `drop index users_username_taken; update users set username = (select username from users where id = ${stage.ids.ann}) where id = ${stage.ids.bob}`,
  'a file that is missing or of another owner': () =>
    `alter table users drop constraint users_resume; update users set resume_file_id = gen_random_uuid()
        where id = ${stage.ids.ann}`,
  "a class with another teacher's plan files": () => `${planFileOf(stage.ids.admin)} where id = ${open}`,
  'a class to come without its plan files': () =>
    `update vacancies set plan_file_ids = array[gen_random_uuid()] where id = ${open}`,
  "an emergency plan with another teacher's file, or without one": () =>
    `insert into emergency_plans (teacher_id, file_ids, checked_at)
        values (${stage.ids.teacher}, array[gen_random_uuid()], now())`,
  'more plan files than a teacher may have': () =>
    `insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
        select ${stage.ids.teacher}, ${stage.ids.teacher}, 'p.pdf', 'application/pdf', 1, 'x', now(), now()
        from generate_series(1, 61)`,
  'a colleague in two places at once': () =>
    `alter table covers drop constraint covers_no_double; drop index covers_once; ${coverOf(open)}
        ${coverOf(open, 'there')}`,
  'a cover of another school or another time': () => `${coverOf(open)} update covers set start_time = end_time`,
  'a substitute asked to cover outside of their booking': () =>
    `${coverOf(open)} update covers set booking_id = ${open}`,
  'covered by colleagues without a yes to every period': () =>
    `update vacancies set covered_inside = true where id = ${open}`,
  'a colleague still asked to cover a class that is filled or deleted': () => coverOf(filled),
  'a timetable of another school, or of someone who is no teacher': () =>
    `insert into timetables (teacher_id, school_id, slots) select ${stage.ids.admin}, school_id, '[]' from vacancies
        where id = ${open}`,
  'wishes about cover, an emergency plan or student details of someone who is no teacher': () =>
    `insert into emergency_plans (teacher_id, checked_at) values (${stage.ids.admin}, now());
        insert into student_details (teacher_id, words) values (${stage.ids.admin}, 'Sam')`,
  'bells of a schedule that does not exist': () =>
    `insert into cover_settings (school_id, bell, rules, changed_at)
        select school_id, '{"schedules": [{}], "weekly": {"monday": 1}, "days": []}', '{}', now() from vacancies
        where id = ${open}`,
  'work limits of someone who is no substitute': () =>
    `insert into work_limits (school_id, substitute_id, week_minutes) select school_id, ${stage.ids.teacher}, 60
        from vacancies where id = ${open}`,
  'an employee ID of someone whom no school pays': () =>
    `insert into employee_ids (school_id, substitute_id, employee_id) select school_id, ${stage.ids.admin}, 'S1'
        from vacancies where id = ${open}`,
  'a locked period of a school without pay settings': () => workedDay({ locked: true }),
  'hours of another school': () => `${workedDay()} update worked_days set school_id = school_id + 1`,
  'a locked entry outside of its period': () =>
    `${workedDay({ locked: true })} alter table worked_days disable trigger user; update worked_days set date = '2027-01-04'`,
  'an approved entry missing from its locked period': () => workedDay(),
  'an approval without its pay': () =>
    `${workedDay()} alter table worked_days drop constraint worked_days_approved; update worked_days set cents = null`,
  'two locked periods of one day': () =>
    `${workedDay()} alter table pay_periods drop constraint pay_periods_no_overlap; ${workedDay({ approved: false }).split('insert into worked_days')[0]}`,
  'a correction of an unlocked entry': () =>
    `${workedDay()} insert into worked_days (school_id, corrects_id, substitute_id, date, substitute_name, approved_at, approved_by_id, approved_by_name, kind, minutes, units, cents, pay_code)
      select school_id, id, substitute_id, date, substitute_name, approved_at, approved_by_id, approved_by_name, 'correction', 1, 0, 1, '' from worked_days`,
  'open hours of a deleted school': () =>
    `${workedDay({ approved: false })} update worked_days set vacancy_id = null, school_id = 999999`,
  'a constraint that is not validated': () =>
    'alter table messages drop constraint messages_sender_id_fkey; alter table messages add constraint messages_sender_id_fkey foreign key (sender_id) references users (id) not valid',
  'an orphan': () =>
    'alter table messages drop constraint messages_sender_id_fkey; update messages set sender_id = 999999; alter table messages add constraint messages_sender_id_fkey foreign key (sender_id) references users (id) not valid',
};
/** Only PostgreSQL creates such an index, and only while it builds one. */
const unmade = ['an unusable index'];

describe('the checker', () => {
  it('finds nothing in an intact database, and has a violation for each invariant', async () => {
    expect(await brokenInvariants(stage.world.db)).toEqual([]);
    expect([...Object.keys(damage), ...unmade].toSorted()).toEqual([...invariants, 'an orphan'].toSorted());
  });

  it.each(Object.keys(damage))('detects: %s', async (name) => {
    const client = new pg.Client(connectionConfig(stage.world.database.owner));
    await client.connect();
    try {
      await client.query('begin');
      await client.query('set constraints all immediate');
      for (const table of ['vacancies', 'notices', 'users'])
        await client.query(`alter table ${table} disable trigger user`);
      await client.query(damage[name]?.() ?? '');
      const through: Queryable = {
        ...readingBy(
          async <Row extends object>({ text, values }: { text: string; values: unknown[] }) =>
            (await client.query<Row>(text, values)).rows,
        ),
        execute: async ({ text, values }) => (await client.query(text, values)).rowCount ?? 0,
      };
      expect((await brokenInvariants(through)).filter((sentence) => sentence.startsWith(name))).toHaveLength(1);
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });
});
