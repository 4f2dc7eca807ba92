import { formatShortDate, formatTimeRange } from '#domain/time.ts';
import { Refused } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import { sql, type Tx } from '#server/db/database.ts';

/** Hours on a day. */
type Hours = { date: string; startTime: string; endTime: string };

/** An absence that was posted before. */
type Standing = {
  id: number;
  date: string;
  startTime: string;
  endTime: string;
  createdById: number;
  isByTeacher: boolean;
};

/**
 * Returns the teacher's absences that overlap these hours on any of these days, the first one first. Extra hands aren't
 * absences: their contact can need two more people at the same time. Locks the teacher until the transaction ends, so
 * if two people post the same absence at once, the second one sees the first.
 */
export async function absencesDuring(
  tx: Tx,
  teacherId: number,
  days: readonly string[],
  { startTime, endTime }: { startTime: string; endTime: string },
): Promise<Standing[]> {
  const [, standing] = await allSettled([
    tx.query(sql`select from users where id = ${teacherId} for no key update`),
    tx.query<Standing>(sql`select id, date, start_time as "startTime", end_time as "endTime",
        created_by_id as "createdById", created_by_id = teacher_id as "isByTeacher"
      from vacancies where teacher_id = ${teacherId} and deleted_at is null and absence_reason is not null
        and date = any(${days}::date[])
        and start_time < ${endTime} and end_time > ${startTime}
      order by date, start_time, id`),
  ]);
  return standing;
}

/**
 * Locks the teacher of a vacancy, if the actor may edit it, until the transaction ends. Call it before the vacancy is
 * locked: removing a teacher locks both in this order.
 */
export async function lockTeacherOf(tx: Tx, vacancyId: number, schoolId: number | null): Promise<void> {
  await tx.query(sql`select from users
    where id = (select teacher_id from vacancies
      where id = ${vacancyId} and school_id = ${schoolId}::bigint) for no key update`);
}

/**
 * Returns the other absences of its teacher that a vacancy overlaps at its new hours, and did not overlap at its old
 * ones.
 */
export async function absencesMovedOnto(
  tx: Tx,
  { id, teacherId }: { id: number; teacherId: number },
  old: Hours,
  next: Hours,
): Promise<Standing[]> {
  const standing = await absencesDuring(tx, teacherId, [next.date], next);
  const wasThere = (other: Standing) =>
    other.date === old.date && other.startTime < old.endTime && other.endTime > old.startTime;
  return standing.filter((other) => other.id !== id && !wasThere(other));
}

/** Returns the refusal of a second absence at the same time, which names the earlier one and its author. */
export function alreadyAbsent(
  standing: readonly Standing[],
  { teacherId, actorId }: { teacherId: number; actorId: number },
): Refused {
  const [first] = standing;
  if (first === undefined) throw new Error('Nothing was posted before.');
  const when = `${formatShortDate(first.date)}, ${formatTimeRange(first.startTime, first.endTime)}`;
  const days = new Set(standing.map(({ date }) => date)).size;
  const isOwn = teacherId === actorId;
  const whose = isOwn ? 'You already have an absence' : 'This teacher is already absent';
  const onWhich = days > 1 ? `on ${days} of these days. The first is ` : isOwn ? 'for ' : '';
  const sentence =
    isOwn && days === 1 && first.createdById === actorId
      ? `You already posted an absence for ${when}.`
      : `${whose} ${onWhich}${when}, posted by ${posterOf(first, actorId)}.`;
  return new Refused('already_absent', sentence, { vacancyId: first.id });
}

function posterOf({ createdById, isByTeacher }: Standing, actorId: number): string {
  if (createdById === actorId) return 'you';
  return isByTeacher ? 'the teacher' : 'the front office';
}
