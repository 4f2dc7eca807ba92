import type { ReplyInput } from '#contract/endpoint.ts';
import type { getOwnFit } from '#contract/own-fit.ts';
import { type DateChoice, parseGeneralAvailability } from '#domain/availability.ts';
import { eligibility, hoursUntil, type Ineligibility, ineligibilities } from '#domain/eligibility.ts';
import type { VacancySettings } from '#domain/shift.ts';
import { localDate } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { exclusionOf, openExclusions } from '#server/db/sql/exclusions.ts';
import { todayAt } from '#server/db/sql/schools.ts';
import { type EligibilityRow, jobPreferences, knownSubjects, waitsHere } from '#server/db/sql/substitutes.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import { overLimitAt } from '#server/features/hours/queries.ts';
import { milesAway, offeredClass } from '#server/features/vacancies/vacancy/preference-facts.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** The maximum number of upcoming vacancies checked. */
const mostJudged = 200;
/** The maximum number of a person's latest notifications and answers counted. */
const mostCounted = 1000;

/** Returns the reasons why a substitute isn't offered more, by the same rules as offers. */
export async function ownFit(call: Call<typeof getOwnFit>): ReplyTo<typeof getOwnFit> {
  const { db, actor, now } = call;
  const today = localDate(now, currentSession(call).user.schools[0]?.timeZone ?? 'UTC');
  const verdicts = await verdictsOf(db, actor, now);
  return {
    open: verdicts.length,
    fit: verdicts.filter((reasons) => reasons.length === 0).length,
    rules: ineligibilities
      .map((rule) => ({ rule, count: verdicts.filter((reasons) => reasons.includes(rule)).length }))
      .filter(({ count }) => count > 0),
    excludedBy: await excludedBy(db, actor, now),
    ...(await countsOf(db, actor.id, today)),
  };
}

type Row = Pick<
  VacancyRow,
  'date' | 'startTime' | 'endTime' | 'grade' | 'subject' | 'needsSubject' | 'needsGrade' | 'schoolZip'
> &
  EligibilityRow & {
    schoolId: number;
    startsAt: Date;
    endsAt: Date;
    settings: VacancySettings;
    singleDate: DateChoice | null;
    isBooked: boolean;
  };

/**
 * Returns the reasons against each of the next open vacancies at a substitute's schools. The result is empty where it
 * fits.
 */
async function verdictsOf(
  db: Queryable,
  { id, selectedSchoolIds }: { id: number; selectedSchoolIds: readonly number[] },
  now: Date,
): Promise<Ineligibility[][]> {
  const exclusion = exclusionOf(sql`u.id`, { schoolId: sql`v.school_id`, teacherId: sql`v.teacher_id` }, now);
  const rows = await db.query<Row>(sql`select v.school_id as "schoolId", v.date, v.start_time as "startTime",
        v.end_time as "endTime", v.starts_at as "startsAt", v.ends_at as "endsAt",
      v.grade, v.subject, v.needs_subject as "needsSubject", v.needs_grade as "needsGrade", c.zip_code as "schoolZip",
        c.vacancy_settings as settings, u.general_availability::text as week,
        coalesce(a.part, a.status) as "singleDate",
      exists (select from vacancy_declines d where d.substitute_id = u.id and d.vacancy_id = v.id) as "hasDeclined",
      exists (select from vacancies w where w.substitute_id = u.id and ${isAssignment}
        and tstzrange(w.starts_at, w.ends_at) && tstzrange(v.starts_at, v.ends_at)) as "isBooked", ${jobPreferences},
          ${knownSubjects},
      ${exclusion} is not null as "isExcluded"
    from unnest(${selectedSchoolIds}::bigint[]) mine (school_id) join schools c on c.id = mine.school_id
      join users u on u.id = ${id}
      cross join lateral (select * from vacancies o
        where o.school_id = mine.school_id and o.status = 'open' and o.deleted_at is null
        and o.date >= ${todayAt(sql`c`, now)} and o.ends_at > ${now}
          order by o.date, o.day_rank, o.start_time, o.id limit ${mostJudged}) v
      left join availability_dates a on a.substitute_id = u.id and a.date = v.date
    order by v.starts_at, v.id limit ${mostJudged}`);
  const judged: Ineligibility[][] = [];
  for (const schoolId of new Set(rows.map((row) => row.schoolId))) {
    const there = rows.filter((row) => row.schoolId === schoolId);
    const over = await overLimitAt(db, [id], { id: 0, schoolId, teacherId: 0 }, there);
    for (const [index, { week, ...facts }] of there.entries()) {
      const isOverLimit = over[index]?.has(id) ?? false;
      const question = {
        ...facts,
        week: parseGeneralAvailability(week),
        isOverLimit,
        vacancy: offeredClass(facts),
        hoursAhead: hoursUntil(facts.startsAt, now),
        milesAway: milesAway(facts.preferences, facts.schoolZip),
      };
      judged.push(eligibility(question).reasons);
    }
  }
  return judged;
}

/**
 * Returns the substitute's schools that exclude them now, wholly or for a teacher, with the contact data of the front
 * office.
 */
function excludedBy(
  db: Queryable,
  { id, selectedSchoolIds }: { id: number; selectedSchoolIds: readonly number[] },
  now: Date,
): Promise<ReplyInput<typeof getOwnFit>['excludedBy']> {
  return db.query(sql`select e.name, bool_or(x.teacher_id is null) as "isWhole", e.phone,
      e.contact_email as "contactEmail"
    from ${openExclusions(now)} and x.substitute_id = ${id} and x.approved_at is not null
      and e.id = any(${selectedSchoolIds}::bigint[])
    group by e.id order by lower(e.name), e.id`);
}

async function countsOf(
  db: Queryable,
  id: number,
  today: string,
): Promise<Pick<ReplyInput<typeof getOwnFit>, 'waitingSchools' | 'month'>> {
  const first = sql`date_trunc('month', ${today}::date)`;
  const [counts] = await db.query<{ waitingSchools: number; offers: number; answers: number; days: number }>(sql`select
    (select count(*)::int from substitute_schools l join schools c on c.id = l.school_id
      where l.substitute_id = ${id} and ${waitsHere} and c.is_active) as "waitingSchools",
    (select count(distinct n.vacancy_id)::int
      from (select * from notices where recipient_id = ${id} order by id desc limit ${mostCounted}) n
      where n.kind = 'vacancy_posted' and n.created_at >= ${first}) as offers,
    (select count(distinct h.vacancy_id)::int
      from (select * from vacancy_history where actor_id = ${id} order by id desc limit ${mostCounted}) h
      where h.kind in ('requested', 'declined') and h.at >= ${first}) as answers,
    (select count(distinct w.date)::int from vacancies w where w.substitute_id = ${id} and ${isAssignment}
      and w.date between ${first} and ${first} + interval '1 month - 1 day') as days`);
  const { waitingSchools = 0, offers = 0, answers = 0, days = 0 } = counts ?? {};
  return { waitingSchools, month: { offers, answers, days } };
}
