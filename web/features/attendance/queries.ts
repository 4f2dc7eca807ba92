import { getAttendanceOfDay, getAttendanceRecord, getSignInCode, listOwnAttendance } from '#contract/attendance.ts';
import { reading } from '#web/api/reading.ts';
import { refetchIn } from '#web/api/refetch-in.ts';

// The key is below the vacancies' key, so live events about a class refetch it.
const key = ['vacancies', 'attendance'] as const;

/**
 * Returns the attendance of a school's day. It is refetched when the passing of time changes the result of the rules.
 */
export function attendanceOfDayQuery(date: string) {
  return reading(
    [...key, 'day', date],
    getAttendanceOfDay,
    { query: { date } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.changesAt ? refetchIn(Date.parse(data.changesAt), Date.now()) : false,
      refetchIntervalInBackground: true,
    },
  );
}

/** The substitute's classes of today, and the schools' records. */
export const ownAttendanceQuery = reading([...key, 'own'], listOwnAttendance);

/** Returns a substitute's no-shows and late arrivals at the caller's school. */
export function attendanceRecordQuery(id: number) {
  return reading([...key, 'record', id], getAttendanceRecord, { params: { id } });
}

/** The code of the day. */
export const signInCodeQuery = reading([...key, 'code'], getSignInCode);
