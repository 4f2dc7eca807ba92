import { getCoverSettings, getTimetables } from '#contract/cover-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { reading } from '#web/api/reading.ts';

export type CoverSettings = ReplyOf<typeof getCoverSettings>;
export type TeacherRow = ReplyOf<typeof getTimetables>['teachers'][number];

/** The bells and rules of the school. */
export const coverSettingsQuery = reading(['cover', 'settings'], getCoverSettings);

/** The timetables of the teachers. */
export const timetablesQuery = reading(['cover', 'timetables'], getTimetables);
