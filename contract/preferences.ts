import * as z from 'zod/mini';
import { approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { dayLengths, noticeChoices } from '#domain/preferences.ts';

const preferences = z.strictObject({
  /** Full days, half days (up to four and a half hours), or any. */
  days: z.enum(dayLengths),
  /** The shortest notice before the start, in hours. 0 is any. */
  noticeHours: z
    .int()
    .check(
      z.refine((hours) => noticeChoices.some((choice) => choice === hours), { error: 'Choose one of the notices.' }),
    ),
});

export const getJobPreferences = endpoint({
  name: 'getJobPreferences',
  method: 'GET',
  path: '/api/job-preferences',
  summary: 'The classes that the caller wants to be offered.',
  access: approvedOrWaitingSubstitute('substitute'),
  reply: preferences,
  errors: [],
});

export const putJobPreferences = endpoint({
  name: 'putJobPreferences',
  method: 'PUT',
  path: '/api/job-preferences',
  summary: 'Says which classes the caller wants to be offered. They can still see and request all others.',
  access: approvedOrWaitingSubstitute('substitute'),
  body: preferences,
  reply: preferences,
  errors: ['not_allowed', 'too_many_requests'],
});
