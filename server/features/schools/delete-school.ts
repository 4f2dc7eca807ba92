import type { listSchoolDeletions } from '#contract/school-deletion.ts';
import type { deleteSchool } from '#contract/schools.ts';
import type { NoticeFacts } from '#domain/notice-facts.ts';
import { can } from '#domain/permissions.ts';
import { addDays, localDate } from '#domain/time.ts';
import { audit } from '#server/db/audit.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import { beginDeletion, deleteSlice, deletions } from '#server/features/schools/deletions.ts';
import { lockVisibleSchool } from '#server/features/schools/queries.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import { type Call, done, type ReplyTo } from '#server/http/route.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { enqueue } from '#server/jobs/job.ts';
import { notifyEach } from '#server/notifications/notify.ts';

/** How long the call itself deletes rows, in ms: enough for a school of usual size. */
const patienceMs = 1000;

/**
 * Deletes a school and all its data permanently, and notifies its booked substitutes. The log keeps an entry. The
 * school is hidden from everyone immediately. For a large school, a job deletes the rest (`isDone` false).
 */
export async function removeSchool(call: Call<typeof deleteSchool>): ReplyTo<typeof deleteSchool> {
  const { db, actor, params, now } = call;
  const school = await db.inTransaction(async (tx) => {
    const doomed = found(await lockVisibleSchool(tx, actor, params.id), 'school');
    if (!can(actor, 'school.remove', { id: doomed.id })) throw notAllowed();
    await notifyBooked(tx, call, doomed);
    await beginDeletion(tx, doomed, now);
    // The entry has no school id, because the school's own log is deleted, too.
    const detail = { name: doomed.name };
    await audit(tx, call, { act: 'school.delete', subject: ['school', doomed.id], schoolId: null, detail });
    await enqueue(tx, deleteSchools, {});
    return doomed;
  });
  // Someone may have been booked just before the school was hidden. No one is notified twice of the same deletion.
  await db.inTransaction((tx) => notifyBooked(tx, call, school));
  return { ...done, isDone: await deleteWithin(db.within(patienceMs), params.id, now) };
}

/** Returns whether everything was deleted within the time of `db`. On a refusal or timeout the job continues. */
async function deleteWithin(db: Database, schoolId: number, now: Date): Promise<boolean> {
  try {
    for (;;) {
      const state = await deleteSlice(db, now, schoolId);
      if (state !== 'going') return state === 'done';
    }
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Returns the progress of school deletions, newest first, with the people left without a school. */
export async function schoolDeletions(call: Call<typeof listSchoolDeletions>): ReplyTo<typeof listSchoolDeletions> {
  const { db, actor } = call;
  if (!can(actor, 'school.remove', { id: 0 })) throw notAllowed();
  return deletions(db);
}

/** The number of upcoming vacancies of which people are notified, soonest first: more than any school has. */
const mostVacancies = 10_000;
/** The number of classes that one notification lists. */
const mostListed = 20;

type Upcoming = { substituteId: number } & NoticeFacts['school_deleted']['classes'][number];

/**
 * Notifies each substitute who is booked at a school, or has requested a vacancy there, that it is being deleted: their
 * upcoming classes disappear with it. The notifications don't belong to the school, so they stay.
 */
async function notifyBooked(
  tx: Tx,
  call: Pick<Call, 'config' | 'now'>,
  { id, name, timeZone }: { id: number; name: string; timeZone: string },
): Promise<void> {
  const upcoming =
    await tx.query<Upcoming>(sql`select coalesce(v.substitute_id, v.requested_by_id) as "substituteId", v.date,
        v.description as title,
      v.start_time as start, v.end_time as end, v.status <> 'filled' as "isRequested"
    from vacancies v where v.school_id = ${id} and v.status in ('filled', 'pending_approval') and v.deleted_at is null
      and v.ends_at > ${call.now}
    order by v.starts_at, v.id limit ${mostVacancies}`);
  const tomorrow = addDays(localDate(call.now, timeZone), 1);
  const all = [...Map.groupBy(upcoming, ({ substituteId }) => substituteId)].map(([recipient, own]) => {
    const classes = own.map(({ substituteId: _substituteId, ...one }) => one);
    const facts = {
      to: 'substitute' as const,
      school: name,
      date: classes[0]?.date ?? '',
      classes: classes.slice(0, mostListed),
      more: Math.max(0, classes.length - mostListed),
    };
    return { cause: `school:${id}:deleted`, recipient, facts };
  });
  // People read a text message before they leave home, but maybe not an email.
  const soon = all.filter(({ facts }) => facts.date <= tomorrow);
  const later = all.filter(({ facts }) => facts.date > tomorrow);
  await notifyEach(tx, call, { kind: 'school_deleted', schoolId: null, sendSms: true, each: soon });
  await notifyEach(tx, call, { kind: 'school_deleted', schoolId: null, each: later });
}
