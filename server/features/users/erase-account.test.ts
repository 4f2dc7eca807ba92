import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { createCalendar } from '#contract/calendar.ts';
import { endExclusion, listExclusions, putExclusion } from '#contract/exclusions.ts';
import { listNotices, sendMessage } from '#contract/messages.ts';
import { getVacancyReport } from '#contract/reports.ts';
import { deleteSchool } from '#contract/schools.ts';
import { startSms } from '#contract/sms.ts';
import { putAvailability } from '#contract/availability-changes.ts';
import { deleteUser, updateGeneralAvailability, updateUser } from '#contract/users.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { declineVacancy, releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { correctVacancy } from '#contract/vacancy-staff.ts';
import { raw, sql } from '#server/db/database.ts';
import { cleanUp } from '#server/worker/clean-up.ts';
import { forgetMentions } from '#server/jobs/forget-mentions.ts';
import { enqueue } from '#server/jobs/job.ts';
import {
  makeAdmin,
  makeOwner,
  makeSchool,
  makeSubstitute,
  makeTeacher,
  makeVacancy,
  testPassword,
} from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let school: number;
let teacher: Caller;
let teacherId: number;
let admin: Caller;
let adminId: number;
beforeAll(async () => {
  world = await openWorld();
  school = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, school);
  teacher = await world.as(teacherId);
  adminId = await makeAdmin(world.db, school);
  admin = await world.as(adminId);
});
afterAll(() => world.close());

/** A word in every text that the erased person ever wrote, and in texts of others about them. */
const sign = 'quillfeather';
const number = '+15185550987';

/** Returns the columns that still contain the person's word, as 'table.column'. */
async function tracesOf(...words: readonly string[]): Promise<string[]> {
  const columns = await world.db.query<{
    place: string;
    column: string;
  }>(sql`select format('%I.%I', n.nspname, c.relname) as place, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (t.typcategory in ('S', 'A') or t.typname in ('json', 'jsonb', 'bytea')) order by 1, 2`);
  const found: string[] = [];
  for (const { place, column } of columns) {
    const text = sql`case when pg_typeof(${raw(`"${column}"`)}) = 'bytea'::regtype
        then encode(${raw(`"${column}"`)}::text::bytea, 'escape') else ${raw(`"${column}"`)}::text end`;
    const hits = await world.db
      .query(sql`select 1 from ${raw(place)} where exists (select from unnest(${[...words]}::text[]) word
      where position(lower(word) in lower(${text})) > 0
        or position(encode(lower(word)::bytea, 'hex') in ${raw(`"${column}"`)}::text) > 0) limit 1`);
    if (hits.length > 0) found.push(`${place.replace('public.', '')}.${column}`);
  }
  return found;
}

