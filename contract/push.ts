import * as z from 'zod/mini';
import { endpoint, signedIn } from '#contract/endpoint.ts';
import { instant, line } from '#contract/fields.ts';
import { pushEndpointLimit } from '#domain/push-endpoint.ts';

const push = z.strictObject({
  /** The installation's public key, which a browser subscribes with (RFC 8292), base64url. */
  publicKey: z.string(),
  /** The browsers that receive the caller's push notifications, this one first. */
  devices: z.array(z.strictObject({ userAgent: z.nullable(z.string()), createdAt: instant, isCurrent: z.boolean() })),
});

export const getPush = endpoint({
  call: 'GET /api/push',
  summary: "The browsers that receive the caller's push notifications, and the key that a browser subscribes with.",
  access: signedIn,
  reply: push,
});

const base64url = (bytes: number, sentence: string) =>
  z
    .string({ error: sentence })
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`), { error: sentence }));

export const putPushDevice = endpoint({
  call: 'PUT /api/push/device',
  summary:
    "Sends push notifications to this session's browser for as long as the session lasts. Replaces an earlier subscription.",
  access: signedIn,
  body: z.strictObject({
    /** The address that the browser's push service assigned. */
    endpoint: line(pushEndpointLimit, 'This is not the address of a push service.'),
    /** The keys that push notifications are encrypted for: a P-256 point and 16 bytes, with the browser's names. */
    keys: z.strictObject({
      p256dh: base64url(65, "This is not a browser's key."),
      auth: base64url(16, "This is not a browser's secret."),
    }),
  }),
  reply: push,
  errors: ['too_many_requests'],
});

export const deletePushDevice = endpoint({
  call: 'DELETE /api/push/device',
  summary: "Stops push notifications to this session's browser.",
  access: signedIn,
  reply: push,
});
