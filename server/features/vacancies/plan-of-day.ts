import type { planDay as planCall } from '#contract/day-plan.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { mostPlanned, planDay } from '#domain/day-plan.ts';
import { can } from '#domain/permissions.ts';
import { notAllowed } from '#server/core/refused.ts';
import { sql } from '#server/db/database.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import { rankedForAll } from '#server/features/vacancies/ranked.ts';
import type { Call } from '#server/http/route.ts';

type Reply = ReplyInput<typeof planCall>;
type PlannedPerson = NonNullable<Reply['lines'][number]['proposed']>;

/**
 * The best plan for the uncovered classes of a day at the caller's school, and two others for each class. It ranks at most 30 classes, so
 * its cost doesn't depend on how many are uncovered. The facts about the
 * school's substitutes are read once for all of them, and the plan itself takes a few milliseconds. A day of a multi-day job isn't planned: its
 * substitute takes all days.
 */
export async function planOfDay(call: Call<typeof planCall>): Promise<Reply> {
  const { db, actor, body, now } = call;
  const { schoolId } = actor;
  if (schoolId === null) throw notAllowed("You don't have a school yet.");
  const open = await db.query<{
    id: number;
    count: number;
  }>(sql`select id, (count(*) over ())::int as count from vacancies
    where school_id = ${schoolId} and date = ${body.date} and status = 'open' and deleted_at is null and ends_at > ${now} and job_id is null
    order by start_time, id limit ${mostPlanned}`);
  const ids = open.map(({ id }) => id);
  const rows = (await vacanciesOf(db, ids, null, now))
    .filter((row) => can(actor, 'vacancy.assign', row))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
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
    more: (open[0]?.count ?? 0) - open.length,
  };
}

type Known = Pick<PlannedPerson, 'id' | 'fullName' | 'profileImageUrl'>;

async function peopleOf({ db }: Pick<Call, 'db'>, ids: readonly number[]): Promise<Map<number, Known>> {
  const rows =
    await db.query<Known>(sql`select id, full_name as "fullName", '/api/files/' || profile_image_file_id as "profileImageUrl"
    from users where id = any(${ids}::bigint[]) and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}