describe('an erased account', () => {
  it('keeps a row with only its role and the time of deletion', async () => {
    const id = await makeSubstitute(world.db, [school], { email: 'first@example.org' });
    const untrusted = await makeSubstitute(world.db, [school], { email: null });
    await world.db.execute(
      sql`update users set email = 'next@example.org', email_changed_at = now(), password_set_at = now()
          where id in (${id}, ${untrusted})`,
    );
    for (const gone of [id, untrusted]) {
      await admin.call(deleteUser, { params: { id: String(gone) } });
      const [row] = await world.db.query<{ kept: string[] }>(
        sql`select array(select jsonb_object_keys(jsonb_strip_nulls(to_jsonb(u) - 'available_half_days'))
            order by 1) as kept from users u where id = ${gone}`,
      );
      expect(row?.kept).toEqual([
        'created_at',
        'deleted_at',
        'edits',
        'email_proved',
        'failed_sign_ins',
        'full_name',
        'id',
        'is_active',
        'is_approved',
        'is_platform_owner',
        'notice_choices',
        'password_set_by_other',
        'quiet_from',
        'quiet_to',
        'role',
        'sms_opt_in',
        'urgent_may_disturb',
        'version',
      ]);
    }
  });

  it('leaves no text of its person in any table; their vacancies reopen; days worked still count', async () => {
    const other = await makeSubstitute(world.db, [school]);
    const id = await makeSubstitute(world.db, [school], {
      fullName: `Zephyrine ${sign}`,
      username: sign,
      email: `${sign}@example.org`,
      phone: '(518) 555-0987',
    });
    const person = await world.as(id);
    const parts = { schoolId: school, teacherId } as const;
    const [worked, future, asked, canceled, declined, corrected] = [
      await makeVacancy(world.db, { ...parts, date: '2026-11-10', status: 'filled', substituteId: id }),
      await makeVacancy(world.db, { ...parts, date: '2026-12-07', status: 'filled', substituteId: id }),
      await makeVacancy(world.db, { ...parts, date: '2026-12-08' }),
      await makeVacancy(world.db, { ...parts, date: '2026-12-09', status: 'filled', substituteId: id }),
      await makeVacancy(world.db, { ...parts, date: '2026-12-10' }),
      await makeVacancy(world.db, { ...parts, date: '2026-11-11', status: 'filled', substituteId: other }),
    ];
    await world.db.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
      select v, ${school}, 'assigned', ${world.time.now}, ${adminId}, ${id}
        from unnest(${[worked, future, canceled]}::bigint[]) v`);
    const params = (of: number) => ({ params: { id: String(of) } });
    await person.call(updateUser, {
      ...params(id),
      body: { bio: `${sign} likes chalk`, gender: sign, qualifications: sign, preferredSubjects: sign },
    });
    await person.call(updateGeneralAvailability, {
      ...params(id),
      body: { generalAvailability: '{"monday":"all_day"}' },
    });
    await person.call(putAvailability, {
      body: { date: '2026-12-24', status: 'unavailable', notes: `${sign} is away` },
    });
    await person.call(createCalendar);
    await person.call(updateVacancy, {
      ...params(asked),
      body: { status: 'pending_approval', additionalNotes: `I am ${sign}.\nI can come early.` },
    });
    await world.db.execute(
      sql`update vacancies set requested_by_id = ${id}, requested_at = ${world.time.now},
          request_message = ${`${sign} came early`} where id = ${worked}`,
    );
    await person.call(releaseSubstitute, { ...params(canceled), body: { reason: `${sign} has a cold` } });
    await person.call(declineVacancy, params(declined));
    await admin.call(correctVacancy, {
      ...params(corrected),
      body: { substituteId: id, reason: `It was ${sign} who came` },
    });
    await admin.call(sendMessage, { body: { subject: `For ${sign}`, message: `Dear ${sign}`, recipients: [id] } });
    await admin.call(sendMessage, {
      body: { subject: 'For two', message: `Welcome ${sign}`, recipients: [id, other] },
    });
    await person.call(startSms, { body: { phone: '(518) 555-0987', agreed: true } });
    await world.db.execute(
      sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
          values (${id}, ${number}, 'yes', ${world.time.now}, ${sign})`,
    );
    await world.db.execute(sql`update users set sms_number = ${number} where id = ${id}`);
    await world.db.execute(
      sql`insert into files (owner_id, kind, name, content_type, bytes, created_at)
          values (${id}, 'resume', ${`${sign}.pdf`}, 'application/pdf', ${Buffer.from(sign)}, ${world.time.now})`,
    );
    await world.db.execute(
      sql`insert into idempotency_keys (actor_id, key, fingerprint, reply, created_at)
          values (${id}, 'once', '', ${JSON.stringify({ by: sign })}::jsonb, ${world.time.now})`,
    );
    const words = [sign, number, '(518) 555-0987', '15185550987'];
    expect(await tracesOf(...words)).toEqual(
      expect.arrayContaining([
        'files.bytes',
        'files.name',
        'messages.body',
        'notices.facts',
        'sms_consents.number',
        'users.full_name',
        'vacancies.request_message',
        'vacancy_history.reason',
      ]),
    );
    const before = await admin.call(getVacancyReport, { query: { month: '2026-11' } });
    await teacher.call(putExclusion, { ...params(id), body: { reason: sign, endsOn: null } });
    const [wish] = await admin.call(listExclusions, params(id));
    await admin.call(endExclusion, { ...params(id), body: { exclusionId: wish?.id ?? 0 } });

    world.time.now = new Date(world.time.now.getTime() + 60_000);
    await admin.call(deleteUser, params(id));
    expect((await person.try(getVacancy, params(worked))).status, 'every session has ended').toBe(401);
    expect((await (await world.as(null)).try(login, { body: { username: sign, password: testPassword } })).status).toBe(
      401,
    );
    for (const reopened of [future, asked])
      expect(await admin.call(getVacancy, params(reopened))).toMatchObject({ status: 'open' });
    const told = await teacher.call(listNotices);
    expect(
      told.filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(sign)).length,
      'those concerned read by name who will not come',
    ).toBeGreaterThan(0);
    expect(await tracesOf(...words), 'until that is delivered').toEqual([
      'graphile_worker._private_jobs.payload',
      'attempts.key',
      'deliveries.address',
      'messages.body',
      'notices.facts',
    ]);

    world.time.now = new Date(world.time.now.getTime() + 25 * 3_600_000);
    const worker = await openWorker(world, [forgetMentions, cleanUp]);
    await world.db.query(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
          where task_identifier = 'forget-mentions'), run_at => now())`,
    );
    await enqueue(world.db, cleanUp, {});
    await until(
      async () =>
        (
          await world.db.query(
            sql`select 1 from graphile_worker.jobs where task_identifier in ('forget-mentions', 'clean-up')`,
          )
        ).length === 0,
    );
    await worker.stop();
    // A message to several people belongs to its sender and the others, too, as long as messages are kept.
    expect(await tracesOf(...words)).toEqual(['messages.body', 'notices.facts']);
    expect(await world.db.query(sql`select body from messages where body like ${`%${sign}%`}`)).toEqual([
      { body: `Welcome ${sign}` },
    ]);
    expect(
      await world.db.query(sql`select kind, recipient_id as id from notices where facts::text ilike ${`%${sign}%`}`),
    ).toEqual([{ kind: 'message', id: other }]);
    admin = await world.as(adminId);

    const after = await admin.call(getVacancyReport, { query: { month: '2026-11' } });
    expect(after).toEqual({
      ...before,
      rows: before.rows.map((row) =>
        row.substituteName === `Zephyrine ${sign}` ? { ...row, substituteName: 'Former substitute' } : row,
      ),
    });
    expect(
      after.rows.filter(({ substituteName }) => substituteName === 'Former substitute').map((row) => row.id),
    ).toEqual([worked, corrected]);
    const history = await admin.call(listVacancyHistory, params(canceled));
    expect(history.find(({ kind }) => kind === 'released')).toMatchObject({
      substituteName: 'Former substitute',
      reason: null,
    });
  });

  it('keeps the texts of others in the same places', async () => {
    const [leaver, stays] = [
      await makeSubstitute(world.db, [school]),
      await makeSubstitute(world.db, [school], { fullName: 'Ann Stays' }),
    ];
    const vacancy = await makeVacancy(world.db, {
      schoolId: school,
      teacherId,
      date: '2026-12-14',
      status: 'filled',
      substituteId: stays,
    });
    const params = { params: { id: String(vacancy) } };
    await (await world.as(stays)).call(releaseSubstitute, { ...params, body: { reason: 'My train is late' } });
    await (await world.as(leaver)).call(updateVacancy, { ...params, body: { status: 'pending_approval' } });
    await admin.call(deleteUser, { params: { id: String(leaver) } });
    const history = await admin.call(listVacancyHistory, params);
    expect(history.find(({ kind }) => kind === 'released')).toMatchObject({
      substituteName: 'Ann Stays',
      reason: 'My train is late',
    });
  });

  it('of a teacher whose school is deleted leaves no text, either', async () => {
    const doomed = (await makeSchool(world.db)).id;
    const id = await makeTeacher(world.db, doomed, {
      fullName: 'Walpurga Thistledown',
      username: 'thistledown',
      email: 'thistledown@example.org',
    });
    await world.as(id);
    await world.db.execute(sql`update users set bio = 'thistledown', department = 'thistledown' where id = ${id}`);
    await world.db.execute(
      sql`insert into files (owner_id, kind, name, content_type, bytes, created_at)
          values (${id}, 'photo', 'thistledown.webp', 'image/webp', '', ${world.time.now})`,
    );
    await world.db.execute(
      sql`insert into idempotency_keys (actor_id, key, fingerprint, reply, created_at)
          values (${id}, 'once', '', '"thistledown"', ${world.time.now})`,
    );
    await makeVacancy(world.db, { schoolId: doomed, teacherId: id });
    await (await world.as(await makeOwner(world.db))).call(deleteSchool, { params: { id: String(doomed) } });
    expect(await tracesOf('thistledown')).toEqual([]);
    expect(
      await world.db.query(sql`select full_name as name, deleted_at is not null as gone from users where id = ${id}`),
    ).toEqual([{ name: 'Former teacher', gone: true }]);
  });
});

/** Columns that name a person and stay when the account is erased, with the reason. */
const kept: Record<string, string> = {
  'attendance.recorded_by_id': "the school's record of who came",
  'covers.colleague_id': 'periods that were covered, for payroll',
  'covers.asked_by_id': "the school's record of who asked",
  'held_approvals.actor_id': 'goes within seconds, as its notification is written',
  'held_answers.actor_id': 'goes within seconds, as its notifications are written',
  'schools.admin_id': 'set to null',
  'vacancies.teacher_id': "the school's record of the absence",
  'vacancies.created_by_id': "the school's record of the absence",
  'vacancies.substitute_id': 'days that were worked, for FORMER_DAYS_STAY_DAYS',
  'vacancies.requested_by_id': 'set to null when what they hold reopens; stays beside a worked day',
  'vacancy_history.actor_id': "a number in the vacancy's history, whose words are taken out",
  'vacancy_history.substitute_id': "a number in the vacancy's history, whose words are taken out",
  'plan_files.uploaded_by_id':
    "who uploaded a teacher's lesson plans: they go with the teacher, or after PLAN_FILES_STAY_DAYS",
  'pay_periods.locked_by_id': "the school's record of who closed its payroll",
  'wall_links.made_by_id': "the school's record of who created the link",
  'worked_days.substitute_id': 'hours that were paid, for HOURS_STAY_DAYS',
  'worked_days.approved_by_id': "the school's record of who approved the hours",
  'messages.sender_id': 'who sends is staff: their messages go with their school, or after MESSAGES_STAY_DAYS',
};

it('every reference to a person is deleted with the account, or listed here with the reason', async () => {
  const references = await world.db.query<{
    column: string;
    goes: boolean;
  }>(sql`select c.conrelid::regclass || '.' || a.attname as column, c.confdeltype = 'c' as goes
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.connamespace = 'public'::regnamespace`);
  expect(
    references
      .filter(({ goes }) => !goes)
      .map(({ column }) => column)
      .toSorted(),
  ).toEqual(Object.keys(kept).toSorted());
});
