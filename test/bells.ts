import { putCoverSettings } from '#contract/cover-settings.ts';
import { templateBell } from '#domain/bell.ts';
import { type CoverRules, defaultCoverRules } from '#domain/cover.ts';
import type { Caller } from '#test/world.ts';

/** Saves four periods, 12:00–12:45, 12:50–13:35, 13:40–14:25 and 14:30–15:15, and rules without a lunch, with these changes. */
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
