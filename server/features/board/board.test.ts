import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAttendance } from '#contract/attendance.ts';
import { getBoard } from '#contract/board.ts';
import { carryOutPlan, undoPlan } from '#contract/day-plan.ts';
import { explainDecline } from '#contract/declines.ts';
import { declineVacancy, releaseSubstitute } from '#contract/vacancy-moves.ts';
import { getDashboard } from '#contract/reports.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  schoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Tina Teacher' });
  admin = await world.as(await makeAdmin(world.db, schoolId));
});

describe('the board of a day', () => {
  it('no longer waits for a confirmation once attendance is recorded', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const id = await makeVacancy(world.db, { schoolId, teacherId, status: 'filled', substituteId, confirmed: false });
    const line = async () => (await admin.call(getBoard)).lines[0];
    const before = await line();
    expect([before?.next, before?.can.includes('confirmByPhone')]).toEqual(['confirm', true]);
    const body = { act: 'here', substituteId, version: 0 } as const;
    await admin.call(recordAttendance, { params: { id: String(id) }, body });
    const after = await line();
    expect([after?.next, after?.can.includes('confirmByPhone')]).toEqual([null, false]);
  });

  it('shows a class as uncovered if its substitute did not come, with their name, until someone else covers it', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId], { fullName: 'Nora Noshow' });
    const filled = { schoolId, teacherId, status: 'filled', substituteId } as const;
    const ids = [
      await makeVacancy(world.db, { ...filled, start: '08:00', end: '09:00', confirmed: true }),
      await makeVacancy(world.db, { ...filled, start: '09:00', end: '10:00', confirmed: false }),
    ];
    const other = await makeSubstitute(world.db, [schoolId]);
    await makeVacancy(world.db, { ...filled, substituteId: other, start: '07:00', end: '08:00', confirmed: true });
    const day = async () => {
      const { lines, week } = await admin.call(getBoard);
      const { unconfirmedVacancies } = await admin.call(getDashboard);
      const { uncovered = 0, unconfirmed = 0, covered = 0 } = week[0] ?? {};
      const shown = lines.map(({ id, section, next, substitute }) => [id, section, next, substitute?.fullName]);
      return { shown: shown.slice(0, 2), counts: [uncovered, unconfirmed, covered], unconfirmedVacancies };
    };
    expect(await day()).toMatchObject({ counts: [0, 1, 2], unconfirmedVacancies: 1 });
    world.time.now = new Date('2026-11-23T14:50:00Z');
    const no = async (id: number | undefined, act: 'no_show' | 'none', version: number) =>
      admin.call(recordAttendance, { params: { id: String(id) }, body: { act, version } });
    const records = [await no(ids[0], 'no_show', 0), await no(ids[1], 'no_show', 0)];
    const names = ['uncovered', null, 'Nora Noshow'];
    expect(await day()).toEqual({
      shown: [
        [ids[0], ...names],
        [ids[1], 'uncovered', 'offer_again', 'Nora Noshow'],
      ],
      counts: [2, 0, 1],
      unconfirmedVacancies: 0,
    });
    const status = await admin.call(getVacancy, { params: { id: String(ids[1]) } });
    expect([status.status, status.confirmed]).toEqual(['filled', false]);
    await no(ids[0], 'none', records[0]?.attendance?.version ?? 0);
    expect((await day()).counts).toEqual([1, 0, 2]);
    await admin.call(releaseSubstitute, { params: { id: String(ids[1]) }, body: { reason: 'Recorded as a no-show.' } });
    const { lines } = await admin.call(getBoard);
    expect([lines[0]?.section, lines[0]?.status, lines[0]?.substitute]).toEqual(['uncovered', 'open', null]);
  });

  it('shows uncovered, then unconfirmed, then covered classes, and who to call', async () => {
    const { db } = world;
    const comes = await makeSubstitute(db, [schoolId], { fullName: 'Cora Comes', phone: '555-0101' });
    const sure = await makeSubstitute(db, [schoolId], { fullName: 'Sam Sure' });
    const asked = await makeSubstitute(db, [schoolId], { fullName: 'Ada Asked' });
    const filled = { schoolId, teacherId, status: 'filled', start: '07:00', end: '08:00' } as const;
    await makeVacancy(db, { ...filled, substituteId: sure, confirmed: true });
    await makeVacancy(db, { ...filled, substituteId: comes, confirmed: false });
    await makeVacancy(db, { schoolId, teacherId, status: 'pending_approval', requestedById: asked, start: '09:00' });
    await makeVacancy(db, { schoolId, teacherId, start: '12:00' });
    await makeVacancy(db, { schoolId, teacherId, start: '08:00' });
    await makeVacancy(db, { schoolId, teacherId, date: '2026-11-24' });
    const gone = await makeVacancy(db, { schoolId, teacherId });
    await db.execute(sql`update vacancies set deleted_at = now() where id = ${gone}`);
    const other = await makeSchool(db);
    await makeVacancy(db, { schoolId: other.id, teacherId: await makeTeacher(db, other.id) });

    const { lines, today, date, week } = await admin.call(getBoard);
    expect([today, date]).toEqual(['2026-11-23', '2026-11-23']);
    expect(
      lines.map((line) => [
        line.section,
        line.startTime,
        line.substitute?.fullName ?? null,
        line.substitute?.phone ?? null,
        line.next,
      ]),
    ).toEqual([
      ['uncovered', '08:00', null, null, 'offer'],
      ['uncovered', '09:00', 'Ada Asked', null, 'review'],
      ['uncovered', '12:00', null, null, 'offer'],
      ['unconfirmed', '07:00', 'Cora Comes', '555-0101', 'confirm'],
      ['covered', '07:00', 'Sam Sure', null, null],
    ]);
    expect(week.map((day) => day.date)).toEqual(
      ['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}`),
    );
    expect(week.slice(0, 3)).toEqual([
      { date: '2026-11-23', uncovered: 3, unconfirmed: 1, covered: 1 },
      { date: '2026-11-24', uncovered: 1, unconfirmed: 0, covered: 0 },
      { date: '2026-11-25', uncovered: 0, unconfirmed: 0, covered: 0 },
    ]);
    const sunday = await admin.call(getBoard, { query: { date: '2026-11-29' } });
    expect([sunday.lines, sunday.week]).toEqual([[], week]);
  });

  it('names the next day with classes on an empty day, such as a Sunday', async () => {
    const { db } = world;
    const dayAfter = async (date: string) => (await admin.call(getBoard, { query: { date } })).nextDay;
    expect(await dayAfter('2026-11-28')).toBeNull();
    const filled = { schoolId, teacherId, status: 'filled', date: '2026-11-30' } as const;
    await makeVacancy(db, { ...filled, substituteId: await makeSubstitute(db, [schoolId]), confirmed: false });
    await makeVacancy(db, { schoolId, teacherId, date: '2026-11-30' });
    await makeVacancy(db, { schoolId, teacherId, date: '2026-12-04' });
    const monday = { date: '2026-11-30', uncovered: 1, unconfirmed: 1, covered: 0 };
    expect([await dayAfter('2026-11-28'), await dayAfter('2026-11-29')]).toEqual([monday, monday]);
    // The day itself has classes, and a past day is no reason to plan.
    expect([await dayAfter('2026-11-30'), await dayAfter('2026-11-22')]).toEqual([null, null]);
  });

  it('opens on the next school day if there is neither school nor a class today', async () => {
    const { db } = world;
    const closures = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving break' }];
    await db.execute(sql`update schools set closures = ${JSON.stringify(closures)} where id = ${schoolId}`);
    const at = async (date: string) => {
      world.time.now = new Date(`${date}T15:00:00Z`);
      admin = await world.as(await makeAdmin(db, schoolId));
      const board = await admin.call(getBoard);
      return [board.date, board.closed, board.opensOn];
    };
    expect(await at('2026-11-25')).toEqual(['2026-11-25', null, '2026-11-25']);
    expect(await at('2026-11-26')).toEqual(['2026-11-26', 'Thanksgiving break', '2026-11-30']);
    expect(await at('2026-11-28')).toEqual(['2026-11-28', null, '2026-11-30']);
    const monday = await admin.call(getBoard, { query: { date: '2026-11-30' } });
    expect([monday.closed, monday.opensOn]).toEqual([null, '2026-11-30']);
    await makeVacancy(db, { schoolId, teacherId, date: '2026-11-28' });
    expect(await at('2026-11-28')).toEqual(['2026-11-28', null, '2026-11-28']);
  });

  it('counts how many substitutes were notified, saw it and declined, each once', async () => {
    const people: number[] = [];
    for (let n = 0; n < 3; n += 1) people.push(await makeSubstitute(world.db, [schoolId]));
    const id = await makeVacancy(world.db, { schoolId, teacherId, start: '12:00' });
    const params = { id: String(id) };
    const line = async () => {
      const [first] = (await admin.call(getBoard)).lines;
      return { tried: first?.tried, next: first?.next };
    };
    for (let round = 0; round < 2; round += 1) await admin.call(notifySubstitutes, { params, body: {} });
    expect(await line()).toEqual({
      tried: { notified: 3, saw: 0, declined: 0, whyDeclined: null, waiting: 3 },
      next: 'wait',
    });
    // Quiet hours or the provider hold an email, and the person hasn't opened the class.
    const hold = (status: 'queued' | 'sent') =>
      world.db.execute(sql`update deliveries set status = ${status}, reason = 'Waiting.', claimed_by = null
        where notice_id in (select id from notices where vacancy_id = ${id} and recipient_id = ${people[2]})`);
    await hold('queued');
    expect(await line()).toEqual({
      tried: { notified: 3, saw: 0, declined: 0, whyDeclined: null, waiting: 3, unsent: 1 },
      next: 'wait',
    });
    await hold('sent');
    expect((await line()).tried).not.toHaveProperty('unsent');
    // No one waits for a person whose text bounced, until another channel reaches them.
    const fail = (person = 0) =>
      world.db.execute(sql`update deliveries set status = 'failed', reason = 'Bounced.', claimed_by = null
        where notice_id in (select id from notices where vacancy_id = ${id} and recipient_id = ${person})`);
    await fail(people[0]);
    expect(await line()).toEqual({
      tried: { notified: 3, saw: 0, declined: 0, whyDeclined: null, waiting: 2, undelivered: 1 },
      next: 'wait',
    });
    for (const person of people) await fail(person);
    expect(await line()).toMatchObject({ tried: { waiting: 0, undelivered: 3 }, next: 'assign' });
    for (const person of people) {
      const reader = await world.as(person);
      await reader.call(getVacancy, { params });
      await reader.call(getVacancy, { params });
      // Someone who opened the class knows about it.
      if (person === people[0])
        expect(await line()).toMatchObject({ tried: { waiting: 1, undelivered: 2 }, next: 'wait' });
      await reader.call(declineVacancy, { params });
      await reader.call(explainDecline, { params, body: { reason: 'too_far' } });
    }
    expect(await line()).toEqual({
      tried: { notified: 3, saw: 3, declined: 3, whyDeclined: '3 distance', waiting: 0 },
      next: 'assign',
    });
    // A large audience that the job has yet to notify.
    await world.db
      .execute(sql`insert into audiences (school_id, vacancy_id, cause, send_email, send_sms, is_pressing, next_at,
          created_at)
      values (${schoolId}, ${id}, 'test', true, false, true, now(), now())`);
    expect((await line()).next).toBe('notifying');
    await world.db.execute(
      sql`update vacancies set status = 'filled', substitute_id = ${people[0]}, confirmed = true where id = ${id}`,
    );
    expect(await line()).toEqual({ tried: null, next: null });
  });

  it('says that no one fits while the offers wait to look again', async () => {
    const id = await makeVacancy(world.db, { schoolId, teacherId, start: '12:00' });
    const looksAgain = async () => {
      const [line] = (await admin.call(getBoard)).lines;
      expect(line?.next).toBe('offer');
      return line?.looksAgain;
    };
    expect(await looksAgain()).toBeUndefined();
    await world.db
      .execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, all_asked, due_at, began_at)
      values (${id}, ${schoolId}, true, false, true, ${new Date(mondayMorning.getTime() + 3_600_000)},
        ${mondayMorning})`);
    expect(await looksAgain()).toBe(true);
    await world.db.execute(sql`update dispatches set due_at = null, ended = 'everyone_asked' where vacancy_id = ${id}`);
    expect(await looksAgain()).toBeUndefined();
  });

  it('says that an offer of a plan goes out, until it can no longer be undone', async () => {
    const date = '2026-11-24';
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const vacancyId = await makeVacancy(world.db, { schoolId, teacherId, date });
    const next = async () => (await admin.call(getBoard, { query: { date } })).lines[0]?.next;
    expect(await next()).toBe('offer');
    const lines = [{ vacancyId, substituteId, version: 1, others: [] }];
    await admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    expect(await next()).toBe('held');
    await admin.call(undoPlan, { body: { vacancyIds: [vacancyId] } });
    expect(await next()).toBe('offer');
    await admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    const now = new Date(world.time.now.getTime() + 11_000);
    await notifyDueAnswers(world.db, { config: world.config, now });
    expect(await next()).toBe('wait');
  });

  it('offers to assign and answer until a class ends, and neither afterward', async () => {
    const asked = await makeSubstitute(world.db, [schoolId]);
    await makeVacancy(world.db, { schoolId, teacherId, start: '12:00' });
    await makeVacancy(world.db, {
      schoolId,
      teacherId,
      status: 'pending_approval',
      requestedById: asked,
      start: '12:00',
    });
    await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-20' });
    const offered = async (date: string) =>
      (await admin.call(getBoard, { query: { date } })).lines.map(({ can, next }) => [
        ...can.filter((act) => act === 'assign' || act === 'approve'),
        next,
      ]);
    expect(await offered('2026-11-23')).toEqual([
      ['assign', 'offer'],
      ['approve', 'assign', 'review'],
    ]);
    expect(await offered('2026-11-20')).toEqual([[null]]);
  });

  it('is limited, and always includes the uncovered classes', async () => {
    await world.db
      .execute(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at,
          ends_at, shift_type, description, absence_reason, additional_notes, created_at, updated_at)
      select ${schoolId}, ${teacherId}, ${teacherId}, '2026-12-01', '08:00', '15:00', '2026-12-01 13:00Z',
        '2026-12-01 20:00Z', 'full_day', 'Class', 'Illness', 'Notes', now(), now() from generate_series(1, 501)`);
    const { lines, week } = await admin.call(getBoard, { query: { date: '2026-12-01' } });
    expect([lines.length, week[1]?.uncovered]).toEqual([500, 501]);
  });
});
