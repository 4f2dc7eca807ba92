import { type DateChoice, parseGeneralAvailability, type Week } from '#domain/availability.ts';
import type { QuietHours } from '#domain/notice-topics.ts';
import type { Answers } from '#domain/ranking.ts';
import { type Subject, subjectsIn } from '#domain/subject.ts';
import { localDate, monthOf } from '#domain/time.ts';
import { classTeacherOf } from '#domain/vacancy.ts';
import type { BookedDay } from '#domain/work-limits.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { openExclusions } from '#server/db/sql/exclusions.ts';
import {
  jobPreferences,
  knownSubjects,
  quietHours,
  type StoredPreferences,
  whoWorksAt,
} from '#server/db/sql/substitutes.ts';
import { completedBy, isAssignment, isNoShow } from '#server/db/sql/vacancies.ts';
import { workLimitsFor } from '#server/features/hours/queries.ts';
import { textsOfTeachers } from '#server/features/vacancies/candidates/class-subjects.ts';
import { noShows } from '#server/features/vacancies/candidates/no-shows.ts';
import { milesAway } from '#server/features/vacancies/vacancy/preference-facts.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/** More substitutes than any school has. */
const mostPeople = 5000;
/**
 * The latest offers of a person that count. The limit makes a ranking cost the same for everyone, and old habits fade.
 */
const latestOffers = 50;
/** The latest reasons of a person's declines that count. */
const latestReasons = 20;
const week = 7 * 86_400_000;

/** The facts about a vacancy, or about an absence before it is posted, that the ranking needs. */
export type RankedFor = Pick<
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
  | 'needsGrade'
  | 'schoolZip'
  | 'settings'
  | 'firstIds'
  | 'isUrgent'
  | 'schoolOffering'
> & {
  /** The other days of its job, which count toward work limits. */
  alongside?: readonly BookedDay[];
};

/** In a list of teachers, this number represents the school. */
const ofSchool = 0;

type Counts = [asked: number, answered: number, yes: number];

/** The part of the facts that are read from the database. Null lists are empty. */
type Row = {
  id: number;
  week: string | null;
  knows: string;
  preferences: StoredPreferences | null;
  quiet: QuietHours;
  singleDates: Record<string, DateChoice> | null;
  declined: number[] | null;
  excludedBy: number[] | null;
  favoriteOf: number[] | null;
  /** The start and end of each of their bookings, in ms. */
  booked: [number, number][] | null;
  timesHere: number;
  timesWith: Record<string, number> | null;
  missed: number[] | null;
  daysIn: Record<string, number> | null;
  sentThatDay: Counts;
  sentBefore: Counts;
  here: Counts;
  offersThisWeek: number;
  /** The offers without an answer: the date, and the vacancy. */
  waiting: [string, number][] | null;
  saidTooFar: boolean;
  notTheirs: number[] | null;
};

/** A substitute of the school, with the facts about them for each of its vacancies. */
type Person = Omit<Row, 'week' | 'sentThatDay' | 'sentBefore' | 'here'> & {
  week: Week | null;
  subjects: Subject[];
  milesAway: number | null;
  /** Their answers to offers that were sent on the day of the class, to earlier ones, and to those of this school. */
  sentThatDay: Answers;
  sentBefore: Answers;
  here: Answers;
};

/** The facts about a school's substitutes, for one or several of its vacancies. */
export type CandidateFacts = {
  now: Date;
  people: ReadonlyMap<number, Person>;
  /** The people who would exceed a work limit with this vacancy. */
  overLimit(row: RankedFor): Set<number>;
  /** The subjects and the department in the profiles of the classes' teachers. */
  teacherTexts: ReadonlyMap<number, string>;
  /** Returns whether the facts are also about this vacancy as it is now. */
  cover(row: RankedFor): boolean;
};

/**
 * Reads the facts for some vacancies of one school in a fixed number of statements. Everyone who works at the school is
 * included, or those of `among`. It doesn't read name, gender or age, so the ranking can't depend on them.
 */
export async function candidateFacts(
  db: Queryable,
  rows: readonly [RankedFor, ...RankedFor[]],
  now: Date,
  among: readonly number[] | null = null,
): Promise<CandidateFacts> {
  const [{ schoolId, schoolZip, timeZone }] = rows;
  const found = await readPeople(db, rows, now, among);
  const quietHoursOf = shared<QuietHours>();
  const people = new Map(found.map((row) => [row.id, { ...personOf(row, schoolZip), quiet: quietHoursOf(row.quiet) }]));
  const limits = await workLimitsFor(db, [...people.keys()], rows);
  const teacherTexts = await textsOfTeachers(db, rows);
  const known = new Map(rows.map((row) => [row.id, row]));
  return {
    now,
    people,
    overLimit: (row) => limits.over(row),
    teacherTexts,
    cover: (row) => {
      const then = known.get(row.id);
      return (
        then !== undefined &&
        row.schoolId === schoolId &&
        row.schoolZip === schoolZip &&
        row.timeZone === timeZone &&
        row.teacherId === then.teacherId &&
        row.date === then.date &&
        row.startsAt.getTime() === then.startsAt.getTime() &&
        row.endsAt.getTime() === then.endsAt.getTime()
      );
    },
  };
}

