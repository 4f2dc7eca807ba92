import type { FastifyRequest } from 'fastify';
import type { twilioInbound, twilioStatus } from '#contract/sms.ts';
import { sentTo, type SmsFate } from '#server/features/sms/queries.ts';
import { hearReply } from '#server/features/sms/replies.ts';
import { recordAnswerFate, recordFate } from '#server/features/sms/writes.ts';
import { notAllowed, type Refused } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { unsignedCalls } from '#server/notifications/metrics.ts';
import { endSmsTo } from '#server/notifications/sms-consent.ts';
import { isFromTwilio } from '#server/notifications/twilio.ts';

type TwilioCall = Pick<Call, 'config' | 'request'> & { body: Record<string, string> };

/**
 * Refuses calls that Twilio didn't sign. No address has a limit: behind a proxy, a stranger's calls may share Twilio's.
 */
export const twilioSeal = {
  /** @throws {Refused} not_allowed without a signature. */
  beforeBody: (request: FastifyRequest): void => {
    if (signatureOf(request) === null) throw unsigned(request, 'missing');
  },
  /** @throws {Refused} not_allowed if the signature is wrong. */
  before: ({ config, request, body }: TwilioCall): void => {
    const isSigned = isFromTwilio(config, signatureOf(request) ?? '', `${config.PUBLIC_URL}${request.url}`, body);
    if (!isSigned) throw unsigned(request, 'wrong');
  },
};

function signatureOf({ headers }: FastifyRequest): string | null {
  const signature = headers['x-twilio-signature'];
  return typeof signature === 'string' ? signature : null;
}

function unsigned({ routeOptions: { url: route = '' } }: FastifyRequest, signature: 'missing' | 'wrong'): Refused {
  unsignedCalls.inc({ route, signature });
  return notAllowed('Twilio did not sign this call.');
}

const stopped = '21610';

/** Twilio's delivery report for an SMS, or for an answer that was sent instead of it. */
export async function noteFate(call: Call<typeof twilioStatus>): ReplyTo<typeof twilioStatus> {
  const { db, params, query, body, now } = call;
  const fate = fateOf(body);
  if (fate === null) return;
  const sent = await sentTo(db, params.delivery);
  await (query.answer === true ? recordAnswerFate : recordFate)(db, params.delivery, fate, now);
  // The report may arrive after a START that came after the text.
  if (sent !== null && sent.address !== null && body.ErrorCode === stopped)
    await endSmsTo(db, sent.address, now, sent.sentAt ?? now);
}

function fateOf({ MessageStatus = '', MessageSid: carrierId = '', ErrorCode }: Record<string, string>): SmsFate | null {
  if (MessageStatus === 'sent' || MessageStatus === 'delivered')
    return { status: MessageStatus, reason: null, carrierId };
  if (MessageStatus !== 'failed' && MessageStatus !== 'undelivered') return null;
  return {
    status: 'failed',
    reason:
      ErrorCode === undefined || ErrorCode === ''
        ? 'The carrier could not deliver it.'
        : `The carrier could not deliver it (Twilio ${ErrorCode}).`,
    carrierId,
  };
}

/**
 * Returns a reply to an SMS: an offer's code accepts or declines it, STOP ends texts to that number, START restarts
 * them, HELP explains.
 *
 * @throws {Refused} not_allowed without the number and the id of the reply.
 */
export async function hearAnswer(call: Call<typeof twilioInbound>): Promise<string> {
  const { body, reply } = call;
  const { MessageSid: carrierId = '', From: number = '', Body: text = '', OptOutType } = body;
  if (carrierId === '' || number === '') throw notAllowed('This is not a text message from Twilio.');
  // Twilio reports when it has already replied to one of its own keywords. A second reply would be redundant.
  const answer = await hearReply(call, { carrierId, number, text, isAnswered: OptOutType !== undefined });
  void reply.type('text/xml; charset=utf-8');
  if (answer === null) return '<Response/>';
  const { insteadOf } = answer;
  const report =
    insteadOf === null
      ? ''
      : ` statusCallback="${escaped(`${call.config.PUBLIC_URL}/api/twilio/status/${insteadOf}?answer=true`)}"`;
  return `<Response><Message${report}>${escaped(answer.text)}</Message></Response>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
