import type { AttendanceReply } from '#contract/attendance.ts';
import { attendanceWords } from '#domain/attendance.ts';

const instant = (text: string | null) => (text === null ? null : new Date(text));

/** Returns a record in words: 'Here at 7:40 AM', 'No-show'. */
export function recordWords({ state, arrivedAt, leftAt, minutesLate }: AttendanceReply, timeZone: string): string {
  return attendanceWords({ state, arrivedAt: instant(arrivedAt), leftAt: instant(leftAt), minutesLate }, timeZone);
}
