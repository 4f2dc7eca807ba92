import type { listCandidates as listCandidatesCall } from '#contract/candidates.ts';
import type { CoveringPerson } from '#contract/vacancies.ts';
import { type DateChoice, parseGeneralAvailability } from '#domain/availability.ts';
import { type Fit, fitRank, type FitReason, fitsOffer, reasonsForTeacher, reasonsOf } from '#domain/candidate.ts';
import { eligibility, hoursUntil } from '#domain/eligibility.ts';
import { can } from '#domain/permissions.ts';
import { distanceOf } from '#domain/distance.ts';
import { unwantedReasons } from '#domain/preferences.ts';
import { limitInWords } from '#domain/work-limits.ts';
import { subjectsIn } from '#domain/subject.ts';
import { classTeacherOf } from '#domain/vacancy.ts';
import { byText } from '#domain/text-order.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { containing } from '#server/db/sql/text.ts';
import { subjectsOfClass, textsOfTeachers } from '#server/features/vacancies/candidates/class-subjects.ts';
import { latestNoShow } from '#server/features/vacancies/candidates/no-shows.ts';
import { completedBy, isAssignment } from '#server/db/sql/vacancies.ts';
import { isExcludedFrom } from '#server/db/sql/exclusions.ts';
import { isFavoriteOf } from '#server/db/sql/favorites.ts';
import { jobPreferences, whoWorksAt, type StoredPreferences } from '#server/db/sql/substitutes.ts';
import { limitsOf } from '#server/features/hours/queries.ts';
import { eligibleOnOtherDays } from '#server/features/vacancies/candidates/eligible.ts';
import { alongside, bookedOnOtherDays, otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import { offeredOf, personalOffers } from '#server/features/vacancies/candidates/offered-before.ts';
import { milesAway, offeredClass } from '#server/features/vacancies/vacancy/preference-facts.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { pageOf, positionOf } from '#server/http/paging.ts';
import { notAllowed, notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The default page size. */
const usualPage = 50;
/** More substitutes than any school has. The domain ranks them, not SQL. */
const mostRanked = 5000;

type Row = Omit<CoveringPerson, 'bio' | 'resumeUrl'> & {
  subjects: string | null;
  week: string | null;
  singleDate: DateChoice | null;
  timesWithTeacher: number;
  isBooked: boolean;
  hasRequestedOther: boolean;
  hasDeclined: boolean;
  isExcluded: boolean;
  noShowOn: string | null;
  isNoShowHere: boolean;
  isTeachersFavorite: boolean;
  isSchoolsFavorite: boolean;
  preferences: StoredPreferences | null;
};

/**
 * Returns the substitutes whom an admin may assign, best match first. Those booked at that time come last and aren't
 * offered. Teachers assign no one, so they only see those to whom they could offer their own vacancy, and why.
 */
export async function listCandidates(call: Call<typeof listCandidatesCall>): ReplyTo<typeof listCandidatesCall> {
  const { db, actor, params, query, now } = call;
  const vacancy = await seeableVacancy(db, params.id, actor, now);
  if (vacancy === null || vacancy.deletedAt !== null) throw notFound('vacancy');
  const mayAssign = can(actor, 'vacancy.assign', vacancy);
  if (!mayAssign && !can(actor, 'vacancy.notify', vacancy)) throw notAllowed();
  const wanted = subjectsOfClass(vacancy, await textsOfTeachers(db, [vacancy]));
  const everyone = (await substitutesFor(db, vacancy, query.search ?? '', now)).map((row) => {
    const known = subjectsIn(knowledgeOf(row));
    const subjects = wanted.filter((subject) => known.includes(subject));
    const fit = fitOf(row, vacancy, { knowsSubject: subjects.length > 0, now });
    // A page's cursor contains the rank, which must not tell teachers what the reply leaves out.
    const rank = fitRank(mayAssign ? fit : { ...fit, isNoShowHere: false, hasRequestedOther: false, distance: null });
    return { row, subjects, why: reasonsOf(fit), key: `${rank}${row.fullName.toLowerCase().slice(0, 40)}` };
  });
  const ranked = mayAssign ? everyone : await whomToOffer(db, vacancy, everyone, now);
  const page = takePage(call, ranked);
  const ids = page.map(({ row }) => row.id);
  const limits = await limitsOf(db, ids, { ...vacancy, alongside: alongside(vacancy, now) });
  const elsewhere = await bookedOnOtherDays(db, vacancy, ids, now);
  const offers = new Map((await personalOffers(db, [vacancy.id], ids)).map((one) => [one.substituteId, one]));
  return page.map(({ row, subjects, why }) => {
    const offer = offers.get(row.id);
    const uses = limits.get(row.id) ?? [];
    const bookedOn = row.isBooked ? undefined : elsewhere.get(row.id);
    return {
      ...shownOf(row),
      ...(mayAssign ? {} : notForTeachers),
      subjects,
      why: mayAssign ? why : reasonsForTeacher(why),
      limits: mayAssign ? uses.map(limitInWords) : [],
      isOverLimit: uses.some(({ isOver }) => isOver),
      canAssign: !row.isBooked && bookedOn === undefined,
      ...(bookedOn !== undefined && { bookedOn }),
      ...(mayAssign && row.hasRequestedOther && { endsRequest: true }),
      ...(offer !== undefined && {
        offered: offeredOf(mayAssign ? offer : { ...offer, isUndelivered: false }, vacancy.timeZone),
      }),
    };
  });
}

/** Returns the page that the call asks for, best match first. */
function takePage<Found extends { row: Row; key: string }>(
  call: Call<typeof listCandidatesCall>,
  found: readonly Found[],
): Found[] {
  const { query } = call;
  const after = positionOf(query.cursor);
  const inOrder = found
    .toSorted((a, b) => byText(a.key, b.key) || a.row.id - b.row.id)
    .filter(({ key, row }) => after === null || (byText(key, after.key) || row.id - after.id) > 0);
  const { page, cursor } = pageOf(inOrder, query.limit ?? usualPage, ({ key, row }) => ({ key, id: row.id }));
  call.nextCursor(cursor);
  return page;
}

const notForTeachers = { qualifications: null, preferredSubjects: null, phone: null, email: null, noShowOn: null };

/** Returns those to whom a vacancy can be offered. */
async function whomToOffer<Found extends { row: Row; why: readonly FitReason[] }>(
  db: Queryable,
  vacancy: VacancyRow,
  found: readonly Found[],
  now: Date,
): Promise<Found[]> {
  const fit = found.filter(({ why }) => fitsOffer(why));
  const ids = fit.map(({ row }) => row.id);
  const limits = await limitsOf(db, ids, { ...vacancy, alongside: alongside(vacancy, now) });
  const eligible = new Set(await eligibleOnOtherDays(db, vacancy, ids, now));
  return fit.filter(({ row: { id } }) => eligible.has(id) && limits.get(id)?.some(({ isOver }) => isOver) !== true);
}

/** Returns the columns that the reply declares. The others only rank. */
function shownOf({
  week: _week,
  singleDate: _date,
  isBooked: _booked,
  hasRequestedOther: _other,
  hasDeclined: _declined,
  isExcluded: _excluded,
  isNoShowHere: _noShow,
  isTeachersFavorite: _teachers,
  isSchoolsFavorite: _schools,
  preferences: _preferences,
  subjects: _own,
  ...shown
}: Row) {
  return shown;
}

/** Returns the texts of the profile that name what a substitute can teach. */
function knowledgeOf({ preferredSubjects, subjects, qualifications }: Row): string {
  return [preferredSubjects, subjects, qualifications].join(' | ');
}

function fitOf(row: Row, vacancy: VacancyRow, { knowsSubject, now }: { knowsSubject: boolean; now: Date }): Fit {
  const { singleDate, preferences } = row;
  const week = parseGeneralAvailability(row.week);
  const miles = milesAway(preferences, vacancy.schoolZip);
  // These rules are the same as for offers, so the front office sees why someone isn't offered the class.
  const { reasons } = eligibility({
    ...row,
    week,
    knows: knowledgeOf(row),
    hoursAhead: hoursUntil(vacancy.startsAt, now),
    milesAway: miles,
    vacancy: offeredClass(vacancy),
    settings: vacancy.settings,
  });
  return {
    ...row,
    hasRequested: vacancy.requestedById === row.id,
    isAskedFor: vacancy.firstIds.includes(row.id),
    isAvailable: week === null && singleDate === null ? null : !reasons.includes('unavailable'),
    lacksSubject: reasons.includes('unknown_subject'),
    lacksGrade: reasons.includes('unknown_grade'),
    isUnwanted: unwantedReasons.some((reason) => reasons.includes(reason)),
    knowsSubject,
    choseGrade: vacancy.grade !== null && (preferences?.grades.includes(vacancy.grade) ?? false),
    distance: distanceOf(miles),
  };
}

function substitutesFor(db: Queryable, vacancy: VacancyRow, search: string, now: Date): Promise<Row[]> {
  const days = [vacancy, ...otherDaysOf(vacancy, now, 'vacancy.assign')].map((day) => ({
    startsAt: new Date(day.startsAt),
    endsAt: new Date(day.endsAt),
  }));
  return db.query<Row>(sql`select u.id, u.full_name as "fullName",
      '/api/files/' || u.profile_image_file_id as "profileImageUrl", u.qualifications,
      u.preferred_subjects as "preferredSubjects", u.subjects, u.phone, u.email, u.general_availability::text as week,
        coalesce(a.part, a.status) as "singleDate",
      (select count(*) from ${completedBy(sql`u.id`, sql`l.school_id`, now)}
        and w.id <> ${vacancy.id})::int as "timesHere",
      (select count(*) from ${completedBy(sql`u.id`, sql`l.school_id`, now)} and w.id <> ${vacancy.id}
        and w.teacher_id = ${classTeacherOf(vacancy)}::bigint)::int as "timesWithTeacher",
      exists (select from vacancies w where w.substitute_id = u.id and ${isAssignment} and w.id <> ${vacancy.id}
        and tstzrange(w.starts_at, w.ends_at) && tstzrange(${vacancy.startsAt}, ${vacancy.endsAt})) as "isBooked",
      exists (select from unnest(${days.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${days.map(({ endsAt }) => endsAt)}::timestamptz[]) as day(starts_at, ends_at)
        join vacancies w on w.requested_by_id = u.id and w.status = 'pending_approval' and w.deleted_at is null
          and w.school_id = ${vacancy.schoolId}
          and w.id <> ${vacancy.id} and w.starts_at < day.ends_at and day.starts_at < w.ends_at) as "hasRequestedOther",
      exists (select from vacancy_declines d
        where d.substitute_id = u.id and d.vacancy_id = ${vacancy.id}) as "hasDeclined",
      ${latestNoShow(vacancy, now)} as "noShowOn",
        ${latestNoShow(vacancy, now, vacancy.teacherId)} is not null as "isNoShowHere",
      ${isFavoriteOf(vacancy)}, ${isExcludedFrom(vacancy, now)}, ${jobPreferences}
    from ${whoWorksAt(
      vacancy.schoolId,
      sql`left join availability_dates a on a.substitute_id = u.id
      and a.date = ${vacancy.date}`,
    )}
      and lower(u.full_name) like ${containing(search.toLowerCase())}
    order by u.id limit ${mostRanked}`);
}
