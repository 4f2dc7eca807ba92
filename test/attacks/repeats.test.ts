import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { sendMessage } from '#contract/messages.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { deleteVacancy, undoAnswer, updateVacancy } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let teacher: Caller;
beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:1' });
  schoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId);
  teacher = await world.as(teacherId);
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
  it('can be undone ten times a day, because each undo stays in the history', async () => {
    const substitute = await makeSubstitute(world.db, [schoolId]);
    const { id } = await post('2026-11-27');
    const request = { ...at(id), body: { status: 'pending_approval' } } as const;
    await (await world.as(substitute)).call(updateVacancy, request);
    const approve = { ...at(id), body: { status: 'filled', substituteId: substitute } } as const;
    const statuses = [];
    for (let n = 0; n < 10; n += 1) {
      await teacher.call(updateVacancy, approve);
      statuses.push((await teacher.try(undoAnswer, at(id))).status);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    await teacher.call(updateVacancy, approve);
    expect((await teacher.try(undoAnswer, at(id))).status).toBe(429);
    expect((await teacher.call(getVacancy, at(id))).status, 'the last answer is kept').toBe('filled');
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
