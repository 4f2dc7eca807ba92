import type { DeclineReason } from '#domain/decline.ts';
import type { RankingReason } from '#domain/ranking.ts';
import { defaultTimes, type ShiftType } from '#domain/shift.ts';
import { instantOf } from '#domain/time.ts';
import {
  type AbsenceReason,
  type HistoryKind,
  transition,
  type VacancyEvent,
  type VacancyState,
} from '#domain/vacancy.ts';
import { demoSchool, demoZone, type SchoolKey } from '#server/demo/schools.ts';

/** An absence, or a job for extra hands, as it is posted. People are numbers of `DemoPerson`. */
export type Absence = {
  school: SchoolKey;
  /** The absent teacher. For extra hands, it is their contact. */
  teacher: number;
  createdBy: number;
  date: string;
  shift: ShiftType;
  title: string;
  notes: string;
  /** Null for extra hands: no teacher is absent. */
  reason: AbsenceReason | null;
  link: string | null;
  mayNeedChanges: boolean;
  isUrgent: boolean;
  bookFirst: boolean;
  /** All days of a multi-day job share it. It is missing for a vacancy outside a job. */
  job?: string;
  createdAt: Date;
};

/** A later event, and the person who causes it. It is null if it is the clock. */
export type Step = { at: Date; actor: number | null; event: VacancyEvent; reason?: string; note?: string };

export type HistoryLine = {
  kind: HistoryKind;
  at: Date;
  actor: number | null;
  substitute: number | null;
  reason: string | null;
  changes: object | null;
};

/** An absence with everything that has happened to it so far. */
export type DemoVacancy = Absence & {
  start: string;
  end: string;
  state: VacancyState;
  /** The message of the substitute whose request is pending or was booked. */
  message: string | null;
  updatedAt: Date;
  history: HistoryLine[];
  declines: { substitute: number; at: Date; reason?: DeclineReason | null }[];
  /** The notifications of a past class and their answers. They are missing for older and for later classes. */
  offered?: Offered;
};

/**
 * The people who were notified of a past class. At a school that notifies everyone at once, all of them are in wave 0.
 */
export type Offered = { isInWaves: boolean; isEveryoneAsked: boolean; offers: PastOffer[] };

/** A notification of a past class, and its answer. */
export type PastOffer = {
  substitute: number;
  wave: number;
  rank: number;
  reasons: readonly RankingReason[];
  at: Date;
  remindedAt: Date | null;
  seenAt: Date | null;
  answer: 'yes' | 'declined' | null;
  answeredAt: Date | null;
};

/** Returns the instants of this absence, by its school's times. */
export function spanOf(absence: Pick<Absence, 'school' | 'date' | 'shift'>): {
  start: string;
  end: string;
  startsAt: Date;
  endsAt: Date;
} {
  const { start, end } = defaultTimes(demoSchool(absence.school).settings, absence.shift);
  return {
    start,
    end,
    startsAt: instantOf(absence.date, start, demoZone),
    endsAt: instantOf(absence.date, end, demoZone),
  };
}

/**
 * Plays an absence until `now`. Each past step is made by the product's own `transition`, so no demo row is in a state
 * that the product couldn't produce.
 *
 * @throws Error if the product would refuse a step: then the demo's script is wrong.
 */
export function live(absence: Absence, steps: readonly Step[], now: Date): DemoVacancy {
  const { start, end, startsAt, endsAt } = spanOf(absence);
  let state: VacancyState = {
    status: 'open',
    substituteId: null,
    requestedById: null,
    requestedAt: null,
    confirmed: null,
    startsAt,
    endsAt,
    deletedAt: null,
  };
  let message: string | null = null;
  let updatedAt = absence.createdAt;
  const line = (
    kind: HistoryKind,
    at: Date,
    actor: number | null,
    substitute: number | null,
    reason: string | null = null,
    changes: object | null = null,
  ): HistoryLine => ({ kind, at, actor, substitute, reason, changes });
  const history = [
    line('posted', absence.createdAt, absence.createdBy, null),
    line('notified', absence.createdAt, absence.createdBy, null),
  ];
  const declines: DemoVacancy['declines'] = [];
  const seen = new Set<number>();
  for (const step of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (step.at > now) break;
    const made = transition(state, step.event, step.at);
    if (!made.ok)
      throw new Error(`The demo's script is wrong: ${step.event.type} on ${absence.date}: ${made.refusal.sentence}`);
    // The message belongs to its request and ends with it.
    if (made.next.requestedById !== state.requestedById || made.next.deletedAt !== null) message = null;
    state = made.next;
    if (step.event.type === 'request' && !seen.has(step.event.by)) {
      // A substitute opens a vacancy just before requesting it.
      seen.add(step.event.by);
      history.push(
        line(
          'seen',
          new Date(Math.max(absence.createdAt.getTime(), step.at.getTime() - 40_000)),
          step.event.by,
          step.event.by,
        ),
      );
    }
    history.push(
      ...made.history.map((entry) => line(entry.kind, step.at, step.actor, entry.substituteId, step.reason ?? null)),
    );
    message = step.note ?? message;
    if (step.event.type === 'decline') declines.push({ substitute: step.event.by, at: step.at });
    else updatedAt = step.at;
  }
  return { ...absence, start, end, state, message, updatedAt, history, declines };
}
