import { describe, expect, test } from 'vitest';
import { refusalSentences } from './refusal.ts';
import {
  absenceReasonOf,
  absenceReasons,
  bookFirst,
  isPlansLink,
  requestDueAt,
  transition,
  vacancyLimits,
  withScheme,
  type VacancyEvent,
  type VacancyState,
} from './vacancy.ts';

const ANN = 7;
const BOB = 8;
const TEACHER = { id: 1, role: 'teacher' } as const;
const ADMIN = { id: 2, role: 'school_admin' } as const;

const startsAt = new Date('2026-11-20T13:00:00Z');
const endsAt = new Date('2026-11-20T20:00:00Z');
const dayBefore = new Date('2026-11-19T13:00:00Z');
const justBeforeStart = new Date(startsAt.getTime() - 1);
const justBeforeEnd = new Date(endsAt.getTime() - 1);

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
const pending: VacancyState = { ...open, status: 'pending_approval', requestedById: ANN, requestedAt: dayBefore };
const booked: VacancyState = { ...pending, status: 'filled', substituteId: ANN, confirmed: true };
const assigned: VacancyState = { ...open, status: 'filled', substituteId: ANN, confirmed: false };
const states = { open, pending, booked, assigned };

/** Returns the outcome of a move, in a few words: 'filled 7, confirmed; approved 7' or the code of the refusal. */
function outcome(state: VacancyState, event: VacancyEvent, now: Date): string {
  const before = structuredClone(state);
  const move = transition(state, event, now);
  expect(state, 'the state that was read stays as it was').toEqual(before);
  if (!move.ok) {
    expect(move.refusal.sentence).toBe(refusalSentences[move.refusal.code]);
    return move.refusal.code;
  }
  const { next, history } = move;
  const who = next.substituteId ?? next.requestedById;
  const answer = next.confirmed === null ? '' : next.confirmed ? ', confirmed' : ', not confirmed';
  const lines = history.map(({ kind, substituteId }) => (substituteId ? `${kind} ${substituteId}` : kind));
  return `${next.status}${who ? ` ${who}` : ''}${answer}; ${lines.join(' + ')}`;
}

