import type { NoticeChannel } from '#domain/notice-topics.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';

/** How one channel carries notices. */
export type Transport = {
  channel: NoticeChannel;
  /** How many are under way at once. */
  lanes: number;
  /** How many a lane takes in hand at once. */
  batchSize: number;
  /** How many a person gets in a day at most; 0 is no limit. */
  perPersonAndDay: number;
  /** How many one process begins in a second at most; 0 is no limit. */
  perSecond: number;
  /** Tries one delivery, and writes down what became of it before it answers. */
  deliver(delivery: Delivery, record: (outcome: Outcome) => Promise<void>): Promise<void>;
  /** Ends connections; with `force` also those in the middle of something. */
  close(options?: { force: boolean }): void;
};

const minute = 60_000;
/** Minutes to the next try, after the first, the second, ...: about a day in all, then it is given up. */
const pauses = [1, 1, 2, 5, 10, 20, 40, 60, 120, 240, 360, 480];

/** What becomes of what quiet hours hold: it waits, and nothing was tried. */
export function quietHoursHold(until: Date): Outcome {
  return {
    status: 'queued',
    reason: 'Waiting for quiet hours to end.',
    nextAttemptAt: until,
    isUntried: true,
  };
}

/** What becomes of a try that was refused for now: another one later, no sooner than asked for (`atLeastMs`), or the end. */
export function refusedForNow(
  { attempts }: Pick<Delivery, 'attempts'>,
  reason: string,
  now: Date,
  atLeastMs = 0,
): Outcome {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { status: 'failed', reason: `Gave up after ${attempts} tries: ${reason}` };
  return { status: 'queued', reason, nextAttemptAt: new Date(now.getTime() + Math.max(pause * minute, atLeastMs)) };
}

/** What a carrier said, as a sender may read it: on one line, without the address, which not every sender may see. */
export function presentable(said: string, address: string): string {
  return said
    .replaceAll(address, 'this address')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
