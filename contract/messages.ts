import * as z from 'zod/mini';
import { approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { id, instant, line, paging, prose } from '#contract/fields.ts';
import { messageLimits } from '#domain/message.ts';
import { noticeChannels } from '#domain/notice-topics.ts';

export const sendMessage = endpoint({
  call: 'POST /api/messages',
  summary: 'Sends a message to substitutes whom the caller may see. An urgent one also goes out by SMS.',
  access: approved('teacher', 'school_admin'),
  status: 201,
  creates: true,
  body: z.strictObject({
    subject: line(messageLimits.subject, 'Enter a subject.'),
    message: prose(messageLimits.body, 'Please enter a message to send.'),
    recipients: z.array(id, { error: 'Please select at least one substitute to send the message to.' }).check(
      z.minLength(1, { error: 'Please select at least one substitute to send the message to.' }),
      z.maxLength(messageLimits.recipients, {
        error: `A message can go to at most ${messageLimits.recipients} people.`,
      }),
    ),
    vacancyId: z.optional(z.nullable(id)),
    isUrgent: z._default(z.boolean(), false),
  }),
  reply: z.strictObject({ id, recipients: z.int(), emailsSent: z.int(), smsSent: z.int() }),
  errors: ['not_found', 'not_allowed', 'too_many_requests'],
});

/** The delivery of a notification on one channel. */
export const deliveryStatuses = [
  'queued',
  'sent',
  'delivered',
  'failed',
  'kept',
  'not_opted_in',
  'not_wanted',
  'no_address',
  'dropped',
] as const;

export const message = z.strictObject({
  id,
  senderId: id,
  subject: z.string(),
  body: z.string(),
  createdAt: instant,
  vacancyId: z.nullable(id),
  isUrgent: z.boolean(),
  /** JSON list of user ids, as the specification prescribes. */
  recipientIds: z.string(),
  notificationStatus: z.array(
    z.strictObject({
      recipientId: id,
      recipientName: z.string(),
      channel: z.enum(noticeChannels),
      status: z.enum(deliveryStatuses),
      reason: z.nullable(z.string()),
    }),
  ),
});

export const listMessages = endpoint({
  call: 'GET /api/messages',
  summary: 'The messages that the caller sent, newest first, with the delivery state for each recipient.',
  access: approved('teacher', 'school_admin'),
  query: z.strictObject({ ...paging }),
  paged: true,
  reply: z.array(message),
});

export const notice = z.strictObject({
  id,
  /** New versions add kinds. Pages and processes of older versions still show their notifications. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** The path in the app that it leads to. */
  path: z.nullable(z.string()),
  isUrgent: z.boolean(),
  createdAt: instant,
  readAt: z.nullable(instant),
  /**
   * Why the offered class is no longer available to the caller: someone else has it, or it was canceled. It is null
   * while the class is available, and for all other kinds.
   */
  gone: z.nullable(z.enum(['taken', 'canceled'])),
});

export const listNotices = endpoint({
  call: 'GET /api/notices',
  summary: "The caller's notifications, newest first.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  query: z.strictObject({ ...paging }),
  paged: true,
  reply: z.array(notice),
});

export const readNotices = endpoint({
  call: 'POST /api/notices/read',
  summary: "Marks the caller's notifications from one to another as read: those that were shown.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  body: z.strictObject({ from: id, upTo: id }),
});

/** A message that went out, or would have gone out, on one channel. */
export const outboxEntry = z.strictObject({
  id,
  channel: z.enum(noticeChannels),
  address: z.nullable(z.string()),
  recipientName: z.string(),
  title: z.string(),
  body: z.string(),
  status: z.enum(deliveryStatuses),
  reason: z.nullable(z.string()),
  attempts: z.int(),
  createdAt: instant,
  sentAt: z.nullable(instant),
});

export const listOutbox = endpoint({
  call: 'GET /api/outbox',
  summary: 'Deliveries by email, SMS and push, including those kept because the channel is not set up.',
  access: approved('overall_admin'),
  query: z.strictObject({
    channel: z.optional(z.enum(noticeChannels)),
    status: z.optional(z.enum(deliveryStatuses)),
    ...paging,
  }),
  paged: true,
  reply: z.array(outboxEntry),
});
