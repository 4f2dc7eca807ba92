import { afterAll, beforeAll, beforeEach } from 'vitest';
import { getHours, getPaySettings, lockHours, putPaySettings } from '#contract/hours.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { defaultPaySettings, type PaySettings } from '#domain/pay.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

type Hours = ReplyOf<typeof getHours>;
type Line = Hours['rows'][number];

export let world: World;
export let school: { id: number; name: string };
export let teacherId: number;
export let annId: number;
export let adminId: number;
let colleagueId: number;
export let admin: Caller;
export let colleague: Caller;
export let ann: Caller;

/** Returns a past assignment of Ann's, by default on November 18 and 19 and so on. */
export const worked = (date = '2026-11-18', parts: Partial<Parameters<typeof makeVacancy>[1]> = {}) =>
  makeVacancy(world.db, { schoolId: school.id, teacherId, date, status: 'filled', substituteId: annId, ...parts });
export const hours = (query: Record<string, string> = {}, caller = admin) => caller.call(getHours, { query });
export const seen = ({ key, version, minutes, cents }: Line) => ({ key, version, minutes, cents });
export const first = ({ rows }: Hours): Line => {
  if (rows[0] === undefined) throw new Error('There is no line.');
  return rows[0];
};
export async function pay(parts: Partial<PaySettings>) {
  const { version } = await admin.call(getPaySettings);
  return admin.call(putPaySettings, {
    body: { version, settings: { ...defaultPaySettings, regularCents: 16_000, ...parts } },
  });
}
export const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
export const lock = (caller: Caller, { period, totals }: Hours) =>
  caller.try(lockHours, {
    body: { ...period, lines: totals.lines, minutes: totals.minutes, cents: totals.cents },
  });
/** Records that Ann didn't come. */
export const recordNoShow = (id: number) =>
  world.db
    .execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id,
        recorded_at)
    values (${id}, ${annId}, ${school.id}, 'no_show', 'office', ${adminId}, now())`);
/** Moves the time on and signs everyone in again, because their sessions have ended by then. */
export async function moveTo(instant: string) {
  world.time.now = new Date(instant);
  [admin, colleague, ann] = await Promise.all([world.as(adminId), world.as(colleagueId), world.as(annId)]);
}
export const december = () => moveTo('2026-12-02T15:00:00Z');

/** Opens a world, and before each test a school with a substitute and two administrators. */
export function setUpHourStage(): void {
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.time.now = mondayMorning;
    school = await makeSchool(world.db, { timeZone: 'America/New_York' });
    teacherId = await makeTeacher(world.db, school.id, { fullName: 'Mia Berg' });
    annId = await makeSubstitute(world.db, [school.id], { fullName: 'Ann Cole' });
    adminId = await makeAdmin(world.db, school.id, { fullName: 'Sam Office' });
    colleagueId = await makeAdmin(world.db, school.id, { fullName: 'Pat Office' });
    admin = await world.as(adminId);
    colleague = await world.as(colleagueId);
    ann = await world.as(annId);
  });
}
