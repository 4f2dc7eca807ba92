import { randomInt, timingSafeEqual } from 'node:crypto';
import type { confirmSms, startSms } from '#contract/sms.ts';
import { smsNumber } from '#domain/sms.ts';
import { smsCodeLimits } from '#domain/sms-codes.ts';
import { refusalOfNumber } from '#server/features/sms/numbers.ts';
import { keepCode, noteRefusedCode, spendCode, takeCode, tryCode } from '#server/features/sms/writes.ts';
import { mayHaveCode } from '#server/features/sms/queries.ts';
import { countAttempt, type Limit } from '#server/http/limits.ts';
import { prefixOf } from '#server/http/address.ts';
import { notAllowed, Refused, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { isSetUp } from '#server/notifications/channels.ts';
import { beginSms } from '#server/notifications/sms-consent.ts';
import { notify } from '#server/notifications/notify.ts';
import { hashOfCode } from '#server/security/codes.ts';

/**
 * Codes per hour and day for one person, for one number, so that no one can be flooded, and for one network, which a
 * school shares.
 */
const codes = { hour: 5, day: 10, fromNetworkInHour: 60, fromNetworkInDay: 200 };
const hour = 3600;
const minute = 60_000;
const noLongerWorks = 'This code no longer works. Request a new one.';

/**
 * Records that a person agrees to SMS and sends a code to their number; nothing else goes there until they enter it.
 * Each code costs money, and some numbers pay their owners a share. Codes therefore go only to people who are approved
 * or have a trusted address, only to ordinary numbers in allowed countries, and in limited numbers.
 *
 * @throws {Refused} bad_input at `phone`, not_allowed, too_many_requests.
 */
export async function sendCode(call: Call<typeof startSms>): ReplyTo<typeof startSms> {
  const { db, actor, body, config, now, request } = call;
  const number = smsNumber(body.phone);
  if (number === null)
    throw wrongField(
      'phone',
      "This isn't a mobile number. Enter it like (518) 555-0100, or with + and the country code.",
    );
  try {
    await refuseCode(call, number);
  } catch (error) {
    if (error instanceof Refused) await noteRefusedCode(db, now);
    throw error;
  }
  const code = String(randomInt(10 ** smsCodeLimits.digits)).padStart(smsCodeLimits.digits, '0');
  const expiresAt = new Date(now.getTime() + smsCodeLimits.minutes * minute);
  const isWithinLimit = await db.inTransaction(async (tx) => {
    if (!(await takeCode(tx, config.SMS_CODES_PER_DAY === 0 ? null : config.SMS_CODES_PER_DAY, now))) return false;
    await keepCode(tx, actor.id, { number, code, from: request.ip, expiresAt });
    await notify(tx, call, {
      kind: 'sms_code',
      cause: `account:${actor.id}:sms-code:${now.getTime()}`,
      recipients: [actor.id],
      facts: { to: actor.role, code },
      schoolId: null,
      sendEmail: false,
      sendSms: true,
      unprovedNumber: number,
    });
    return true;
  });
  if (!isWithinLimit) {
    await noteRefusedCode(db, now);
    throw new Refused('too_many_requests', "We can't send any more codes today. Try again tomorrow.", {
      retryAfter: secondsLeft(now),
    });
  }
  return { number, minutes: smsCodeLimits.minutes, isSetUp: isSetUp(config, 'sms') };
}

async function refuseCode({ db, actor, config, now, request }: Call<typeof startSms>, number: string): Promise<void> {
  if (!(await mayHaveCode(db, actor.id)))
    throw notAllowed('Confirm your email address first, or wait until a school approves you.');
  const refusal = await refusalOfNumber(config, number);
  if (refusal !== null) throw wrongField('phone', refusal);
  const network = prefixOf(request.ip);
  const limits: Limit[] = [
    { key: `sms-code:${actor.id}`, most: codes.hour, windowSeconds: hour },
    { key: `sms-codes:${actor.id}`, most: codes.day, windowSeconds: 24 * hour },
    { key: `sms-code:${number}`, most: codes.hour, windowSeconds: hour },
    { key: `sms-codes:${number}`, most: codes.day, windowSeconds: 24 * hour },
    { key: `sms-code-from:${network}`, most: codes.fromNetworkInHour, windowSeconds: hour },
    { key: `sms-codes-from:${network}`, most: codes.fromNetworkInDay, windowSeconds: 24 * hour },
  ];
  for (const limit of limits) await countAttempt(db, limit, now);
}

/** Seconds until the next day in UTC. */
function secondsLeft(now: Date): number {
  return 86_400 - Math.floor((now.getTime() / 1000) % 86_400);
}

/**
 * The code verifies the number. From now on, text messages go there, as the person agreed when they requested the code.
 */
export async function proveNumber({ db, actor, body, now }: Call<typeof confirmSms>): ReplyTo<typeof confirmSms> {
  // Counted in its own transaction, so a failed attempt isn't rolled back.
  const waiting = await tryCode(db, actor.id, now);
  if (waiting === null) throw new Refused('not_found', noLongerWorks, { fields: { code: noLongerWorks } });
  if (waiting.tries > smsCodeLimits.tries) throw wrongField('code', noLongerWorks);
  if (!timingSafeEqual(waiting.codeHash, hashOfCode(body.code)))
    throw wrongField('code', "This isn't the code we sent.");
  return db.inTransaction(async (tx) => {
    if (!(await spendCode(tx, actor.id, waiting.codeHash)))
      throw new Refused('not_found', noLongerWorks, { fields: { code: noLongerWorks } });
    await beginSms(tx, { userId: actor.id, number: waiting.number, from: waiting.agreedFrom }, now);
    return { number: waiting.number };
  });
}
