import { randomInt, timingSafeEqual } from 'node:crypto';
import type { ReplyInput } from '#contract/endpoint.ts';
import type { confirmSms, startSms } from '#contract/sms.ts';
import { smsCodeLimits, smsNumber } from '#domain/sms.ts';
import { keepCode, spendCode, tryCode } from '#server/features/sms/queries.ts';
import { countAttempt } from '#server/http/limits.ts';
import { Refused, wrongField } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';
import { isSetUp } from '#server/notices/channels.ts';
import { beginSms } from '#server/notices/sms-consent.ts';
import { tell } from '#server/notices/tell.ts';
import { hashOfCode } from '#server/security/codes.ts';

/** Codes in an hour: of one person, and to one number, so that nobody's telephone is made to ring. */
const codesPerHour = 5;
const minute = 60_000;
const noLongerWorks = 'This code no longer works. Please ask for a new one.';

/** Somebody agrees to SMS at a number: the code that proves it goes there, and nothing else before it is typed here. */
export async function sendCode(call: Call<typeof startSms>): Promise<ReplyInput<typeof startSms>> {
  const { db, actor, body, config, now, request } = call;
  const number = smsNumber(body.phone);
  if (number === null)
    throw wrongField('phone', 'This is not a mobile number. Write it like (518) 555-0100, or with + and the country.');
  for (const key of [`sms-code:${actor.id}`, `sms-code:${number}`])
    await countAttempt(db, { key, most: codesPerHour, windowSeconds: 3600 }, now);
  const code = String(randomInt(10 ** smsCodeLimits.digits)).padStart(smsCodeLimits.digits, '0');
  const expiresAt = new Date(now.getTime() + smsCodeLimits.minutes * minute);
  await db.inTransaction(async (tx) => {
    await keepCode(tx, actor.id, { number, code, from: request.ip, expiresAt });
    await tell(tx, call, {
      kind: 'sms_code',
      cause: `account:${actor.id}:sms-code:${now.getTime()}`,
      recipients: [actor.id],
      facts: { to: actor.role, code },
      schoolId: null,
      sendEmail: false,
      sendSms: true,
      unprovedNumber: number,
    });
  });
  return { number, minutes: smsCodeLimits.minutes, isSetUp: isSetUp(config, 'sms') };
}

/** The code proves the number: SMS go there from now on, as the person agreed when they asked for it. */
export async function proveNumber({
  db,
  actor,
  body,
  now,
}: Call<typeof confirmSms>): Promise<ReplyInput<typeof confirmSms>> {
  // Counted for itself: a try that fails must not be taken back with its transaction.
  const waiting = await tryCode(db, actor.id, now);
  if (waiting === null) throw new Refused('not_found', noLongerWorks, { fields: { code: noLongerWorks } });
  if (waiting.tries > smsCodeLimits.tries) throw wrongField('code', noLongerWorks);
  if (!timingSafeEqual(waiting.codeHash, hashOfCode(body.code)))
    throw wrongField('code', 'This is not the code that was sent.');
  return db.inTransaction(async (tx) => {
    if (!(await spendCode(tx, actor.id, waiting.codeHash)))
      throw new Refused('not_found', noLongerWorks, { fields: { code: noLongerWorks } });
    await beginSms(tx, { userId: actor.id, number: waiting.number, from: waiting.agreedFrom }, now);
    return { number: waiting.number };
  });
}
