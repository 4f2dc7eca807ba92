import { type DateChoice, parseGeneralAvailability } from '#domain/availability.ts';
import type { DispatchCandidate } from '#domain/dispatch.ts';
import { eligibility, hoursUntil } from '#domain/eligibility.ts';
import { distanceOf } from '#domain/distance.ts';
import { heldUntil, type QuietHours } from '#domain/notice-topics.ts';
import { type Answers, chanceOfYes, rank, type RankingReason, tieBreak, usualAnswers } from '#domain/ranking.ts';
import { subjectsIn } from '#domain/subject.ts';
import { classTeacherOf } from '#domain/vacancy.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { isExcludedFrom } from '#server/db/sql/exclusions.ts';
import { isFavoriteOf } from '#server/db/sql/favorites.ts';
import {
  jobPreferences,
  knownSubjects,
  quietHours,
  whoWorksAt,
  type StoredPreferences,
} from '#server/db/sql/substitutes.ts';
import { completedBy, isAssignment, isNoShow } from '#server/db/sql/vacancies.ts';
import { overLimit } from '#server/features/hours/queries.ts';
import { subjectsOfClass } from '#server/features/vacancies/class-subjects.ts';
import { milesAway, offeredClass } from '#server/features/vacancies/preference-facts.ts';
import { latestNoShow } from '#server/features/vacancies/no-shows.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';

/** More substitutes than any school has. */
const mostRanked = 5000;
/** The latest offers of a person that count. The limit makes a ranking cost the same for everyone, and old habits fade. */
const latestOffers = 50;
/** The latest reasons of a person's declines that count. */
const latestReasons = 20;
const week = 7 * 86_400_000;

/** A substitute to whom a vacancy may be offered, in the order of the offers. */
export type RankedCandidate = DispatchCandidate & {
  rank: number;
  /** See `rank` in domain/ranking.ts. Never shown to anyone. */
  points: number;
  reasons: RankingReason[];
  times: { timesWithTeacher: number; timesHere: number };
};

/** The facts about a vacancy, or about an absence before it is posted, that the ranking needs. */
type RankedFor = Pick<
  VacancyRow,
  | 'id'
  | 'schoolId'
  | 'teacherId'
  | 'absenceReason'
  | 'date'
  | 'startTime'
  | 'endTime'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'description'
  | 'grade'
  | 'subject'
  | 'needsSubject'
  | 'schoolZip'
  | 'settings'
  | 'firstIds'
  | 'isUrgent'
  | 'schoolOffering'
>;

type Row = {
  id: number;
  week: string | null;
  singleDate: DateChoice | null;
  hasDeclined: boolean;
  isExcluded: boolean;
  isBooked: boolean;
  knows: string;
  timesHere: number;
  timesWithTeacher: number;
  isNoShowHere: boolean;
  daysThisMonth: number;
  own: Answers;
  ownOtherLead: Answers;
  here: Answers;
  offersThisWeek: number;
  othersThatDay: number;
  saidTooFar: boolean;
  isNotTheirClass: boolean;
  isTeachersFavorite: boolean;
  isSchoolsFavorite: boolean;
  preferences: StoredPreferences | null;
  quiet: QuietHours;
};

/**
 * The school's substitutes who are eligible for an open vacancy, best first, with the reasons. An order that people can
 * see leaves out the learned chances (`learns`).
 */
export async function rankedCandidates(
  db: Queryable,
  row: RankedFor,
  now: Date,
  { learns = true }: { learns?: boolean } = {},
): Promise<RankedCandidate[]> {
  const rows = await factsOf(db, row, now);
  const school = { asked: 0, answered: 0, yes: 0 };
  for (const { here } of rows) {
    school.asked += here.asked;
    school.answered += here.answered;
    school.yes += here.yes;
  }
  const over = await overLimit(
    db,
    rows.map(({ id }) => id),
    row,
  );
  const wanted = await subjectsOfClass(db, row);
  const vacancy = offeredClass(row);
  const quietEnd = quietEnds(row, now);
  return rows
    .map((one) => ({ ...one, milesAway: milesAway(one.preferences, row.schoolZip) }))
    .filter((one) => {
      const { hasDeclined, isExcluded, isBooked, singleDate, preferences, knows } = one;
      const facts = {
        hasDeclined,
        isExcluded,
        isBooked,
        isOverLimit: over.has(one.id),
        singleDate,
        week: parseGeneralAvailability(one.week),
        preferences,
        knows,
        milesAway: one.milesAway,
        hoursAhead: hoursUntil(row.startsAt, now),
        vacancy,
      };
      return eligibility({ ...facts, settings: row.settings }).isEligible;
    })
    .map((one) => {
      const { own, ownOtherLead, here, offersThisWeek, othersThatDay } = one;
      const chance = learns
        ? chanceOfYes({ own, ownOtherLead, here, school, offersThisWeek, othersThatDay })
        : usualAnswers.answer;
      const { points, reasons } = rank({
        isAskedFor: row.firstIds.includes(one.id),
        isTeachersFavorite: one.isTeachersFavorite,
        isSchoolsFavorite: one.isSchoolsFavorite,
        timesWithTeacher: one.timesWithTeacher,
        timesHere: one.timesHere,
        isNoShowHere: one.isNoShowHere,
        knowsSubject: subjectsIn(one.knows).some((subject) => wanted.includes(subject)),
        choseGrade: row.grade !== null && (one.preferences?.grades.includes(row.grade) ?? false),
        isNotTheirClass: one.isNotTheirClass,
        prefersDate: one.singleDate === 'preferred',
        distance: one.saidTooFar ? 'far' : distanceOf(one.milesAway),
        chance,
        daysThisMonth: one.daysThisMonth,
        scarcity: 0,
      });
      const times = { timesWithTeacher: one.timesWithTeacher, timesHere: one.timesHere };
      const isFavorite = isFirst(row, one);
      const isAtAnyHour = row.isUrgent && one.quiet.urgentMayDisturb;
      const quietUntil = quietEnd(one.quiet);
      return {
        id: one.id,
        chance,
        isFavorite,
        quietUntil,
        isAtAnyHour,
        points,
        reasons,
        times,
        tie: tieBreak(row.id, one.id),
      };
    })
    .toSorted((a, b) => b.points - a.points || a.tie - b.tie)
    .map(({ tie: _tie, ...candidate }, place) => ({ ...candidate, rank: place + 1 }));
}

