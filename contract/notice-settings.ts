import * as z from 'zod/mini';
import { anyone, endpoint, signedIn } from '#contract/endpoint.ts';
import { done, time } from '#contract/fields.ts';
import { noticeTopics } from '#domain/notice-topics.ts';

const choice = z.strictObject({ topic: z.enum(noticeTopics), email: z.boolean(), sms: z.boolean(), push: z.boolean() });
/** What is not said of a channel stays as it is. */
const choiceMade = z.strictObject({
  topic: z.enum(noticeTopics),
  email: z.optional(z.boolean()),
  sms: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
});
const quietHours = z.strictObject({ from: time, to: time, urgentMayDisturb: z.boolean() });

const settings = z.strictObject({
  /** What this person is ever told of, in the order of the page. */
  choices: z.array(choice),
  quietHours,
  /** Where SMS go, or null where they were not agreed to. */
  smsNumber: z.nullable(z.string()),
  /** Where mail goes. */
  email: z.nullable(z.string()),
  isSetUp: z.strictObject({ email: z.boolean(), sms: z.boolean() }),
});

export const getNoticeSettings = endpoint({
  name: 'getNoticeSettings',
  method: 'GET',
  path: '/api/notice-settings',
  summary: 'By which channels the caller is told of what, and when not.',
  access: signedIn,
  reply: settings,
  errors: [],
});

export const putNoticeSettings = endpoint({
  name: 'putNoticeSettings',
  method: 'PUT',
  path: '/api/notice-settings',
  summary:
    'Switches channels on and off by topic, and sets the quiet hours. In the application every notice always arrives.',
  access: signedIn,
  body: z.strictObject({
    choices: z.optional(z.array(choiceMade).check(z.maxLength(noticeTopics.length))),
    quietHours: z.optional(quietHours),
  }),
  reply: settings,
  errors: [],
});

const token = z.strictObject({ token: z.string().check(z.maxLength(100)) });

export const openUnsubscribe = endpoint({
  name: 'openUnsubscribe',
  method: 'GET',
  path: '/api/unsubscribe/:token',
  summary: 'The address in the head of a mail, opened by a person: leads to the page.',
  access: anyone,
  params: token,
  reply: z.any(),
  raw: 'text/html',
  errors: ['not_found', 'too_many_requests'],
});

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/api/unsubscribe/:token',
  summary: 'Stops mails of the topic that a mail belonged to, by one click and without sign-in (RFC 8058).',
  access: anyone,
  form: true,
  params: token,
  body: z.record(z.string(), z.unknown()),
  reply: done,
  errors: ['not_found', 'too_many_requests'],
});

export const resubscribe = endpoint({
  name: 'resubscribe',
  method: 'POST',
  path: '/api/unsubscribe/:token/again',
  summary: 'Takes back what the link of a mail has stopped.',
  access: anyone,
  params: token,
  reply: done,
  errors: ['not_found', 'too_many_requests'],
});

export const getUnsubscribe = endpoint({
  name: 'getUnsubscribe',
  method: 'GET',
  path: '/api/unsubscribe/:token/topic',
  summary: 'What the link of a mail would stop, and whether it has. Changes nothing.',
  access: anyone,
  params: token,
  reply: z.strictObject({ topic: z.enum(noticeTopics), isStopped: z.boolean() }),
  errors: ['not_found', 'too_many_requests'],
});