function personOf(row: Row, schoolZip: string): Person {
  return {
    ...row,
    week: parseGeneralAvailability(row.week),
    subjects: subjectsIn(row.knows),
    milesAway: milesAway(row.preferences, schoolZip),
    sentThatDay: answersOf(row.sentThatDay),
    sentBefore: answersOf(row.sentBefore),
    here: answersOf(row.here),
  };
}

/**
 * Returns a function that returns the same object for equal values. Most people keep the usual quiet hours, so their
 * end is calculated once.
 */
function shared<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const found = known.get(key) ?? value;
    known.set(key, found);
    return found;
  };
}

const answersOf = ([asked, answered, yes]: Counts): Answers => ({ asked, answered, yes });

function spanOf(rows: readonly RankedFor[]) {
  const [dates, starts, ends] = [
    [...new Set(rows.map(({ date }) => date))].toSorted(),
    rows.map(({ startsAt }) => startsAt.getTime()),
    rows.map(({ endsAt }) => endsAt.getTime()),
  ];
  return {
    dates,
    first: dates[0] ?? '',
    last: dates.at(-1) ?? '',
    from: new Date(Math.min(...starts)),
    until: new Date(Math.max(...ends)),
  };
}

/**
 * Each part is read by person, with an index, or is small at any school. So the cost doesn't depend on other schools.
 */
function readPeople(
  db: Queryable,
  rows: readonly [RankedFor, ...RankedFor[]],
  now: Date,
  among: readonly number[] | null,
): Promise<Row[]> {
  const [{ schoolId, timeZone }] = rows;
  const { dates, first, last, from, until } = spanOf(rows);
  const ids = rows.map(({ id }) => id);
  const teachers = [...new Set(rows.map(({ teacherId }) => teacherId))];
  // The conditions are evaluated once for each offer, because each count would repeat them. Values that are only read
  // are json, which PostgreSQL makes in three quarters of the time of jsonb.
  const counts = (which: Sql) => sql`json_build_array(count(*) filter (where ${which}),
      count(*) filter (where ${which} and o.is_answered), count(*) filter (where ${which} and o.is_yes))`;
  return db.query<Row>(sql`select u.id, u.general_availability::text as week, ${knownSubjects}, ${jobPreferences},
      ${quietHours},
      (select json_object_agg(a.date, coalesce(a.part, a.status)) from availability_dates a
        where a.substitute_id = u.id and a.date = any(${dates}::date[])) as "singleDates",
      d.vacancies as declined, x.teachers as "excludedBy", f.teachers as "favoriteOf",
      (select json_agg(json_build_array((extract(epoch from w.starts_at) * 1000)::bigint,
        (extract(epoch from w.ends_at) * 1000)::bigint)) from vacancies w
        where w.substitute_id = u.id and ${isAssignment}
          and tstzrange(w.starts_at, w.ends_at) && tstzrange(${from}, ${until})) as booked,
      c.*, ${noShows({ schoolId }, now, teachers)} as missed,
      (select json_object_agg(m.month, m.days)
        from (select to_char(w.date, 'YYYY-MM') as month, count(distinct w.date) as days from vacancies w
        where w.substitute_id = u.id and ${isAssignment} and not ${isNoShow}
          and w.date between date_trunc('month', ${first}::date) and date_trunc('month', ${last}::date) +
            interval '1 month - 1 day' group by 1) m) as "daysIn",
      p.*, r.*
    from ${whoWorksAt(
      schoolId,
      sql`left join (select substitute_id, array_agg(vacancy_id) as vacancies from vacancy_declines
        where vacancy_id = any(${ids}::bigint[]) group by 1) d
          on d.substitute_id = l.substitute_id
        left join (select x.substitute_id, array_agg(coalesce(x.teacher_id, ${ofSchool})) as teachers
          from ${openExclusions(now)}
            and x.school_id = ${schoolId} and x.approved_at is not null
              and (x.teacher_id is null or x.teacher_id = any(${teachers}::bigint[])) group by 1) x
          on x.substitute_id = l.substitute_id
        left join (select substitute_id, array_agg(coalesce(teacher_id, ${ofSchool})) as teachers from favorites
            where school_id = ${schoolId} and (teacher_id is null or teacher_id = any(${teachers}::bigint[]))
              group by 1) f
          on f.substitute_id = l.substitute_id
        cross join lateral (select coalesce(sum(t.times), 0)::int as "timesHere", json_object_agg(t.teacher_id, t.times)
          filter (where t.teacher_id = any(${teachers}::bigint[])) as "timesWith"
          from (select w.teacher_id, count(*) as times from ${completedBy(sql`u.id`, sql`l.school_id`, now)}
            group by 1) t) c
        cross join lateral (select ${counts(sql`o.is_that_day`)} as "sentThatDay",
          ${counts(sql`not o.is_that_day`)} as "sentBefore",
            ${counts(sql`o.is_here`)} as here,
            (count(*) filter (where o.sent_at > ${new Date(now.getTime() - week)}))::int as "offersThisWeek",
            json_agg(json_build_array(o.date, o.vacancy_id)) filter (where o.answer is null
              and o.date = any(${dates}::date[])) as waiting
          from (select sent_at, date, vacancy_id, answer,
            (sent_at at time zone ${timeZone})::date = date as is_that_day,
              school_id = ${schoolId} as is_here, answer is not null as is_answered, answer = 'yes' as is_yes
            from offers where substitute_id = u.id order by sent_at desc limit ${latestOffers}) o) p
        cross join lateral (select coalesce(bool_or(d.reason = 'too_far' and y.school_id = ${schoolId}),
          false) as "saidTooFar",
            array_agg(y.teacher_id) filter (where d.reason = 'not_my_class'
              and y.teacher_id = any(${teachers}::bigint[])) as "notTheirs"
          from (select * from vacancy_declines where substitute_id = u.id and reason is not null
            order by declined_at desc limit ${latestReasons}) d
            join vacancies y on y.id = d.vacancy_id) r`,
    )} and (${among}::bigint[] is null or l.substitute_id = any(${among}::bigint[]))
    order by u.id limit ${mostPeople}`);
}