const matrix: [VacancyEvent, Record<keyof typeof states, string>][] = [
  [
    { type: 'request', by: ANN },
    {
      open: 'pending_approval 7; requested 7',
      pending: 'requested_by_you',
      booked: 'assigned_to_you',
      assigned: 'assigned_to_you',
    },
  ],
  [
    { type: 'request', by: BOB },
    {
      open: 'pending_approval 8; requested 8',
      pending: 'already_requested',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'approve', substituteId: ANN },
    {
      open: 'not_requested',
      pending: 'filled 7, confirmed; approved 7',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'approve', substituteId: BOB },
    {
      open: 'not_requested',
      pending: 'requested_by_other',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'reject' },
    {
      open: 'not_requested',
      pending: 'open; rejected 7',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'withdraw', by: ANN },
    {
      open: 'not_requested',
      pending: 'open; withdrawn 7',
      booked: 'assigned_to_you',
      assigned: 'assigned_to_you',
    },
  ],
  [
    { type: 'withdraw', by: BOB },
    {
      open: 'not_requested',
      pending: 'not_yours',
      booked: 'not_requested',
      assigned: 'not_requested',
    },
  ],
  [
    { type: 'assign', substituteId: ANN },
    {
      open: 'filled 7, not confirmed; assigned 7',
      pending: 'filled 7, confirmed; assigned 7',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'assign', substituteId: BOB },
    {
      open: 'filled 8, not confirmed; assigned 8',
      pending: 'filled 8, not confirmed; rejected 7 + assigned 8',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'swap', substituteId: BOB, confirmed: true },
    {
      open: 'not_filled',
      pending: 'not_filled',
      booked: 'filled 8, confirmed; released 7 + assigned 8',
      assigned: 'filled 8, confirmed; released 7 + assigned 8',
    },
  ],
  [
    { type: 'confirm', by: ANN },
    {
      open: 'not_filled',
      pending: 'not_filled',
      booked: 'filled 7, confirmed; ',
      assigned: 'filled 7, confirmed; confirmed 7',
    },
  ],
  [
    { type: 'confirm', by: BOB },
    { open: 'not_filled', pending: 'not_filled', booked: 'not_yours', assigned: 'not_yours' },
  ],
  [
    { type: 'cannotCome', by: ANN },
    {
      open: 'not_filled',
      pending: 'not_filled',
      booked: 'already_confirmed',
      assigned: 'open; declined 7 + reopened 7',
    },
  ],
  [
    { type: 'cannotCome', by: BOB },
    { open: 'not_filled', pending: 'not_filled', booked: 'not_yours', assigned: 'not_yours' },
  ],
  [
    // They requested it a moment ago.
    { type: 'release', by: { id: ANN, role: 'substitute' }, reason: 'Ill' },
    { open: 'not_filled', pending: 'not_filled', booked: 'open; yes_undone 7', assigned: 'open; released 7' },
  ],
  ...[TEACHER, ADMIN].map((by): [VacancyEvent, Record<keyof typeof states, string>] => [
    { type: 'release', by, reason: 'Well again' },
    {
      open: 'not_filled',
      pending: 'not_filled',
      booked: 'open; released 7',
      assigned: 'open; released 7',
    },
  ]),
  [
    { type: 'release', by: { id: BOB, role: 'substitute' }, reason: 'Ill' },
    {
      open: 'not_filled',
      pending: 'not_filled',
      booked: 'not_yours',
      assigned: 'not_yours',
    },
  ],
  [
    { type: 'release', by: TEACHER, reason: ' \n' },
    {
      open: 'not_filled',
      pending: 'not_filled',
      booked: 'reason_required',
      assigned: 'reason_required',
    },
  ],
  [
    { type: 'expireRequest' },
    {
      open: 'not_requested',
      pending: 'not_due',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'reopen', substituteId: ANN },
    {
      open: 'not_requested',
      pending: 'open; reopened 7',
      booked: 'open; reopened 7',
      assigned: 'open; reopened 7',
    },
  ],
  [
    { type: 'reopen', substituteId: BOB },
    {
      open: 'not_requested',
      pending: 'not_yours',
      booked: 'not_yours',
      assigned: 'not_yours',
    },
  ],
  [
    { type: 'correct', substituteId: BOB, reason: 'Came instead' },
    {
      open: 'not_over',
      pending: 'not_over',
      booked: 'not_over',
      assigned: 'not_over',
    },
  ],
  [
    { type: 'edit' },
    {
      open: 'open; edited',
      pending: 'not_open',
      booked: 'filled 7, confirmed; edited',
      assigned: 'filled 7, not confirmed; edited',
    },
  ],
  [
    { type: 'edit', asksAgain: true },
    {
      open: 'open; edited',
      pending: 'not_open',
      booked: 'filled 7, not confirmed; edited + asked_again 7',
      assigned: 'filled 7, not confirmed; edited + asked_again 7',
    },
  ],
  [{ type: 'notify' }, { open: 'open; ', pending: 'not_open', booked: 'not_open', assigned: 'not_open' }],
  [
    { type: 'annotate' },
    {
      open: 'open; edited',
      pending: 'pending_approval 7; edited',
      booked: 'filled 7, confirmed; edited',
      assigned: 'filled 7, not confirmed; edited',
    },
  ],
  ...(['teacher', 'school_admin'] as const).map((by): [VacancyEvent, Record<keyof typeof states, string>] => [
    { type: 'remove', by },
    {
      open: 'open; deleted',
      pending: 'pending_approval 7; deleted',
      booked: 'filled 7, confirmed; deleted 7',
      assigned: 'filled 7, not confirmed; deleted 7',
    },
  ]),
  [
    { type: 'decline', by: ANN },
    {
      open: 'open; declined 7',
      pending: 'requested_by_you',
      booked: 'assigned_to_you',
      assigned: 'assigned_to_you',
    },
  ],
  [
    { type: 'decline', by: BOB },
    {
      open: 'open; declined 8',
      pending: 'already_requested',
      booked: 'already_filled',
      assigned: 'already_filled',
    },
  ],
  [
    { type: 'undecline', by: BOB },
    {
      open: 'open; undeclined 8',
      pending: 'pending_approval 7; undeclined 8',
      booked: 'filled 7, confirmed; undeclined 8',
      assigned: 'filled 7, not confirmed; undeclined 8',
    },
  ],
];

const cells = matrix.flatMap(([event, row]) =>
  (Object.keys(states) as (keyof typeof states)[]).map((name) => ({
    event,
    text: JSON.stringify(event),
    name,
    wanted: row[name],
  })),
);

