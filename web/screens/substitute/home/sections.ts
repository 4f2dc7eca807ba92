import type { Vacancy } from '#contract/vacancies.ts';
import { isUnfit } from '#web/features/vacancies/request/unfit.ts';
import { isToday } from '#web/screens/substitute/home/today.ts';

/** How many cards a section of Home shows. Its link leads to the rest. */
export const few = 3;

type Kind = 'next' | 'waiting' | 'requests' | 'offers';

/** A few vacancies of one kind under their heading. */
export type Section = { kind: Kind; isToday: boolean; title: string; vacancies: Vacancy[] };

const titles: Record<Kind, { only: string; today: string; later: string }> = {
  next: { only: 'Next assignment', today: 'Next assignment', later: 'Next assignment' },
  waiting: {
    only: 'Waiting for your answer',
    today: 'Waiting for your answer',
    later: 'Later, waiting for your answer',
  },
  requests: { only: 'Open requests', today: 'Open requests', later: 'Open requests, later' },
  offers: { only: 'Soonest open vacancies', today: 'Today, still open', later: 'Soonest open vacancies' },
};

/** Substitutes who are free today see today's open vacancies first. */
const order = {
  today: ['next', 'waiting', 'offers', 'requests'],
  later: ['waiting', 'next', 'requests', 'offers'],
} as const;

type Own = {
  now: Date;
  /** Returns upcoming assignments, requests and open vacancies, each soonest first. */
  assignments: readonly Vacancy[];
  requests: readonly Vacancy[];
  open: readonly Vacancy[];
};

/**
 * Returns the sections of vacancies on Home, empty ones as well: a section whose last vacancy was answered still shows
 * the answer and its Undo. Everything for today comes before everything for a later day.
 */
export function sectionsOf({ now, assignments, requests, open }: Own): Section[] {
  const [next, ...others] = assignments;
  const fitting = open.filter((vacancy) => !isUnfit(vacancy));
  const all: Record<Kind, readonly Vacancy[]> = {
    next: next === undefined ? [] : [next],
    waiting: others.filter(({ can }) => can.includes('cannotCome')),
    requests,
    offers: fitting.length > 0 ? fitting : open,
  };
  const sectionOf = (kind: Kind, today: boolean): Section => {
    const ofToday = all[kind].filter((vacancy) => isToday(vacancy, now));
    const vacancies = today ? ofToday : all[kind].filter((vacancy) => !isToday(vacancy, now));
    const { only, today: title, later } = titles[kind];
    return {
      kind,
      isToday: today,
      title: today ? title : ofToday.length === 0 ? only : later,
      vacancies: vacancies.slice(0, few),
    };
  };
  return [...order.today.map((kind) => sectionOf(kind, true)), ...order.later.map((kind) => sectionOf(kind, false))];
}

/**
 * Returns whether a booking of today has covers in its free periods, or only a later one. Returns null if there are
 * none.
 */
export function dayOfCovers(assignments: readonly Vacancy[], now: Date): 'today' | 'later' | null {
  const withCovers = assignments.filter(({ alsoCovers }) => alsoCovers !== undefined);
  if (withCovers.length === 0) return null;
  return withCovers.some((vacancy) => isToday(vacancy, now)) ? 'today' : 'later';
}
