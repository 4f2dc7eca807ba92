import type { EmergencyPlan } from '#contract/emergency-plan.ts';
import type { PlanFile, PlanFiles, PlanReading } from '#contract/plans.ts';
import { planLimits } from '#domain/plans.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { endsAfter } from '#server/db/sql/vacancies.ts';

/** Returns a teacher's files, latest first, and their total size. */
export async function filesOfTeacher(db: Queryable, teacherId: number): Promise<PlanFiles> {
  const rows = await db.query<PlanFile>(sql`select id, name, content_type as "contentType", size from plan_files
    where teacher_id = ${teacherId} order by created_at desc, id limit ${planLimits.kept}`);
  return { files: rows, used: rows.reduce((sum, { size }) => sum + size, 0) };
}

/** These files of a teacher, in this order. Deleted files are left out. */
export async function planFilesIn(db: Queryable, ids: readonly string[], teacherId: number): Promise<PlanFile[]> {
  if (ids.length === 0) return [];
  return db.query<PlanFile>(sql`select f.id, f.name, f.content_type as "contentType", f.size
    from unnest(${ids}::uuid[]) with ordinality as g (id, place) join plan_files f on f.id = g.id
    where f.teacher_id = ${teacherId} order by g.place`);
}

/** Returns the owner of a file, and their school. Returns null if it doesn't exist. */
export async function planFileOf(
  db: Queryable,
  id: string,
): Promise<{ teacherId: number; schoolId: number | null } | null> {
  return db.first<{ teacherId: number; schoolId: number | null }>(
    sql`select f.teacher_id as "teacherId", u.school_id as "schoolId" from plan_files f
        join users u on u.id = f.teacher_id where f.id = ${id}::uuid`,
  );
}

/**
 * Returns the class for which a substitute may read this file now, the soonest if there are several. Returns null if
 * there is none.
 */
export async function classWithFile(
  db: Queryable,
  fileId: string,
  substituteId: number,
  now: Date,
): Promise<{ id: number; schoolId: number } | null> {
  return db.first<{ id: number; schoolId: number }>(sql`select v.id, v.school_id as "schoolId"
    from vacancies v join plan_files f on f.id = ${fileId}::uuid and f.teacher_id = v.teacher_id
    where v.substitute_id = ${substituteId} and v.status = 'filled' and v.deleted_at is null
      and ${endsAfter(now)}
        and (f.id = any(v.plan_file_ids)
        or v.google_doc_link is null and v.plan_file_ids = '{}'
          and exists (select from emergency_plans p where p.teacher_id = v.teacher_id and f.id = any(p.file_ids)))
    order by v.date, v.day_rank, v.start_time, v.id limit 1`);
}

/** Returns the name, type and content of a file. Returns null if it was deleted. */
export async function contentOf(
  db: Queryable,
  id: string,
): Promise<{ name: string; contentType: string; bytes: Buffer } | null> {
  return db.first<{ name: string; contentType: string; bytes: Buffer }>(
    sql`select name, content_type as "contentType", bytes from plan_files where id = ${id}::uuid`,
  );
}

/** The readings that are shown, latest first. */
const mostReadings = 100;

const whatWasRead = sql`case e.act when 'plans.read' then 'plans' when 'plan_file.read' then 'file'
    else 'student_details' end`;

/** Returns a teacher's emergency plan; an empty one with version 0 if there is none. */
export async function emergencyPlanOf(db: Queryable, teacherId: number): Promise<EmergencyPlan> {
  const [row] = await db.query<Omit<EmergencyPlan, 'checkedAt'> & { checkedAt: Date }>(sql`
      select routines, seating, people, version,
      checked_at as "checkedAt", file_ids as "fileIds", exists (select from student_details d
        where d.teacher_id = p.teacher_id) as "hasStudentDetails"
    from emergency_plans p where teacher_id = ${teacherId}`);
  if (row !== undefined) return { ...row, checkedAt: row.checkedAt.toISOString() };
  return { routines: '', seating: '', people: '', fileIds: [], hasStudentDetails: false, checkedAt: null, version: 0 };
}

/** Returns a teacher's student details. The result is empty if there are none. */
export async function studentDetailsOf(db: Queryable, teacherId: number): Promise<string> {
  const [row] = await db.query<{ words: string }>(sql`select words from student_details
    where teacher_id = ${teacherId}`);
  return row?.words ?? '';
}

/** Returns the administrators who opened a teacher's plans or student details. */
export async function readingsOfTeacher(db: Queryable, teacherId: number): Promise<PlanReading[]> {
  const rows = await db.query<Omit<PlanReading, 'at'> & { at: Date }>(sql`
      select e.id, e.at, u.full_name as by, ${whatWasRead} as what,
      (select f.name from plan_files f where f.id = (e.detail ->> 'file')::uuid) as file
    from audit_log e left join users u on u.id = e.actor_id and u.deleted_at is null
    where e.subject_type = 'user' and e.subject_id = ${teacherId}
      and e.act in ('plans.read', 'plan_file.read', 'student_details.read')
    order by e.id desc limit ${mostReadings}`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Returns the people who opened the plans of a class, and the school's people who opened its files. */
export async function readingsOfClass(
  db: Queryable,
  { id, teacherId, planFileIds }: { id: number; teacherId: number; planFileIds: readonly string[] },
): Promise<PlanReading[]> {
  const latest = sql`order by id desc limit ${mostReadings}`;
  const rows = await db.query<Omit<PlanReading, 'at'> & { at: Date }>(sql`select e.id, e.at, u.full_name as by,
      ${whatWasRead} as what,
      (select f.name from plan_files f where f.id = (e.detail ->> 'file')::uuid) as file
    from (
      (select * from audit_log where subject_type = 'vacancy' and subject_id = ${id}
        and act in ('plans.read', 'plan_file.read', 'student_details.read') ${latest})
      union all
      (select * from audit_log where subject_type = 'user' and subject_id = ${teacherId} and act = 'plan_file.read'
        and detail ->> 'file' = any(${planFileIds}::text[]) ${latest})
    ) e left join users u on u.id = e.actor_id and u.deleted_at is null
    order by e.id desc limit ${mostReadings}`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
