import { refusal, type Refusal, type RefusalCode } from './refusal.ts';

/** The five reasons, in the casing in which they are stored. */
export const absenceReasons = ['Personal', 'Illness', 'Family Illness', 'Bereavement', 'Paternity Leave'] as const;

export type AbsenceReason = (typeof absenceReasons)[number];

/** The reason a text names in any casing, as it is stored; null where it names none. */
export function absenceReasonOf(text: string): AbsenceReason | null {
  const wanted = text.trim().toLowerCase();
  return absenceReasons.find((reason) => reason.toLowerCase() === wanted) ?? null;
}

export const vacancyStatuses = ['open', 'pending_approval', 'filled'] as const;

export type VacancyStatus = (typeof vacancyStatuses)[number];

/** Most characters of a vacancy's texts. */
export const vacancyLimits = {
  title: 200,
  description: 5000,
  link: 2000,
  substituteNote: 1000,
  reason: 500,
  daysAtOnce: 60,
} as const;

/** Whether a text can be the link to the lesson plans: an http(s) address without spaces, not too long. */
export function isPlansLink(text: string): boolean {
  if (text.length > vacancyLimits.link || /[\s\p{Cc}]/u.test(text)) return false;
  return URL.canParse(text) && /^https?:\/\//i.test(text);
}

/** A link as people copy it, with `https://` in front where they left that out: 'docs.google.com/d/1' is one. */
export function withScheme(text: string): string {
  // A name without a path may as well be a file's: 'plans.docx'.
  return /^(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?\/|^www\./i.test(text) ? `https://${text}` : text;
}

/** What the history of a vacancy records. */
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
] as const;

export type HistoryKind = (typeof historyKinds)[number];

/** One line of history: what happened, and to which substitute where it concerns one. */
export interface HistoryEntry {
  kind: HistoryKind;
  substituteId: number | null;
}

/**
 * What decides which moves a vacancy can make. These hold together: open has nobody; pending_approval has a
 * request and no substitute; filled has a substitute, and a request only if it was that substitute's own.
 * `confirmed` is null unless filled, false while an assigned substitute has not answered, else true.
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
}

/** Everything that can happen to a vacancy. `by` is the id of the substitute who acts; who may is `can`'s to say. */
export type VacancyEvent =
  | { type: 'request'; by: number }
  | { type: 'approve'; substituteId: number }
  | { type: 'reject' }
  | { type: 'withdraw'; by: number }
  | { type: 'assign'; substituteId: number }
  | { type: 'confirm'; by: number }
  /** The answer 'Can't come' to an assignment nobody asked for: no cancellation on the record. */
  | { type: 'cannotCome'; by: number }
  | { type: 'release'; by: { id: number; role: 'teacher' | 'substitute' | 'school_admin' }; reason: string }
  /** The time of an unanswered request has passed, see `requestDueAt`. */
  | { type: 'expireRequest' }
  /** The substitute can no longer come: booked elsewhere, or no longer with the school. */
  | { type: 'reopen'; substituteId: number }
  /** After the end: who was really there, or null for nobody. */
  | { type: 'correct'; substituteId: number | null; reason: string }
  | { type: 'edit' }
  | { type: 'annotate' }
  | { type: 'remove'; by: 'teacher' | 'school_admin' }
  | { type: 'decline'; by: number }
  | { type: 'undecline'; by: number }
  /** Takes back the answer to this request. The caller knows that nothing has happened to the vacancy since. */
  | { type: 'undo'; request: PendingRequest };

/** A request that waits for its answer. */
export interface PendingRequest {
  by: number;
  at: Date;
}

/**
 * Seconds in which an answer can be undone: `offered` by the screen, and `accepted` by the server, so that a tap at the last
 * moment still arrives in time. Notifications about the answer wait until then.
 */
export const undoSeconds = { offered: 8, accepted: 10 } as const;

