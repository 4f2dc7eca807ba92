import type { ReplyInput } from '#contract/endpoint.ts';
import type { getBoard } from '#contract/board.ts';
import { byBoard, nextStepOf, sectionOf } from '#domain/board.ts';
import { closureOver, dayInView } from '#domain/closure.ts';
import { whyDeclined } from '#domain/decline.ts';
import { everyoneAt } from '#domain/dispatch.ts';
import type { Actor } from '#domain/permissions.ts';
import { possibleActs } from '#domain/possible.ts';
import { roomIn, roomName } from '#domain/room.ts';
import { addDays, weekdayOf, weekdays } from '#domain/time.ts';
import { calendarOf, countsOfDays, linesOf, nextDayAfter, type LineRow } from '#server/features/board/queries.ts';
import { usesCover } from '#server/features/cover/queries.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import type { Call } from '#server/http/route.ts';

type Board = ReplyInput<typeof getBoard>;

/** One day's classes with the front office's actions for each, and the counts of its week. */
export async function boardOf(call: Call<typeof getBoard>): Promise<Board> {
  const { db, query, actor, now } = call;
  const { schoolId, timeZone, today } = callersSchool(call, 'report.read');
  const date = query.date ?? today;
  const monday = addDays(date, -weekdays.indexOf(weekdayOf(date)));
  const days = weekdays.map((_, offset) => addDays(monday, offset));
  const [rows, counts, { closures, hasClasses }, hasCover] = await Promise.all([
    linesOf(db, schoolId, date),
    countsOfDays(db, schoolId, days),
    calendarOf(db, schoolId, today),
    usesCover(db, schoolId),
  ]);
  const none = { uncovered: 0, unconfirmed: 0, covered: 0 };
  return {
    today,
    date,
    timeZone,
    closed: closureOver({ from: date, to: date }, closures)?.name ?? null,
    opensOn: dayInView(today, closures, hasClasses),
    usesCover: hasCover,
    nextDay: rows.length === 0 && date >= today ? await nextDayAfter(db, schoolId, date) : null,
    week: days.map((day) => ({ ...none, ...counts.find((each) => each.date === day), date: day })),
    lines: rows.toSorted(byBoard).map((row) => lineFor(actor, row, { date, timeZone, now })),
  };
}

type Day = { date: string; timeZone: string; now: Date };

function lineFor(actor: Actor, row: LineRow, day: Day): Board['lines'][number] {
  const { now } = day;
  const { id, startTime, endTime, shiftType, description, teacherId, teacherName, absenceReason } = row;
  const { status, isUrgent, substitute } = row;
  const { notified, saw, declined, declinedWhy, waiting, undelivered, unsent } = row.tried;
  const next = nextStepOf(row, { ...row.tried, hasWavesAhead: row.waves !== null }, now);
  const confirmed = status === 'filled' && !row.isNoShow ? row.confirmed : null;
  return {
    id,
    section: sectionOf(row),
    startTime,
    endTime,
    shiftType,
    description,
    room: row.room === null ? roomIn(description, row.notes) : roomName(row.room),
    teacherId,
    teacherName,
    absenceReason,
    status,
    isUrgent,
    substitute,
    confirmed,
    inside: row.inside,
    tried:
      status === 'filled' || sectionOf(row) === 'covered'
        ? null
        : {
            notified,
            saw,
            declined,
            whyDeclined: whyDeclined(declinedWhy),
            waiting,
            ...(undelivered !== undefined && undelivered > 0 && { undelivered }),
            ...(unsent !== undefined && unsent > 0 && { unsent }),
          },
    waves: wavesOf(row, day),
    next,
    ...(next === 'offer' && row.tried.looksAgain && { looksAgain: true }),
    can: possibleActs(actor, row, now).filter((act) => act !== 'swap' || !row.isAttended),
  };
}

/** Returns the waves ahead, with the time from which everyone is notified. */
function wavesOf({ waves, startTime, startsAt }: LineRow, { date, timeZone }: Day): Board['lines'][number]['waves'] {
  if (waves === null) return null;
  const { offering, hours, nextAt, nextSize, firstAt, isPaused } = waves;
  const first = firstAt === null ? null : new Date(firstAt);
  const everyone = isPaused
    ? null
    : everyoneAt({ offering, vacancy: { date, startTime, startsAt, timeZone, hours }, first });
  return {
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    nextSize: nextAt === null ? null : nextSize,
    everyoneAt: everyone?.toISOString() ?? null,
    isPaused,
  };
}