/**
 * Whether someone has a head start: those whom the poster chose by name, and at a school with 'Favorites first' also the favorites.
 */
function isFirst(
  { firstIds, schoolOffering }: Pick<VacancyRow, 'firstIds' | 'schoolOffering'>,
  { id, isTeachersFavorite, isSchoolsFavorite }: Row,
): boolean {
  return firstIds.includes(id) || (schoolOffering === 'favorites' && (isTeachersFavorite || isSchoolsFavorite));
}

/**
 * When the quiet hours that hold an offer to someone end. Most people keep the usual ones, so each is calculated once.
 */
function quietEnds({ isUrgent, timeZone }: RankedFor, now: Date): (quiet: QuietHours) => Date | null {
  const known = new Map<string, Date | null>();
  return (quiet) => {
    const key = `${quiet.from} ${quiet.to} ${quiet.urgentMayDisturb}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const until = heldUntil('vacancy_posted', isUrgent, quiet, timeZone, now);
    known.set(key, until);
    return until;
  };
}

/** The query doesn't read name, gender or age, so the ranking can't depend on them. */
function factsOf(db: Queryable, row: RankedFor, now: Date): Promise<Row[]> {
  const isSameLead = sql`((sent_at at time zone ${row.timeZone})::date = date) = ((${now}::timestamptz at time zone ${row.timeZone})::date = ${row.date}::date)`;
  // Calculated once per offer, because six counts need it.
  const sameLead = sql`o.is_same_lead`;
  const counts = (which: Sql) => sql`jsonb_build_object('asked', count(*) filter (where ${which}),
        'answered', count(o.answer) filter (where ${which}), 'yes', count(*) filter (where ${which} and o.answer = 'yes'))`;
  return db.query<Row>(sql`select u.id, u.general_availability::text as week, coalesce(a.part, a.status) as "singleDate",
      ${knownSubjects},
      exists (select from vacancy_declines d where d.substitute_id = u.id and d.vacancy_id = ${row.id}) as "hasDeclined",
      exists (select from vacancies w where w.substitute_id = u.id and ${isAssignment}
        and tstzrange(w.starts_at, w.ends_at) && tstzrange(${row.startsAt}, ${row.endsAt})) as "isBooked",
      (select count(*) from ${completedBy(sql`u.id`, sql`l.school_id`, now)})::int as "timesHere",
      (select count(*) from ${completedBy(sql`u.id`, sql`l.school_id`, now)} and w.teacher_id = ${classTeacherOf(row)}::bigint)::int as "timesWithTeacher",
      ${latestNoShow(row, now, row.teacherId)} is not null as "isNoShowHere",
      (select count(distinct w.date) from vacancies w where w.substitute_id = u.id and ${isAssignment} and not ${isNoShow}
        and w.date between date_trunc('month', ${row.date}::date) and date_trunc('month', ${row.date}::date) + interval '1 month - 1 day')::int as "daysThisMonth",
      ${isFavoriteOf(row)}, ${isExcludedFrom(row, now)},
      ${jobPreferences}, ${quietHours}, p.*, r.*
    from ${whoWorksAt(
      row.schoolId,
      sql`left join availability_dates a on a.substitute_id = u.id and a.date = ${row.date}
        cross join lateral (select ${counts(sameLead)} as own, ${counts(sql`not ${sameLead}`)} as "ownOtherLead",
            ${counts(sql`o.school_id = ${row.schoolId}`)} as here,
            (count(*) filter (where o.sent_at > ${new Date(now.getTime() - week)}))::int as "offersThisWeek",
            (count(*) filter (where o.date = ${row.date} and o.answer is null and o.vacancy_id <> ${row.id}))::int as "othersThatDay"
          from (select *, ${isSameLead} as is_same_lead from offers where substitute_id = u.id order by sent_at desc limit ${latestOffers}) o) p
        cross join lateral (select coalesce(bool_or(d.reason = 'too_far' and x.school_id = ${row.schoolId}), false) as "saidTooFar",
            coalesce(bool_or(d.reason = 'not_my_class' and x.teacher_id = ${classTeacherOf(row)}::bigint), false) as "isNotTheirClass"
          from (select * from vacancy_declines where substitute_id = u.id and reason is not null order by declined_at desc limit ${latestReasons}) d
            join vacancies x on x.id = d.vacancy_id) r`,
    )}
    order by u.id limit ${mostRanked}`);
}
