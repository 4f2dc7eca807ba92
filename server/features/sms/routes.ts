import { confirmSms, countSms, endSms, getSmsCodes, startSms, twilioInbound, twilioStatus } from '#contract/sms.ts';
import { proveNumber, sendCode } from '#server/features/sms/consent.ts';
import { codeWarning } from '#domain/sms-codes.ts';
import { codesOfWeek, countReached } from '#server/features/sms/queries.ts';
import { hearAnswer, noteFate, twilioSeal } from '#server/features/sms/webhooks.ts';
import { type Route, route, routeInTx, signedRoute } from '#server/http/route.ts';
import { countSmsOfMonth, isSetUp } from '#server/notifications/channels.ts';
import { endSmsOf } from '#server/notifications/sms-consent.ts';

/** Consent to SMS, their cost for a school, and Twilio's webhooks. */
export const smsRoutes: Route[] = [
  route(startSms, sendCode),
  route(confirmSms, proveNumber),
  routeInTx(endSms, ({ actor, now }, tx) => endSmsOf(tx, actor.id, 'person', now)),
  route(getSmsCodes, async ({ db, config, now }) => {
    const { today, week } = await codesOfWeek(db, now);
    const perDay = config.SMS_CODES_PER_DAY === 0 ? null : config.SMS_CODES_PER_DAY;
    return { today, week, perDay, warning: codeWarning({ ...today, perDay }) };
  }),
  route(countSms, async ({ db, actor, body, config, now }) => ({
    isSetUp: isSetUp(config, 'sms'),
    reached: await countReached(db, actor, body),
    usedThisMonth: actor.schoolId === null ? 0 : await countSmsOfMonth(db, actor.schoolId, now),
    monthlyLimit: config.SMS_PER_SCHOOL_PER_MONTH === 0 ? null : config.SMS_PER_SCHOOL_PER_MONTH,
  })),
  signedRoute(twilioStatus, twilioSeal, noteFate),
  signedRoute(twilioInbound, twilioSeal, hearAnswer),
];
