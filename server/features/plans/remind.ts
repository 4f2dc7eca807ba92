import type { Config } from '#server/core/config.ts';
import { type Database, sql } from '#server/db/database.ts';
import { isTeacher } from '#server/db/sql/users.ts';
import { planLimits } from '#domain/plans.ts';
import { notify } from '#server/notifications/notify.ts';

/** The maximum number of teachers reminded in one transaction. */
const atOnce = 200;

/**
 * Asks teachers whether their emergency plan is still right: a year after they last saved or confirmed it, and not more
 * often than once a year however they answer. They are asked only on a weekday, between 8 AM and 4 PM at their school.
 */
export async function remindOfPlans(db: Database, config: Config, now: Date): Promise<number> {
  const yearAgo = new Date(now.getTime() - planLimits.checkedEveryMs);
  return db.inTransaction(async (tx) => {
    // The rows are marked before anyone is notified, in the same transaction, so two workers don't notify twice.
    const due = await tx.query<{ teacherId: number; name: string; schoolId: number; since: string }>(sql`with due as (
        select p.teacher_id, u.full_name, u.school_id, (p.checked_at at time zone s.time_zone)::date::text as since
        from emergency_plans p join users u on u.id = p.teacher_id join schools s on s.id = u.school_id
        where p.checked_at < ${yearAgo} and (p.reminded_at is null or p.reminded_at < ${yearAgo})
          and ${isTeacher} and s.is_active
          and extract(isodow from ${now}::timestamptz at time zone s.time_zone) < 6
          and extract(hour from ${now}::timestamptz at time zone s.time_zone) between 8 and 15
        order by p.checked_at, p.teacher_id limit ${atOnce} for no key update of p skip locked)
      update emergency_plans p set reminded_at = ${now} from due where p.teacher_id = due.teacher_id
      returning p.teacher_id as "teacherId", due.full_name as name, due.school_id as "schoolId", due.since`);
    for (const { teacherId, name, schoolId, since } of due) {
      await notify(
        tx,
        { config, now },
        {
          kind: 'emergency_plan_check',
          cause: `emergency-plan:${teacherId}:${now.toISOString().slice(0, 10)}`,
          recipients: [teacherId],
          facts: { to: 'teacher', name, since },
          schoolId,
          isBulk: true,
        },
      );
    }
    return due.length;
  });
}