/** Offers of one vacancy that were just sent. */
export type SentTo = { row: RankedFor; to: readonly number[] };

/**
 * Returns the facts as they are once these offers of the school have been sent, without reading them again. The counts
 * may then include a few more than a person's latest offers.
 */
export function withOffers<Facts extends CandidateFacts>(facts: Facts, sent: readonly SentTo[]): Facts {
  if (sent.length === 0) return facts;
  const people = new Map(facts.people);
  for (const { row, to } of sent) {
    const lead = localDate(facts.now, row.timeZone) === row.date ? 'sentThatDay' : 'sentBefore';
    for (const id of to) {
      const person = people.get(id);
      if (person === undefined) continue;
      people.set(id, {
        ...person,
        [lead]: oneMore(person[lead]),
        here: oneMore(person.here),
        offersThisWeek: person.offersThisWeek + 1,
        waiting: [...(person.waiting ?? []), [row.date, row.id]],
      });
    }
  }
  return { ...facts, people };
}

const oneMore = (answers: Answers): Answers => ({ ...answers, asked: answers.asked + 1 });

/** A person, and the facts about them for one vacancy, as the rules of eligibility and ranking need them. */
export type PersonFacts = { person: Person; facts: ReturnType<typeof factsOf> };

/** Returns the facts about a person for one vacancy. */
export function factsFor({ now }: CandidateFacts, row: RankedFor): (person: Person) => PersonFacts['facts'] {
  const vacancy = {
    row,
    teacher: classTeacherOf(row),
    begins: row.startsAt.getTime(),
    ends: row.endsAt.getTime(),
    isToday: localDate(now, row.timeZone) === row.date,
    month: monthOf(row.date),
  };
  return (person) => factsOf(person, vacancy);
}

/**
 * Counts offers of other vacancies on the day of this one. It is a loop because it runs for each person and vacancy.
 */
function othersOn(waiting: NonNullable<Person['waiting']>, { id, date }: Pick<RankedFor, 'id' | 'date'>): number {
  let others = 0;
  for (const offer of waiting) if (offer[0] === date && offer[1] !== id) others += 1;
  return others;
}

type Judged = { row: RankedFor; teacher: number | null; begins: number; ends: number; isToday: boolean; month: string };

function factsOf(person: Person, { row, teacher, begins, ends, isToday, month }: Judged) {
  const { excludedBy, favoriteOf, waiting, sentThatDay, sentBefore } = person;
  return {
    hasDeclined: person.declined?.includes(row.id) ?? false,
    isExcluded: excludedBy !== null && (excludedBy.includes(ofSchool) || excludedBy.includes(row.teacherId)),
    isBooked: person.booked?.some(([from, until]) => from < ends && begins < until) ?? false,
    singleDate: person.singleDates?.[row.date] ?? null,
    isTeachersFavorite: favoriteOf?.includes(row.teacherId) ?? false,
    isSchoolsFavorite: favoriteOf?.includes(ofSchool) ?? false,
    timesWithTeacher: teacher === null ? 0 : (person.timesWith?.[teacher] ?? 0),
    isNoShowHere: person.missed?.includes(row.teacherId) ?? false,
    daysThisMonth: person.daysIn?.[month] ?? 0,
    // Offers that came as late as this one say more about it.
    own: isToday ? sentThatDay : sentBefore,
    ownOtherLead: isToday ? sentBefore : sentThatDay,
    othersThatDay: waiting === null ? 0 : othersOn(waiting, row),
    isNotTheirClass: teacher !== null && (person.notTheirs?.includes(teacher) ?? false),
  };
}
