import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { refusal, type RefusalCode } from '#domain/refusal.ts';

/** A call that fails with an error: a stable code, a sentence for people, and the fields at fault. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** With `conflict`, the record's current version and its fields that changed. */
  readonly current: ErrorBody['current'];
  /** With `already_absent`, the vacancy that was posted before. */
  readonly vacancyId: number | undefined;
  /** With `person_exists`, that person. */
  readonly person: ErrorBody['person'];
  /** Seconds until a retry is allowed, for 429 and `busy`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    sentence: string,
    more: Partial<Pick<ErrorBody, 'fields' | 'current' | 'vacancyId' | 'person'>> & {
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(sentence, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.current = more.current;
    this.vacancyId = more.vacancyId;
    this.person = more.person;
    this.retryAfter = more.retryAfter;
  }
}

/** A rule of the domain refuses the call: its code, with its sentence. */
export function refusedAs(code: RefusalCode): Refused {
  return new Refused(code, refusal(code).sentence);
}

/** The record doesn't exist or isn't visible to the caller. Both look the same. */
export function notFound(what: string): Refused {
  return new Refused('not_found', `This ${what} does not exist, or you don't have access to it.`);
}

/**
 * Returns the record that was read for the caller.
 *
 * @throws {Refused} not_found if there is none.
 */
export function found<Row>(row: Row | null | undefined, what: string): Row {
  if (row === null || row === undefined) throw notFound(what);
  return row;
}

/** The caller's role isn't allowed to do this. */
export function notAllowed(sentence = "You don't have permission to do this."): Refused {
  return new Refused('not_allowed', sentence);
}

/** One field is wrong for a reason that only the server can know. */
export function wrongField(field: string, sentence: string): Refused {
  return new Refused('bad_input', sentence, { fields: { [field]: sentence } });
}
