import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTrends, getVacancyReport } from '#contract/reports.ts';
import { readConfig } from '#server/core/config.ts';
import { raw, sql } from '#server/db/database.ts';
import { applyRetention } from '#server/worker/retention.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const dayMs = 24 * 3_600_000;
const start = () => world.time.now;
const after = (days: number) => new Date(start().getTime() + days * dayMs);
const count = async (table: string) => (await world.db.query(sql`select 1 from ${raw(table)}`)).length;
const isErased = async (id: number) =>
  (await world.db.query(sql`select 1 from users where id = ${id} and deleted_at is not null and username is null`))
    .length === 1;

it('erases people who were rejected and never accepted after the period, unless they applied again or are approved elsewhere', async () => {
  const { db } = world;
  const [oak, elm] = [(await makeSchool(db)).id, (await makeSchool(db)).id];
  const at = start();
  const rejected = { isApproved: false } as const;
  const teacher = await makeTeacher(db, oak, rejected);
  const admin = await makeAdmin(db, oak, { isApproved: false, isActive: false });
  await db.execute(sql`update users set rejected_at = ${at} where id in (${teacher}, ${admin})`);
  const turnedDown = await makeSubstitute(db, [oak], rejected);
  const waitsAgain = await makeSubstitute(db, [oak], rejected);
  const waitsElsewhere = await makeSubstitute(db, [oak, elm], rejected);
  const worksElsewhere = await makeSubstitute(db, [oak, elm]);
  await db.execute(
    sql`update substitute_schools set is_selected = false, approved_at = null, rejected_at = ${at}
        where school_id = ${oak}`,
  );
  await db.execute(sql`update substitute_schools set is_selected = true where substitute_id = ${waitsAgain}`);
  const people = { teacher, admin, turnedDown, waitsAgain, waitsElsewhere, worksElsewhere };
  const erased = async () =>
    (await Promise.all(Object.entries(people).map(async ([name, id]) => ((await isErased(id)) ? [name] : [])))).flat();

  await applyRetention(db, world.config, after(729));
  expect(await erased()).toEqual([]);
  await applyRetention(db, readConfig({ REJECTED_STAY_DAYS: '0' }), after(10_000));
  expect(await erased(), '0 is for ever').toEqual([]);
  await applyRetention(db, world.config, after(731));
  expect(await erased()).toEqual(['teacher', 'admin', 'turnedDown']);
  expect(
    await db.query(
      sql`select full_name as name from users where id in (${teacher}, ${admin}, ${turnedDown}) order by id`,
    ),
  ).toEqual(['Former teacher', 'Former administrator', 'Former substitute'].map((name) => ({ name })));
});

it('deletes old messages, notifications and audit entries, and nothing newer', async () => {
  const { db } = world;
  const school = (await makeSchool(db)).id;
  const [sender, reader] = [await makeTeacher(db, school), await makeSubstitute(db, [school])];
  for (const daysAgo of [731, 729, 366, 364]) {
    const at = after(-daysAgo);
    await db.execute(
      sql`insert into messages (school_id, sender_id, subject, body, recipient_ids, created_at)
          values (${school}, ${sender}, ${`${daysAgo}`}, 'Hello', array[${reader}]::bigint[], ${at})`,
    );
    await db.execute(sql`with told as (insert into notices (cause, kind, recipient_id, school_id, facts, created_at)
        values (${`told ${daysAgo}`}, 'school_deactivated', ${reader}, ${school}, '{}', ${at}) returning id)
      insert into deliveries (notice_id, recipient_id, channel, status, created_at, next_attempt_at)
        select id, ${reader}, 'email', 'sent', ${at}, ${at} from told`);
  }
  for (const daysAgo of [2556, 2554, 400, 1])
    await db.execute(
      sql`insert into audit_log (act, subject_type, at, school_id)
          values ('user.approve', 'user', ${after(-daysAgo)}, ${daysAgo})`,
    );
  // More than one statement takes.
  await db.execute(
    sql`insert into notices (cause, kind, recipient_id, facts, created_at)
        select 'old ' || n, 'school_deactivated', ${reader}, '{}', ${after(-400)} from generate_series(1, 6000) n`,
  );
  await applyRetention(db, world.config, start());
  expect(await db.query(sql`select subject from messages order by id`)).toEqual([
    { subject: '729' },
    { subject: '366' },
    { subject: '364' },
  ]);
  expect(await db.query(sql`select cause from notices where cause like 'told %' or cause like 'old %'`)).toEqual([
    { cause: 'told 364' },
  ]);
  expect(await count('deliveries')).toBe(1);
  expect(await db.query(sql`select school_id as days from audit_log where act = 'user.approve' order by id`)).toEqual([
    { days: 2554 },
    { days: 400 },
    { days: 1 },
  ]);
  // Neither a wrong clock nor an attacker with the server's role can delete entries younger than a year.
  await applyRetention(db, world.config, after(4000));
  expect(await db.query(sql`select school_id as days from audit_log where act = 'user.approve'`)).toEqual([
    { days: 1 },
  ]);
  expect([await count('messages'), await count('notices')]).toEqual([0, 0]);
});

