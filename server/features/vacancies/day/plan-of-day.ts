import type { planDay as planCall } from '#contract/day-plan.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { linesOfDay, mostPlanned, type PlannedClass, type PlannedLine, planDay } from '#domain/day-plan.ts';
import { daysInWords } from '#domain/job-days.ts';
import { can } from '#domain/permissions.ts';
import { rank } from '#domain/ranking.ts';
import type { BookedDay } from '#domain/work-limits.ts';
import { notAllowed } from '#server/core/refused.ts';
import { sql } from '#server/db/database.ts';
import { isNoShowAt } from '#server/db/sql/vacancies.ts';
import { alongside, otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import { latestNoShow } from '#server/features/vacancies/candidates/no-shows.ts';
import { offeredOf, type PersonalOffer, personalOffers } from '#server/features/vacancies/candidates/offered-before.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { type RankedCandidate, rankedForAll } from '#server/features/vacancies/candidates/ranked.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { Call } from '#server/http/route.ts';

type Reply = ReplyInput<typeof planCall>;
type PlannedPerson = NonNullable<Reply['lines'][number]['proposed']>;

/**
 * Returns the best plan for the uncovered classes of a day at the caller's school, and two others for each class. It
 * ranks at most 30 classes, so its cost doesn't depend on how many are uncovered. The facts about the school's
 * substitutes are read once for all of them, and the plan itself takes a few milliseconds. A day of a multi-day job is
 * one line with its remaining days: its people fit all of them.
 */
export async function planOfDay(call: Call<typeof planCall>): Promise<Reply> {
  const { schoolId } = call.actor;
  if (schoolId === null) throw notAllowed("You don't have a school yet.");
  const open = await openOn(call, schoolId);
  const lines = await linesOf(call, open);
  const ranked = await rankedForAll(call.db, lines, call.now);
  const plan = planDay(await optionsOf(call, lines, ranked), call.body.choices);
  const person = await peopleOf({ ...call, schoolId }, lines, ranked, plan);
  return {
    lines: lines.map((line, nth) => ({
      vacancyId: line.id,
      version: line.row.version,
      date: line.row.date,
      startTime: line.row.startTime,
      endTime: line.row.endTime,
      description: line.row.description,
      teacherName: line.row.teacherName,
      isUrgent: line.row.isUrgent,
      days: daysInWords([line.row, ...line.others].map(({ date }) => date).toSorted()),
      others: line.others.map((day) => ({ vacancyId: day.id, version: day.version })),
      proposed: person(line, plan[nth]?.substituteId ?? null)[0] ?? null,
      alternatives: (plan[nth]?.alternatives ?? []).flatMap((other) => person(line, other)),
    })),
    more: (open[0]?.count ?? 0) - open.length,
    missed: await missedOn(call, schoolId),
  };
}

/** Returns how many classes of the day have a recorded no-show. They stay filled until the substitute is released. */
async function missedOn({ db, body, now }: Pick<Call<typeof planCall>, 'db' | 'body' | 'now'>, schoolId: number) {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from vacancies v
    where v.school_id = ${schoolId} and v.date = ${body.date} and v.status = 'filled' and v.deleted_at is null
      and v.ends_at > ${now}
      and ${isNoShowAt(sql`v`)}`);
  return row?.count ?? 0;
}

/** Returns the first 30 uncovered classes of the day, each with the number of all. */
function openOn(
  { db, body, now }: Pick<Call<typeof planCall>, 'db' | 'body' | 'now'>,
  schoolId: number,
): Promise<{ id: number; count: number }[]> {
  return db.query(sql`select v.id, (count(*) over ())::int as count from vacancies v
    where v.school_id = ${schoolId} and v.date = ${body.date} and v.status = 'open' and not v.covered_inside
      and v.deleted_at is null and v.ends_at > ${now}
    order by v.start_time, v.id limit ${mostPlanned}`);
}

type DayOfJob = VacancyRow & { alongside: readonly BookedDay[] };
type Line = { id: number; row: DayOfJob; others: DayOfJob[] };
type Ranked = ReadonlyMap<number, readonly RankedCandidate[]>;

/** Returns all days of a line, by id. */
const idsOf = ({ id, others }: Line) => [id, ...others.map((day) => day.id)];

/** Reads these classes, and with a day of a job, the other days that an assignment takes along. */
async function linesOf({ db, actor, now }: Call<typeof planCall>, open: readonly { id: number }[]): Promise<Line[]> {
  const read = async (ids: readonly number[]) =>
    ids.length === 0
      ? []
      : (await vacanciesOf(db, ids, null, now)).map((row) => ({ ...row, alongside: alongside(row, now) }));
  const days = (await read(open.map(({ id }) => id))).filter((row) => can(actor, 'vacancy.assign', row));
  const otherIds = days.flatMap((row) => otherDaysOf(row, now, 'vacancy.assign').map(({ id }) => id));
  const known = new Map([...days, ...(await read([...new Set(otherIds)]))].map((row) => [row.id, row]));
  const rowOf = ({ id }: { id: number }) => known.get(id) ?? [];
  return linesOfDay(
    open.flatMap(rowOf).map((row) => ({
      id: row.id,
      row,
      others: otherDaysOf(row, now, 'vacancy.assign').flatMap(rowOf),
    })),
  );
}

/**
 * Returns who can cover each line: everyone who fits, except people with a request elsewhere whom the reader didn't
 * choose.
 */
async function optionsOf(call: Call<typeof planCall>, lines: readonly Line[], ranked: Ranked): Promise<PlannedClass[]> {
  const isAskingElsewhere = await requestsDuring(call, lines, ranked);
  const isChosen = ({ id }: Line, substituteId: number) =>
    call.body.choices.some((choice) => choice.vacancyId === id && choice.substituteId === substituteId);
  return lines.map((line) => ({
    id: line.id,
    options: (ranked.get(line.id) ?? [])
      .filter(({ id }) => isChosen(line, id) || !isAskingElsewhere(line, id))
      .map(({ id: substituteId, points }) => ({ substituteId, points })),
  }));
}

/**
 * Finds the substitutes who have requested another class at the time of a line. Assigning them would end that request,
 * and leave the other class uncovered.
 */
async function requestsDuring(
  { db }: Pick<Call, 'db'>,
  lines: readonly Line[],
  ranked: Ranked,
): Promise<(line: Line, substituteId: number) => boolean> {
  const days = lines.flatMap(idsOf);
  const candidates = new Set([...ranked.values()].flat().map(({ id }) => id));
  // Without the candidates, this would read the requests at every school.
  const found = await db.query<{
    id: number;
    substituteId: number;
  }>(sql`select v.id, r.requested_by_id as "substituteId"
    from vacancies v join vacancies r on r.starts_at between v.starts_at - interval '1 day' and v.ends_at
      and r.starts_at < v.ends_at and v.starts_at < r.ends_at
      and r.status = 'pending_approval' and r.deleted_at is null
        and r.requested_by_id = any(${[...candidates]}::bigint[])
    where v.id = any(${days}::bigint[])`);
  const asking = new Set(found.map((one) => `${one.id}:${one.substituteId}`));
  return (line, substituteId) => idsOf(line).some((day) => asking.has(`${day}:${substituteId}`));
}

type Known = Pick<PlannedPerson, 'id' | 'fullName' | 'profileImageUrl' | 'noShowOn'>;

/**
 * Reads the people whom the plan shows. The function it returns describes one for a line, and is empty if they were
 * deleted.
 */
async function peopleOf(
  { db, now, schoolId }: Pick<Call, 'db' | 'now'> & { schoolId: number },
  lines: readonly Line[],
  ranked: Ranked,
  plan: readonly PlannedLine[],
): Promise<(line: Line, id: number | null) => PlannedPerson[]> {
  const shown = [...new Set(plan.flatMap(({ substituteId, alternatives }) => [substituteId ?? 0, ...alternatives]))];
  const people = await db.query<Known>(sql`select u.id, u.full_name as "fullName",
        '/api/files/' || u.profile_image_file_id as "profileImageUrl",
      ${latestNoShow({ schoolId }, now)} as "noShowOn"
    from users u where u.id = any(${shown}::bigint[]) and u.deleted_at is null`);
  const offers = await personalOffers(db, lines.flatMap(idsOf), shown);
  return (line, id) => {
    const known = people.find((one) => one.id === id);
    const about = ranked.get(line.id)?.find((candidate) => candidate.id === id)?.about;
    if (known === undefined || about === undefined) return [];
    const { timesWithTeacher, timesHere } = about;
    return [
      {
        ...known,
        reasons: rank(about).reasons,
        timesWithTeacher,
        timesHere,
        offered: lastOffer(offers, line, known.id),
      },
    ];
  };
}

/** Returns when any day of a line was last offered to a substitute, in the school's time. */
function lastOffer(offers: readonly PersonalOffer[], line: Line, substituteId: number): PlannedPerson['offered'] {
  const days = idsOf(line);
  const [last] = offers
    .filter((one) => one.substituteId === substituteId && days.includes(one.vacancyId))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return last === undefined ? null : offeredOf(last, line.row.timeZone);
}
