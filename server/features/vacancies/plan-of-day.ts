import type { planDay as planCall } from '#contract/day-plan.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { mostPlanned, planDay } from '#domain/day-plan.ts';
import { jobInWords } from '#domain/job-days.ts';
import { can } from '#domain/permissions.ts';
import { notAllowed } from '#server/core/refused.ts';
import { sql } from '#server/db/database.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import { rankedForAll } from '#server/features/vacancies/ranked.ts';
import type { Call } from '#server/http/route.ts';

type Reply = ReplyInput<typeof planCall>;
type PlannedPerson = NonNullable<Reply['lines'][number]['proposed']>;

/**
 * Returns the best plan for the uncovered classes of a day at the caller's school, and two others for each class. It ranks at
 * most 30 classes, so its cost doesn't depend on how many are uncovered. The facts about the school's substitutes are read once
 * for all of them, and the plan itself takes a few milliseconds. A day of a multi-day job is only named: its substitute takes all
 * days.
 */
export async function planOfDay(call: Call<typeof planCall>): Promise<Reply> {
  const { db, actor, body, now } = call;
  const { schoolId } = actor;
  if (schoolId === null) throw notAllowed("You don't have a school yet.");
  const open = await openOn(call, schoolId);
  const ids = open.filter(({ inJob }) => !inJob).map(({ id }) => id);
  const inJobs = open.filter(({ inJob }) => inJob).map(({ id }) => id);
  const found = (await vacanciesOf(db, [...ids, ...inJobs], null, now)).filter((row) =>
    can(actor, 'vacancy.assign', row),
  );
  const rowsOf = (some: readonly number[]) =>
    found.filter(({ id }) => some.includes(id)).toSorted((a, b) => some.indexOf(a.id) - some.indexOf(b.id));
  const rows = rowsOf(ids);
  const ranked = await rankedForAll(db, rows, now);
  const plan = planDay(
    rows.map(({ id }) => ({
      id,
      options: (ranked.get(id) ?? []).map(({ id: substituteId, points }) => ({ substituteId, points })),
    })),
    body.choices,
  );
  const shown = new Set(plan.flatMap(({ substituteId, alternatives }) => [substituteId ?? 0, ...alternatives]));
  const people = await peopleOf(call, [...shown]);
  const person = (vacancyId: number, id: number | null): PlannedPerson[] => {
    const known = people.get(id ?? 0);
    const one = ranked.get(vacancyId)?.find((candidate) => candidate.id === id);
    if (known === undefined || one === undefined) return [];
    return [{ ...known, reasons: one.reasons, ...one.times }];
  };
  return {
    lines: rows.map(({ id, version, date, startTime, endTime, description, teacherName, isUrgent }, nth) => ({
      vacancyId: id,
      version,
      date,
      startTime,
      endTime,
      description,
      teacherName,
      isUrgent,
      proposed: person(id, plan[nth]?.substituteId ?? null)[0] ?? null,
      alternatives: (plan[nth]?.alternatives ?? []).flatMap((other) => person(id, other)),
    })),
    more: (open.find(({ inJob }) => !inJob)?.count ?? 0) - ids.length,
    jobs: rowsOf(inJobs).map(({ id, startTime, endTime, description, teacherName, jobDays }) => ({
      vacancyId: id,
      startTime,
      endTime,
      description,
      teacherName,
      sentence: jobInWords((jobDays ?? []).map(({ date }) => date)) ?? '',
    })),
  };
}

/**
 * Returns the uncovered classes of the day: the first 30 on their own, and the first 30 days of jobs, each with the number of its
 * kind. A job whose other days are gone is one on its own.
 */
function openOn(
  { db, body, now }: Pick<Call<typeof planCall>, 'db' | 'body' | 'now'>,
  schoolId: number,
): Promise<{ id: number; inJob: boolean; count: number }[]> {
  return db.query(sql`select id, "inJob", count from (
      select id, start_time, "inJob", (count(*) over (partition by "inJob"))::int as count, row_number() over (partition by "inJob" order by start_time, id) as nth
      from (select v.id, v.start_time, v.job_id is not null and exists (select from vacancies o where o.job_id = v.job_id and o.id <> v.id and o.deleted_at is null) as "inJob"
        from vacancies v where v.school_id = ${schoolId} and v.date = ${body.date} and v.status = 'open' and not v.covered_inside and v.deleted_at is null and v.ends_at > ${now}) each) numbered
    where nth <= ${mostPlanned} order by start_time, id`);
}

type Known = Pick<PlannedPerson, 'id' | 'fullName' | 'profileImageUrl'>;

async function peopleOf({ db }: Pick<Call, 'db'>, ids: readonly number[]): Promise<Map<number, Known>> {
  const rows =
    await db.query<Known>(sql`select id, full_name as "fullName", '/api/files/' || profile_image_file_id as "profileImageUrl"
    from users where id = any(${ids}::bigint[]) and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}
