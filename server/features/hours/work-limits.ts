import type { getWorkLimits, putWorkLimits } from '#contract/work-limits.ts';
import { noWorkLimits, type WorkLimits } from '#domain/work-limits.ts';
import { audit } from '#server/db/audit.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { notFound } from '#server/core/refused.ts';
import { hourSchool } from '#server/features/hours/list-hours.ts';
import { conflict } from '#server/http/conflict.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';

type Stored = WorkLimits & { version: number };

async function storedLimits(db: Queryable, schoolId: number, substituteId: number): Promise<Stored> {
  const [row] = await db.query<Stored>(sql`select week_minutes as "weekMinutes", month_minutes as "monthMinutes",
        assignment_days as "assignmentDays", year_days as "yearDays", version
    from work_limits where school_id = ${schoolId} and substitute_id = ${substituteId}`);
  return row ?? { ...noWorkLimits, version: 0 };
}

async function refuseStranger(
  db: Queryable,
  schoolId: number,
  substituteId: number,
  isLocking: boolean,
): Promise<void> {
  const found = await db.query(sql`select from substitute_schools l
        where l.school_id = ${schoolId} and l.substitute_id = ${substituteId} and l.is_selected
    ${isLocking ? sql`for update` : sql``}`);
  if (found.length === 0) throw notFound('substitute');
}

/** Returns the limits of a substitute at the caller's school. */
export async function workLimitsOf(call: Call<typeof getWorkLimits>): ReplyTo<typeof getWorkLimits> {
  const { schoolId } = hourSchool(call, 'hours.read');
  await refuseStranger(call.db, schoolId, call.params.id, false);
  return storedLimits(call.db, schoolId, call.params.id);
}

/** Sets the limits. Substitutes who are booked beyond a new limit stay booked. */
export async function changeWorkLimits(call: CallInTx<typeof putWorkLimits>, tx: Tx): ReplyTo<typeof putWorkLimits> {
  const { params, body } = call;
  const { schoolId } = hourSchool(call, 'hours.manage');
  const { version, weekMinutes, monthMinutes, assignmentDays, yearDays } = body;
  await refuseStranger(tx, schoolId, params.id, true);
  const before = await storedLimits(tx, schoolId, params.id);
  if (before.version !== version) throw conflict([], before);
  if ([weekMinutes, monthMinutes, assignmentDays, yearDays].every((limit) => limit === null))
    await tx.execute(sql`delete from work_limits where school_id = ${schoolId} and substitute_id = ${params.id}`);
  else {
    // Later limits never have a version of removed ones, see 0063_versions_of_removed_rows.sql.
    const newVersion = before.version > 0 ? sql`${before.version}` : sql`nextval('work_limit_versions')`;
    await tx.execute(sql`insert into work_limits as m
        (school_id, substitute_id, week_minutes, month_minutes, assignment_days, year_days, version)
      values (${schoolId}, ${params.id}, ${weekMinutes}, ${monthMinutes}, ${assignmentDays}, ${yearDays}, ${newVersion})
      on conflict (school_id, substitute_id)
        do update set week_minutes = excluded.week_minutes, month_minutes = excluded.month_minutes,
        assignment_days = excluded.assignment_days, year_days = excluded.year_days, version = m.version + 1`);
  }
  await audit(tx, call, { act: 'hours.limit', subject: ['user', params.id], schoolId });
}
