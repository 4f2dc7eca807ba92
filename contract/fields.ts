import * as z from 'zod/mini';
import { isDate, isTime } from '#domain/time.ts';

// Disables code generation at run time, which the web's content security policy forbids.
z.config({ jitless: true, customError: sentenceFor });

/** Returns the default error for an issue whose schema doesn't define one. */
function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `This must be ${kindNames[issue.expected] ?? 'something else'}.`;
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${issue.keys.slice(0, 5).join(', ').slice(0, 200)}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? `This needs at least ${issue.minimum} characters.`
        : `This must be at least ${issue.minimum}.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `This can have at most ${issue.maximum} characters.`
        : `This must be at most ${issue.maximum}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.join(', ')}.`;
    default:
      return 'This is not valid.';
  }
}

const kindNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'empty',
};

// PostgreSQL can't store NUL, and apart from tabs and line breaks, control characters don't belong in text that people
// type. A lone surrogate would come back as a different character.
const unstorable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
/** The check that the database can store a text. */
export const storable = z.refine<string>((text) => !unstorable.test(text) && text.isWellFormed(), {
  error: "This contains characters that can't be stored.",
});
const oneLine = z.refine<string>((text) => !/[\r\n]/.test(text), { error: 'This must be on one line.' });

// Applies only to missing text. A message for the whole schema would also be shown for text that is too long.
const textOrElse = (required: string) =>
  z.string({ error: ({ code }) => (code === 'invalid_type' ? required : undefined) });

/** One line of text, trimmed, of at most `maximum` characters. `required` is the error if it is empty. */
export function line(maximum: number, required?: string, minimum = 1) {
  const text = required === undefined ? z.string() : textOrElse(required);
  return required === undefined
    ? text.check(z.trim(), z.maxLength(maximum), storable, oneLine)
    : text.check(
        z.trim(),
        z.minLength(minimum, { error: required, abort: true }),
        z.maxLength(maximum),
        storable,
        oneLine,
      );
}

/**
 * A rule that only the server checks. The server sets it when it starts, because its tables would cost every home page
 * 500 bytes.
 */
export const judged: { name: (text: string) => string | null; isPhone: (text: string) => boolean } = {
  name: () => null,
  isPhone: () => true,
};
const readable = z.refine<string>((text) => judged.name(text) === null, {
  error: ({ input }) => judged.name(String(input)) ?? undefined,
});

/** Returns the schema of a person's or a school's name: a line without invisible or confusable characters. */
export function properName(maximum: number, required?: string, minimum = 1) {
  return line(maximum, required, minimum).check(readable);
}

/** Returns the schema of a text with any number of lines, trimmed at both ends. */
export function prose(maximum: number, required?: string) {
  return required === undefined
    ? z.string().check(z.trim(), z.maxLength(maximum), storable)
    : textOrElse(required).check(
        z.trim(),
        z.minLength(1, { error: required, abort: true }),
        z.maxLength(maximum),
        storable,
      );
}

/** Optional text. Missing, null and empty are the same and become null. */
export function optionalLine(maximum: number) {
  return z.optional(z.nullable(z.pipe(line(maximum), emptyAsNull)));
}
export function optionalProse(maximum: number) {
  return z.optional(z.nullable(z.pipe(prose(maximum), emptyAsNull)));
}
export const emptyAsNull = z.transform((text: string) => (text === '' ? null : text));

const aPhone = (sentence: string) =>
  z.refine<string>((text) => text === '' || judged.isPhone(text), { error: sentence });

/** Returns the schema of a phone number as people write it. `sentence` is the specification's text for this form. */
export function phone(sentence: string, minimum: number) {
  return line(40, sentence, minimum).check(aPhone(sentence));
}

/** A phone number that may be left empty; empty becomes null. */
export const optionalPhone = z.optional(
  z.nullable(
    z.pipe(line(40).check(aPhone('Enter a phone number with its area code, such as (218) 555-0100.')), emptyAsNull),
  ),
);

/** An identifier: a positive integer that JavaScript represents exactly. */
export const id = z
  .int({ error: 'This must be a positive whole number.' })
  .check(z.positive({ error: 'This must be a positive whole number.' }));

/** An identifier in a path or a query string. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, { error: 'This must be a positive whole number.' })),
  z.pipe(
    z.transform((text: string) => Number(text)),
    id,
  ),
);

export const idParams = z.strictObject({ id: idText });

/** An existing calendar date `YYYY-MM-DD` between the years 2000 and 2100. */
export const date = z
  .string({ error: 'Please choose a date.' })
  .check(z.refine((text) => isDate(text), { error: 'Enter a date between 2000 and 2100 as YYYY-MM-DD.' }));

/** A date in a reply that was counted from another one, so it may be just beyond the years of `date`. */
export const countedDate = z.string();

/** A time of day `HH:mm`. */
export const time = z
  .string({ error: 'Please choose a time.' })
  .check(z.refine((text) => isTime(text), { error: 'Enter a time as HH:mm.' }));

/** An instant in UTC, as the server sends it. */
export const instant = z.string();

const emailPattern = /^[^\s@"<>(),:;\\[\]]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;

/** Returns the schema of an email address. `sentence` is the error that the specification prescribes for this form. */
export function email(sentence: string) {
  return z
    .string({ error: sentence })
    .check(
      z.trim(),
      z.maxLength(254, { error: sentence, abort: true }),
      z.regex(emailPattern, { error: sentence }),
      storable,
    );
}

/** Returns the schema of an optional email address. Empty becomes null. */
export function optionalEmail(sentence: string) {
  return z.optional(
    z.nullable(
      z.pipe(
        z.string().check(
          z.trim(),
          z.refine((text) => text === '' || (text.length <= 254 && emailPattern.test(text)), { error: sentence }),
          storable,
        ),
        emptyAsNull,
      ),
    ),
  );
}

/**
 * The version of the record that a form was filled from. The call fails with `conflict` if it would overwrite a field
 * that has changed since.
 */
export const readVersion = z.optional(z.int({ error: "This must be a record's version number." }).check(z.gte(1)));

/** True or false in a query string. */
export const flagText = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text: 'true' | 'false') => text === 'true'),
);

/** Paging, the same for every list: at most 200 rows a page. The cursor is where the last page ended. */
export const paging = {
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[0-9]{1,3}$/, { error: 'This must be a whole number from 1 to 200.' })),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z
          .int()
          .check(
            z.gte(1, { error: 'This must be a whole number from 1 to 200.' }),
            z.lte(200, { error: 'This must be a whole number from 1 to 200.' }),
          ),
      ),
    ),
  ),
  cursor: z.optional(
    z
      .string()
      .check(z.maxLength(300), z.regex(/^[A-Za-z0-9_-]*$/, { error: 'This cursor does not belong to this list.' })),
  ),
};

/** A search text, trimmed. The database lowercases it. */
export const search = z.optional(line(100));

/** Text that contains a JSON list of ids, as the specification prescribes. It becomes numbers. */
export const idListText = z.pipe(
  z.union([z.string().check(z.maxLength(20_000)), z.array(id).check(z.maxLength(1000))]),
  z.pipe(
    z.transform((sent: string | number[]) => (typeof sent === 'string' ? parseJson(sent) : sent)),
    z.array(id, { error: 'This must be a JSON list of ids.' }).check(z.maxLength(1000)),
  ),
);

/** Returns the value of a JSON text, or undefined if it isn't valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** When a class begins and ends, in its school's time zone. */
export const times = { startTime: time, endTime: time };

/** The reply of a call that returns nothing but its success. */
export const done = z.strictObject({ ok: z.literal(true) });
