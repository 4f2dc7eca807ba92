import { getAttendanceOfDay, getAttendanceRecord, getSignInCode, listOwnAttendance } from '#contract/attendance.ts';
import { reading } from '#web/api/reading.ts';

// The key is below the vacancies' key, so live events about a class refetch it.
const key = ['vacancies', 'attendance'] as const;

const longest = 6 * 3_600_000;

/** Returns the attendance of a school's day. It is refetched when the passing of time changes the result of the rules. */
export function attendanceOfDayQuery(date: string) {
  return reading(
    [...key, 'day', date],
    getAttendanceOfDay,
    { query: { date } },
    {
      refetchInterval: ({ state: { data } }) => {
        if (!data?.changesAt) return false;
        const left = Date.parse(data.changesAt) - Date.now();
        // A device whose clock is ahead refetches a little later.
        return Math.min(Math.max(left + 500, 15_000), longest);
      },
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
