import * as z from 'zod/mini';
import { id, line, optionalLine, prose } from '#contract/fields.ts';
import { classLimits, grades } from '#domain/grade.ts';
import { shiftTypes } from '#domain/shift.ts';
import { planFileSentences, planLimits } from '#domain/plans.ts';
import { absenceReasonOf, absenceReasons, isPlansLink, vacancyLimits, withScheme } from '#domain/vacancy.ts';

// The fields of an absence, the same whether it is posted or edited.
export const absenceReason = z.pipe(
  z.pipe(
    z.string({ error: 'Choose an absence reason.' }),
    z.transform((text: string) => absenceReasonOf(text) ?? text),
  ),
  z.enum(absenceReasons, { error: `Absence reason must be one of: ${absenceReasons.join(', ')}` }),
);
const plansLink = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(
        z.trim(),
        z.overwrite(withScheme),
        z.maxLength(vacancyLimits.link),
        z.refine((text) => text === '' || isPlansLink(text), {
          error: 'Enter a link, such as https://docs.google.com.',
        }),
      ),
      z.transform((text: string) => (text === '' ? null : text)),
    ),
  ),
);
export const planFileIds = z.optional(
  z.array(z.uuid()).check(
    z.maxLength(planLimits.files, { error: planFileSentences.tooMany }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'Each file can be added once.' }),
  ),
);
export const shiftType = z.enum(shiftTypes, { error: 'Please select a shift type' });
export const title = line(vacancyLimits.title, 'Title is required');
export const description = prose(vacancyLimits.description, 'Description is required');
export const someIds = z.array(id).check(z.maxLength(1000));

/** The class and its plans. */
export const classFields = {
  /** If it is missing, posting an absence takes one from the teacher's profile or last absence. Null means none. */
  grade: z.optional(z.nullable(z.enum(grades))),
  subject: optionalLine(classLimits.subject),
  room: optionalLine(classLimits.room),
  googleDocLink: plansLink,
  /** The teacher's files, which were uploaded before. */
  planFileIds,
};
