import * as z from 'zod/mini';
import { anyone, approved, endpoint } from '#contract/endpoint.ts';
import { done, id, idText, prose, readVersion } from '#contract/fields.ts';
import { legalKinds, legalLimit } from '#domain/legal.ts';

const kind = z.enum(legalKinds, { error: 'This must be privacy or terms.' });

export const getLegal = endpoint({
  name: 'getLegal',
  method: 'GET',
  path: '/api/legal',
  summary:
    "The privacy policy or terms that apply to the reader: the school's, else the platform's, else the product's own.",
  access: anyone,
  query: z.strictObject({
    kind,
    /** Which school's; left out, the reader's first school. One that is not there or not active has none. */
    schoolId: z.optional(idText),
  }),
  reply: z.strictObject({
    kind,
    /** Whose text it is. */
    from: z.enum(['school', 'platform', 'product']),
    /** The school that was asked about or is the reader's, also where it has no text of its own. */
    school: z.nullable(z.strictObject({ id, name: z.string() })),
    /** Plain text: lines that begin with # are headings, an empty line ends a paragraph. */
    text: z.string(),
    changedOn: z.string(),
    /** Of the text that the reader may write, 1 where there is none yet; only for those who may write one. */
    version: z.optional(z.int()),
    /** The reader's schools where there are several, for each may have a text of its own. */
    schools: z.array(z.strictObject({ id, name: z.string() })),
  }),
  errors: [],
});

export const putLegal = endpoint({
  name: 'putLegal',
  method: 'PUT',
  path: '/api/legal',
  summary: "Replaces a text: the school's for a school admin, the platform's for the platform owner.",
  access: approved('school_admin', 'overall_admin'),
  body: z.strictObject({ kind, text: prose(legalLimit, 'Please write the text.'), version: readVersion }),
  reply: done,
  errors: ['not_allowed', 'conflict'],
});

export const resetLegal = endpoint({
  name: 'resetLegal',
  method: 'DELETE',
  path: '/api/legal',
  summary: "Removes the caller's own text, so the one behind it applies again.",
  access: approved('school_admin', 'overall_admin'),
  query: z.strictObject({ kind }),
  reply: done,
  errors: ['not_allowed'],
});
