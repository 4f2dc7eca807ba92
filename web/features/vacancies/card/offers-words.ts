import type { Vacancy } from '#contract/vacancies.ts';
import { formatShortDate, formatTime, localDate, localTime } from '#domain/time.ts';

/**
 * Returns the state of an open vacancy's waves: 'Offered to 10 · 4 not sent yet · 6 saw it · 3 declined (2 distance) ·
 * next 10 at 6:05 AM · everyone at 6:35 AM'. Returns null if there are no waves.
 */
export function offersInWords({ offers, timeZone }: Pick<Vacancy, 'offers' | 'timeZone'>, now: Date): string | null {
  if (offers === null || offers === undefined) return null;
  const { offered, unsent = 0, saw, declined, whyDeclined, nextAt, isPaused } = offers;
  return [
    offered > 0 ? `Offered to ${offered}` : nextAt === null && !isPaused ? noOne : 'No offers sent yet',
    ...(unsent > 0 ? [`${unsent} not sent yet`] : []),
    ...(saw > 0 ? [`${saw} saw it`] : []),
    ...(declined > 0 ? [`${declined} declined${whyDeclined === null ? '' : ` (${whyDeclined})`}`] : []),
    ...wavesAhead({ ...offers, timeZone }, now),
  ].join(' · ');
}

/** Returns whether more waves of offers are ahead, even if they are paused. */
export function isInWaves({ offers }: { offers?: Pick<Ahead, 'isPaused' | 'everyoneAt'> | null | undefined }): boolean {
  return offers?.isPaused === true || (offers?.everyoneAt ?? null) !== null;
}

/** Says that nobody could be notified, without a period. */
export const noOne = 'No substitute fits and is free. We’ll look again before the start';

type Ahead = Pick<NonNullable<Vacancy['offers']>, 'offered' | 'nextAt' | 'nextSize' | 'everyoneAt' | 'isPaused'>;

/**
 * Returns the next steps: 'next 10 at 6:05 AM', 'everyone on Wed, Nov 25 at 6:35 AM'. The result is empty if everyone
 * was notified.
 */
export function wavesAhead(
  { offered, nextAt, nextSize, everyoneAt, isPaused, timeZone }: Ahead & { timeZone: string },
  now: Date,
): string[] {
  const at = (instant: string) => {
    const time = new Date(instant);
    const date = localDate(time, timeZone);
    return `${date === localDate(now, timeZone) ? '' : `on ${formatShortDate(date).replaceAll(' ', '\u00A0')} `}at ${formatTime(localTime(time, timeZone)).replace(' ', '\u00A0')}`;
  };
  const which = `${offered === 0 ? 'first' : 'next'} ${nextSize ?? 'wave'}`;
  // The last wave is the one to everyone.
  const isLastNext = nextAt !== null && everyoneAt !== null && nextAt >= everyoneAt;
  return [
    ...(isPaused ? ['further offers are paused'] : []),
    ...(nextAt !== null && !isLastNext && nextAt > now.toISOString() ? [`${which} ${at(nextAt)}`] : []),
    ...(everyoneAt !== null && everyoneAt > now.toISOString() ? [`everyone ${at(everyoneAt)}`] : []),
  ];
}