describe('a day before it begins', () => {
  test.each(cells)('$text on $name: $wanted', ({ event, name, wanted }) => {
    expect(outcome(states[name], event, dayBefore)).toBe(wanted);
  });

  test('a request records its substitute and time', () => {
    const move = transition(open, { type: 'request', by: ANN }, dayBefore);
    expect(move).toMatchObject({ next: { requestedById: ANN, requestedAt: dayBefore, substituteId: null } });
  });

  test('a deleted vacancy refuses every event, and keeps its state for the reports', () => {
    const gone = transition(booked, { type: 'remove', by: 'teacher' }, dayBefore);
    expect(gone).toMatchObject({ ok: true, next: { status: 'filled', substituteId: ANN, deletedAt: dayBefore } });
    for (const { event } of cells)
      expect(outcome({ ...booked, deletedAt: dayBefore }, event, endsAt)).toBe('vacancy_gone');
  });
});

describe('as time passes', () => {
  const asLongAsItRuns: [string, VacancyState, VacancyEvent][] = [
    ['a request', open, { type: 'request', by: ANN }],
    ['an approval', pending, { type: 'approve', substituteId: ANN }],
    ['a rejection', pending, { type: 'reject' }],
    ['a withdrawal', pending, { type: 'withdraw', by: ANN }],
    ['an assignment', open, { type: 'assign', substituteId: ANN }],
    ['a confirmation', assigned, { type: 'confirm', by: ANN }],
    ["a 'Can't come'", assigned, { type: 'cannotCome', by: ANN }],
    ['a release', booked, { type: 'release', by: TEACHER, reason: 'Well again' }],
    ['an edit', open, { type: 'edit' }],
    ['an edit of a booked class', booked, { type: 'edit', asksAgain: true }],
    ['an addition', booked, { type: 'annotate' }],
    ['a decline', open, { type: 'decline', by: ANN }],
    ['its undoing', open, { type: 'undecline', by: ANN }],
  ];
  test.each(asLongAsItRuns)('%s is possible until the end and not from it on', (_, state, event) => {
    expect(transition(state, event, justBeforeStart).ok).toBe(true);
    expect(transition(state, event, startsAt).ok).toBe(true);
    expect(transition(state, event, justBeforeEnd).ok).toBe(true);
    expect(outcome(state, event, endsAt)).toBe('vacancy_over');
  });

  test.each(Object.entries(states))(
    'the teacher can delete %s until its start, or until its end if it is uncovered; the admin always can',
    (_, state) => {
      expect(transition(state, { type: 'remove', by: 'teacher' }, justBeforeStart).ok).toBe(true);
      const begun = state.status === 'filled' ? 'vacancy_started' : 'open/pending';
      const then = outcome(state, { type: 'remove', by: 'teacher' }, startsAt);
      if (state.status === 'filled') expect(then).toBe(begun);
      else expect(then).not.toBe('vacancy_started');
      expect(outcome(state, { type: 'remove', by: 'teacher' }, endsAt)).toBe('vacancy_over');
      expect(transition(state, { type: 'remove', by: 'school_admin' }, endsAt).ok).toBe(true);
    },
  );

  test.each(Object.entries(states))(
    'the record of who covered it can be corrected on %s from the end on, with a reason',
    (_, state) => {
      const correct = (substituteId: number | null, reason = 'Came instead') =>
        ({ type: 'correct', substituteId, reason }) as const;
      expect(outcome(state, correct(BOB), justBeforeEnd)).toBe('not_over');
      expect(outcome(state, correct(BOB), endsAt)).toBe('filled 8, confirmed; corrected 8');
      expect(outcome(state, correct(null), endsAt)).toBe('open; corrected');
      expect(outcome(state, correct(BOB, ' '), endsAt)).toBe('reason_required');
    },
  );

  test('a request reopens when the start passes', () => {
    expect(requestDueAt(pending)).toEqual(startsAt);
    expect(outcome(pending, { type: 'expireRequest' }, justBeforeStart)).toBe('not_due');
    expect(outcome(pending, { type: 'expireRequest' }, startsAt)).toBe('open; reopened 7');
    expect(outcome(pending, { type: 'expireRequest' }, endsAt)).toBe('open; reopened 7');
  });

  test('a request made after the start waits until the end', () => {
    const late = { ...pending, requestedAt: startsAt };
    expect(requestDueAt(late)).toEqual(endsAt);
    expect(outcome(late, { type: 'expireRequest' }, justBeforeEnd)).toBe('not_due');
    expect(outcome(late, { type: 'expireRequest' }, endsAt)).toBe('open; reopened 7');
  });

  test('the clock changes nothing if there is no request', () => {
    expect([open, booked, assigned].map(requestDueAt)).toEqual([null, null, null]);
  });

  test('a substitute who leaves always loses requests, but assignments only until they start', () => {
    const reopen = { type: 'reopen', substituteId: ANN } as const;
    expect(outcome(booked, reopen, justBeforeStart)).toBe('open; reopened 7');
    expect(outcome(booked, reopen, startsAt)).toBe('vacancy_started');
    expect(outcome(pending, reopen, endsAt)).toBe('open; reopened 7');
  });
});

