import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';
import { Refused } from '#server/core/refused.ts';

const internal = 'Something went wrong on our side. Nothing was changed. Please try again.';

/** Fastify's own refusals as our codes and sentences. */
const ofFastify: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_input', 'The request is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_input', 'The request is not valid JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'This is too large to send.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['wrong_content_type', 'Send JSON (Content-Type: application/json).'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_input', 'The length of the request does not match its Content-Length.'],
  FST_ERR_BAD_URL: ['bad_input', 'The address of this request is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'This address does not exist.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'This file is too large.'],
  FST_INVALID_JSON_FIELD_ERROR: ['bad_input', "The 'data' part is not valid JSON."],
  FST_FILES_LIMIT: ['bad_input', 'There are too many files.'],
  FST_FIELDS_LIMIT: ['bad_input', 'There are too many fields.'],
  FST_PARTS_LIMIT: ['bad_input', 'There are too many parts.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['wrong_content_type', 'Send JSON or a multipart form.'],
};

/** Refusals that an attacker who probes the server would trigger. */
const watched = new Set<number>([401, 403, 429]);

/** Replies to any error in the common error format. The details of a 5xx stay in the log. */
export function sendError(
  error: FastifyError | Refused | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refused = asRefused(error);
  const status = errorStatus[refused.code];
  // A refusal without a cause is deliberate: the process is stopping or not ready yet. It needs no alert. /metrics
  // counts overloads by route and status, so they aren't logged call by call.
  if (status >= 500 && refused.code !== 'busy')
    request.log[refused.cause === undefined ? 'warn' : 'error']({ err: refused.cause ?? error }, 'call failed');
  if (watched.has(status))
    request.log.info({ event: 'refused', code: refused.code, account: request.session?.actor.id ?? null }, 'security');
  if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter);
  const sentence =
    refused.code === 'internal'
      ? `${refused.message} If it happens again, tell us the reference ${request.id}.`
      : refused.message;
  const body: ErrorBody = {
    error: sentence,
    code: refused.code,
    ...(refused.fields && { fields: refused.fields }),
    ...(refused.current && { current: refused.current }),
    ...(refused.vacancyId !== undefined && { vacancyId: refused.vacancyId }),
    ...(refused.person !== undefined && { person: refused.person }),
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function asRefused(error: FastifyError | Refused | Error): Refused {
  if (error instanceof Refused) return error;
  const code = 'code' in error ? error.code : '';
  const known = ofFastify[code];
  if (known !== undefined) return new Refused(known[0], known[1], { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // The client hung up or sent broken multipart data.
  if (status !== undefined && status >= 400 && status < 500)
    return new Refused('bad_input', 'The request could not be read.', { cause: error });
  return new Refused('internal', internal, { cause: error });
}

/** Returns the schema's findings: the first sentence, and an error per field. */
export function refusedByIssues(issues: readonly z.core.$ZodIssue[]): Refused {
  const fields: Record<string, string> = {};
  for (const issue of issues.flatMap(leaves)) {
    const names =
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path.map(String).join('.')];
    for (const name of names.slice(0, 20))
      fields[name.slice(0, 100)] ??= issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message;
  }
  const [first] = issues.flatMap(leaves);
  const named = Object.keys(fields)[0] ?? '';
  const sentence =
    first === undefined
      ? 'This is not valid.'
      : isOwnSentence(first.message) || named === ''
        ? first.message
        : `${named}: ${first.message}`;
  const { '': whole, ...byName } = fields;
  return new Refused('bad_input', whole !== undefined && Object.keys(byName).length === 0 ? whole : sentence, {
    fields: byName,
  });
}

// Within a union, the first branch's issues are the most useful.
function leaves(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors[0] === undefined) return [issue];
  return issue.errors[0].flatMap((inner) => leaves({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A sentence that already names its subject needs no field name in front. */
function isOwnSentence(sentence: string): boolean {
  return !/^This (is|must|needs|may|contains)\b/.test(sentence);
}
