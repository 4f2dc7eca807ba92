import { randomUUID } from 'node:crypto';
import type { ReplyInput } from '#contract/endpoint.ts';
import type {
  createVacancies as createVacanciesCall,
  createVacancy as createVacancyCall,
  NewVacancy,
} from '#contract/absences.ts';
import { type ClassSource, proposedClass } from '#domain/class.ts';
import { consecutiveDays } from '#domain/job-days.ts';
import { ownNotes } from '#domain/note.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { localDate } from '#domain/time.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { releaseCoversBy } from '#server/features/cover/commands.ts';
import { instantsOf, refuseShiftNotOffered } from '#server/features/vacancies/vacancy/absence.ts';
import { absencesDuring, alreadyAbsent } from '#server/features/vacancies/vacancy/already-absent.ts';
import { substitutesOfSchool } from '#server/features/vacancies/candidates/eligible.ts';
import { offerUncounted } from '#server/features/vacancies/dispatch/offer.ts';
import { holdPlanFiles } from '#server/features/vacancies/vacancy/plan-files.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import {
  classSourceOf,
  type PostingSchool,
  postingSchool,
  vacanciesOf,
} from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { record } from '#server/features/vacancies/vacancy/store.ts';
import { notifyStaffAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, Refused, wrongField } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/**
 * Days that one person may post in an hour. Each notifies people, so posting and deleting must not get around the limit
 * on rounds.
 */
const posts = { most: 600, windowSeconds: 3600 };

type CreatingCall = Pick<CallInTx, 'actor' | 'now' | 'config' | 'session'>;
type Absence = Omit<NewVacancy, 'date'>;

/**
 * Counts days that the caller posts, ahead of the transaction, so that parallel calls don't wait for each other in
 * theirs.
 *
 * @throws {Refused} too_many_requests
 */
export function countPosts({ db, actor, now }: Pick<Call, 'db' | 'actor' | 'now'>, times: number): Promise<void> {
  return countAttempt(db, { key: `posts-by:${actor.id}`, ...posts, times }, now);
}

/**
 * Posts one absence: a teacher's own, or for an admin, a teacher's of the school. An admin can also post extra hands.
 */
export async function createVacancy(
  call: CallInTx<typeof createVacancyCall>,
  tx: Tx,
): ReplyTo<typeof createVacancyCall> {
  const { date, ...absence } = call.body;
  const where = await checked(tx, call, absence, [date]);
  const [id = 0] = await postJob(tx, call, absence, { ...where, job: [date], nth: 1, of: 1 });
  return present(tx, id, call);
}

/**
 * Posts the same absence for several days: all of them or none. With `asOneJob`, consecutive school days are one job,
 * which is offered once.
 */
export async function createVacancies(
  call: CallInTx<typeof createVacanciesCall>,
  tx: Tx,
): ReplyTo<typeof createVacanciesCall> {
  const { dates, asOneJob, ...absence } = call.body;
  const days = [...new Set(dates)].toSorted();
  const all = await checked(tx, call, absence, days);
  const jobs = asOneJob === true ? consecutiveDays(days, all.school.closures) : days.map((date) => [date]);
  const posted: number[] = [];
  for (const [index, job] of jobs.entries())
    posted.push(...(await postJob(tx, call, absence, { ...all, job, nth: index + 1, of: jobs.length })));
  const replies: ReplyInput<typeof createVacanciesCall> = [];
  for (const id of posted) replies.push(await present(tx, id, call));
  return replies;
}

/**
 * The facts that apply to every day of an absence. `absentDays` are those on which the teacher is already absent at
 * that time.
 */
type Checked = { school: PostingSchool; teacherId: number; source: ClassSource; absentDays: ReadonlySet<string> };

