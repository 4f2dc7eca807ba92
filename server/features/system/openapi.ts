import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { allEndpoints, type NamedEndpoint } from '#contract/all.ts';
import { type Endpoint, paramsOf } from '#contract/endpoint.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';
import { productName } from '#domain/product.ts';
import { formType } from '#server/http/mount.ts';
import { version } from '#server/core/version.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

const generalErrors: readonly ErrorCode[] = ['bad_input', 'internal'];
const signedInErrors: readonly ErrorCode[] = ['not_signed_in', 'not_allowed', 'approval_pending'];
const changingErrors: readonly ErrorCode[] = ['wrong_origin', 'too_large', 'wrong_content_type'];

/** Returns a call's possible error statuses, in ascending order. */
function errorsOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  const ofAccess = endpoint.access.roles === 'anyone' ? [] : signedInErrors;
  const ofMethod = endpoint.method === 'GET' ? [] : changingErrors;
  for (const code of new Set([...generalErrors, ...ofAccess, ...ofMethod, ...(endpoint.errors ?? [])])) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other));
}

/** Describes who may make a call. */
function accessInWords({ access }: Endpoint): string {
  if (access.roles === 'anyone') return 'Anyone, signed in or not.';
  const waiting = {
    nobody: '',
    substitutes: ' Substitutes can call it before approval, too.',
    everybody: ' Works before approval, too.',
  }[access.pending];
  return `Signed in as ${access.roles.join(', ')}.${waiting}`;
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, json]) => ({
    name,
    in: place,
    required: place === 'path' || (required?.includes(name) ?? false),
    schema: json,
  }));
}

function bodyOf(endpoint: Endpoint): Json {
  if (endpoint.body === undefined) return {};
  const schema = schemaOf(endpoint.body, 'input');
  const files = Object.fromEntries((endpoint.files ?? []).map((name) => [name, { type: 'string', format: 'binary' }]));
  const multipart =
    endpoint.files === undefined
      ? {}
      : { 'multipart/form-data': { schema: { type: 'object', properties: { data: schema, ...files } } } };
  const form = endpoint.form === true ? { [formType]: { schema } } : {};
  return { requestBody: { required: true, content: { 'application/json': { schema }, ...multipart, ...form } } };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 100 },
  description: 'Repeating a call with the same key creates nothing new and returns the first reply.',
};

const pagingHeaders = {
  'x-next-cursor': {
    description: 'The start of the next page. Missing on the last page.',
    schema: { type: 'string' },
  },
};

function responsesOf(endpoint: Endpoint): Json {
  const content =
    endpoint.raw === undefined
      ? { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } }
      : { [endpoint.raw]: {} };
  const errors = [...errorsOf(endpoint)].map(([status, codes]): [string, Json] => [
    String(status),
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    [endpoint.status ?? 200]: {
      description: 'It worked.',
      content,
      ...(endpoint.paged ? { headers: pagingHeaders } : {}),
    },
    ...Object.fromEntries(errors),
  };
}

function operationOf(endpoint: NamedEndpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: [accessInWords(endpoint), ...(endpoint.fromStandby ? [fromStandbyInWords] : [])].join(' '),
    ...(endpoint.access.roles === 'anyone' ? { security: [] } : {}),
    parameters: [
      ...parametersOf(paramsOf(endpoint), 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.creates ? [idempotencyKey] : []),
    ],
    ...bodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

const fromStandbyInWords =
  'The call decides nothing, so a standby may answer it if the standby has everything that was committed when the call began.';

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    current: {
      type: 'object',
      description: "With 'conflict': the version now, and the fields that changed since the version sent.",
      required: ['version'],
      properties: { version: { type: 'integer' } },
    },
    vacancyId: { type: 'integer', description: "With 'already_absent': the vacancy that was posted before." },
    person: {
      type: 'object',
      description: "With 'person_exists': the substitute of the district who has this email or phone.",
      required: ['id', 'fullName', 'worksHere'],
      properties: { id: { type: 'integer' }, fullName: { type: 'string' }, worksHere: { type: 'boolean' } },
    },
  } satisfies Record<keyof ErrorBody, Json>,
};

/** Returns every call as an OpenAPI 3.1 document, generated from the contract. */
export function openapiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of allEndpoints) {
    const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: productName,
      version,
      description:
        'Schools find substitute teachers. Dates are YYYY-MM-DD and times HH:mm at the school; instants are UTC.',
    },
    servers: [{ url: publicUrl }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-firstbell' : 'firstbell',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const docsStyle =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem}h2{font-size:1.1rem;margin:2.5rem 0 .25rem}p{margin:.25rem 0}nav ul{columns:20rem;padding-left:1.25rem}pre{overflow:auto;padding:1rem;border:1px solid #8888;border-radius:.5rem;max-height:24rem}code{overflow-wrap:anywhere}';

/** The hash by which the page's content security policy allows its style. */
export const docsStyleHash = `sha256-${createHash('sha256').update(docsStyle).digest('base64')}`;

/** Returns the document as a page to read: plain HTML, no script. */
function docsPage(): string {
  const sections = allEndpoints.map((endpoint) => {
    const codes = [...errorsOf(endpoint)].map(([status, list]) => `${status} ${list.join(', ')}`).join(' · ');
    const parts = [
      ['Parameters', [...parametersOf(paramsOf(endpoint), 'path'), ...parametersOf(endpoint.query, 'query')]],
      ['Body', endpoint.body && schemaOf(endpoint.body, 'input')],
      [`Reply ${endpoint.status ?? 200}`, endpoint.raw ?? schemaOf(endpoint.reply, 'output')],
    ] as const;
    const details = parts
      .filter(([, part]) => part !== undefined && (!Array.isArray(part) || part.length > 0))
      .map(
        ([title, part]) =>
          `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(typeof part === 'string' ? part : JSON.stringify(part, null, 2))}</pre></details>`,
      );
    return `<section id="${endpoint.name}"><h2><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h2>
<p>${escapeHtml(endpoint.summary)}</p><p>${escapeHtml(accessInWords(endpoint))}</p><p>Errors: ${escapeHtml(codes)}</p>${details.join('')}</section>`;
  });
  const index = allEndpoints.map(
    (endpoint) =>
      `<li><a href="#${endpoint.name}"><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Calls · ${productName}</title><style>${docsStyle}</style></head>
<body><main><h1>${productName}: API calls</h1><p>Version ${version}. The same as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>. Every error is <code>{ "error": "a sentence", "code": "…", "fields": { } }</code>.</p>
<nav aria-label="Calls"><ul>${index.join('')}</ul></nav>${sections.join('\n')}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const openapiByUrl = new Map<string, Buffer>();
let docs: Buffer | null = null;

/**
 * Returns the OpenAPI document as JSON for an installation at this address. It is generated once, because anyone may
 * request it as often as they like.
 */
export function openapiBytes(publicUrl: string): Buffer {
  const known = openapiByUrl.get(publicUrl) ?? Buffer.from(JSON.stringify(openapiDocument(publicUrl)));
  openapiByUrl.set(publicUrl, known);
  return known;
}

/** Returns the page of all calls, generated once as well. */
export function docsBytes(): Buffer {
  docs ??= Buffer.from(docsPage());
  return docs;
}
