import * as z from 'zod/mini';
import { anyone, endpoint, signedIn } from '#contract/endpoint.ts';
import { time } from '#contract/fields.ts';
import { noticeTopics } from '#domain/notice-topics.ts';

const choice = z.strictObject({ topic: z.enum(noticeTopics), email: z.boolean(), sms: z.boolean(), push: z.boolean() });
/** A channel that is left out keeps its setting. */
const choiceMade = z.strictObject({
  topic: z.enum(noticeTopics),
  email: z.optional(z.boolean()),
  sms: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
});
const quietHours = z.strictObject({ from: time, to: time, urgentMayDisturb: z.boolean() });

const settings = z.strictObject({
  /** The topics that this person can be notified of, in the order of the page. */
  choices: z.array(choice),
  quietHours,
  /** The number that SMS go to, or null without consent. */
  smsNumber: z.nullable(z.string()),
  /** The address that email goes to. */
  email: z.nullable(z.string()),
  isSetUp: z.strictObject({ email: z.boolean(), sms: z.boolean() }),
});

export const getNoticeSettings = endpoint({
  call: 'GET /api/notice-settings',
  summary: "The caller's notification settings: channels by topic, and quiet hours.",
  access: signedIn,
  reply: settings,
});

export const putNoticeSettings = endpoint({
  call: 'PUT /api/notice-settings',
  summary: 'Turns channels on and off by topic, and sets quiet hours. Every notification still arrives in the app.',
  access: signedIn,
  body: z.strictObject({
    choices: z.optional(z.array(choiceMade).check(z.maxLength(noticeTopics.length))),
    quietHours: z.optional(quietHours),
  }),
  reply: settings,
});

const token = z.strictObject({ token: z.string().check(z.maxLength(100)) });

export const openUnsubscribe = endpoint({
  call: 'GET /api/unsubscribe/:token',
  summary: 'The unsubscribe address in the header of an email, when a person opens it. Redirects to the page.',
  access: anyone,
  params: token,
  reply: z.any(),
  raw: 'text/html',
  errors: ['not_found', 'too_many_requests'],
});

export const unsubscribe = endpoint({
  call: 'POST /api/unsubscribe/:token',
  summary: "Stops emails of this email's topic, with one click and without signing in (RFC 8058).",
  access: anyone,
  form: true,
  params: token,
  body: z.record(z.string(), z.unknown()),
  errors: ['not_found', 'too_many_requests'],
});

export const resubscribe = endpoint({
  call: 'POST /api/unsubscribe/:token/again',
  summary: "Turns the emails that an email's link stopped back on.",
  access: anyone,
  params: token,
  errors: ['not_found', 'too_many_requests'],
});

export const getUnsubscribe = endpoint({
  call: 'GET /api/unsubscribe/:token/topic',
  summary: "The emails that an email's link stops, and whether they are stopped. Changes nothing.",
  access: anyone,
  params: token,
  reply: z.strictObject({ topic: z.enum(noticeTopics), isStopped: z.boolean() }),
  errors: ['not_found', 'too_many_requests'],
});
