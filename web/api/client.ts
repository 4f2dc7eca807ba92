import * as z from 'zod/mini';
import type { Endpoint, ReplyOf, Sent } from '#contract/endpoint.ts';
import { ApiError, invalidResponse, offline, refused, timedOut, unexpected } from '#web/api/errors.ts';

// Otherwise zod tests whether it can generate code, and the content security policy reports that.
z.config({ jitless: true });

type Text = string | number | boolean;

/** Path and query parameters. Values can have their own type, even if the schema takes text. */
type AsText<Values> = { [Name in keyof Values]: undefined extends Values[Name] ? Text | undefined : Text };

type Part<Name extends string, Value> = [Value] extends [undefined] ? { [K in Name]?: never } : { [K in Name]: Value };
type OptionalPart<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: never }
  : { [K in Name]?: Value };

/** The input of one call, besides its endpoint. */
export type CallInput<E extends Endpoint> = Part<'params', AsText<Sent<E>['params']>> &
  OptionalPart<'query', AsText<Sent<E>['query']>> &
  Part<'body', Sent<E>['body']> & {
    /** Files besides the body. The call is then sent as a multipart form with the body as its `data` part. */
    files?: Readonly<Record<string, File | undefined>>;
    /** Receives the upload progress of the files, from 0 to 1. */
    onProgress?: (share: number) => void;
    /** The key of one logical attempt at a creating call. Retries use the same key, so it creates only once. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

/** The input of a call, which may be left out if every part of it may. */
export type Arguments<E extends Endpoint> = {} extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * Makes one call of the contract, with the session cookie, and returns the parsed reply.
 *
 * Throws `ApiError` if the server refused, the reply isn't the contract's JSON, or there was no reply.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<ReplyOf<E>> {
  const { reply } = await send(endpoint, input ?? {});
  return reply;
}

/**
 * Works like `call`, but a 401 returns null: for the only call that signed-out visitors make, which asks who is signed
 * in.
 */
export async function callOrNull<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<ReplyOf<E> | null> {
  try {
    const { reply } = await sendOnce(endpoint, input ?? {});
    return reply;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Works like `call` for a file download: its bytes, and the server's file name. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<{ bytes: Blob; name: string }> {
  const { response, failed } = await request(endpoint, input ?? {}, longest.file);
  if (!response.ok) throw refused(response.status, response.statusText, await response.text().catch(() => ''));
  // An interrupted download is discarded.
  const bytes = await response.blob().catch(failed);
  return {
    bytes,
    name: /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download',
  };
}

/** Returns a new key for one logical attempt at a creating call. */
export function newAttempt(): string {
  // randomUUID is missing if the page is served over plain http from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The reasons to refuse a call until its caller has signed in again or confirmed their identity, and how they are asked
 * to.
 */
const asking: Record<string, (() => Promise<boolean>) | undefined> = {};

/**
 * Sets how a person whose session has ended signs in again, or how they confirm their identity before sign-in details
 * are changed. `ask` resolves to whether they did. The refused calls are then repeated, so work continues where it was.
 * Returns a function that undoes this.
 */
export function provideAsk(code: 'not_signed_in' | 'identity_unproved', ask: () => Promise<boolean>): () => void {
  asking[code] = ask;
  return () => {
    if (asking[code] === ask) delete asking[code];
  };
}

/** Asks a person whose session has ended to sign in again. Resolves to whether they did. */
export async function askToSignIn(): Promise<boolean> {
  return (await asking['not_signed_in']?.()) ?? false;
}

type LooseInput = {
  params?: Readonly<Record<string, Text | undefined>>;
  query?: Readonly<Record<string, Text | undefined>>;
  body?: unknown;
  files?: Readonly<Record<string, File | undefined>>;
  onProgress?: (share: number) => void;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

type Answer<E extends Endpoint> = { reply: ReplyOf<E>; headers: Headers };

/**
 * Makes one call and returns its reply with the headers. Use `call`, `reading` or `pages`, which know the input of each
 * call.
 */
export async function send<E extends Endpoint>(endpoint: E, input: LooseInput): Promise<Answer<E>> {
  try {
    return await sendOnce(endpoint, input);
  } catch (error) {
    const ask = error instanceof ApiError ? asking[error.code] : undefined;
    if ((await ask?.()) === true) return sendOnce(endpoint, input);
    throw error;
  }
}

/** How often to retry a call that the server was too busy to start. */
const mostRepeats = 3;

async function sendOnce<E extends Endpoint>(endpoint: E, input: LooseInput, repeats = mostRepeats): Promise<Answer<E>> {
  const { response, failed } = await request(endpoint, input, input.files === undefined ? longest.call : longest.file);
  const text = await response.text().catch(failed);
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status === 503 && seconds > 0 && repeats > 0) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    input.signal?.throwIfAborted();
    return sendOnce(endpoint, input, repeats - 1);
  }
  if (!response.ok) throw refused(response.status, response.statusText, text);
  return { reply: parseReply(endpoint, response.status, text), headers: response.headers };
}

/** The timeout of a call including its entire reply, and of one with files, in milliseconds. */
const longest = { call: 30_000, file: 300_000 };

/** Sends the request and waits for the response headers. `failed` turns a failure to read the rest into an error. */
async function request(
  endpoint: Endpoint,
  input: LooseInput,
  milliseconds: number,
): Promise<{ response: Response; failed: (error: unknown) => never }> {
  const { body, headers } = encode(endpoint, input);
  const { onProgress } = input;
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]);
  const failed = (error: unknown) => {
    if (input.signal?.aborted) throw error;
    if (timeout.aborted) throw timedOut(endpoint);
    throw 'onLine' in navigator && !navigator.onLine ? offline() : unexpected();
  };
  try {
    const address = addressOf(endpoint, input);
    const response =
      body instanceof FormData && onProgress !== undefined
        ? // Few calls send files, so their code isn't part of every home.
          await (
            await import('#web/api/upload.ts')
          ).upload(address, { method: endpoint.method, headers, form: body, onProgress, signal })
        : await fetch(address, {
            method: endpoint.method,
            credentials: 'same-origin',
            headers,
            signal,
            ...(body === undefined ? {} : { body }),
          });
    return { response, failed };
  } catch (error) {
    return failed(error);
  }
}

function addressOf(endpoint: Endpoint, input: LooseInput): URL {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

function encode(
  endpoint: Endpoint,
  { body, files, idempotencyKey }: LooseInput,
): { body: string | FormData | undefined; headers: Headers } {
  // The call has no other header, so it matches the call that the page preloaded (server/http/pages.ts).
  const headers = new Headers();
  if (endpoint.creates) headers.set('idempotency-key', idempotencyKey ?? newAttempt());
  const given = Object.entries(files ?? {}).filter((entry): entry is [string, File] => entry[1] !== undefined);
  if (given.length > 0) {
    const form = new FormData();
    form.set('data', JSON.stringify(body ?? {}));
    for (const [name, file] of given) form.set(name, file);
    return { body: form, headers };
  }
  if (body === undefined) return { body: undefined, headers };
  headers.set('content-type', 'application/json');
  return { body: JSON.stringify(body), headers };
}

function parseReply<E extends Endpoint>(endpoint: E, status: number, text: string): ReplyOf<E> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidResponse(status, text);
  }
  const parsed = z.safeParse<E['reply']>(endpoint.reply, json);
  if (parsed.success) return parsed.data;
  // A tab that was opened before an upgrade may get fields that it doesn't know. Replies have no transforms.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (parsed.error.issues.every(({ code }) => code === 'unrecognized_keys')) return json as ReplyOf<E>;
  throw invalidResponse(status, text);
}
