import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { undoesYes, undoSeconds, yesUndoUntil } from './undo.ts';
import { bookFirst, transition, type VacancyEvent, type VacancyState } from './vacancy.ts';

const ANN = { id: 7, role: 'substitute' } as const;
const BOB = { id: 8, role: 'substitute' } as const;
const TEACHER = { id: 1, role: 'teacher' } as const;
const yesAt = new Date('2026-11-20T11:00:00Z');
const startsAt = new Date('2026-11-20T13:00:00Z');
const after = (seconds: number) => new Date(yesAt.getTime() + seconds * 1000);

const open: VacancyState = {
  status: 'open',
  substituteId: null,
  requestedById: null,
  requestedAt: null,
  confirmed: null,
  startsAt,
  endsAt: new Date('2026-11-20T20:00:00Z'),
  deletedAt: null,
};

/** Returns the state after these events, each at `yesAt`. */
function following(...events: VacancyEvent[]): VacancyState {
  let state = open;
  for (const event of events) {
    const move = transition(state, event, yesAt);
    if (!move.ok) throw new Error(move.refusal.code);
    state = move.next;
  }
  return state;
}

const asked: VacancyEvent = { type: 'request', by: ANN.id };
const booked = following(asked, { type: 'approve', substituteId: ANN.id });

/** Returns the outcome of a release: the kind of its history entry, or the refusal. */
function released(state: VacancyState, by: typeof ANN | typeof BOB | typeof TEACHER, now: Date, reason = ''): string {
  const move = transition(state, { type: 'release', by, reason }, now);
  return move.ok ? move.history.map(({ kind }) => kind).join() : move.refusal.code;
}

describe('a release by the substitute, after their own yes', () => {
  test.each([
    ['a second later', booked, 1, 'yes_undone'],
    ['just before five minutes have passed', booked, 299.999, 'yes_undone'],
    ['at exactly five minutes', booked, 300, 'yes_undo_late'],
    ['the next hour', booked, 3600, 'yes_undo_late'],
    ['when the class has begun', { ...booked, startsAt: after(60) }, 60, 'yes_undo_late'],
    ['just before the class begins', { ...booked, startsAt: after(60) }, 59.999, 'yes_undone'],
    [
      'after the school has edited it',
      following(asked, { type: 'approve', substituteId: 7 }, { type: 'edit' }),
      60,
      'yes_undone',
    ],
    [
      'after its times moved so far that they are asked again',
      following(asked, { type: 'approve', substituteId: 7 }, { type: 'edit', asksAgain: true }),
      60,
      'yes_undone',
    ],
    [
      'if an administrator assigned them even though they had requested it',
      following(asked, { type: 'assign', substituteId: 7 }),
      60,
      'yes_undone',
    ],
    [
      'if an administrator assigned them, and they confirmed',
      following({ type: 'assign', substituteId: 7 }, { type: 'confirm', by: 7 }),
      60,
      'reason_required',
    ],
    [
      'if they were swapped into it',
      following(asked, { type: 'approve', substituteId: 7 }, { type: 'swap', substituteId: 7, confirmed: true }),
      60,
      'reason_required',
    ],
  ])('%s', (_, state, seconds, outcome) => {
    expect(released(state, ANN, after(seconds))).toBe(outcome);
    const isUndone = outcome === 'yes_undone';
    expect(released(state, ANN, after(seconds), 'Ill')).toBe(isUndone ? outcome : 'released');
    expect(undoesYes(state, ANN, after(seconds))).toBe(isUndone);
  });

  test('is different from one by anyone else', () => {
    expect(released(booked, TEACHER, after(1))).toBe('reason_required');
    expect(released(booked, TEACHER, after(1), 'Not needed')).toBe('released');
    expect(released(booked, BOB, after(1))).toBe('not_yours');
    for (const by of [BOB, TEACHER]) expect(undoesYes(booked, by, after(1))).toBe(false);
  });

  test('leaves the class without a substitute, and the same person can request it again', () => {
    const move = transition(booked, { type: 'release', by: ANN, reason: '' }, after(1));
    if (!move.ok) throw new Error(move.refusal.code);
    expect(move.next).toEqual(open);
    expect(bookFirst(move.next, ANN.id, after(2)).ok).toBe(true);
  });

  test('can be undone until the earlier of five minutes later and the start, whenever it is booked and begins', () => {
    const seconds = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(seconds(900), seconds(900), seconds(900), (start, approval, now) => {
        fc.pre(approval <= now);
        const requested = { ...following(asked), startsAt: after(start) };
        const approved = transition(requested, { type: 'approve', substituteId: ANN.id }, after(approval));
        if (!approved.ok) throw new Error(approved.refusal.code);
        const isInTime = now < Math.min(300, start);
        expect(yesUndoUntil(approved.next)).toEqual(after(Math.min(300, start)));
        expect(released(approved.next, ANN, after(now))).toBe(isInTime ? 'yes_undone' : 'yes_undo_late');
      }),
    );
  });
});

test.each([
  ['open', open],
  ['requested', following(asked)],
  ['assigned', following({ type: 'assign', substituteId: 7 })],
])('a class that is %s has no yes to undo', (_, state) => {
  expect(yesUndoUntil(state)).toBeNull();
});

test('an answer can be undone for 8 seconds, and the server waits for a tap at the last moment', () => {
  expect(undoSeconds.offered).toBe(8);
  expect(undoSeconds.accepted).toBeGreaterThan(undoSeconds.offered);
});
