import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { sendMessage } from '#contract/messages.ts';
import { cancelCover, listOwnCovers, sendCovers } from '#contract/cover.ts';
import { putCoverSettings, putTimetable } from '#contract/cover-settings.ts';
import { endExclusion, listExclusions, putExclusion } from '#contract/exclusions.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { releaseSubstitute, updateVacancy, withdrawRequest, undoAnswer } from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import { swapSubstitutes } from '#contract/vacancy-swap.ts';
import { templateBell } from '#domain/bell.ts';
import { defaultCoverRules } from '#domain/cover.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let teacher: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:1' });
  schoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId);
  teacher = await world.as(teacherId);
  admin = await world.as(await makeAdmin(world.db, schoolId));
});
afterAll(() => world.close());

const at = (id: number) => ({ params: { id: String(id) } });
const absence = {
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Grade 2',
  additionalNotes: 'Plans are on the desk.',
  sendNotifications: true,
} as const;
const post = (date = '2026-11-24') => teacher.call(createVacancy, { body: { ...absence, date } });
const mailsTo = async (id: number) =>
  (await world.db.query(sql`select from deliveries where recipient_id = ${id} and channel = 'email'`)).length;
/** Simulates earlier calls. */
const countedSo = (key: string, count: number) =>
  world.db.execute(sql`insert into attempts (key, window_start, count) values (${key}, ${world.time.now}, ${count})
    on conflict (key) do update set count = excluded.count`);

describe('an offered vacancy', () => {
  it('notifies everyone of a new time at most ten times a day', async () => {
    const substitute = await makeSubstitute(world.db, [schoolId]);
    const { id } = await post();
    const statuses = [];
    for (let minute = 10; minute < 24; minute += 1) {
      const body = { startTime: `08:${minute}` };
      statuses.push((await teacher.try(updateVacancy, { ...at(id), body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429, 429, 429]);
    expect(await mailsTo(substitute), 'the offer, and ten changes').toBe(11);
    const title = { ...at(id), body: { description: 'Grade 3' } };
    expect((await teacher.try(updateVacancy, title)).status, 'other fields can still be changed').toBe(200);
  });

  it('can be edited a hundred times a day, because its history is kept permanently', async () => {
    const { id } = await post('2026-11-25');
    const rename = (description: string) => teacher.try(updateVacancy, { ...at(id), body: { description } });
    expect((await rename('Grade 4')).status).toBe(200);
    await countedSo(`edits-of:${id}`, 99);
    expect([(await rename('Grade 5')).status, (await rename('Grade 6')).status]).toEqual([200, 429]);
  });
});

describe('an answer to a request', () => {
  it('can be given twenty times a day, because it stays in the history, and always be undone', async () => {
    const substitute = await makeSubstitute(world.db, [schoolId]);
    const { id } = await post('2026-11-27');
    const request = { ...at(id), body: { status: 'pending_approval' } } as const;
    await (await world.as(substitute)).call(updateVacancy, request);
    const approve = { ...at(id), body: { status: 'filled', substituteId: substitute } } as const;
    const statuses = [];
    const reject = { ...at(id), body: { status: 'open', requestedById: null, requestedAt: null } } as const;
    for (let n = 0; n < 20; n += 1) {
      await teacher.call(updateVacancy, n % 2 === 0 ? approve : reject);
      statuses.push((await teacher.try(undoAnswer, at(id))).status);
    }
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await teacher.try(updateVacancy, approve)).status).toBe(429);
    expect((await teacher.try(updateVacancy, reject)).status).toBe(429);
    expect((await teacher.call(getVacancy, at(id))).status, 'the request still waits').toBe('pending_approval');
    expect((await admin.try(updateVacancy, approve)).status, 'someone else can answer it').toBe(200);
  });
});

describe('an assignment', () => {
  it('of one vacancy is limited to twenty a day, because a release offers it to everyone again', async () => {
    const [first, second] = [await makeSubstitute(world.db, [schoolId]), await makeSubstitute(world.db, [schoolId])];
    const { id } = await post('2026-12-10');
    const assign = async (substituteId = first) =>
      (await admin.try(assignSubstitute, { ...at(id), body: { substituteId } })).status;
    expect(await assign()).toBe(200);
    await admin.call(releaseSubstitute, { ...at(id), body: { reason: 'Not needed.' } });
    expect(await mailsTo(second), 'the offer, and another one').toBe(2);
    await countedSo(`assigns-of:${id}`, 19);
    expect(await assign()).toBe(200);
    await admin.call(releaseSubstitute, { ...at(id), body: { reason: 'Not needed.' } });
    expect([await assign(), await assign(second)]).toEqual([429, 429]);
  });

  it('counts once for all days of a job, whichever day is named', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const dates = ['2027-01-04', '2027-01-05'];
    const days = await teacher.call(createVacancies, { body: { ...absence, dates, asOneJob: true } });
    const [one = 0, other = 0] = days.map(({ id }) => id);
    await countedSo(`assigns-of:${one}`, 19);
    expect((await admin.try(assignSubstitute, { ...at(other), body: { substituteId } })).status).toBe(200);
    await admin.call(releaseSubstitute, { ...at(one), body: { reason: 'Not needed.' } });
    expect((await admin.try(assignSubstitute, { ...at(other), body: { substituteId } })).status).toBe(429);
  });

  it('can’t be swapped without limit, because each swap notifies four people', async () => {
    const [first, second] = [await makeSubstitute(world.db, [schoolId]), await makeSubstitute(world.db, [schoolId])];
    const booked = (substituteId: number) =>
      makeVacancy(world.db, {
        schoolId,
        teacherId,
        date: '2026-12-11',
        status: 'filled',
        substituteId,
        confirmed: true,
      });
    const [one, other] = [await booked(first), await booked(second)];
    const swap = async (id: number, by: number) =>
      (await admin.try(swapSubstitutes, { ...at(id), body: { with: by } })).status;
    expect(await swap(one, other)).toBe(200);
    await countedSo(`assigns-of:${other}`, 19);
    expect([await swap(one, other), await swap(one, other), await swap(other, one)]).toEqual([200, 429, 429]);
  });
});

