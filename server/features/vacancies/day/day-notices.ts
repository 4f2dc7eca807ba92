import type { DayChange } from '#domain/day-change.ts';
import type { NoticeFacts } from '#domain/notice-facts.ts';
import { addDays } from '#domain/time.ts';
import type { Affected, DaySchool } from '#server/features/vacancies/day/day-plan.ts';
import type { NewNotification } from '#server/notifications/notify.ts';

/** A person, and their classes of the day. */
type Reader = { id: number; to: 'teacher' | 'substitute'; classes: Affected[] };

/**
 * One notification for each teacher and each booked or requesting substitute of these classes, about the person's
 * earliest vacancy.
 */
export function dayNotifications(
  school: DaySchool,
  { date, change, cause }: { date: string; change: DayChange; cause: string },
  affected: readonly Affected[],
): Map<number, NewNotification[]> {
  const byVacancy = new Map<number, NewNotification[]>();
  for (const reader of readersOf(affected)) {
    const [first] = reader.classes;
    if (first === undefined) continue;
    const known = byVacancy.get(first.row.id) ?? [];
    byVacancy.set(first.row.id, [...known, notificationOf(school, { date, change, cause }, reader)]);
  }
  return byVacancy;
}

function readersOf(affected: readonly Affected[]): Reader[] {
  const readers = new Map<string, Reader>();
  const add = (to: Reader['to'], id: number | null, one: Affected) => {
    if (id === null) return;
    const known = readers.get(`${to} ${id}`) ?? { id, to, classes: [] };
    readers.set(`${to} ${id}`, { ...known, classes: [...known.classes, one] });
  };
  for (const one of affected) {
    add('teacher', one.row.teacherId, one);
    add('substitute', one.row.substituteId ?? one.row.requestedById, one);
  }
  return [...readers.values()];
}

function notificationOf(
  school: DaySchool,
  { date, change, cause }: { date: string; change: DayChange; cause: string },
  { id, to, classes }: Reader,
): NewNotification {
  const day: Omit<NoticeFacts['day_closed'], 'because'> = {
    to,
    school: school.name,
    date,
    classes: classes.map(({ row, outcome }) => ({
      title: row.description,
      start: outcome.kind === 'moved' ? outcome.startTime : row.startTime,
      end: row.endTime,
      was: row.startTime,
      isRequested: to === 'substitute' && row.substituteId === null,
    })),
  };
  const common = {
    cause,
    recipients: [id],
    schoolId: school.id,
    // People read a text message before they leave home, but maybe not an email.
    sendSms: date <= addDays(school.today, 1),
    isForToday: date === school.today,
  };
  if (change.type === 'close') return { ...common, kind: 'day_closed', facts: { ...day, because: change.name } };
  const asks = classes.filter(({ outcome }) => outcome.kind === 'moved' && outcome.asksAgain);
  const [only, ...others] = classes;
  return {
    ...common,
    kind: 'day_delayed',
    facts: { ...day, minutes: change.minutes, asksToConfirm: to === 'substitute' && asks.length > 0 },
    vacancyId: only !== undefined && others.length === 0 ? only.row.id : null,
  };
}