/** Checks the parts of an absence that are the same for every day. */
async function checked(
  tx: Tx,
  { actor, now }: CreatingCall,
  absence: Absence,
  days: readonly string[],
): Promise<Checked> {
  if (absence.schoolId !== undefined && absence.schoolId !== actor.schoolId)
    throw new Refused('other_school', 'You can post vacancies only for your own school.');
  if (actor.schoolId === null) throw noSchool();
  const [school, { teacherId, source }] = await allSettled([
    ownSchool(tx, actor.schoolId),
    ownerOf(tx, actor, absence, actor.schoolId),
  ]);
  if (ownNotes(absence.additionalNotes, null) === '') throw wrongField('additionalNotes', 'Description is required');
  if (absence.status !== 'open') throw wrongField('status', 'A new vacancy must be open.');
  refuseShiftNotOffered(school.settings, absence.shiftType);
  const targets = absence.targetSubstituteIds ?? [];
  const first = absence.offerFirstTo ?? [];
  const known = await substitutesOfSchool(tx, [...targets, ...first], school.id);
  if (targets.some((id) => !known.has(id)))
    throw wrongField('targetSubstituteIds', 'Choose approved substitutes of your school.');
  if (first.some((id) => !known.has(id)))
    throw wrongField('offerFirstTo', 'Choose approved substitutes of your school.');
  if (first.length > 0 && targets.length > 0)
    throw wrongField('offerFirstTo', 'You can offer it to someone first only if everyone is notified.');
  await holdPlanFiles(tx, { teacherId, planFileIds: absence.planFileIds ?? [] }, now);
  const standing = await absencesDuring(tx, teacherId, days, absence);
  if (standing.length > 0 && absence.postAnyway !== true)
    throw alreadyAbsent(standing, { teacherId, actorId: actor.id });
  return { school, teacherId, source, absentDays: new Set(standing.map(({ date }) => date)) };
}

const noSchool = () => notAllowed("You don't have a school to post a vacancy for.");

async function ownSchool(tx: Tx, id: number): Promise<PostingSchool> {
  const school = await postingSchool(tx, id);
  if (school === null) throw noSchool();
  return school;
}

/**
 * Returns the absent teacher, or for extra hands, the administrator who posts them. It also has the facts from which
 * the class is proposed, which extra hands don't have.
 */
async function ownerOf(
  tx: Tx,
  actor: Actor,
  absence: Absence,
  schoolId: number,
): Promise<{ teacherId: number; source: ClassSource }> {
  if (absence.isExtraHands === true) {
    if (!can(actor, 'vacancy.createExtraHands', { schoolId }))
      throw notAllowed('Only the front office can post a job without an absent teacher.');
    if (absence.teacherId !== undefined) throw wrongField('teacherId', 'A job for extra hands has no absent teacher.');
    return { teacherId: actor.id, source: { teacher: { subjects: null, department: null }, last: null } };
  }
  if (actor.role === 'school_admin' && absence.teacherId === undefined)
    throw wrongField('teacherId', 'Choose the absent teacher.');
  const teacherId = absence.teacherId ?? actor.id;
  if (!can(actor, 'vacancy.create', { schoolId, teacherId })) throw notAllowed('You can post only your own absences.');
  const source = await classSourceOf(tx, { teacherId, schoolId });
  if (source === null) throw wrongField('teacherId', 'Choose an active, approved teacher of your school.');
  return { teacherId, source };
}

/** Posts the days of one job, or a single day, and offers them together. */
async function postJob(
  tx: Tx,
  call: CreatingCall,
  absence: Absence,
  { job, nth, of, ...where }: Checked & { job: readonly string[]; nth: number; of: number },
): Promise<number[]> {
  const jobId = job.length > 1 ? randomUUID() : null;
  const rows: VacancyRow[] = [];
  for (const date of job) {
    const others = rows.length === 0 ? job : null;
    rows.push(await post(tx, call, absence, { ...where, date, jobId, others }));
  }
  const [first] = rows;
  if (first !== undefined && absence.sendNotifications) {
    const round = { among: first.targetSubstituteIds, sendEmail: absence.sendEmail, sendSms: absence.sendSMS };
    await offerUncounted(tx, call, first, round, { nth, of });
  }
  return rows.map(({ id }) => id);
}