describe('a request for a multi-day job', () => {
  it('counts once for all of them, whichever day is named', async () => {
    const id = await makeSubstitute(world.db, [schoolId]);
    const ann = await world.as(id);
    const dates = ['2027-01-11', '2027-01-12'];
    const days = await teacher.call(createVacancies, { body: { ...absence, dates, asOneJob: true } });
    const [one = 0, other = 0] = days.map((day) => day.id);
    const request = async (day: number) =>
      (await ann.try(updateVacancy, { ...at(day), body: { status: 'pending_approval' } })).status;
    const withdraw = async (day: number) => (await ann.try(withdrawRequest, at(day))).status;
    await countedSo(`request:${id}:${one}`, 9);
    await countedSo(`withdraw:${id}:${one}`, 4);
    expect([await request(other), await withdraw(other), await request(other)]).toEqual([200, 200, 429]);
    await countedSo(`request:${id}:${one}`, 0);
    expect([await request(other), await withdraw(other)]).toEqual([200, 429]);
  });
});

describe('a colleague', () => {
  it('can be asked to cover sixty times a day, because each time notifies them, as does each release', async () => {
    const colleagueId = await makeTeacher(world.db, schoolId);
    const own = await makeVacancy(world.db, { schoolId, teacherId, date: '2026-12-14', start: '12:00', end: '15:15' });
    const bell = templateBell({ periods: 4, start: '12:00', minutes: 45, passing: 5 });
    const schedules = bell.schedules.map(({ name, periods }) => ({ name, periods: [...periods] }));
    const rules = { ...defaultCoverRules, lunchPeriods: [] };
    await admin.call(putCoverSettings, { body: { bell: { schedules, weekly: {}, days: [] }, rules, version: 0 } });
    const slot = { period: '1', days: [], kind: 'class' as const, title: 'Algebra', room: '', size: null };
    for (const [id, period] of [
      [teacherId, '1'],
      [colleagueId, '2'],
    ] as const)
      await admin.call(putTimetable, { ...at(id), body: { slots: [{ ...slot, period }], since: null, version: 0 } });
    const ask = async () =>
      (await admin.try(sendCovers, { body: { asks: [{ vacancyId: own, period: '1', colleagueId }] } })).status;
    await countedSo(`cover-asked:${colleagueId}`, 59);
    expect(await ask()).toBe(201);
    const { covers } = await (await world.as(colleagueId)).call(listOwnCovers);
    await admin.call(cancelCover, at(covers[0]?.id ?? 0));
    expect(await ask()).toBe(429);
  });
});

describe('exclusions', () => {
  it('can be asked for twenty times a day by one teacher, because each time notifies every administrator', async () => {
    const substitute = await makeSubstitute(world.db, [schoolId]);
    const body = { reason: 'Left early.', endsOn: null };
    const exclude = async (caller: Caller) => (await caller.try(putExclusion, { ...at(substitute), body })).status;
    const end = async () => {
      const [own] = await teacher.call(listExclusions, at(substitute));
      await teacher.call(endExclusion, { ...at(substitute), body: { exclusionId: own?.id ?? 0 } });
    };
    expect([await exclude(teacher), await exclude(teacher)], 'a repeated call does not count').toEqual([200, 200]);
    await end();
    await countedSo(`exclusions-by:${teacherId}`, 19);
    expect(await exclude(teacher)).toBe(200);
    await end();
    expect(await exclude(teacher)).toBe(429);
    expect(await exclude(await world.as(await makeTeacher(world.db, schoolId)))).toBe(200);
  });
});

describe('posting', () => {
  it('is limited to 600 days an hour for one person, so that posting and deleting is no way around the limit on rounds', async () => {
    const { id } = await post('2026-11-26');
    await teacher.call(deleteVacancy, at(id));
    await countedSo(`posts-by:${teacherId}`, 597);
    const batch = (dates: readonly string[]) =>
      teacher.try(createVacancies, { body: { ...absence, dates: [...dates], sendNotifications: false } });
    expect((await batch(['2026-12-01', '2026-12-02', '2026-12-03'])).status).toBe(201);
    await countedSo(`posts-by:${teacherId}`, 597);
    expect((await batch(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'])).status).toBe(429);
    const { status, headers } = await teacher.try(createVacancy, { body: { ...absence, date: '2026-12-07' } });
    expect([status, headers.has('retry-after')]).toEqual([429, true]);
    const colleague = await world.as(await makeTeacher(world.db, schoolId));
    expect((await colleague.try(createVacancy, { body: { ...absence, date: '2026-12-07' } })).status).toBe(201);
  });
});

describe('messages', () => {
  it('are limited to a hundred an hour for one sender, and for no one else', async () => {
    const recipients = [await makeSubstitute(world.db, [schoolId])];
    const body = { subject: 'Thank you', message: 'See you next week.', recipients };
    expect((await teacher.try(sendMessage, { body })).status).toBe(201);
    await countedSo(`messages-by:${teacherId}`, 99);
    expect((await teacher.try(sendMessage, { body })).status).toBe(201);
    expect((await teacher.try(sendMessage, { body })).status).toBe(429);
    const colleague = await world.as(await makeTeacher(world.db, schoolId));
    expect((await colleague.try(sendMessage, { body })).status).toBe(201);
  });
});
