import type { BoardLine, Dashboard } from '#web/features/reports/queries.ts';
import { type BoardSection, boardSections } from '#domain/board.ts';
import { noOne, wavesAhead } from '#web/features/vacancies/card/offers-words.ts';
import { counted, hasEnded } from '#web/words/time.ts';

/** The headings of the sections. */
export const sectionNames: Record<BoardSection, string> = {
  uncovered: 'Uncovered',
  unconfirmed: 'Unconfirmed',
  covered: 'Covered',
};

/** Returns the counts of a day: '4 uncovered, 1 unconfirmed, 1 covered'. */
export function countsInWords(counts: Record<BoardSection, number>): string {
  return boardSections
    .flatMap((section) => (counts[section] === 0 ? [] : [`${counts[section]} ${section}`]))
    .join(', ');
}

/**
 * Returns the note of a school's open vacancies: '1 pending · 2 not covered'. Today's stay among the open ones until
 * the day is over, so the note has the number of those that ended uncovered.
 */
export function openNote(
  { pendingVacancies, openToday = [] }: Pick<Dashboard, 'pendingVacancies' | 'openToday'>,
  now: Date,
): string {
  const over = openToday.filter(({ endsAt }) => new Date(endsAt) <= now);
  const notCovered = over.reduce((sum, { count }) => sum + count, 0);
  return `${pendingVacancies} pending${notCovered === 0 ? '' : ` · ${notCovered} not covered`}`;
}

type CountedLine = Pick<BoardLine, 'status' | 'section' | 'absenceReason'>;

/** Returns the day in a sentence: '4 absences: 2 uncovered (1 request to review), 1 unconfirmed, 1 covered.' */
export function inOneLine(lines: readonly CountedLine[]): string {
  const count = (is: (line: CountedLine) => boolean) => lines.filter(is).length;
  const extra = count(({ absenceReason }) => absenceReason === null);
  const requested = count(({ status }) => status === 'pending_approval');
  const having = (section: BoardSection) => count((line) => line.section === section);
  const parts = [
    // A class with a request counts as uncovered until the request is accepted.
    {
      count: having('uncovered'),
      words: (n: number) => `${n} uncovered${requested === 0 ? '' : ` (${counted(requested, 'request')} to review)`}`,
    },
    { count: having('unconfirmed'), words: (n: number) => `${n} unconfirmed` },
    { count: having('covered'), words: (n: number) => `${n} covered` },
  ].filter((part) => part.count > 0);
  const absences = extra < lines.length || extra === 0 ? [counted(lines.length - extra, 'absence')] : [];
  const jobs = extra === 0 ? [] : [`${counted(extra, 'job')} for extra hands`];
  return `${[...absences, ...jobs].join(' and ')}: ${parts.map((part) => part.words(part.count)).join(', ')}.`;
}

/**
 * Returns how colleagues cover a class: 'Ada Free, Ben Lee', or 'Colleagues cover 1 of 3 periods, 2 asked' until all
 * are covered.
 */
export function insideWords({ periods, covered, asked, people }: NonNullable<BoardLine['inside']>): string {
  if (covered === periods) return people.join(', ');
  const open = asked === 0 ? '' : `, ${asked} asked`;
  return `Colleagues cover ${covered} of ${counted(periods, 'period')}${open}`;
}

/** Returns how a class without a substitute is covered. Once it is over, no one can be found anymore. */
export function withoutSubstitute(
  { inside, endTime }: Pick<BoardLine, 'inside' | 'endTime'>,
  { date, timeZone, now }: { date: string; timeZone: string; now: Date },
): string {
  if (inside !== null) return insideWords(inside);
  return hasEnded({ date, endTime, timeZone }, now) ? 'This class was not covered.' : 'No one yet';
}

/** Returns the next step, as a sentence. Returns null if there is nothing to do. */
export function nextWords(
  {
    next,
    tried,
    waves,
    substitute,
    looksAgain,
  }: Pick<BoardLine, 'next' | 'tried' | 'waves' | 'substitute' | 'looksAgain'>,
  { timeZone, now }: { timeZone: string; now: Date },
): string | null {
  switch (next) {
    case 'review':
      return 'Review the request.';
    case 'notifying':
      return 'Still notifying substitutes.';
    case 'held':
      return 'An offer goes out in a few seconds.';
    case 'offer':
      return looksAgain === true ? `${noOne}.` : 'No one has been notified yet. Offer it, or assign a substitute.';
    case 'wave':
      return waves === null ? null : sentenceOf(wavesAhead({ ...waves, offered: tried?.notified ?? 0, timeZone }, now));
    case 'wait':
      return answersAhead(tried?.waiting ?? 0, tried?.unsent ?? 0);
    case 'assign':
      return `Everyone who was notified declined${(tried?.undelivered ?? 0) > 0 ? ' or couldn’t be reached' : ''}. Assign a substitute.`;
    case 'confirm':
      return `Waiting for ${substitute?.fullName ?? 'the substitute'} to confirm.`;
    case 'offer_again':
      return `${substitute?.fullName ?? 'The substitute'} didn’t come. Offer the class again.`;
    case null:
      return null;
  }
}

/** Returns whom a class waits for: those whose offer was sent, or else the sending. */
function answersAhead(waiting: number, unsent: number): string {
  if (waiting > unsent) return `Waiting for ${counted(waiting - unsent, 'substitute')} to answer.`;
  return 'We’ll keep trying to send the offers.';
}

/** Returns 'Next 10 at 6:05 AM · everyone at 6:20 AM.' While a wave is being sent, there are no further steps. */
function sentenceOf(ahead: readonly string[]): string {
  const words = ahead.length === 0 ? 'notifying substitutes' : ahead.join(' · ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
