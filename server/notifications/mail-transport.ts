import type { DeliveryWorkerDeps } from '#server/notifications/delivery-worker.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { answersApplication } from '#domain/notice-topics.ts';
import { openLinks } from '#server/notifications/links.ts';
import { type Mail, renderMail } from '#server/notifications/mail.ts';
import { obsoleteBecause } from '#server/notifications/obsolete.ts';
import { semaphore } from '#server/notifications/semaphore.ts';
import { openSchoolPictures } from '#server/notifications/school-pictures.ts';
import { openSmtp } from '#server/notifications/smtp.ts';
import { notOurs, refusedForNow, type Transport } from '#server/notifications/transport.ts';

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
export function openMailTransport({
  db,
  config,
  clock,
  log,
}: Pick<DeliveryWorkerDeps, 'db' | 'config' | 'clock' | 'log'>): Transport {
  const smtp = openSmtp(config.SMTP_URL ?? '', config, lanes);
  const links = openLinks(db, config);
  const picturesOf = openSchoolPictures(db, log);
  const mayEnd = semaphore(config.MAILS_UNDER_WAY);

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
    if (mail === null) return { status: 'failed', reason: 'This notification could not be rendered.' };
    const { id, address, kind, recipientName, createdAt } = delivery;
    // The applicant chose the name, but the address may be a stranger's.
    const name = kind === 'email_link' || answersApplication(kind) ? '' : recipientName;
    const answer = await smtp.send(mail, {
      id: `${id}.${createdAt.getTime()}`,
      name,
      address,
      now: clock(),
      beforeEnd,
    });
    if (answer.isAccepted) return { status: 'sent' };
    return answer.isPermanent
      ? { status: 'failed', reason: answer.reason }
      : refusedForNow(delivery, answer.reason, clock());
  };

  return {
    channel: 'email',
    lanes,
    batchSize: 10,
    perPersonAndDay: config.MAILS_PER_PERSON_PER_DAY,
    perSecond: config.MAILS_PER_SECOND,
    deliver: async (delivery, record, isOurs) => {
      let release = () => {};
      let isAnswered = () => {};
      let isOver = false;
      let isLost = false;
      const beforeEnd = async () => {
        const taken = await mayEnd();
        // The connection may have broken while waiting.
        if (isOver) return taken();
        const patience = setTimeout(taken, patienceMs);
        isAnswered = () => clearTimeout(patience);
        release = () => {
          isAnswered();
          taken();
        };
        isLost = !isOurs();
        if (isLost) throw new Error('The lease has ended.');
      };
      try {
        const outcome = await outcomeOf(delivery, beforeEnd);
        // The next mail waits until this answer is stored, however long the database is away.
        isAnswered();
        await record(isLost ? notOurs(clock()) : outcome);
      } finally {
        isOver = true;
        release();
      }
    },
    close: (options) => smtp.close(options),
  };
}
