import type { getCoverPlan } from '#contract/cover.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { scheduleOn } from '#domain/bell.ts';
import { type CoverDay, inCoverOrder, obstaclesOf } from '#domain/cover.ts';
import { type CoverNeed, planPeriods } from '#domain/cover-plan.ts';
import { roomIn } from '#domain/room.ts';
import { instantOf } from '#domain/time.ts';
import { notFound } from '#server/core/refused.ts';
import { sql } from '#server/db/database.ts';
import {
  type AbsenceRow,
  absenceOf,
  absencesOn,
  type ColleagueRow,
  colleaguesOn,
  type CoverRow,
  coversWhere,
  periodsOf,
} from '#server/features/cover/queries.ts';
import { coverOfSchool } from '#server/features/cover/settings.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import type { Call } from '#server/http/route.ts';

type Plan = ReplyInput<typeof getCoverPlan>;
type PlanCall = Call<typeof getCoverPlan>;

/**
 * Returns the periods of a day or a class that need a colleague, and a suggestion for each period without an open or
 * accepted cover. It changes nothing.
 *
 * @throws {Refused} not_found for a class that is not the school's.
 */
export async function coverPlan(call: PlanCall): Promise<Plan> {
  const { db, query, now } = call;
  const { schoolId, timeZone, today } = callersSchool(call, 'cover.manage');
  const { bell, rules } = await coverOfSchool(db, schoolId);
  const one = query.vacancyId === undefined ? null : await absenceOf(db, schoolId, query.vacancyId);
  if (query.vacancyId !== undefined && one === null) throw notFound('vacancy');
  const date = one?.date ?? query.date ?? today;
  const absences = one === null ? await absencesOn(db, schoolId, date) : [one];
  // Classes with a substitute, or with a request to answer, need no colleague.
  const open = one === null ? absences.filter(({ status }) => status === 'open') : absences;
  const [colleagues, covers] = await Promise.all([
    colleaguesOn(db, { schoolId, date }),
    coversWhere(db, sql`c.vacancy_id = any(${open.map(({ id }) => id)}::bigint[]) and c.state <> 'canceled'`),
  ]);
  const day: CoverDay = { date, bell, rules };
  const byPeriod = Map.groupBy(covers, ({ vacancyId, period }) => `${vacancyId} ${period}`);
  const needed = open.flatMap((absence) =>
    periodsOf(absence, bell).map((period) => {
      const own = byPeriod.get(`${absence.id} ${period.period}`) ?? [];
      const isOver = instantOf(date, period.end, timeZone) <= now;
      return { ...neededReply(absence, period, own), isOver };
    }),
  );
  const wanting = needed.filter(
    ({ isOver, isCovered, covers: asked }) => !isOver && !isCovered && !asked.some(({ state }) => state === 'asked'),
  );
  const proposed = planPeriods(day, wanting satisfies CoverNeed[], colleagues);
  const proposals = new Map(wanting.map((need, nth) => [need, colleagues[proposed[nth] ?? -1]?.id ?? null]));
  const wanted = new Set(needed.map(({ period }) => period));
  return {
    isSetUp: bell.schedules.length > 0,
    hasTimetable: colleagues.length > 0,
    date,
    schedule: bell.schedules[scheduleOn(bell, date)]?.name ?? null,
    periods: needed.map((need) => ({ ...need, proposedId: proposals.get(need) ?? null })),
    colleagues: colleagues
      .toSorted(inCoverOrder(rules.order))
      .map((colleague) => colleagueReply(colleague, day, wanted, one !== null)),
  };
}

function neededReply(
  absence: AbsenceRow,
  { period, start, end, title, room, size, parts }: ReturnType<typeof periodsOf>[number],
  covers: readonly CoverRow[],
): Omit<Plan['periods'][number], 'proposedId' | 'isOver'> {
  return {
    vacancyId: absence.id,
    teacherId: absence.teacherId,
    teacherName: absence.teacherName,
    period,
    start,
    end,
    title: title === '' ? absence.description : title,
    room: room === '' ? (absence.room ?? roomIn(absence.description, absence.notes)) : room,
    size,
    isCovered: covers.filter(({ state }) => state === 'accepted').length >= parts,
    covers: covers.map((cover) => ({
      id: cover.id,
      colleagueId: cover.colleagueId,
      colleagueName: cover.colleagueName,
      kind: cover.kind,
      size: cover.size,
      room: cover.room,
      note: cover.note,
      state: cover.state,
    })),
  };
}

function colleagueReply(
  colleague: ColleagueRow,
  day: CoverDay,
  wanted: ReadonlySet<string>,
  withObstacles: boolean,
): Plan['colleagues'][number] {
  const found = [...obstaclesOf(colleague, day)].filter(([period]) => wanted.has(period));
  const { id, fullName, month, year, isVolunteer, consent, bookings, saidNo } = colleague;
  return {
    id,
    fullName,
    month,
    year,
    isVolunteer,
    isAsked: consent !== 'always',
    isSubstitute: bookings !== null,
    free: found.flatMap(([period, obstacle]) => (obstacle === null ? [period] : [])),
    saidNo: saidNo.filter((period) => wanted.has(period)),
    obstacles: withObstacles
      ? found.flatMap(([period, obstacle]) => (obstacle === null ? [] : [{ period, obstacle }]))
      : [],
  };
}
