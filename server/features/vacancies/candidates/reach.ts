import type { getReach as getReachCall, previewReach as previewReachCall } from '#contract/absences.ts';
import { type DateChoice, parseGeneralAvailability, type Week } from '#domain/availability.ts';
import { eligibility, hoursUntil, type OfferedClass } from '#domain/eligibility.ts';
import { consecutiveDays } from '#domain/job-days.ts';
import { can } from '#domain/permissions.ts';
import { mayCountPreferences, type Reach, reachOf, verdictOn } from '#domain/reach.ts';
import type { VacancySettings } from '#domain/shift.ts';
import { transition } from '#domain/vacancy.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isExcludedFrom } from '#server/db/sql/exclusions.ts';
import { type EligibilityRow, jobPreferences, knownSubjects, whoWorksAt } from '#server/db/sql/substitutes.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import { overLimitAt } from '#server/features/hours/queries.ts';
import { instantsOf } from '#server/features/vacancies/vacancy/absence.ts';
import { otherOpenDays } from '#server/features/vacancies/vacancy/job-days.ts';
import { milesAway, offeredClass } from '#server/features/vacancies/vacancy/preference-facts.ts';
import { schoolToPostAt, seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { possible } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The number of counts per person and hour. The form requests one whenever its times change. */
const asksPerHour = 600;

/** Returns the substitutes to whom an absence that is being written would be offered, for each of its days or jobs. */
export async function previewReach(call: Call<typeof previewReachCall>): ReplyTo<typeof previewReachCall> {
  const { db, actor, now, body } = call;
  const { dates, startTime, endTime, grade = null, subject = null, needsSubject, needsGrade } = body;
  const school = actor.schoolId === null ? null : await schoolToPostAt(db, actor.schoolId);
  if (school === null || !can(actor, 'vacancy.create', { schoolId: school.id, teacherId: actor.id }))
    throw notAllowed("You don't have a school to post a vacancy for.");
  const jobs = body.asOneJob === true ? consecutiveDays(dates, school.closures) : dates.map((date) => [date]);
  const spanOf = (date: string) => ({
    ...offeredClass({ date, startTime, endTime, grade, subject, needsSubject, needsGrade }),
    ...instantsOf({ date, startTime, endTime }, school.timeZone, now),
  });
  const spans = jobs.map((job) => job.map(spanOf));
  await countAttempt(db, { key: `reach:${actor.id}`, most: asksPerHour, windowSeconds: 3600 }, now);
  return reachesOf(
    db,
    {
      schoolId: school.id,
      teacherId: actor.role === 'teacher' ? actor.id : null,
      settings: school.settings,
      schoolZip: school.zipCode,
      vacancyId: null,
    },
    spans,
    body.among ?? null,
    now,
  );
}

/**
 * Returns the substitutes to whom an open vacancy is offered now. A day of a job goes to those who are free on all of
 * its open days.
 */
export async function getReach(call: Call<typeof getReachCall>): ReplyTo<typeof getReachCall> {
  const { db, actor, now, params } = call;
  const row = found(await seeableVacancy(db, params.id, actor, now), 'vacancy');
  if (!can(actor, 'vacancy.notify', row)) throw notAllowed();
  possible(transition(row, { type: 'notify' }, now));
  const { settings, schoolId, schoolZip, teacherId } = row;
  const days = [row, ...(await otherOpenDays(db, row, now))];
  const [reach] = await reachesOf(
    db,
    { schoolId, schoolZip, teacherId, settings, vacancyId: row.id },
    [days.map((day) => ({ ...offeredClass(day), startsAt: day.startsAt, endsAt: day.endsAt }))],
    row.targetSubstituteIds,
    now,
  );
  return reach ?? reachOf([]);
}

/** A class on one day, by its school's clock and as instants. */
type Span = OfferedClass & { startsAt: Date; endsAt: Date };

/** The facts that all days of an offer share. */
type Offered = {
  schoolId: number;
  teacherId: number | null;
  settings: VacancySettings;
  schoolZip: string;
  vacancyId: number | null;
};

type Person = EligibilityRow & { id: number };

/**
 * Counts the substitutes whom an offer of each of these jobs (one or more days) would reach, and the reason for
 * everyone else: with several days, the first reason. Among few or chosen people, it doesn't count job preferences.
 */
async function reachesOf(
  db: Queryable,
  of: Offered,
  jobs: readonly (readonly Span[])[],
  among: readonly number[] | null,
  now: Date,
): Promise<Reach[]> {
  const spans = jobs.flat();
  const read = await readPeople(db, of, spans, among, now);
  const { people } = read;
  const countsPreferences = mayCountPreferences(people.length, among !== null && among.length > 0);
  const mayBeFewer = !countsPreferences && people.some(({ preferences }) => preferences !== null);
  const ids = people.map(({ id }) => id);
  const over = await overLimitIn(db, of, jobs, ids);
  const verdict = judge(of, spans, { ...read, over }, countsPreferences, now);
  return jobs.map((job) =>
    reachOf(
      people.map((person) => {
        const verdicts = job.map((span) => verdict(person, span));
        return verdicts.find((one) => one !== 'notified') ?? 'notified';
      }),
      mayBeFewer,
    ),
  );
}

/**
 * Returns for each day who would be over a limit there. The days of a job are taken together, so limits count their
 * sum.
 */
function overLimitIn(db: Queryable, of: Offered, jobs: readonly (readonly Span[])[], ids: readonly number[]) {
  const teacherId = of.teacherId ?? 0;
  const workOf = ({ date, startsAt, endsAt }: Span) => ({
    date,
    teacherId,
    minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
  });
  const withOthers = jobs.flatMap((job) =>
    job.map((span) => ({ ...span, alongside: job.filter((other) => other !== span).map(workOf) })),
  );
  return overLimitAt(db, ids, { id: of.vacancyId ?? 0, schoolId: of.schoolId, teacherId }, withOthers);
}

type ReadFacts = Awaited<ReturnType<typeof readPeople>> & { over: Awaited<ReturnType<typeof overLimitAt>> };

/** Returns the function that says whether an offer of a day would notify a substitute, or the reason if not. */
function judge(
  of: Offered,
  spans: readonly Span[],
  { people, said, booked, over }: ReadFacts,
  countsPreferences: boolean,
  now: Date,
) {
  const single = new Map(said.map(({ id, date, status }) => [`${id} ${date}`, status]));
  const bookings = new Set(booked.map(({ id, nth }) => `${id} ${nth}`));
  // Many people have the same week, so each distinct week is parsed once.
  const weeks = new Map<string | null, Week | null>();
  for (const { week } of people) if (!weeks.has(week)) weeks.set(week, parseGeneralAvailability(week));
  const miles = new Map(people.map(({ id, preferences }) => [id, milesAway(preferences, of.schoolZip)]));
  return ({ id, week, hasDeclined, isExcluded, preferences, knows }: Person, span: Span) => {
    const index = spans.indexOf(span);
    return verdictOn(
      eligibility({
        hasDeclined,
        isExcluded,
        isBooked: bookings.has(`${id} ${index + 1}`),
        isOverLimit: over[index]?.has(id) ?? false,
        week: weeks.get(week) ?? null,
        singleDate: single.get(`${id} ${span.date}`) ?? null,
        vacancy: countsPreferences ? span : withoutPreferences(span, preferences),
        settings: of.settings,
        preferences: countsPreferences ? preferences : null,
        knows,
        hoursAhead: hoursUntil(span.startsAt, now),
        milesAway: miles.get(id) ?? null,
      }),
    );
  };
}

/**
 * Returns the class for a count that mustn't reveal choices: people who chose subjects or grades may have chosen
 * those that the class needs.
 */
function withoutPreferences(span: Span, preferences: Person['preferences']): Span {
  const [choseSubjects, choseGrades] = [preferences?.subjects.length, preferences?.grades.length].map(Boolean);
  return {
    ...span,
    needsSubject: span.needsSubject && choseSubjects !== true,
    needsGrade: span.needsGrade && choseGrades !== true,
  };
}

/**
 * Reads a school's substitutes, or the chosen ones among them, with their date exceptions and bookings on these days.
 */
async function readPeople(
  db: Queryable,
  of: Offered,
  spans: readonly Span[],
  among: readonly number[] | null,
  now: Date,
) {
  const chosen = among === null || among.length === 0 ? null : among;
  const people = await db.query<Person>(sql`select u.id, u.general_availability::text as week,
      exists (select from vacancy_declines d
        where d.substitute_id = u.id and d.vacancy_id = ${of.vacancyId}::bigint) as "hasDeclined",
        ${isExcludedFrom(of, now)}, ${jobPreferences}, ${knownSubjects}
    from ${whoWorksAt(of.schoolId)} and (${chosen}::bigint[] is null or l.substitute_id = any(${chosen}::bigint[]))`);
  const ids = people.map(({ id }) => id);
  const dates = spans.map(({ date }) => date);
  const [said, booked] = await Promise.all([
    db.query<{ id: number; date: string; status: DateChoice }>(sql`
      select substitute_id as id, date, coalesce(part, status) as status from availability_dates
      where substitute_id = any(${ids}::bigint[]) and date = any(${dates}::date[])`),
    db.query<{ id: number; nth: number }>(sql`select w.substitute_id as id, s.nth::int as nth
      from unnest(${dates}::date[], ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${spans.map(({ endsAt }) => endsAt)}::timestamptz[]) with ordinality as s (date, starts_at, ends_at, nth)
        join vacancies w on w.substitute_id = any(${ids}::bigint[]) and ${isAssignment}
          and w.date between s.date - 1 and s.date + 1
          and w.starts_at < s.ends_at and s.starts_at < w.ends_at`),
  ]);
  return { people, said, booked };
}
