import {
  type DispatchQuestion,
  type DispatchStep,
  nextStep,
  nextWave,
  type SentOffer,
  waveInWords,
} from '#domain/dispatch.ts';
import type { Dispatch } from '#server/features/vacancies/dispatch/dispatch.ts';
import type { RankedCandidate } from '#server/features/vacancies/candidates/ranked.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/** The maximum number of people whom one transaction notifies. The next one notifies the others immediately. */
export const mostAtOnce = 500;

/** Whom a step notifies. `line` is about an offer in the history. */
export type Notifying =
  | { type: 'offer'; wave: number; people: readonly RankedCandidate[]; line: string }
  | { type: 'remind'; to: readonly number[] };

/** The steps of a vacancy that are due, in order, and what follows: the time of the next step, or the end. */
export type TakenSteps = {
  row: VacancyRow;
  dispatch: Dispatch;
  steps: readonly Notifying[];
  outcome:
    | { type: 'wait'; until: Date; next: { at: Date; size: number } | null; isEveryoneAsked: boolean }
    | Extract<DispatchStep, { type: 'end' }>;
};

/** A vacancy whose next step is due, and everything but the people that the step depends on. */
export type DueVacancy = { row: VacancyRow; dispatch: Dispatch; isOpen: boolean; offers: SentOffer[] };

/**
 * Returns the steps of one vacancy that are due. Taking a step changes its offers, so the next step is requested
 * again.
 */
export function stepsOf(
  { row, dispatch, isOpen, offers: before }: DueVacancy,
  ranked: readonly RankedCandidate[],
  now: Date,
): TakenSteps {
  const candidates = dispatch.exceptId === null ? ranked : ranked.filter(({ id }) => id !== dispatch.exceptId);
  const steps: Notifying[] = [];
  let offers = before;
  for (;;) {
    const question: DispatchQuestion = {
      offering: row.offering,
      vacancy: { ...row, isOpen },
      isPaused: dispatch.isPaused,
      isForEveryone: dispatch.forEveryone,
      candidates,
      offers,
      now,
    };
    const step = nextStep(question);
    if (step.type === 'end') return { row, dispatch, steps, outcome: step };
    if (step.type === 'wait') return { row, dispatch, steps, outcome: waiting(step.until, question) };
    if (step.type === 'remind') {
      steps.push(step);
      const reminded = new Set(step.to);
      offers = offers.map((one) => (reminded.has(one.substituteId) ? { ...one, remindedAt: now } : one));
      continue;
    }
    const to = new Set(step.to.slice(0, mostAtOnce));
    const { wave } = step;
    const line = waveInWords(wave, to.size, offers);
    steps.push({ type: 'offer', wave, people: candidates.filter(({ id }) => to.has(id)), line });
    if (step.to.length > mostAtOnce) return { row, dispatch, steps, outcome: { ...stillDue, until: now } };
    const unanswered = { wave, at: now, answer: null, answeredAt: null, remindedAt: null };
    offers = [...offers, ...[...to].map((substituteId) => ({ substituteId, ...unanswered }))];
  }
}

const stillDue = { type: 'wait', next: null, isEveryoneAsked: false } as const;

function waiting(until: Date, question: DispatchQuestion): TakenSteps['outcome'] {
  const asked = new Set(question.offers.map(({ substituteId }) => substituteId));
  const isEveryoneAsked = question.candidates.every(({ id }) => asked.has(id));
  return { type: 'wait', until, next: nextWave({ ...question, now: until }), isEveryoneAsked };
}

/** Returns the people whom a step notifies. */
export function notifiedBy(step: Notifying): readonly number[] {
  return step.type === 'offer' ? step.people.map(({ id }) => id) : step.to;
}

/** Returns the people whom these steps notify. */
export function peopleIn(taken: readonly TakenSteps[]): number[] {
  return taken.flatMap(({ steps }) => steps.flatMap(notifiedBy));
}
