import * as z from 'zod/mini';
import { anyone, approved, endpoint } from '#contract/endpoint.ts';
import { id, idText, prose, readVersion } from '#contract/fields.ts';
import { legalKinds, legalLimit } from '#domain/legal.ts';

const kind = z.enum(legalKinds, { error: 'This must be privacy or terms.' });

export const getLegal = endpoint({
  call: 'GET /api/legal',
  summary:
    "The privacy policy or terms that apply to the reader: the school's, else the platform's, else the product's own.",
  access: anyone,
  query: z.strictObject({
    kind,
    /**
     * The school's id. The default is the reader's first school. A school that doesn't exist or isn't active has no
     * text.
     */
    schoolId: z.optional(idText),
  }),
  reply: z.strictObject({
    kind,
    /** The owner of the text. */
    from: z.enum(['school', 'platform', 'product']),
    /** The requested or the reader's school, even if it has no custom text. */
    school: z.nullable(z.strictObject({ id, name: z.string() })),
    /** Plain text. A line that begins with # is a heading, and an empty line ends a paragraph. */
    text: z.string(),
    changedOn: z.string(),
    /**
     * The version of the text that the reader may edit, or 1 if there is none yet. It is only for people who may edit
     * one.
     */
    version: z.optional(z.int()),
    /** The reader's schools if there are several, because each can have its own text. */
    schools: z.array(z.strictObject({ id, name: z.string() })),
  }),
});

export const putLegal = endpoint({
  call: 'PUT /api/legal',
  summary: "Replaces a text: the school's for a school admin, the platform's for the platform owner.",
  access: approved('school_admin', 'overall_admin'),
  body: z.strictObject({ kind, text: prose(legalLimit, 'Please write the text.'), version: readVersion }),
  errors: ['not_allowed', 'conflict'],
});

export const resetLegal = endpoint({
  call: 'DELETE /api/legal',
  summary:
    "Removes the caller's own text, so the next text in line applies again: the platform's or the product's own.",
  access: approved('school_admin', 'overall_admin'),
  query: z.strictObject({
    kind,
    /** The version that the caller read. If someone changed the text since, nothing is removed. */
    version: z.optional(idText),
  }),
  errors: ['not_allowed', 'conflict'],
});
