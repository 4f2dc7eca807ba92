import type { ReplyInput } from '#contract/endpoint.ts';
import type { twilioInbound, twilioStatus } from '#contract/sms.ts';
import { productName } from '#domain/product.ts';
import { addressOf, type SmsFate } from '#server/features/sms/queries.ts';
import { recordFate } from '#server/features/sms/writes.ts';
import { notAllowed } from '#server/core/refused.ts';
import { type Call, done } from '#server/http/route.ts';
import { endSmsTo, resumeSmsTo } from '#server/notifications/sms-consent.ts';
import { isFromTwilio } from '#server/notifications/twilio.ts';

type TwilioCall = Pick<Call, 'config' | 'request'> & { body: Record<string, string> };

/** Calls without Twilio's signature are refused before they are parsed. */
async function refuseUnsigned({ config, request, body }: TwilioCall): Promise<void> {
  const signature = request.headers['x-twilio-signature'];
  const isSigned =
    typeof signature === 'string' &&
    (await isFromTwilio(config, signature, `${config.PUBLIC_URL}${request.url}`, body));
  if (!isSigned) throw notAllowed('Twilio did not sign this call.');
}

const stopped = '21610';

/** Twilio's delivery report for an SMS. */
export async function noteFate(call: Call<typeof twilioStatus>): Promise<ReplyInput<typeof twilioStatus>> {
  await refuseUnsigned(call);
  const { db, params, body, now } = call;
  const fate = fateOf(body);
  if (fate === null) return done;
  const address = await addressOf(db, params.delivery);
  await recordFate(db, params.delivery, fate, now);
  if (address !== null && body.ErrorCode === stopped) await endSmsTo(db, address, 'stop', now);
  return done;
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

const words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

/** A reply to an SMS: STOP ends them at that number, START restarts them, HELP explains. */
export async function hearAnswer(call: Call<typeof twilioInbound>): Promise<string> {
  await refuseUnsigned(call);
  const { db, body, now, config, reply } = call;
  const { From: number = '', Body: said = '', OptOutType: hasAnswered } = body;
  const word = said.trim().toUpperCase();
  const isOneOf = (list: readonly string[]) => list.includes(word);
  let answer: string | null = null;
  if (isOneOf(words.stop)) {
    await endSmsTo(db, number, 'stop', now);
    answer = `${productName}: You won't get any more texts at this number. Reply START to get them again.`;
  } else if (isOneOf(words.start)) {
    await db.inTransaction((tx) => resumeSmsTo(tx, number, now));
    answer = `${productName}: You'll get texts at this number again. Reply STOP to end them, HELP for help.`;
  } else if (isOneOf(words.help)) {
    answer = `${productName}: Texts about vacancies at your schools. Reply STOP to end them, START to get them again. Message and data rates may apply. ${config.PUBLIC_URL}`;
  }
  void reply.type('text/xml; charset=utf-8');
  // If Twilio answers such keywords itself, it says so, and a second answer would be one too many.
  return answer === null || hasAnswered !== undefined
    ? '<Response/>'
    : `<Response><Message>${answer.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</Message></Response>`;
}
