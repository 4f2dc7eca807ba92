import { refusal, type Refusal, type RefusalCode } from './refusal.ts';
import { undoesYes, yesUndoUntil } from './undo.ts';

/** The five reasons, in the case in which they are stored. */
export const absenceReasons = ['Personal', 'Illness', 'Family Illness', 'Bereavement', 'Paternity Leave'] as const;

export type AbsenceReason = (typeof absenceReasons)[number];

/** Returns the stored form of a reason given in any case, or null if there is no such reason. */
export function absenceReasonOf(text: string): AbsenceReason | null {
  const wanted = text.trim().toLowerCase();
  return absenceReasons.find((reason) => reason.toLowerCase() === wanted) ?? null;
}

/** The name of a job without an absent teacher, shown where absences have their reason. */
export const extraHands = 'Extra hands';

/**
 * Returns whether no teacher is absent: the front office needs another adult, to proctor a test or to fill in for an
 * aide. Such a vacancy has no reason, and its `teacherId` is its contact in the front office.
 */
export function isExtraHands({ absenceReason }: { absenceReason: AbsenceReason | null }): boolean {
  return absenceReason === null;
}

/**
 * Returns the teacher whose class it is. Returns null for extra hands: two jobs with the same contact aren't the same
 * class.
 */
export function classTeacherOf(vacancy: { absenceReason: AbsenceReason | null; teacherId: number }): number | null {
  return isExtraHands(vacancy) ? null : vacancy.teacherId;
}

export const vacancyStatuses = ['open', 'pending_approval', 'filled'] as const;

export type VacancyStatus = (typeof vacancyStatuses)[number];

/** Limits of a vacancy's texts, in characters. */
export const vacancyLimits = {
  title: 200,
  description: 5000,
  link: 2000,
  substituteNote: 1000,
  reason: 500,
  daysAtOnce: 60,
} as const;

/** Returns whether a text is a valid link to lesson plans: an http(s) address without spaces that isn't too long. */
export function isPlansLink(text: string): boolean {
  if (text.length > vacancyLimits.link || /[\s\p{Cc}]/u.test(text)) return false;
  return URL.canParse(text) && /^https?:\/\//i.test(text);
}

