import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { openStage, type Stage } from '#test/stage.ts';

export let stage: Stage;

/** Monday to Wednesday. The weekend before doesn't separate days. */
export const week = ['2026-11-30', '2026-12-01', '2026-12-02'];
export const schoolDay = {
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Plans are on the desk.',
};
export const absence = { ...schoolDay, sendNotifications: true };
type Parts = { dates?: string[]; bookFirst?: boolean; postAnyway?: boolean };

/** Returns a job of these days, with the ids of its vacancies. */
export async function job({ dates = week, ...parts }: Parts = {}, caller = stage.teacher): Promise<number[]> {
  const posted = await caller.call(createVacancies, {
    body: { ...absence, teacherId: stage.ids.teacher, dates, asOneJob: true, ...parts },
  });
  return posted.map(({ id }) => id);
}
export const on = (id: number | undefined) => ({ params: { id: String(id) } });
export const request = (id: number | undefined, by = stage.ann) =>
  by.try(updateVacancy, { ...on(id), body: { status: 'pending_approval', additionalNotes: 'I know this class.' } });
export const approve = (id: number | undefined, substituteId = stage.ids.ann) =>
  stage.teacher.try(updateVacancy, { ...on(id), body: { status: 'filled', substituteId } });
/** Returns the status of each day, and its substitute. */
export const states = async (ids: readonly number[]) =>
  (
    await stage.world.db.query<{ state: string }>(
      sql`select concat_ws(' ', status, coalesce(substitute_id, requested_by_id)) as state from vacancies
          where id = any(${ids}::bigint[]) order by id`,
    )
  ).map(({ state }) => state);
export const all = (state: string) => week.map(() => state);
/** Returns the notifications about these days: kind, recipient and dates. */
export async function told(ids: readonly number[]): Promise<string[]> {
  await stage.told(ids[0] ?? 0);
  const rows = await stage.world.db.query<{ line: string }>(
    sql`select concat_ws(' ', kind, recipient_id, jsonb_array_length(facts #> '{vacancy,dates}')) as line from notices
        where vacancy_id = any(${ids}::bigint[]) order by id`,
  );
  return rows.map(({ line }) => line);
}
export const forget = () => stage.world.db.execute(sql`delete from notices`);

/** Opens a school whose vacancies are cleared before each test. */
export function setUpJobStage(): void {
  beforeAll(async () => {
    stage = await openStage({ SMTP_URL: 'smtp://localhost:2525' });
  });
  afterAll(() => stage.world.close());
  beforeEach(() => stage.clear());
}
