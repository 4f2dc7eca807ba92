import type { Log } from '#server/core/log.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { answersApplication } from '#domain/notice-topics.ts';
import { openLinks } from '#server/notifications/links.ts';
import { type Mail, renderMail } from '#server/notifications/mail.ts';
import { obsoleteBecause } from '#server/notifications/obsolete.ts';
import { notRendered } from '#server/notifications/our-failures.ts';
import { semaphore } from '#server/notifications/semaphore.ts';
import { openSchoolPictures } from '#server/notifications/school-pictures.ts';
import { openSmtp } from '#server/notifications/smtp.ts';
import { refused, type Transport, type TransportDeps } from '#server/notifications/transport.ts';
import { underWay } from '#server/notifications/under-way.ts';

/** The number of parallel deliveries, each over its own connection. */
const lanes = 5;
/** How long other deliveries wait for one that the server has received but not answered. */
const patienceMs = 5000;

/**
 * Email, through the SMTP server from the settings. If the process is killed, mails whose end was sent but whose answer
 * wasn't recorded are sent again. So only `MAILS_UNDER_WAY` lanes at a time may send the final dot before the previous
 * answer is recorded. Everything else runs in parallel. A server that takes more than five seconds to answer doesn't
 * block the others any longer.
 */
export function openMailTransport({ db, config, clock, log }: TransportDeps & { log: Log }): Transport {
  const smtp = openSmtp(config.SMTP_URL ?? '', config, lanes);
  const links = openLinks(db, config);
  const picturesOf = openSchoolPictures(db, log);
  const mayBegin = semaphore(config.MAILS_UNDER_WAY);

  const rendered = async (delivery: Delivery): Promise<Mail | null> => {
    const { kind, facts, school } = delivery;
    const linked = await links.of(delivery);
    const branding = school === null ? undefined : { name: school.name, pictures: await picturesOf(school) };
    try {
      return renderMail(kind, facts, linked, branding);
    } catch (error) {
      log.error({ err: error, kind }, 'a notification could not be rendered');
      return null;
    }
  };

  const outcomeOf = async (delivery: Delivery, beforeEnd: () => Promise<void>): Promise<Outcome> => {
    const obsolete = obsoleteBecause(delivery, clock());
    if (obsolete !== null) return { status: 'dropped', reason: obsolete };
    const mail = await rendered(delivery);
    if (mail === null) return { status: 'failed', reason: notRendered };
    const { id, address, kind, recipientName, createdAt } = delivery;
    // The applicant chose the name, but the address may be a stranger's.
    const name = kind === 'email_link' || answersApplication(kind) ? '' : recipientName;
    const envelope = { id: `${id}.${createdAt.getTime()}`, name, address, now: clock(), beforeEnd };
    const answer = await smtp.send(mail, envelope);
    if (answer.isAccepted) return { status: 'sent' };
    return refused(delivery, answer, clock());
  };

  return {
    channel: 'email',
    lanes,
    batchSize: 10,
    perPersonAndDay: config.MAILS_PER_PERSON_PER_DAY,
    perSecond: config.MAILS_PER_SECOND,
    deliver: (delivery, record, isOurs) =>
      underWay({ mayBegin, patienceMs, clock }, { record, isOurs }, (beforeEnd) => outcomeOf(delivery, beforeEnd)),
    close: (options) => smtp.close(options),
  };
}
