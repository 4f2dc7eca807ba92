import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type DayClass, dayOutcome, delayedStart, delayName } from './day-change.ts';
import { addMinutes, instantOf } from './time.ts';

const zone = 'America/New_York';
const date = '2026-11-23';
const early = instantOf(date, '05:45', zone);

function classFrom(startTime: string, endTime: string, parts: Partial<DayClass> = {}): DayClass {
  const status = parts.status ?? 'open';
  return {
    date,
    startTime,
    endTime,
    startsAt: instantOf(date, startTime, zone),
    endsAt: instantOf(date, endTime, zone),
    status,
    substituteId: status === 'filled' ? 7 : null,
    requestedById: status === 'pending_approval' ? 7 : null,
    requestedAt: status === 'pending_approval' ? early : null,
    confirmed: status === 'filled' ? true : null,
    deletedAt: null,
    ...parts,
  };
}

describe('a school that opens late', () => {
  const late = (row: DayClass, minutes = 120, now = early) => dayOutcome(row, { type: 'delay', minutes }, '08:00', now);

  test.each([
    ['08:00', '15:00', '10:00'],
    ['07:30', '15:00', '10:00'],
    ['09:30', '11:00', '10:00'],
    ['10:00', '15:00', null],
    ['12:30', '15:00', null],
  ])('moves the start of a class from %s to %s', (start, end, moved) => {
    expect(late(classFrom(start, end))).toMatchObject(
      moved === null ? { kind: 'unaffected' } : { kind: 'moved', startTime: moved, asksAgain: false },
    );
  });

  it('leaves a class that would end before it starts', () => {
    expect(late(classFrom('08:00', '10:00'))).toEqual({ kind: 'kept', because: 'too_short' });
    expect(late(classFrom('08:00', '10:01'))).toMatchObject({ kind: 'moved' });
  });

  it('leaves a class that has begun, and one that is over', () => {
    const row = classFrom('08:00', '15:00');
    expect(late(row, 120, row.startsAt)).toEqual({ kind: 'kept', because: 'begun' });
    expect(late(row, 120, row.endsAt)).toEqual({ kind: 'kept', because: 'over' });
    expect(late(classFrom('11:00', '15:00'), 120, row.endsAt)).toEqual({ kind: 'kept', because: 'over' });
  });

  it('asks a booked substitute to confirm again if the start moves by more than 15 minutes, and keeps a request', () => {
    const booked = late(classFrom('08:00', '15:00', { status: 'filled' }));
    expect(booked).toMatchObject({ kind: 'moved', asksAgain: true, next: { status: 'filled', confirmed: false } });
    expect(late(classFrom('08:00', '15:00', { status: 'filled' }), 15)).toMatchObject({
      asksAgain: false,
      next: { confirmed: true },
    });
    expect(late(classFrom('08:00', '15:00', { status: 'pending_approval' }))).toMatchObject({
      asksAgain: false,
      next: { status: 'pending_approval', requestedById: 7, confirmed: null },
    });
  });

  test('never moves a start back or past midnight, and the same delay twice changes nothing', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    fc.assert(
      fc.property(minute, minute, fc.integer({ min: 5, max: 360 }), (start, opening, minutes) => {
        const [from, opens] = [addMinutes('00:00', start), addMinutes('00:00', opening)];
        const once = delayedStart(from, opens, minutes);
        expect(once >= from && once <= '23:59').toBe(true);
        expect(delayedStart(once, opens, minutes)).toBe(once);
        expect(delayedStart(once, opens, minutes + 30) >= once).toBe(true);
      }),
    );
  });
});

describe('a school that is closed', () => {
  const closed = (row: DayClass, now = early) => dayOutcome(row, { type: 'close', name: 'Snow' }, '08:00', now);

  it('cancels its classes, and remembers who was booked for them', () => {
    for (const status of ['open', 'pending_approval', 'filled'] as const)
      expect(closed(classFrom('08:00', '15:00', { status }))).toMatchObject({
        kind: 'canceled',
        next: { status, deletedAt: early },
      });
  });

  it('leaves a class that has begun with its substitute, or that is over', () => {
    const filled = classFrom('08:00', '15:00', { status: 'filled' });
    expect(closed(filled, filled.startsAt)).toEqual({ kind: 'kept', because: 'begun' });
    expect(closed(classFrom('08:00', '15:00'), filled.startsAt)).toMatchObject({ kind: 'canceled' });
    expect(closed(filled, filled.endsAt)).toEqual({ kind: 'kept', because: 'over' });
    expect(closed(classFrom('08:00', '15:00', { deletedAt: early }))).toEqual({ kind: 'unaffected' });
  });
});

test.each([
  [60, 'One-hour delay'],
  [120, 'Two-hour delay'],
  [360, 'Six-hour delay'],
  [90, '90-minute delay'],
  [5, '5-minute delay'],
])('%s minutes are a %s', (minutes, name) => {
  expect(delayName(minutes)).toBe(name);
});
