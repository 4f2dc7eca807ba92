import type { ReplyOf } from '#contract/endpoint.ts';
import type { planDay } from '#contract/day-plan.ts';
import { rankedInWords } from '#domain/ranking.ts';
import { noShowWords, offeredWords } from '#web/features/office/candidate-words.ts';
import { inOneLine } from '#web/words/people.ts';
import { counted } from '#web/words/time.ts';

type DayPlan = ReplyOf<typeof planDay>;
export type PlanLine = DayPlan['lines'][number];
export type PlannedPerson = NonNullable<PlanLine['proposed']>;

/**
 * Returns why the plan proposes someone, in words: 'Taught this class 3 times · Knows the subject'. A no-show comes
 * first, as in the list of candidates.
 */
export function reasonWords(
  { reasons, timesWithTeacher, timesHere, noShowOn, offered }: PlannedPerson,
  date: string,
): string {
  const words = rankedInWords(reasons, { timesWithTeacher, timesHere }, date);
  const all = words === '' ? ['Free at that time'] : words.split(' · ');
  return inOneLine(noShowWords(noShowOn ?? null), offered === null ? null : offeredWords(offered, date), ...all);
}

type Choice = { vacancyId: number; substituteId: number | null };

/**
 * Returns whether a line's class was already offered to its substitute, so it isn't offered again unless they were
 * chosen.
 */
export function isAskedBefore({ vacancyId, proposed }: PlanLine, choices: readonly Choice[]): boolean {
  if (proposed === null || proposed.offered === null) return false;
  return choices.every((one) => one.vacancyId !== vacancyId || one.substituteId !== proposed.id);
}

/** Returns the line above a plan, or instead of one. */
export function planWords({ lines, more, missed = 0 }: Pick<DayPlan, 'lines' | 'more' | 'missed'>): string {
  const left = missedWords(missed);
  if (lines.length === 0)
    return missed === 0
      ? 'Every class of this day is covered or has a request to review.'
      : `${left} Every other class of this day is covered or has a request to review.`;
  const covered = lines.filter(({ proposed }) => proposed !== null).length;
  const classes = counted(lines.length + missed, 'uncovered class', 'uncovered classes');
  const all =
    covered === lines.length && missed === 0
      ? `This plan has a substitute for ${lines.length === 1 ? 'the uncovered class' : lines.length === 2 ? 'both uncovered classes' : `all ${classes}`}.`
      : `This plan has substitutes for ${covered} of ${classes}.`;
  const rest = more === 0 ? '' : ` ${counted(more, 'more class', 'more classes')} can be planned after these.`;
  // Without a substitute, there is no button to press.
  const also = left === '' ? '' : ` ${left}`;
  return `${all}${rest}${also}${covered === 0 ? '' : ' No one is notified until you press a button below.'}`;
}

/** Says how many classes can't be planned because their substitute didn't come and wasn't released. */
function missedWords(missed: number): string {
  if (missed === 0) return '';
  return missed === 1
    ? 'One class isn’t in the plan because its substitute didn’t come. Offer it again on the board first.'
    : `${missed} classes aren’t in the plan because their substitutes didn’t come. Offer them again on the board first.`;
}

/** Returns the lines of a plan as they are sent: single classes together, each multi-day job in a separate call. */
export function sentTogether<Line extends Pick<PlanLine, 'others'>>(lines: readonly Line[]): Line[][] {
  const single = lines.filter(({ others }) => others.length === 0);
  const jobs = lines.filter(({ others }) => others.length > 0);
  return [...(single.length === 0 ? [] : [single]), ...jobs.map((job) => [job])];
}

/** Says what was sent: '2 offers sent, 1 not sent'. */
export function sentWords(act: 'offer' | 'assign', sent: number, notSent: number): string {
  if (sent === 0) return 'Nothing was sent';
  const done = act === 'offer' ? `${counted(sent, 'offer')} sent` : `${counted(sent, 'substitute')} assigned`;
  return notSent === 0 ? done : `${done}, ${notSent} not ${act === 'offer' ? 'sent' : 'assigned'}`;
}

/** Says what happens after `sent` lines were sent. */
export function askedWords(act: 'offer' | 'assign', sent: number): string {
  if (act === 'assign') return sent === 1 ? 'We’ll ask the substitute to confirm.' : 'We’ll ask them to confirm.';
  return sent === 1
    ? 'We’ll ask the substitute. The answer appears on the board.'
    : 'We’ll ask each substitute. Their answers appear on the board.';
}

/** Returns which classes of a call have changed, and what to do: the call sent none of its lines. */
export function notSentWords(
  lines: readonly Pick<PlanLine, 'vacancyId' | 'description' | 'others'>[],
  fields: Readonly<Record<string, string>>,
): string[] {
  const changed = lines.flatMap(({ vacancyId, description }) => {
    const because = fields[String(vacancyId)];
    return because === undefined ? [] : [`${description}: ${because}`];
  });
  const held = lines.length - changed.length;
  if (held === 0) return changed;
  return [
    ...changed,
    `${counted(held, 'other class wasn’t', 'other classes weren’t')} sent either. Check the new plan, then send it.`,
  ];
}
