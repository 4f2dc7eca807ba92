import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { claimDue, type Delivery, keepUnsendable, letGo, type Outcome, releaseOfTheDead, settle } from '#server/notices/deliveries.ts';
import { renderMail } from '#server/notices/mail.ts';
import { obsoleteBecause } from '#server/notices/obsolete.ts';
import { openSmtp, type Smtp } from '#server/notices/smtp.ts';
import type { Log } from '#server/log.ts';
import { mailIsNotSetUp } from '#server/notices/tell.ts';

/** Delivers mail for one process. */
export type Courier = {
  /** Sends everything that is due. While that is under way, another call is only noted and returns at once. */
  deliverDue(): Promise<void>;
  /** Takes nothing new, waits for the mails under way, at most so long, and lets go of the rest. */
  close(patienceMs: number): Promise<void>;
};

type CourierDeps = { db: Database; config: Config; clock: () => Date; log: Log; lease: { key: number; isHeld(): boolean } };

/** Mails under way at once, each over a connection of its own. */
const lanes = 5;
/** Mails a lane takes in hand at once. */
const handful = 10;
const minute = 60_000;
/** Minutes to the next try, after the first, the second, ...: about a day in all, then it gives up. */
const pauses = [1, 1, 2, 5, 10, 20, 40, 60, 120, 240, 360, 480];

/** A courier that works as long as its lease is held. */
export function openCourier({ db, config, clock, log, lease }: CourierDeps): Courier {
  const smtp = config.SMTP_URL === undefined ? null : openSmtp(config.SMTP_URL, config, lanes);
  let round: Promise<void> | null = null;
  let isCalledAgain = false;
  let isClosing = false;
  const mayGoOn = () => !isClosing && lease.isHeld();

  const workThrough = async () => {
    try {
      if (smtp === null) return await keepUnsendable(db, mailIsNotSetUp);
      await releaseOfTheDead(db, lease.key);
      do {
        isCalledAgain = false;
        await Promise.all(Array.from({ length: lanes }, () => runLane(smtp)));
      } while (isCalledAgain && mayGoOn());
    } finally {
      // In the same breath as the question whether it was called again: no call falls in between.
      round = null;
    }
  };

  const runLane = async (via: Smtp) => {
    while (mayGoOn()) {
      const inHand = await claimDue(db, lease.key, handful, clock());
      if (inHand.length === 0) return;
      while (inHand.length > 0 && mayGoOn()) {
        const [delivery] = inHand.splice(0, 1);
        if (delivery !== undefined) await writeDown(delivery.id, await attempt(via, delivery));
      }
      if (inHand.length > 0) await letGo(db, inHand.map(({ id }) => id));
    }
  };

  const attempt = async (via: Smtp, delivery: Delivery): Promise<Outcome> => {
    const obsolete = obsoleteBecause(delivery);
    if (obsolete !== null) return { status: 'dropped', reason: obsolete };
    const { id, address, recipientName: name, createdAt, attempts } = delivery;
    const mail = rendered(delivery);
    if (mail === null) return { status: 'failed', reason: 'This notice could not be put into words.' };
    const answer = await via.send(mail, { id: `${id}.${createdAt.getTime()}`, name, address, now: clock() });
    if (answer.isAccepted) return { status: 'sent' };
    if (answer.isPermanent) return { status: 'failed', reason: answer.reason };
    const pause = pauses[attempts - 1];
    if (pause === undefined) return { status: 'failed', reason: `Given up after ${attempts} tries: ${answer.reason}` };
    return { status: 'queued', reason: answer.reason, nextAttemptAt: new Date(clock().getTime() + pause * minute) };
  };

  const rendered = ({ kind, facts }: Delivery) => {
    try {
      return renderMail(kind, facts, config.PUBLIC_URL);
    } catch (error) {
      log.error({ err: error, kind }, 'a notice could not be rendered');
      return null;
    }
  };

  // What was sent must be written down, or it would be sent again: a database that is away is waited for.
  const writeDown = async (id: number, outcome: Outcome) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await settle(db, id, outcome, clock());
      } catch (error) {
        if (isClosing) throw error;
        await delay(Math.min(100 * 2 ** tries, 5000));
      }
    }
  };

  return {
    deliverDue: async () => {
      isCalledAgain = true;
      if (round !== null || !mayGoOn()) return;
      round = workThrough();
      await round;
    },
    close: async (patienceMs) => {
      isClosing = true;
      const patience = setTimeout(() => smtp?.close({ force: true }), patienceMs);
      await round?.catch(() => {});
      clearTimeout(patience);
      smtp?.close();
    },
  };
}
