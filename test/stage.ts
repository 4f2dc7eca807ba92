import { undoSeconds } from '#domain/undo.ts';
import type { HistoryKind } from '#domain/vacancy.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

/** An absence of the teacher on the next day, as its form sends it. */
export const dayOut = {
  date: '2026-11-24',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Fractions',
  additionalNotes: 'Plans are on the desk.',
};

/** A school with its signed-in people, in a test's own world. */
export type Stage = {
  world: World;
  school: { id: number; name: string };
  ids: { teacher: number; admin: number; ann: number; bob: number };
  teacher: Caller;
  admin: Caller;
  /** Two substitutes of the school. */
  ann: Caller;
  bob: Caller;
  /** One of the teacher's vacancies, by default tomorrow. */
  vacancy(parts?: Partial<Parameters<typeof makeVacancy>[1]>): Promise<{ id: number; params: { id: string } }>;
  /** Returns the kind and recipient of every notification about a vacancy, oldest first. */
  told(id: number): Promise<[NoticeKind, number][]>;
  /** Returns a vacancy's history, oldest first. */
  history(id: number): Promise<HistoryKind[]>;
  /** Deletes every vacancy and resets the clock. */
  clear(): Promise<void>;
};

/** Sets the school up. Close its `world` afterward. */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const world = await openWorld(settings);
  const { db } = world;
  const school = await makeSchool(db);
  const ids = {
    teacher: await makeTeacher(db, school.id, { fullName: 'Tess Teacher' }),
    admin: await makeAdmin(db, school.id, { fullName: 'Adam Admin' }),
    ann: await makeSubstitute(db, [school.id], { fullName: 'Ann Lee', phone: '(518) 555-0111' }),
    bob: await makeSubstitute(db, [school.id], { fullName: 'Bob Ray' }),
  };
  return {
    world,
    school,
    ids,
    teacher: await world.as(ids.teacher),
    admin: await world.as(ids.admin),
    ann: await world.as(ids.ann),
    bob: await world.as(ids.bob),
    vacancy: async (parts = {}) => {
      const id = await makeVacancy(db, { schoolId: school.id, teacherId: ids.teacher, date: '2026-11-24', ...parts });
      return { id, params: { id: String(id) } };
    },
    told: async (id) => {
      // Answers that can be undone notify people only after that.
      const past = new Date(world.time.now.getTime() + undoSeconds.accepted * 1000);
      await notifyDueAnswers(db, { config: world.config, now: past });
      const rows = await db.query<{ kind: NoticeKind; recipientId: number }>(
        sql`select kind, recipient_id as "recipientId" from notices where vacancy_id = ${id} order by id`,
      );
      return rows.map(({ kind, recipientId }) => [kind, recipientId]);
    },
    history: async (id) =>
      (
        await db.query<{ kind: HistoryKind }>(
          sql`select kind from vacancy_history where vacancy_id = ${id} order by id`,
        )
      ).map((row) => row.kind),
    clear: async () => {
      world.time.now = mondayMorning;
      await db.execute(sql`update vacancies set deleted_at = ${mondayMorning} where deleted_at is null`);
    },
  };
}