/** Returns a link as people copy it, with a missing `https://` added: 'docs.google.com/d/1' is one. */
export function withScheme(text: string): string {
  // A name without a path is more likely a file's: 'plans.docx'.
  return /^(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?\/|^www\./i.test(text) ? `https://${text}` : text;
}

/** The kinds of history entries. */
export const historyKinds = [
  'posted',
  'notified',
  'seen',
  'requested',
  'withdrawn',
  'declined',
  'undeclined',
  'approved',
  'rejected',
  'assigned',
  'confirmed',
  'released',
  'reopened',
  'edited',
  'deleted',
  'corrected',
  'undone',
  'offered_again',
  'confirmed_by_phone',
  /** The vacancy's times moved, so the booked substitute confirms again. */
  'asked_again',
  'attendance',
  /** The substitute undid their own yes within minutes. It doesn't count as a cancellation. */
  'yes_undone',
] as const;

export type HistoryKind = (typeof historyKinds)[number];

/** One history entry: what happened, and to which substitute, if any. */
export interface HistoryEntry {
  kind: HistoryKind;
  substituteId: number | null;
}

/**
 * The state that determines a vacancy's possible transitions. Invariants: an open one has no one, a pending_approval
 * one has a request and no substitute, and a filled one has a substitute, with a request only if it was that
 * substitute's. `confirmed` is null unless filled, false until an assigned substitute answers, and otherwise true.
 */
export interface VacancyState {
  status: VacancyStatus;
  substituteId: number | null;
  requestedById: number | null;
  requestedAt: Date | null;
  confirmed: boolean | null;
  startsAt: Date;
  endsAt: Date;
  deletedAt: Date | null;
  /** Whether colleagues of the teacher cover every period. Missing means false. */
  coveredInside?: boolean;
  /** Whether the vacancy is a day of a multi-day job. Missing means false. */
  isJobDay?: boolean;
}

/** Every event of a vacancy. `by` is the id of the acting substitute. Permission is checked by `can`. */
export type VacancyEvent =
  | { type: 'request'; by: number }
  | { type: 'approve'; substituteId: number }
  | { type: 'reject' }
  | { type: 'withdraw'; by: number }
  | { type: 'assign'; substituteId: number }
  /** Its substitute swaps with another one. `confirmed`: the new one has already agreed to these times. */
  | { type: 'swap'; substituteId: number; confirmed: boolean }
  | { type: 'confirm'; by: number }
  /** The substitute told the front office that they are coming. */
  | { type: 'confirmByPhone' }
  /** The answer 'Can't come' to an assignment without a request. It doesn't count as a cancellation. */
  | { type: 'cannotCome'; by: number }
  /** Without a reason, a substitute can only undo their own yes (`yesUndoUntil`). */
  | { type: 'release'; by: { id: number; role: 'teacher' | 'substitute' | 'school_admin' }; reason: string }
  /** An unanswered request has expired, see `requestDueAt`. */
  | { type: 'expireRequest' }
  /** The substitute can no longer come: they were booked elsewhere or no longer work for the school. */
  | { type: 'reopen'; substituteId: number }
  /** Records after the end who was actually there, or null for no one. */
  | { type: 'correct'; substituteId: number | null; reason: string }
  /** `asksAgain`: its times move so far that a booked substitute confirms again (`asksAgain` in edit.ts). */
  | { type: 'edit'; asksAgain?: boolean }
  /** The vacancy is offered again. */
  | { type: 'notify' }
  | { type: 'annotate' }
  /** The vacancy is no longer a day of its job. */
  | { type: 'leaveJob' }
  | { type: 'remove'; by: 'teacher' | 'school_admin' }
  | { type: 'decline'; by: number }
  | { type: 'undecline'; by: number }
  /** Takes back the answer to this request. The caller knows that nothing has happened to the vacancy since. */
  | { type: 'undo'; request: PendingRequest }
  /** Undoes an assignment before its substitute is notified. */
  | { type: 'undoAssign' };

/** A request that waits for its answer. */
interface PendingRequest {
  by: number;
  at: Date;
}

export type Move = { ok: true; next: VacancyState; history: HistoryEntry[] } | { ok: false; refusal: Refusal };

/**
 * Returns when an unanswered request reopens: at the start, or at the end if it was made later. Returns null if there
 * is no request.
 */
export function requestDueAt(state: VacancyState): Date | null {
  if (!state.requestedAt || state.status !== 'pending_approval') return null;
  return state.requestedAt < state.startsAt ? state.startsAt : state.endsAt;
}

/**
 * Returns the outcome of an event: the next state and its history entries, or a refusal that changes nothing. Every
 * status change is one of these. The caller's write checks the state that it read, so exactly one of several
 * simultaneous transitions wins.
 */
export function transition(state: VacancyState, event: VacancyEvent, now: Date): Move {
  const untimely = untimelyCode(state, event, now);
  if (untimely) return refuse(untimely);
  switch (event.type) {
    case 'request':
      return request(state, event.by, now);
    case 'approve':
      return approve(state, event.substituteId);
    case 'reject':
      if (state.status !== 'pending_approval') return refuse(notPending(state));
      return move(reopened(state), ['rejected', state.requestedById]);
    case 'withdraw':
      return withdraw(state, event.by);
    case 'assign':
      return assign(state, event.substituteId);
    case 'swap':
      return swap(state, event, now);
    case 'confirm':
      return confirm(state, event.by);
    case 'confirmByPhone':
      if (state.status !== 'filled') return refuse('not_filled');
      return state.confirmed
        ? move(state)
        : move({ ...state, confirmed: true }, ['confirmed_by_phone', state.substituteId]);
    case 'cannotCome':
      return cannotCome(state, event.by);
    case 'release':
      return release(state, event, now);
    case 'expireRequest': {
      const due = requestDueAt(state);
      if (!due) return refuse(notPending(state));
      return now < due ? refuse('not_due') : move(reopened(state), ['reopened', state.requestedById]);
    }
    case 'reopen':
      return reopen(state, event.substituteId, now);
    case 'correct':
      return correct(state, event);
    case 'edit':
      return edit(state, event.asksAgain ?? false);
    case 'notify':
      if (state.coveredInside === true) return refuse('covered_inside');
      return state.status === 'open' ? move(state) : refuse('not_open');
    case 'annotate':
      return move(state, ['edited', null]);
    case 'leaveJob':
      return state.isJobDay === true ? move(state, ['edited', null]) : refuse('not_in_job');
    case 'remove':
      return move({ ...state, deletedAt: now }, ['deleted', state.substituteId]);
    case 'decline':
      return state.status === 'open' ? move(state, ['declined', event.by]) : refuse(taken(state, event.by));
    case 'undecline':
      return move(state, ['undeclined', event.by]);
    case 'undo':
      return undo(state, event.request);
    case 'undoAssign':
      return state.status === 'filled' && state.confirmed === false
        ? move(reopened(state), ['undone', null])
        : refuse('undo_too_late');
    default:
      return unknownEvent(event);
  }
}

/** "Book the first request automatically": the request and its approval, as two transitions with one outcome. */
export function bookFirst(state: VacancyState, by: number, now: Date): Move {
  const history: HistoryEntry[] = [];
  let next = state;
  for (const event of [
    { type: 'request', by },
    { type: 'approve', substituteId: by },
  ] as const) {
    const made = transition(next, event, now);
    if (!made.ok) return made;
    next = made.next;
    history.push(...made.history);
  }
  return { ok: true, next, history };
}

/**
 * Transitions are possible until the end. After that, an admin can still correct or delete, and expired requests are
 * still cleared.
 */
function untimelyCode(state: VacancyState, event: VacancyEvent, now: Date): RefusalCode | null {
  if (state.deletedAt) return 'vacancy_gone';
  const isOver = now >= state.endsAt;
  switch (event.type) {
    case 'correct':
      return isOver ? null : 'not_over';
    case 'expireRequest':
    case 'reopen':
      return null;
    case 'remove':
      if (event.by === 'school_admin') return null;
      if (isOver) return 'vacancy_over';
      // Once a substitute has begun to teach, the day is theirs. An uncovered class can be canceled until its end.
      return state.status === 'filled' && now >= state.startsAt ? 'vacancy_started' : null;
    default:
      return isOver ? 'vacancy_over' : null;
  }
}

function request(state: VacancyState, by: number, now: Date): Move {
  if (state.status !== 'open') return refuse(taken(state, by));
  if (state.coveredInside === true) return refuse('covered_inside');
  const next = { ...state, status: 'pending_approval', requestedById: by, requestedAt: now } as const;
  return move(next, ['requested', by]);
}

function approve(state: VacancyState, substituteId: number): Move {
  if (state.status !== 'pending_approval') return refuse(notPending(state));
  if (state.requestedById !== substituteId) return refuse('requested_by_other');
  return move({ ...state, status: 'filled', substituteId, confirmed: true }, ['approved', substituteId]);
}

function withdraw(state: VacancyState, by: number): Move {
  if (state.status === 'filled' && state.substituteId === by) return refuse('assigned_to_you');
  if (state.status !== 'pending_approval') return refuse('not_requested');
  if (state.requestedById !== by) return refuse('not_yours');
  return move(reopened(state), ['withdrawn', by]);
}

/**
 * A substitute with a request for this vacancy doesn't need to confirm. A request that loses to an assignment is
 * rejected.
 */
function assign(state: VacancyState, substituteId: number): Move {
  if (state.status === 'filled') return refuse('already_filled');
  const asked = state.requestedById === substituteId;
  const before = asked ? state : reopened(state);
  const lost: [HistoryKind, number | null][] =
    state.requestedById === null || asked ? [] : [['rejected', state.requestedById]];
  const next = { ...before, status: 'filled', substituteId, confirmed: asked } as const;
  return move(next, ...lost, ['assigned', substituteId]);
}

/** In the history, it is a release and an assignment, so calendars and reports know who had the class when. */
function swap(
  state: VacancyState,
  { substituteId, confirmed }: Extract<VacancyEvent, { type: 'swap' }>,
  now: Date,
): Move {
  if (state.status !== 'filled') return refuse('not_filled');
  if (now >= state.startsAt) return refuse('swap_late');
  const next = { ...state, substituteId, requestedById: null, requestedAt: null, confirmed };
  return move(next, ['released', state.substituteId], ['assigned', substituteId]);
}

/** Confirming twice isn't an error. The second time changes nothing and adds no entry. */
function confirm(state: VacancyState, by: number): Move {
  const refused = notAssignedTo(state, by);
  if (refused) return refuse(refused);
  return state.confirmed ? move(state) : move({ ...state, confirmed: true }, ['confirmed', by]);
}

function cannotCome(state: VacancyState, by: number): Move {
  const refused = notAssignedTo(state, by);
  if (refused) return refuse(refused);
  if (state.confirmed) return refuse('already_confirmed');
  return move(reopened(state), ['declined', by], ['reopened', by]);
}

function release(state: VacancyState, event: Extract<VacancyEvent, { type: 'release' }>, now: Date): Move {
  if (state.status !== 'filled') return refuse('not_filled');
  const bySubstitute = event.by.role === 'substitute';
  if (bySubstitute && event.by.id !== state.substituteId) return refuse('not_yours');
  if (undoesYes(state, event.by, now)) return move(reopened(state), ['yes_undone', state.substituteId]);
  if (event.reason.trim() === '')
    return refuse(bySubstitute && yesUndoUntil(state) !== null ? 'yes_undo_late' : 'reason_required');
  return move(reopened(state), ['released', state.substituteId]);
}

/** Only future requests and assignments can be taken from a substitute. They keep the days that they worked. */
function reopen(state: VacancyState, substituteId: number, now: Date): Move {
  if (state.status === 'open') return refuse('not_requested');
  const holder = state.status === 'filled' ? state.substituteId : state.requestedById;
  if (holder !== substituteId) return refuse('not_yours');
  if (state.status === 'filled' && now >= state.startsAt) return refuse('vacancy_started');
  return move(reopened(state), ['reopened', substituteId]);
}

function correct(state: VacancyState, event: Extract<VacancyEvent, { type: 'correct' }>): Move {
  if (event.reason.trim() === '') return refuse('reason_required');
  const { substituteId } = event;
  const nobody = reopened(state);
  const next =
    substituteId === null ? nobody : ({ ...nobody, status: 'filled', substituteId, confirmed: true } as const);
  return move(next, ['corrected', substituteId]);
}

/**
 * While a request waits, the times are those that its author agreed to. A booked substitute confirms again or says that
 * they can't come.
 */
function edit(state: VacancyState, asksAgain: boolean): Move {
  if (state.status === 'pending_approval') return refuse('not_open');
  if (state.status === 'open' || !asksAgain) return move(state, ['edited', null]);
  return move({ ...state, confirmed: false }, ['edited', null], ['asked_again', state.substituteId]);
}

function undo(state: VacancyState, { by, at }: PendingRequest): Move {
  const isApproved = state.status === 'filled' && state.substituteId === by && state.requestedById === by;
  if (state.status !== 'open' && !isApproved) return refuse('undo_too_late');
  const next = { ...reopened(state), status: 'pending_approval', requestedById: by, requestedAt: at } as const;
  return move(next, ['undone', by]);
}

function reopened(state: VacancyState): VacancyState {
  return { ...state, status: 'open', substituteId: null, requestedById: null, requestedAt: null, confirmed: null };
}

/** Returns the reason why a substitute can't have this vacancy. */
function taken(state: VacancyState, by: number): RefusalCode {
  if (state.status === 'filled') return state.substituteId === by ? 'assigned_to_you' : 'already_filled';
  return state.requestedById === by ? 'requested_by_you' : 'already_requested';
}

/** Returns why the request can't be answered. */
function notPending(state: VacancyState): RefusalCode {
  return state.status === 'filled' ? 'already_filled' : 'not_requested';
}

function notAssignedTo(state: VacancyState, by: number): RefusalCode | null {
  if (state.status !== 'filled') return 'not_filled';
  return state.substituteId === by ? null : 'not_yours';
}

function move(next: VacancyState, ...history: [HistoryKind, number | null][]): Move {
  return { ok: true, next, history: history.map(([kind, substituteId]) => ({ kind, substituteId })) };
}

function refuse(code: RefusalCode): Move {
  return { ok: false, refusal: refusal(code) };
}

function unknownEvent(event: never): never {
  throw new TypeError(`Unknown vacancy event: ${JSON.stringify(event)}`);
}
