import { type HistoryKind, undoSeconds } from '#domain/vacancy.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/held-answers.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

/** A school with its people, each signed in, in a world of a test's own. */
export type Stage = {
  world: World;
  school: { id: number; name: string };
  ids: { teacher: number; admin: number; ann: number; bob: number };
  teacher: Caller;
  admin: Caller;
  /** Two substitutes of the school. */
  ann: Caller;
  bob: Caller;
  /** A vacancy of the teacher's; tomorrow unless said otherwise. */
  vacancy(parts?: Partial<Parameters<typeof makeVacancy>[1]>): Promise<{ id: number; params: { id: string } }>;
  /** Kind and recipient of every notice of a vacancy, oldest first. */
  told(id: number): Promise<[NoticeKind, number][]>;
  /** What the history of a vacancy says, oldest first. */
  history(id: number): Promise<HistoryKind[]>;
  /** Takes every vacancy away and sets the clock back. */
  clear(): Promise<void>;
};

/** Sets it up; close its `world` afterwards. */
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
      // Answers that can be undone notify people only once that is over.
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