/**
 * Posts one day. `others` has the dates of its job for the first day, whose notification names all of them, and is null
 * for the rest.
 */
async function post(
  tx: Tx,
  call: CreatingCall,
  absence: Absence,
  where: Checked & { date: string; jobId: string | null; others: readonly string[] | null },
): Promise<VacancyRow> {
  const posted = await insert(tx, call, absence, where);
  const [[row], cause] = await allSettled([
    vacanciesOf(tx, [posted.id], null, call.now),
    record(tx, call, posted, [{ kind: 'posted', substituteId: null }]),
    releaseCoversBy(tx, call, { teacherId: where.teacherId, during: posted }),
  ]);
  if (row === undefined) throw new Error('An insert returned no row.');
  if (where.absentDays.has(row.date)) {
    await audit(tx, call, { act: 'vacancy.post_again', subject: ['vacancy', row.id], schoolId: row.schoolId });
  }
  if (row.date === localDate(call.now, row.timeZone)) {
    await notifyStaffAbout(tx, call, row, {
      kind: 'same_day_posted',
      cause,
      teacher: false,
      admins: 'all',
      facts: (about) => about,
    });
  }
  if (where.others === null) return row;
  const by = currentSession(call).user.fullName;
  const together = where.others.length > 1 ? { together: where.others } : {};
  await notifyStaffAbout(
    tx,
    call,
    { ...row, ...together },
    { kind: 'posted_for_you', cause, teacher: true, admins: 'none', facts: (about) => ({ ...about, by }) },
  );
  return row;
}

async function insert(
  tx: Tx,
  { actor, now }: CreatingCall,
  absence: Absence,
  { school, teacherId, source, date, jobId }: Omit<Checked, 'absentDays'> & { date: string; jobId: string | null },
): Promise<Pick<VacancyRow, 'id' | 'schoolId' | 'startsAt' | 'endsAt'>> {
  const { startTime, endTime } = absence;
  const { startsAt, endsAt } = instantsOf({ date, startTime, endTime }, school.timeZone, now);
  const targets = absence.targetSubstituteIds ?? [];
  const notes = ownNotes(absence.additionalNotes, null);
  const proposed = proposedClass(source, absence.description, notes);
  const { grade = proposed.grade, subject = proposed.subject, room = proposed.room } = absence;
  const preferences = absence.notificationPreferences ?? { sendEmail: absence.sendEmail, sendSMS: absence.sendSMS };
  const row = await tx.only<{ id: number }>(sql`
      insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
      shift_type, description, grade, subject, room, needs_subject, needs_grade, absence_reason, google_doc_link,
        plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first,
      target_substitute_ids, first_ids, notification_preferences, job_id, created_at, updated_at)
    values (${school.id}, ${teacherId}, ${actor.id}, ${date}, ${startTime}, ${endTime}, ${startsAt}, ${endsAt},
      ${absence.shiftType}, ${absence.description}, ${grade}, ${subject}, ${room}, ${absence.needsSubject},
        ${absence.needsGrade}, ${absence.isExtraHands === true ? null : absence.absenceReason},
        ${absence.googleDocLink ?? null}, ${absence.planFileIds ?? []}::uuid[], ${absence.mayNeedChanges}, ${notes},
      ${absence.isUrgent}, ${absence.bookFirst ?? false}, ${targets.length === 0 ? null : targets}::bigint[],
        ${[...new Set(absence.offerFirstTo)]}::bigint[], ${JSON.stringify(preferences)}::jsonb, ${jobId}::uuid, ${now},
        ${now})
    returning id`);
  return { id: row.id, schoolId: school.id, startsAt, endsAt };
}
