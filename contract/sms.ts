import * as z from 'zod/mini';
import { anyone, approved, approvedOrWaitingSubstitute, endpoint, signedIn } from '#contract/endpoint.ts';
import { flagText, id, idText, line } from '#contract/fields.ts';
import { messageLimits } from '#domain/message.ts';
import { codeWarnings } from '#domain/sms-codes.ts';

const everybody = approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin');

export const startSms = endpoint({
  call: 'POST /api/sms/code',
  summary: "Consents to SMS at a number, and sends a code there to verify that it is the caller's.",
  access: everybody,
  body: z.strictObject({
    phone: line(40, 'Enter your mobile number.'),
    /** Whether the person agreed to the wording. */
    agreed: z.literal(true, { error: 'Please agree to get text messages first.' }),
  }),
  reply: z.strictObject({ number: z.string(), minutes: z.int(), isSetUp: z.boolean() }),
  errors: ['not_allowed', 'too_many_requests'],
});

export const confirmSms = endpoint({
  call: 'POST /api/sms',
  summary: 'Verifies the number with its code. From then on, text messages go there.',
  access: everybody,
  body: z.strictObject({ code: line(20, 'Enter the code from the text message.') }),
  reply: z.strictObject({ number: z.string() }),
  errors: ['not_found'],
});

export const endSms = endpoint({
  call: 'DELETE /api/sms',
  summary: 'Stops SMS to the caller.',
  access: signedIn,
});

const codeCounts = z.strictObject({ sent: z.int(), refused: z.int() });

export const getSmsCodes = endpoint({
  call: 'GET /api/sms/codes',
  summary:
    'How many codes were sent by text message and how many were refused, today and in the last seven days, in UTC.',
  access: approved('overall_admin'),
  reply: z.strictObject({
    today: codeCounts,
    /** The number includes today. */
    week: codeCounts,
    /** The daily limit, or null if there is none. */
    perDay: z.nullable(z.int()),
    warning: z.nullable(z.enum(codeWarnings)),
  }),
});

export const countSms = endpoint({
  call: 'POST /api/messages/count-sms',
  summary:
    'How many of these people an urgent message would reach by SMS, and how many text messages the school has left this month.',
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({
    recipients: z.array(id).check(z.maxLength(messageLimits.recipients)),
    /** The topic. People turn SMS about vacancies and about messages on and off separately. */
    about: z._default(z.enum(['messages', 'offers']), 'messages'),
  }),
  reply: z.strictObject({
    isSetUp: z.boolean(),
    reached: z.int(),
    usedThisMonth: z.int(),
    monthlyLimit: z.nullable(z.int()),
  }),
  errors: ['not_found'],
});

const fields = z.record(z.string(), z.string());

export const twilioStatus = endpoint({
  call: 'POST /api/twilio/status/:delivery',
  summary: "Twilio's callback about the delivery of an SMS, verified by its signature.",
  access: anyone,
  form: true,
  signed: true,
  params: z.strictObject({ delivery: idText }),
  /** Whether the SMS is the answer to a reply, which was sent instead of this delivery. */
  query: z.strictObject({ answer: z.optional(flagText) }),
  body: fields,
  errors: ['not_allowed'],
});

export const twilioInbound = endpoint({
  call: 'POST /api/twilio/inbound',
  summary: 'A reply to a text message, forwarded by Twilio, such as STOP, START or HELP.',
  access: anyone,
  form: true,
  signed: true,
  body: fields,
  reply: z.any(),
  raw: 'text/xml; charset=utf-8',
  errors: ['not_allowed'],
});