it('deletes the offers of classes that ended before the period, however early they were offered, and keeps the class', async () => {
  const { db } = world;
  const school = (await makeSchool(db)).id;
  const teacherId = await makeTeacher(db, school);
  const substitute = await makeSubstitute(db, [school]);
  // More classes than one statement takes, all to be kept, were offered before the old one.
  const offer = async (daysAgo: number, begunDaysAgo: number, isDue = false) => {
    const date = after(-daysAgo).toISOString().slice(0, 10);
    const id = await makeVacancy(db, { schoolId: school, teacherId, date });
    await db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, began_at, due_at)
      values (${id}, ${school}, true, false, ${after(-begunDaysAgo)}, ${isDue ? start() : null})`);
    await db.execute(sql`insert into offers
        (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at)
      values (${id}, 1, ${substitute}, ${school}, ${date}, 1, 1, '{}', ${after(-begunDaysAgo)})`);
    return id;
  };
  const early = await offer(728, 900);
  const [old, due] = [await offer(732, 733), await offer(732, 733, true)];
  const recent = await offer(728, 729);
  await db.execute(sql`with many as (insert into vacancies
      (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description,
      absence_reason, additional_notes, status, is_urgent, book_first, created_at, updated_at)
      select school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type,
        description, absence_reason, additional_notes, status, is_urgent, book_first, created_at, updated_at
        from vacancies, generate_series(1, 600) where id = ${early} returning id)
    insert into dispatches (vacancy_id, school_id, send_email, send_sms, began_at)
      select id, ${school}, true, false, ${after(-800)} from many`);
  const left = async () =>
    (
      await db.query<{ id: number }>(sql`select vacancy_id as id from offers where school_id = ${school} order by id`)
    ).map(({ id }) => id);
  await applyRetention(db, readConfig({ OFFERS_STAY_DAYS: '0' }), start());
  expect(await left(), '0 is forever').toEqual([early, old, due, recent]);
  await applyRetention(db, world.config, start());
  expect(await left()).toEqual([early, due, recent]);
  expect(
    await db.query(
      sql`select from vacancies v where id = ${old} and not exists (select from dispatches where vacancy_id = v.id)`,
    ),
  ).toHaveLength(1);
});

it('keeps a deleted person’s working days for the period, and then removes them from every count', async () => {
  const { db } = world;
  const school = (await makeSchool(db)).id;
  const teacherId = await makeTeacher(db, school);
  const admin = await makeAdmin(db, school);
  const [gone, stays] = [await makeSubstitute(db, [school]), await makeSubstitute(db, [school])];
  await makeVacancy(db, { schoolId: school, teacherId, date: '2026-11-02', status: 'filled', substituteId: gone });
  await makeVacancy(db, { schoolId: school, teacherId, date: '2026-11-03', status: 'filled', substituteId: stays });
  await db.query(sql`select forget_people(array[${gone}]::bigint[], ${start()})`);
  const filled = async () => {
    const caller = await world.as(admin);
    const report = await caller.call(getVacancyReport, { query: { month: '2026-11' } });
    const trends = await caller.call(getTrends, { query: { month: '2026-11' } });
    return [report.filled, trends.months.at(-1)?.total];
  };
  await applyRetention(db, world.config, after(2554));
  expect(await filled()).toEqual([2, 2]);
  await applyRetention(db, world.config, after(2556));
  expect(await filled()).toEqual([1, 1]);
  expect(await db.query(sql`select substitute_id as id from vacancies where school_id = ${school}`)).toEqual([
    { id: stays },
  ]);
});

it('keeps hours for payroll as long as it must, and locked lines for three years whatever the clock says', async () => {
  const { db } = world;
  const school = (await makeSchool(db)).id;
  const [admin, substitute] = [await makeAdmin(db, school), await makeSubstitute(db, [school])];
  // The trigger that keeps locked lines goes by the clock of the database.
  for (const [first, last] of [
    ['2020-09-01', '2020-09-30'],
    ['2026-09-01', '2026-09-30'],
  ] as const) {
    await db.execute(sql`with period as (insert into pay_periods
        (school_id, school_name, first_day, last_day, unit, has_money, locked_at, locked_by_id, locked_by_name)
        values (${school}, 'Oak', ${first}, ${last}, 'day', true, now(), ${admin}, 'Sam') returning id)
      insert into worked_days (school_id, pay_period_id, substitute_id, date, substitute_name, approved_at,
        approved_by_id, approved_by_name, kind, minutes, units, cents, pay_code)
      select ${school}, id, ${substitute}, ${first}::date + n, 'Ann', now(), ${admin}, 'Sam', 'regular', 420, 2, 16000,
        '' from period, generate_series(0, 2) n`);
  }
  await applyRetention(db, readConfig({ HOURS_STAY_DAYS: '0' }), start());
  expect([await count('worked_days'), await count('pay_periods')]).toEqual([6, 2]);
  await applyRetention(db, world.config, start());
  expect([await count('worked_days'), await count('pay_periods')]).toEqual([3, 1]);
  await expect(applyRetention(db, world.config, after(5000))).rejects.toThrow('locked pay period');
});
