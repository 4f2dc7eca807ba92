import { putCoverSettings, putTimetable } from '#contract/cover-settings.ts';
import { templateBell } from '#domain/bell.ts';
import { type CoverRules, defaultCoverRules } from '#domain/cover.ts';
import type { Caller } from '#test/world.ts';

/**
 * Saves four periods, 12:00–12:45, 12:50–13:35, 13:40–14:25 and 14:30–15:15, and rules without a lunch, with these
 * changes.
 */
export async function saveBells(admin: Caller, rules: Partial<CoverRules>): Promise<void> {
  const bell = templateBell({ periods: 4, start: '12:00', minutes: 45, passing: 5 });
  await admin.call(putCoverSettings, {
    body: {
      bell: { ...bell, schedules: bell.schedules.map((s) => ({ ...s, periods: [...s.periods] })), days: [] },
      rules: { ...defaultCoverRules, ...rules, lunchPeriods: [] },
      version: 0,
    },
  });
}

/**
 * Saves a teacher's timetable: 24 students of Algebra I in Room 12 in each of these periods. `version` is the one
 * before.
 */
export async function saveTimetable(
  admin: Caller,
  teacherId: number,
  periods: readonly string[],
  version = 0,
): Promise<void> {
  const slots = periods.map((period) => classIn(period));
  await admin.call(putTimetable, { params: { id: String(teacherId) }, body: { slots, since: null, version } });
}

/** Returns a period of a timetable, as `saveTimetable` saves it. */
export function classIn(period: string, kind: 'class' | 'planning' | 'lunch' = 'class') {
  return { period, days: [], kind, title: 'Algebra I', room: 'Room 12', size: 24 };
}
