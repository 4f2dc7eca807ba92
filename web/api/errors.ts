const excerptLength = 100;

/** A substitute whom an administrator may add instead of making a second account. */
export type KnownPerson = { readonly id: number; readonly fullName: string; readonly worksHere: boolean };

/**
 * A failed call.
 *
 * `message` begins with the status, for logs and reports. People see only `sentence`. `said` is the server's own
 * sentence, if any. `status` is 0 without a reply.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly status: number;
  /** The contract's stable error code, or '' if the server sent none. */
  declare readonly code: string;
  /** Errors by field name. */
  declare readonly fields: Readonly<Record<string, string>>;
  declare readonly sentence: string;
  declare readonly said: string | null;
  /** With `conflict`, the record's current version and its fields that changed. */
  declare readonly current: Readonly<Record<string, unknown>> | null;
  /** With `person_exists`, that person. */
  declare readonly person: KnownPerson | null;
  /** With `already_absent`, the vacancy that was posted before. */
  declare readonly vacancyId: number | null;

  constructor({ message, ...parts }: Pick<ApiError, 'status' | 'message'> & Partial<ApiError>) {
    super(message);
    const none = { sentence: message, said: null, code: '', fields: {}, current: null, person: null, vacancyId: null };
    Object.assign(this, none, parts);
  }
}

/** There was no reply: the network, the browser or the server's process failed. */
export function unexpected(): ApiError {
  return new ApiError({ status: 0, message: 'An unexpected error occurred' });
}

/** The reply didn't arrive in time. Says whether the call may have succeeded anyway. */
export function timedOut({ method, creates = false }: { method: string; creates?: boolean }): ApiError {
  const after =
    method === 'GET'
      ? 'Please try again.'
      : creates
        ? 'It may have been saved. You can safely try again: it won’t be saved twice.'
        : 'It may have been saved. Reload the page to check, or try again.';
  return new ApiError({ status: 0, message: `The server is taking too long to answer. ${after}` });
}

/**
 * The device is offline. Nothing is stored to be sent later. The sentence agrees with the offline banner, and is still
 * true when the connection is back.
 */
export function offline(): ApiError {
  const message = 'This needs a connection. Try again once you’re online.';
  // Forms show this sentence instead of their own for an unknown failure.
  return new ApiError({ status: 0, message, said: message });
}

/** The reply doesn't match the contract. The message quotes its first 100 characters. */
export function invalidResponse(status: number, text: string): ApiError {
  return new ApiError({ status, message: `Server returned invalid response: ${text.slice(0, excerptLength)}` });
}

/** Returns the error for a reply with a failing status: its `error` field, else the status text, else the raw body. */
export function refused(status: number, statusText: string, text: string): ApiError {
  const body = parseObject(text);
  const said = typeof body?.['error'] === 'string' && body['error'] !== '' ? body['error'] : null;
  const sentence = said ?? (statusText.trim() || text);
  return new ApiError({
    status,
    message: `${status}: ${sentence}`,
    sentence,
    said,
    code: typeof body?.['code'] === 'string' ? body['code'] : '',
    fields: sentences(body?.['fields']),
    current: isRecord(body?.['current']) ? body['current'] : null,
    person: personIn(body?.['person']),
    vacancyId: typeof body?.['vacancyId'] === 'number' ? body['vacancyId'] : null,
  });
}

/** Returns the text that people read about any failure: only the sentence, never a stack or a status. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.sentence : 'An unexpected error occurred';
}

/** Returns whether a call got no reply, so it may have succeeded. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

function personIn(value: unknown): KnownPerson | null {
  if (!isRecord(value)) return null;
  const { id, fullName, worksHere } = value;
  return typeof id === 'number' && typeof fullName === 'string'
    ? { id, fullName, worksHere: worksHere === true }
    : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sentences(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
