import * as z from 'zod/mini';
import { approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { grades } from '#domain/grade.ts';
import { dayLengths, mileChoices, noticeChoices } from '#domain/preferences.ts';
import { subjects } from '#domain/subject.ts';

const isDistinct = z.refine<readonly string[]>((all) => new Set(all).size === all.length, {
  error: 'Choose each one only once.',
});

const preferences = {
  /** Full days, half days (up to four and a half hours), or any. */
  days: z.enum(dayLengths),
  /** The shortest notice before the start, in hours. 0 means any. */
  noticeHours: z.int().check(
    z.refine((hours) => noticeChoices.some((choice) => choice === hours), {
      error: 'Choose one of the listed times.',
    }),
  ),
  /** Empty means all. */
  grades: z.array(z.enum(grades)).check(isDistinct),
  /** Empty means all. */
  subjects: z.array(z.enum(subjects)).check(isDistinct),
  /** The farthest distance of a school, in miles. Null means any. It counts only with a ZIP code. */
  miles: z.nullable(
    z
      .int()
      .check(
        z.refine((miles) => mileChoices.some((choice) => choice === miles), { error: 'Choose one of the distances.' }),
      ),
  ),
  /** The place that distances are measured from. No one else can read it. */
  zip: z.nullable(z.string().check(z.regex(/^[0-9]{5}$/, { error: 'Enter a 5-digit ZIP code.' }))),
};

/** `version` is for `putJobPreferences`. Before the first choice, it is 1. */
const reply = z.strictObject({ ...preferences, version: z.int() });

export const getJobPreferences = endpoint({
  call: 'GET /api/job-preferences',
  summary: 'The classes that the caller wants to be offered.',
  access: approvedOrWaitingSubstitute('substitute'),
  reply,
});

export const putJobPreferences = endpoint({
  call: 'PUT /api/job-preferences',
  summary:
    'Sets which classes the caller wants to be offered. They can still see and request all others. Fields left out stay as they are.',
  access: approvedOrWaitingSubstitute('substitute'),
  body: z.strictObject({
    days: z.optional(preferences.days),
    noticeHours: z.optional(preferences.noticeHours),
    grades: z.optional(preferences.grades),
    subjects: z.optional(preferences.subjects),
    miles: z.optional(preferences.miles),
    zip: z.optional(preferences.zip),
    /** The version that the change is based on. Without one, it overwrites what another tab or device has saved. */
    version: z.optional(z.int()),
  }),
  reply,
  errors: ['conflict', 'not_allowed', 'too_many_requests'],
});