describe('book the first request', () => {
  test('request and approval are one move with two history entries', () => {
    const move = bookFirst(open, ANN, dayBefore);
    expect(move).toEqual({
      ok: true,
      next: booked,
      history: [
        { kind: 'requested', substituteId: ANN },
        { kind: 'approved', substituteId: ANN },
      ],
    });
  });

  test('the second request is refused as usual', () => {
    expect(bookFirst(booked, BOB, dayBefore)).toMatchObject({ ok: false, refusal: { code: 'already_filled' } });
    expect(bookFirst(open, BOB, endsAt)).toMatchObject({ ok: false, refusal: { code: 'vacancy_over' } });
  });
});

test('an undeclared event is an error, not silently ignored', () => {
  const unknown: unknown = { type: 'explode' };
  expect(() => transition(open, unknown as VacancyEvent, dayBefore)).toThrow('explode');
});

describe('fields', () => {
  test('an absence reason is accepted in any case and stored in its canonical one', () => {
    for (const reason of absenceReasons) {
      expect([reason, reason.toUpperCase(), ` ${reason.toLowerCase()} `].map(absenceReasonOf)).toEqual([
        reason,
        reason,
        reason,
      ]);
    }
    expect(['', 'ill', 'Personal leave'].map(absenceReasonOf)).toEqual([null, null, null]);
  });

  test.each([
    ['https://docs.example.com/d/1?x=ü', true],
    ['HTTP://example.com', true],
    ['javascript:alert(1)', false],
    ['ftp://example.com', false],
    ['example.com', false],
    ['http:example.com', false],
    ['https://', false],
    ['https://example.com/a b', false],
    ['https://example.com/\n', false],
    ['', false],
    [`https://example.com/${'a'.repeat(vacancyLimits.link - 20)}`, true],
    [`https://example.com/${'a'.repeat(vacancyLimits.link - 19)}`, false],
  ])('%s as a plans link: %s', (text, wanted) => {
    expect(isPlansLink(text)).toBe(wanted);
  });

  test.each([
    ['docs.google.com/document/d/1', 'https://docs.google.com/document/d/1'],
    ['www.example.com', 'https://www.example.com'],
    ['Example.k12.mn.us:8080/plans?day=2', 'https://Example.k12.mn.us:8080/plans?day=2'],
    ['https://docs.google.com/d/1', 'https://docs.google.com/d/1'],
    ['http://example.com/a', 'http://example.com/a'],
    ['plans.docx', 'plans.docx'],
    ['on the desk', 'on the desk'],
    ['javascript:alert(1)//a.b/', 'javascript:alert(1)//a.b/'],
    ['//example.com/a', '//example.com/a'],
    ['', ''],
  ])('the link %s gets its missing scheme', (text, wanted) => {
    expect(withScheme(text)).toBe(wanted);
  });
});

describe('a vacancy that colleagues cover', () => {
  const inside = { ...open, coveredInside: true };
  test.each([
    [{ type: 'request', by: ANN }, 'covered_inside'],
    [{ type: 'notify' }, 'covered_inside'],
    [{ type: 'assign', substituteId: ANN }, null],
    [{ type: 'edit' }, null],
    [{ type: 'remove', by: 'teacher' }, null],
  ] as const)('%j: %s', (event, code) => {
    const move = transition(inside, event, dayBefore);
    expect(move.ok ? null : move.refusal.code).toBe(code);
  });

  test('still has the request that was made before, to approve or reject', () => {
    for (const event of [{ type: 'approve', substituteId: ANN }, { type: 'reject' }] as const)
      expect(transition({ ...pending, coveredInside: true }, event, dayBefore).ok).toBe(true);
    expect(bookFirst(inside, ANN, dayBefore).ok).toBe(false);
  });
});
