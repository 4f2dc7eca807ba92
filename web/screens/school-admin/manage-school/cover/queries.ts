import { queryOptions } from '@tanstack/react-query';
import { getCoverSettings, getTimetables } from '#contract/cover-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';

export type CoverSettings = ReplyOf<typeof getCoverSettings>;
export type TeacherRow = ReplyOf<typeof getTimetables>['teachers'][number];

/** The bells and rules of the school. */
export const coverSettingsQuery = queryOptions({
  queryKey: ['cover', 'settings'],
  queryFn: ({ signal }) => call(getCoverSettings, { signal }),
});

/** The timetables of the teachers. */
export const timetablesQuery = queryOptions({
  queryKey: ['cover', 'timetables'],
  queryFn: ({ signal }) => call(getTimetables, { signal }),
});
