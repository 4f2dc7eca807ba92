import { afterAll, beforeAll, beforeEach } from 'vitest';
import { getCoverPlan, sendCovers } from '#contract/cover.ts';
import { sql } from '#server/db/database.ts';
import { tellDeclined } from '#server/features/cover/declined.ts';
import { saveBells, saveTimetable } from '#test/bells.ts';
import { makeAdmin, makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

export let world: World;
export let schoolId: number;
export let admin: Caller;
export let adminId: number;
export let absent: number;
export let ada: number;
export let ben: number;

export const timetable = (teacherId: number, periods: readonly string[], version = 0) =>
  saveTimetable(admin, teacherId, periods, version);
export const classOut = () => makeVacancy(world.db, { schoolId, teacherId: absent, start: '12:00', end: '15:15' });
export const plan = (vacancyId: number) => admin.call(getCoverPlan, { query: { vacancyId: String(vacancyId) } });
export const ask = (vacancyId: number, period: string, colleagueId: number, more = {}) =>
  admin.try(sendCovers, { body: { asks: [{ vacancyId, period, colleagueId, ...more }] } });
export const requestOf = (id: number) => ({
  params: { id: String(id) },
  body: { status: 'pending_approval' as const },
});
export const noticesOf = async (id: number) =>
  (await world.db.query<{ kind: string }>(sql`select kind from notices where recipient_id = ${id} order by id`)).map(
    ({ kind }) => kind,
  );

/** Runs the worker's job once a No can no longer be undone, twice, because a job may run twice. */
export async function tellAll(): Promise<void> {
  const jobs = await world.db.query<{ payload: { id: number; at: string } }>(
    sql`select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'notify-declined-cover'`,
  );
  const context = { config: world.config, now: world.time.now };
  for (const { payload } of [...jobs, ...jobs]) await tellDeclined(world.db, context, payload);
}

/** Opens a world, and before each test a school with bells, an absent teacher and two free colleagues. */
export function setUpCoverStage(): void {
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.time.now = mondayMorning;
    schoolId = (await makeSchool(world.db)).id;
    adminId = await makeAdmin(world.db, schoolId);
    admin = await world.as(adminId);
    absent = await makeTeacher(world.db, schoolId, { fullName: 'Out Today' });
    ada = await makeTeacher(world.db, schoolId, { fullName: 'Ada Free' });
    ben = await makeTeacher(world.db, schoolId, { fullName: 'Ben Free' });
    await saveBells(admin, { perDay: 2 });
    await timetable(absent, ['1', '2']);
    await timetable(ada, ['1']);
    await timetable(ben, ['2', '3']);
  });
}
