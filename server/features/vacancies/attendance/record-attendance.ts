import type { recordAttendance as recordCall } from '#contract/attendance.ts';
import {
  attend,
  type Attendance,
  type AttendanceAct,
  type AttendanceEvent,
  type AttendanceMove,
  attendanceWords,
} from '#domain/attendance.ts';
import { changesBetween } from '#domain/audit-changes.ts';
import { can } from '#domain/permissions.ts';
import { refusal } from '#domain/refusal.ts';
import { instantOf } from '#domain/time.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { endCoversOfBookings } from '#server/features/cover/commands.ts';
import { classReply, presentClass } from '#server/features/vacancies/attendance/attendance-day.ts';
import {
  type AttendanceRow,
  type ClassRow,
  writeAttendance,
} from '#server/features/vacancies/vacancy/attendance-rows.ts';
import { notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockedVacancy, record } from '#server/features/vacancies/vacancy/store.ts';
import { notAllowed, notFound, Refused, refusedAs } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type RecordCall = CallInTx<typeof recordCall>;

/**
 * An administrator records who came to a class, corrects that, or removes it. It is in the vacancy's history and in the
 * audit log. The substitute is notified of a no-show, and when it no longer counts.
 *
 * @throws {Refused} attendance_changed if someone else has recorded something since the caller's screen was loaded.
 */
export async function recordAttendance(call: RecordCall, tx: Tx): ReplyTo<typeof recordCall> {
  const { actor, body, params, now } = call;
  const vacancy = await lockedVacancy(tx, params.id, call);
  if (!can(actor, 'vacancy.recordAttendance', vacancy)) throw notAllowed();
  if (vacancy.deletedAt !== null) throw refusedAs('vacancy_gone');
  const before = await presentClass(tx, params.id);
  const substituteId = body.substituteId ?? before.substituteId;
  const known = before.records.find((each) => each.substituteId === substituteId) ?? null;
  if (substituteId === null || (substituteId !== before.substituteId && body.act !== 'none'))
    throw refusedAs('not_filled');
  if (known === null && substituteId !== before.substituteId) throw notFound('attendance');
  if (body.version !== undefined && body.version !== (known?.version ?? 0)) throw refusedAs('attendance_changed');
  const next = allowed(attend(known, eventOf(body, before), before, now));
  const note = body.note ?? null;
  if (isSame(known, next) && (next === null || note === null || note === known?.note))
    return classReply(before, actor, now);
  await writeAttendance(tx, { ...before, substituteId }, next, { id: actor.id, how: 'office', note, now });
  if (next?.state === 'no_show' || next?.state === 'left')
    await endCoversOfBookings(tx, call, [params.id], { isAway: true });
  await recordChange(tx, call, vacancy, { substituteId, known, next });
  return classReply(await presentClass(tx, params.id), actor, now);
}

function eventOf({ act, minutes, at }: RecordCall['body'], of: ClassRow): AttendanceEvent {
  switch (act) {
    case 'late':
      return { type: act, minutes: minutes ?? null };
    case 'left':
      return { type: act, at: at === undefined ? null : instantOf(of.date, at, of.timeZone) };
    case 'here':
    case 'no_show':
    case 'none':
      return { type: act };
  }
}

/** Returns the next record, which the rules allow. */
export function allowed(move: AttendanceMove): Attendance | null {
  if (move.ok) return move.next;
  const { sentence } = refusal(move.code);
  throw new Refused(move.code, sentence, move.field === undefined ? {} : { fields: { [move.field]: sentence } });
}

/** Returns whether two records are the same for the class. */
export function isSame(one: Attendance | null, other: Attendance | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.state === other.state &&
    one.minutesLate === other.minutesLate &&
    one.arrivedAt?.getTime() === other.arrivedAt?.getTime() &&
    one.leftAt?.getTime() === other.leftAt?.getTime()
  );
}

type Change = { substituteId: number; known: AttendanceRow | null; next: Attendance | null };

async function recordChange(tx: Tx, call: RecordCall, vacancy: VacancyRow, { substituteId, known, next }: Change) {
  const words = (of: Attendance | null) => (of === null ? null : attendanceWords(of, vacancy.timeZone));
  const said = words(next);
  const cause = await record(tx, call, vacancy, [{ kind: 'attendance', substituteId }], {
    changes: [said ?? 'Attendance removed'],
  });
  await audit(tx, call, {
    act: 'attendance.record',
    subject: ['vacancy', vacancy.id],
    schoolId: vacancy.schoolId,
    detail: { substituteId },
    changes: changesBetween({ attendance: words(known) }, { attendance: said }),
  });
  const isNoShow = (state: AttendanceAct | undefined) => state === 'no_show';
  if (isNoShow(known?.state) === isNoShow(next?.state)) return;
  const by = currentSession(call).user.fullName;
  const news = { cause, to: [substituteId], sendSms: false };
  if (isNoShow(next?.state))
    await notifySubstitutesAbout(tx, call, vacancy, {
      ...news,
      kind: 'no_show_recorded',
      facts: (about) => ({ ...about, by }),
    });
  else
    await notifySubstitutesAbout(tx, call, vacancy, {
      ...news,
      kind: 'no_show_removed',
      facts: (about) => ({ ...about, by, now: said }),
    });
}
