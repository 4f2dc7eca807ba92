import * as z from 'zod/mini';
import { endpoint, signedIn } from '#contract/endpoint.ts';
import { instant, line } from '#contract/fields.ts';
import { pushEndpointLimit } from '#domain/push-endpoint.ts';

const push = z.strictObject({
  /** The installation's public key, which a browser subscribes with (RFC 8292), base64url. */
  publicKey: z.string(),
  /** The browsers in which the caller gets pushes, this one first. */
  devices: z.array(z.strictObject({ userAgent: z.nullable(z.string()), createdAt: instant, isCurrent: z.boolean() })),
});

export const getPush = endpoint({
  name: 'getPush',
  method: 'GET',
  path: '/api/push',
  summary: 'In which browsers the caller gets pushes, and the key that a browser subscribes with.',
  access: signedIn,
  reply: push,
  errors: [],
});

const base64url = (bytes: number, sentence: string) =>
  z
    .string({ error: sentence })
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`), { error: sentence }));

export const putPushDevice = endpoint({
  name: 'putPushDevice',
  method: 'PUT',
  path: '/api/push/device',
  summary:
    'Sends pushes to the browser of this session, as long as the session lasts; in place of what it named before.',
  access: signedIn,
  body: z.strictObject({
    /** The address that the browser's push service gave out. */
    endpoint: line(pushEndpointLimit, 'This is no address of a push service.'),
    /** What pushes are encrypted for: a point of P-256 and 16 bytes, as the browser names them. */
    keys: z.strictObject({
      p256dh: base64url(65, 'This is no key of a browser.'),
      auth: base64url(16, 'This is no secret of a browser.'),
    }),
  }),
  reply: push,
  errors: ['too_many_requests'],
});

export const deletePushDevice = endpoint({
  name: 'deletePushDevice',
  method: 'DELETE',
  path: '/api/push/device',
  summary: 'Ends the pushes to the browser of this session.',
  access: signedIn,
  reply: push,
  errors: [],
});
