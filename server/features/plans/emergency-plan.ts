import type * as contract from '#contract/emergency-plan.ts';
import type { EmergencyPlan } from '#contract/emergency-plan.ts';
import { planFileSentences } from '#domain/plans.ts';
import { sql, type Sql, type Tx } from '#server/db/database.ts';
import { markingUsed } from '#server/db/sql/plans.ts';
import { refuseUnlessPlanner } from '#server/features/plans/list-files.ts';
import { emergencyPlanOf, readingsOfTeacher, studentDetailsOf } from '#server/features/plans/queries.ts';
import { logReading, type Reading } from '#server/features/plans/readings.ts';
import { lockPerson } from '#server/features/users/queries.ts';
import { given } from '#server/core/given.ts';
import { Refused, wrongField } from '#server/core/refused.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type AboutTeacher = Pick<Call, 'db' | 'actor' | 'now'> & { params: { id: number } };

/** Logs that an administrator opened a teacher's plan or details. */
async function logUnlessOwn(call: AboutTeacher, act: Reading['act']): Promise<void> {
  const { actor, params } = call;
  if (actor.id !== params.id && actor.schoolId !== null)
    await logReading(call, { act, teacherId: params.id, schoolId: actor.schoolId });
}

/** Returns a teacher's emergency plan, without the student details. */
export async function getPlan(call: Call<typeof contract.getEmergencyPlan>): ReplyTo<typeof contract.getEmergencyPlan> {
  await refuseUnlessPlanner(call, 'user.seePlans');
  const plan = await emergencyPlanOf(call.db, call.params.id);
  if (plan.version > 0) await logUnlessOwn(call, 'plans.read');
  return plan;
}

/** Saves the plan, which also confirms that it is right. */
export async function putPlan(call: Call<typeof contract.putEmergencyPlan>): ReplyTo<typeof contract.putEmergencyPlan> {
  const { params, body, now } = call;
  const { version, fileIds } = body;
  const text = (name: 'routines' | 'seating' | 'people') => (body[name] === null ? '' : body[name]);
  const sent = { routines: text('routines'), seating: text('seating'), people: text('people'), fileIds };
  return saving(call, 'plans.read', async (tx, stored) => {
    await refuseConflict(tx, { of: 'plan', id: params.id, version, sent, stored, shown: () => stored });
    const held = await tx.query(markingUsed(fileIds ?? [], params.id, now));
    if (held.length !== (fileIds ?? []).length) throw wrongField('fileIds', planFileSentences.gone);
    const next = { ...stored, ...given(sent) };
    await tx.execute(sql`insert into emergency_plans
        (teacher_id, version, routines, seating, people, file_ids, checked_at, edits)
      values (${params.id}, ${versionOf(stored)}, ${next.routines}, ${next.seating}, ${next.people},
        ${next.fileIds}::uuid[], ${now},
        '{"routines": 1, "seating": 1, "people": 1, "file_ids": 1}')
      on conflict (teacher_id) do update set routines = excluded.routines, seating = excluded.seating,
        people = excluded.people,
        file_ids = excluded.file_ids, checked_at = excluded.checked_at`);
    return emergencyPlanOf(tx, params.id);
  });
}

/** Each plan's versions begin at their own multiple of this number, see 0062_versions_of_emergency_plans.sql. */
const versionsOfOnePlan = 1000;

/** Returns the version of a stored plan, or the first one of a plan that is saved for the first time. */
const versionOf = ({ version }: EmergencyPlan): Sql =>
  version > 0 ? sql`${version}` : sql`nextval('emergency_plan_versions')`;

/** Returns whether these are not versions of the same plan. Version 0 stands for no plan. */
function isOfAnotherPlan(version: number, stored: number): boolean {
  return stored === 0 || Math.floor(version / versionsOfOnePlan) !== Math.floor(stored / versionsOfOnePlan);
}

/**
 * Runs a save while the teacher's row is locked. A conflict's reply contains the text that someone else saved, so it is
 * logged like any other reading.
 */
async function saving<Saved>(
  call: AboutTeacher & { body: { version: number } },
  act: Reading['act'],
  save: (tx: Tx, plan: EmergencyPlan) => Promise<Saved>,
): Promise<Saved> {
  await refuseUnlessPlanner(call, 'user.editPlans');
  try {
    return await call.db.inTransaction(async (tx) => {
      await lockPerson(tx, call.params.id);
      const plan = await emergencyPlanOf(tx, call.params.id);
      // It was deleted when the teacher changed schools. The form may still hold details about the students of the
      // former one.
      if (call.body.version > 0 && isOfAnotherPlan(call.body.version, plan.version))
        throw new Refused('conflict', 'This plan was deleted after you opened it. Reload the page.');
      return save(tx, plan);
    });
  } catch (error) {
    if (error instanceof Refused && (error.current ?? null) !== null) await logUnlessOwn(call, act);
    throw error;
  }
}

/** Records that the plan is still right, so no reminder is due for a year. */
export async function confirmPlan(
  call: Call<typeof contract.confirmEmergencyPlan>,
): ReplyTo<typeof contract.confirmEmergencyPlan> {
  await refuseUnlessPlanner(call, 'user.editPlans');
  await call.db.execute(sql`update emergency_plans set checked_at = greatest(checked_at, ${call.now}::timestamptz)
    where teacher_id = ${call.params.id}`);
}

/** Returns the student details, for the teacher and the school's administrators. */
export async function getDetails(
  call: Call<typeof contract.getStudentDetails>,
): ReplyTo<typeof contract.getStudentDetails> {
  await refuseUnlessPlanner(call, 'user.seePlans');
  const { version, hasStudentDetails } = await emergencyPlanOf(call.db, call.params.id);
  if (hasStudentDetails) await logUnlessOwn(call, 'student_details.read');
  return { words: await studentDetailsOf(call.db, call.params.id), version };
}

/** Saves or removes the student details. */
export async function putDetails(
  call: Call<typeof contract.putStudentDetails>,
): ReplyTo<typeof contract.putStudentDetails> {
  const { params, body, now } = call;
  const words = body.words ?? '';
  return saving(call, 'student_details.read', async (tx, ofTeacher) => {
    const stored = { words: await studentDetailsOf(tx, params.id) };
    const { version } = body;
    await refuseConflict(tx, { of: 'plan', id: params.id, version, sent: { words }, stored, shown: () => stored });
    const [plan] = await tx.query<{ version: number }>(sql`
      insert into emergency_plans as p (teacher_id, version, checked_at, edits)
      values (${params.id}, ${versionOf(ofTeacher)}, ${now}, '{"words": 1}')
      on conflict (teacher_id) do update set checked_at = excluded.checked_at, version = p.version + 1,
        edits = p.edits || jsonb_build_object('words', p.version + 1)
      returning version`);
    await tx.execute(
      words === ''
        ? sql`delete from student_details where teacher_id = ${params.id}`
        : sql`insert into student_details (teacher_id, words) values (${params.id}, ${words})
            on conflict (teacher_id) do update set words = excluded.words`,
    );
    return { words, version: plan?.version ?? 0 };
  });
}

/** Returns the administrators who opened the teacher's plans. */
export async function readingsAbout(
  call: Call<typeof contract.listTeacherReadings>,
): ReplyTo<typeof contract.listTeacherReadings> {
  await refuseUnlessPlanner(call, 'user.seePlans');
  return readingsOfTeacher(call.db, call.params.id);
}
