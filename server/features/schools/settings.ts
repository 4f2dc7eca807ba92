import type { VacancySettings } from '#domain/shift.ts';
import { shiftProblems } from '#domain/shift-settings.ts';
import { given } from '#server/core/given.ts';
import { Refused } from '#server/core/refused.ts';

/** Settings to change. A field that is left out keeps its value. */
type SettingsChange = { [Field in keyof VacancySettings]?: VacancySettings[Field] | undefined };

/**
 * Returns the settings after a change.
 *
 * @throws {Refused} bad_input with an error for each invalid field.
 */
export function changedSettings(settings: VacancySettings, change: SettingsChange | undefined): VacancySettings {
  if (change === undefined) return settings;
  const changed: VacancySettings = { ...settings, ...given(change) };
  const problems = shiftProblems(changed);
  if (problems[0] === undefined) return changed;
  throw new Refused('bad_input', problems[0].sentence, {
    fields: Object.fromEntries(
      problems.toReversed().map(({ field, sentence }) => [`vacancySettings.${field}`, sentence]),
    ),
  });
}
