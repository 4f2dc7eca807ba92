import { type DateChoice, parseGeneralAvailability } from '#domain/availability.ts';
import { eligibility, hoursUntil } from '#domain/eligibility.ts';
import { idsOf } from '#server/core/ids.ts';
import { allSettled } from '#server/core/settled.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isExcludedFrom } from '#server/db/sql/exclusions.ts';
import { type EligibilityRow, jobPreferences, knownSubjects, whoWorksAt } from '#server/db/sql/substitutes.ts';
import { overLimit } from '#server/features/hours/queries.ts';
import { alongside, otherOpenDays } from '#server/features/vacancies/vacancy/job-days.ts';
import { milesAway, offeredClass } from '#server/features/vacancies/vacancy/preference-facts.ts';
import { bookedAt } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

type Candidate = EligibilityRow & { id: number; singleDate: DateChoice | null };

/**
 * Returns the substitutes whom an open vacancy is offered to: approved, active, at its school and not rejected there,
 * free at that time by their assignments and availability, within their work limits, not excluded by the school,
 * qualified by subject if the class needs that, with matching job preferences, and without a decline of it. A weekly
 * availability that was never saved excludes nothing. `among` restricts to the chosen ones. Empty means all. A day of a
 * job is offered to those who are eligible for all of its open days.
 */
export async function eligibleSubstitutes(
  db: Queryable,
  row: VacancyRow,
  among: readonly number[] | null,
  now: Date,
): Promise<number[]> {
  return (await eligibleSlice(db, row, among, { after: 0, most: null, now })).ids;
}

/**
 * Like `eligibleSubstitutes`, but in slices by id: the eligible people among the next `most` candidates after
 * `after`. The next slice continues after `last`, which is null at the end.
 */
export async function eligibleSlice(
  db: Queryable,
  row: VacancyRow,
  among: readonly number[] | null,
  slice: Slice,
): Promise<{ ids: number[]; last: number | null }> {
  const { ids, last } = await eligibleOnDay(db, row, among, slice);
  return { ids: await eligibleOnOtherDays(db, row, ids, slice.now), last };
}

/** Returns the substitutes who are also eligible for the other open days of a vacancy's job. */
export async function eligibleOnOtherDays(
  db: Queryable,
  row: VacancyRow,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  let left = [...ids];
  for (const day of await otherOpenDays(db, row, now)) {
    // In a query, an empty list means everyone.
    if (left.length === 0) break;
    left = (await eligibleOnDay(db, day, left, { after: 0, most: null, now })).ids;
  }
  return left;
}

type Slice = { after: number; most: number | null; now: Date };

async function eligibleOnDay(
  db: Queryable,
  row: VacancyRow,
  among: readonly number[] | null,
  { after, most, now }: Slice,
): Promise<{ ids: number[]; last: number | null }> {
  const chosen = among === null || among.length === 0 ? null : among;
  const candidates = await db.query<Candidate>(sql`select u.id, u.general_availability::text as week,
        coalesce(a.part, a.status) as "singleDate",
      exists (select 1 from vacancy_declines d
        where d.substitute_id = u.id and d.vacancy_id = ${row.id}) as "hasDeclined", ${isExcludedFrom(row, now)},
        ${jobPreferences}, ${knownSubjects}
    from ${whoWorksAt(
      row.schoolId,
      sql`left join availability_dates a on a.substitute_id = u.id
      and a.date = ${row.date}`,
    )}
      and (${chosen}::bigint[] is null or l.substitute_id = any(${chosen}::bigint[]))
      and u.id > ${after}
    order by u.id limit ${most}::bigint`);
  const [booked, over] = await allSettled([
    bookedAt(db, idsOf(candidates), row.startsAt, row.endsAt),
    overLimit(db, idsOf(candidates), { ...row, alongside: alongside(row, now) }),
  ]);
  const vacancy = offeredClass(row);
  const { settings } = row;
  const ids = candidates.flatMap(({ id, week, singleDate, hasDeclined, isExcluded, preferences, knows }) => {
    const facts = {
      hasDeclined,
      isExcluded,
      isBooked: booked.has(id),
      isOverLimit: over.has(id),
      week: parseGeneralAvailability(week),
      singleDate,
      preferences,
      knows,
      hoursAhead: hoursUntil(row.startsAt, now),
      milesAway: milesAway(preferences, row.schoolZip),
    };
    return eligibility({ ...facts, vacancy, settings }).isEligible ? [id] : [];
  });
  return { ids, last: candidates.length === most ? (candidates.at(-1)?.id ?? null) : null };
}

/** Returns the people who work at the school, so its staff can see them. */
export async function substitutesOfSchool(
  db: Queryable,
  ids: readonly number[],
  schoolId: number,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: number }>(sql`
      select u.id from ${whoWorksAt(schoolId)}
      and u.id = any(${ids}::bigint[])`);
  return new Set(rows.map((row) => row.id));
}
