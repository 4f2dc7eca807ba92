import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookFirst, historyKinds, transition, type VacancyEvent, type VacancyState } from './vacancy.ts';

const ANN = 7;
const BOB = 8;
const startsAt = new Date('2026-11-20T13:00:00Z');
const endsAt = new Date('2026-11-20T20:00:00Z');

const open: VacancyState = {
  status: 'open',
  substituteId: null,
  requestedById: null,
  requestedAt: null,
  confirmed: null,
  startsAt,
  endsAt,
  deletedAt: null,
};

describe('after any sequence of events', () => {
  const person = fc.constantFrom(ANN, BOB, 9);
  const reason = fc.constantFrom('', 'Ill');
  const role = fc.constantFrom('teacher' as const, 'substitute' as const, 'school_admin' as const);
  const event: fc.Arbitrary<VacancyEvent> = fc.oneof(
    fc.record({
      type: fc.constantFrom('request', 'withdraw', 'confirm', 'cannotCome', 'decline', 'undecline'),
      by: person,
    }),
    fc.record({ type: fc.constantFrom('approve', 'assign', 'reopen'), substituteId: person }),
    fc.record({ type: fc.constantFrom('reject', 'expireRequest', 'edit', 'annotate', 'notify') }),
    fc.record({ type: fc.constant('edit' as const), asksAgain: fc.boolean() }),
    fc.record({ type: fc.constant('release' as const), by: fc.record({ id: person, role }), reason }),
    fc.record({ type: fc.constant('correct' as const), substituteId: fc.option(person), reason }),
    fc.record({ type: fc.constant('undo' as const), request: fc.record({ by: person, at: fc.constant(startsAt) }) }),
    fc.record({ type: fc.constant('remove' as const), by: fc.constantFrom('teacher', 'school_admin') }),
  );
  const clock = fc
    .constantFrom(-24, -1, 0, 6.9, 7, 48)
    .map((hours) => new Date(startsAt.getTime() + hours * 3_600_000));

  test('a vacancy is always consistent: open has no one, pending a request, filled a substitute', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(event, clock), { maxLength: 30 }), (steps) => {
        let state = open;
        for (const [step, now] of steps.toSorted((a, b) => a[1].getTime() - b[1].getTime())) {
          const move = transition(state, step, now);
          if (!move.ok) continue;
          expect(legal(state, move.next, step)).toBe(true);
          for (const { kind } of move.history) expect(historyKinds).toContain(kind);
          state = move.next;
          expect(isWhole(state), JSON.stringify(state)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('if two people request it one after the other, exactly the first gets it', () => {
    fc.assert(
      fc.property(person, person, clock, (first, second, now) => {
        fc.pre(now < endsAt);
        const won = bookFirst(open, first, now);
        const lost = won.ok && bookFirst(won.next, second, now);
        expect(won.ok && lost && !lost.ok).toBe(true);
      }),
    );
  });

  function isWhole(state: VacancyState): boolean {
    const { status, substituteId, requestedById, requestedAt, confirmed } = state;
    if ((requestedById === null) !== (requestedAt === null)) return false;
    if (status === 'open') return substituteId === null && requestedById === null && confirmed === null;
    if (status === 'pending_approval') return substituteId === null && requestedById !== null && confirmed === null;
    return substituteId !== null && confirmed !== null && (requestedById === null || requestedById === substituteId);
  }

  /** Exactly the transitions of the product. */
  function legal(from: VacancyState, to: VacancyState, { type }: VacancyEvent): boolean {
    const arrow = `${from.status} → ${to.status}`;
    const arrows: Record<string, string[]> = {
      'open → pending_approval': ['request', 'undo'],
      'pending_approval → filled': ['approve', 'assign', 'correct'],
      'pending_approval → open': ['reject', 'withdraw', 'expireRequest', 'reopen', 'correct'],
      'open → filled': ['assign', 'correct'],
      'filled → pending_approval': ['undo'],
      'filled → open': ['release', 'cannotCome', 'reopen', 'correct'],
    };
    return from.status === to.status || (arrows[arrow] ?? []).includes(type);
  }
});
