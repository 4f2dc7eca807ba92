import { renderSms } from '#domain/sms.ts';
import { whenNeeded } from '#server/core/when-needed.ts';
import { giveBackSms, smsAreUsedUp, takeSms } from '#server/notifications/channels.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { openLinks } from '#server/notifications/links.ts';
import { endSmsTo } from '#server/notifications/sms-consent.ts';
import { openTwilio } from '#server/notifications/twilio.ts';
import { codeOfOffer } from '#server/notifications/text-codes.ts';
import { heldBack, refused, type Transport, type TransportDeps } from '#server/notifications/transport.ts';

/**
 * SMS, through Twilio. One at a time: a killed process leaves at most one with an unrecorded answer, and a number sends
 * few per second anyway. Twilio's delivery report identifies it, so even that one is marked as sent once the report
 * arrives.
 */
export function openSmsTransport({ db, config, clock }: TransportDeps): Transport {
  const links = openLinks(db, config);
  const carrier = whenNeeded(() => openTwilio(config));

  const send = async (delivery: Delivery): Promise<Outcome> => {
    const { id, kind, facts, address, nameAtNumber } = delivery;
    const linked = await links.of(delivery);
    const code = isPosted(delivery) && config.SMS_REPLIES ? await codeOfOffer(db, delivery) : null;
    const isCode = kind === 'sms_code';
    const text = renderSms(kind, facts, isCode ? null : linked.open, code, isCode ? null : nameAtNumber);
    const callback = `${config.PUBLIC_URL}/api/twilio/status/${id}`;
    const twilio = await carrier.get();
    const sentAt = clock();
    const answer = await twilio.send({ to: address, text, callback });
    if (answer.isAccepted) return { status: 'sent', carrierId: answer.carrierId };
    if (answer.hasStopped) await endSmsTo(db, address, clock(), sentAt);
    return refused(delivery, answer, clock());
  };

  const withinTheCap = async (delivery: Delivery): Promise<Outcome> => {
    const { schoolId } = delivery;
    if (schoolId === null) return send(delivery);
    const now = clock();
    if (!(await takeSms(db, config, schoolId, now))) return { status: 'dropped', reason: smsAreUsedUp };
    const outcome = await send(delivery);
    if (outcome.status !== 'sent') await giveBackSms(db, schoolId, now);
    return outcome;
  };

  return {
    channel: 'sms',
    lanes: 1,
    batchSize: 5,
    perPersonAndDay: config.SMS_PER_PERSON_PER_DAY,
    perSecond: config.SMS_PER_SECOND,
    deliver: async (delivery, record) => record(heldBack(delivery, clock()) ?? (await withinTheCap(delivery))),
    close: () => {},
  };
}

function isPosted(delivery: Delivery): delivery is Delivery<'vacancy_posted'> {
  return delivery.kind === 'vacancy_posted';
}
