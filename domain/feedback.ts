import type { RefusalCode } from './refusal.ts';

/** The substitute's answers on how a class went. */
export const classVerdicts = ['well', 'problems'] as const;
export type ClassVerdict = (typeof classVerdicts)[number];

/** The substitute's answers on the plans. */
export const planVerdicts = ['clear', 'missing'] as const;
export type PlanVerdict = (typeof planVerdicts)[number];

/** The choices as people read them. */
export const classVerdictLabels: Record<ClassVerdict, string> = { well: 'It went well', problems: 'Some problems' };
export const planVerdictLabels: Record<PlanVerdict, string> = { clear: 'Clear', missing: 'Something was missing' };

/**
 * `words`: the longest sentence, in characters. In days: `give`, how long after the class feedback can be given;
 * `edit`, how long its author can change it; `answer`, how long a substitute has before it counts unanswered; `ask`,
 * how long a teacher's home asks; `keep`, how long it is stored.
 */
export const feedbackLimits = { words: 500, give: 30, edit: 7, answer: 7, ask: 14, keep: 730 } as const;

const DAY = 24 * 3_600_000;
const after = (at: Date, days: number) => new Date(at.getTime() + days * DAY);

/** A teacher's feedback on a substitute: when it was last changed, and when the substitute first answered it. */
export interface Said {
  saidAt: Date;
  answeredAt: Date | null;
}

/**
 * Returns the reason for refusing feedback on a class. `firstAt`: when its author first gave it. Returns null if it is
 * accepted.
 */
export function feedbackRefusal(
  { endsAt, isNoShow }: { endsAt: Date; isNoShow: boolean },
  firstAt: Date | null,
  now: Date,
): RefusalCode | null {
  if (now < endsAt) return 'feedback_early';
  if (isNoShow) return 'feedback_no_show';
  const until = firstAt === null ? after(endsAt, feedbackLimits.give) : after(firstAt, feedbackLimits.edit);
  return now > until ? 'feedback_closed' : null;
}

/**
 * Returns whether the substitute has answered the teacher's current feedback. An answer to earlier words doesn't count.
 */
export function isAnswered({ saidAt, answeredAt }: Said): boolean {
  return answeredAt !== null && answeredAt >= saidAt;
}

/** When a teacher's feedback begins to count: with the answer, or 7 days after the substitute could see it. */
export function countsFrom(said: Said): Date {
  const unanswered = after(said.saidAt, feedbackLimits.answer);
  return said.answeredAt !== null && isAnswered(said) && said.answeredAt < unanswered ? said.answeredAt : unanswered;
}

/** Returns whether the feedback counts yet. Until then, only the teacher and the substitute see it. */
export function countsNow(said: Said, now: Date): boolean {
  return now >= countsFrom(said);
}

/**
 * Returns the reason for refusing an answer: there is one, and the 7 days in which it can be changed are over. Returns
 * null if it is accepted.
 */
export function answerRefusal(said: Said, now: Date): RefusalCode | null {
  if (said.answeredAt === null || !isAnswered(said)) return null;
  return now > after(said.answeredAt, feedbackLimits.edit) ? 'feedback_closed' : null;
}