export type Move = { ok: true; next: VacancyState; history: HistoryEntry[] } | { ok: false; refusal: Refusal };

/**
 * When an unanswered request reopens: as the vacancy starts, or for one made later, as it ends. Null where
 * nobody is waiting.
 */
export function requestDueAt(state: VacancyState): Date | null {
  if (!state.requestedAt || state.status !== 'pending_approval') return null;
  return state.requestedAt < state.startsAt ? state.startsAt : state.endsAt;
}

/**
 * What an event makes of a vacancy: the next state and what history records, or a refusal that changes
 * nothing. Every status move of the product is one of these; the caller writes it guarded by the state it
 * read, so that of simultaneous moves one wins.
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
    case 'confirm':
      return confirm(state, event.by);
    case 'cannotCome':
      return cannotCome(state, event.by);
    case 'release':
      return release(state, event);
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
      return state.status === 'open' ? move(state, ['edited', null]) : refuse('not_open');
    case 'annotate':
      return move(state, ['edited', null]);
    case 'remove':
      return move({ ...state, deletedAt: now }, ['deleted', state.substituteId]);
    case 'decline':
      return state.status === 'open' ? move(state, ['declined', event.by]) : refuse(taken(state, event.by));
    case 'undecline':
      return move(state, ['undeclined', event.by]);
    case 'undo':
      return undo(state, event.request);
    default:
      return unknownEvent(event);
  }
}

/** 'Book the first who asks': the request and its approval, as two moves with one outcome. */
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

/** Moves are possible until the end; then an admin may still correct or delete, and the clock clear up. */
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
      return event.by === 'teacher' && now >= state.startsAt ? 'vacancy_started' : null;
    default:
      return isOver ? 'vacancy_over' : null;
  }
}

function request(state: VacancyState, by: number, now: Date): Move {
  if (state.status !== 'open') return refuse(taken(state, by));
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

/** Whoever asked for this vacancy need not be asked again; a request that loses to it is a rejected one. */
function assign(state: VacancyState, substituteId: number): Move {
  if (state.status === 'filled') return refuse('already_filled');
  const asked = state.requestedById === substituteId;
  const before = asked ? state : reopened(state);
  const lost: [HistoryKind, number | null][] =
    state.requestedById === null || asked ? [] : [['rejected', state.requestedById]];
  const next = { ...before, status: 'filled', substituteId, confirmed: asked } as const;
  return move(next, ...lost, ['assigned', substituteId]);
}

/** Confirming twice is no mistake: the second time changes nothing and leaves no line. */
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

function release(state: VacancyState, event: Extract<VacancyEvent, { type: 'release' }>): Move {
  if (state.status !== 'filled') return refuse('not_filled');
  if (event.by.role === 'substitute' && event.by.id !== state.substituteId) return refuse('not_yours');
  if (event.reason.trim() === '') return refuse('reason_required');
  return move(reopened(state), ['released', state.substituteId]);
}

/** Only a request or an assignment still to come can be taken from a substitute; days worked stay theirs. */
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

function undo(state: VacancyState, { by, at }: PendingRequest): Move {
  const isApproved = state.status === 'filled' && state.substituteId === by && state.requestedById === by;
  if (state.status !== 'open' && !isApproved) return refuse('undo_too_late');
  const next = { ...reopened(state), status: 'pending_approval', requestedById: by, requestedAt: at } as const;
  return move(next, ['undone', by]);
}

function reopened(state: VacancyState): VacancyState {
  return { ...state, status: 'open', substituteId: null, requestedById: null, requestedAt: null, confirmed: null };
}

/** Why somebody who wants this vacancy cannot have it. */
function taken(state: VacancyState, by: number): RefusalCode {
  if (state.status === 'filled') return state.substituteId === by ? 'assigned_to_you' : 'already_filled';
  return state.requestedById === by ? 'requested_by_you' : 'already_requested';
}

/** Why no request can be answered. */
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
