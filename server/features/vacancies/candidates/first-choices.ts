import type { previewFirst as previewFirstCall } from '#contract/absences.ts';
import { can } from '#domain/permissions.ts';
import { rank, rankedInWords, readerOf } from '#domain/ranking.ts';
import { absenceReasons } from '#domain/vacancy.ts';
import { notAllowed, wrongField } from '#server/core/refused.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { instantsOf } from '#server/features/vacancies/vacancy/absence.ts';
import { isTeacherOf, schoolToPostAt } from '#server/features/vacancies/vacancy/queries.ts';
import { type RankedCandidate, rankedCandidates } from '#server/features/vacancies/candidates/ranked.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The absence reason doesn't affect the order. */
const usualReason = absenceReasons[0];
/** The number of people proposed, in addition to those who are already chosen. */
const mostShown = 10;
/**
 * The maximum number of lists per person and hour. The form requests one when it opens, and when its day or times
 * change.
 */
const asksPerHour = 300;

/**
 * Returns the substitutes to whom an absence could be offered first while it is being written: those who fit, best
 * first. The order leaves out their learned chance of a yes, which no one may see.
 */
export async function previewFirst(call: Call<typeof previewFirstCall>): ReplyTo<typeof previewFirstCall> {
  const { db, actor, now, body } = call;
  const school = actor.schoolId === null ? null : await schoolToPostAt(db, actor.schoolId);
  const teacherId = body.teacherId ?? actor.id;
  const isExtra = body.isExtraHands === true;
  if (school === null) throw notAllowed("You don't have a school to post a vacancy for.");
  const isAllowed = isExtra
    ? can(actor, 'vacancy.createExtraHands', { schoolId: school.id })
    : can(actor, 'vacancy.create', { schoolId: school.id, teacherId });
  if (!isAllowed) throw notAllowed("You don't have a school to post a vacancy for.");
  if (!isExtra && !(await isTeacherOf(db, teacherId, school.id)))
    throw wrongField('teacherId', 'Choose an active, approved teacher of your school.');
  await countAttempt(db, { key: `first:${actor.id}`, most: asksPerHour, windowSeconds: 3600 }, now);
  const { date, startTime, endTime, description, grade = null, subject = null, needsSubject, needsGrade } = body;
  const absence = {
    id: 0,
    schoolId: school.id,
    timeZone: school.timeZone,
    settings: school.settings,
    schoolOffering: 'everyone' as const,
    teacherId,
    absenceReason: isExtra ? null : usualReason,
    date,
    startTime,
    endTime,
    ...instantsOf({ date, startTime, endTime }, school.timeZone, now),
    description,
    grade,
    subject,
    needsSubject,
    needsGrade,
    schoolZip: school.zipCode,
    firstIds: [],
    isUrgent: false,
  };
  const ranked = await rankedCandidates(db, absence, now, { learns: false });
  const listed = ranked.filter(({ id }, place) => place < mostShown || body.chosen.includes(id));
  return named(db, listed, absence.date, readerOf(actor));
}

async function named(
  db: Queryable,
  people: readonly RankedCandidate[],
  date: string,
  reader: ReturnType<typeof readerOf>,
): ReplyTo<typeof previewFirstCall> {
  const ids = people.map(({ id }) => id);
  const names = await db.query<{
    id: number;
    fullName: string;
    profileImageUrl: string | null;
  }>(sql`select id, full_name as "fullName", '/api/files/' || profile_image_file_id as "profileImageUrl" from users
    where id = any(${ids}::bigint[])`);
  return people.flatMap(({ id, about }) => {
    const person = names.find((one) => one.id === id);
    return person === undefined ? [] : [{ ...person, why: rankedInWords(rank(about).reasons, about, date, reader) }];
  });
}
