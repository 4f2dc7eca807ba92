import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attend,
  type Attendance,
  attendanceActs,
  attendanceChangesAt,
  type AttendanceEvent,
  attendanceWords,
  type AttendedClass,
  countsSince,
  isMissing,
  possibleAttendance,
  reportsAt,
  reportTime,
} from './attendance.ts';
import { instantOf } from './time.ts';

const zone = 'America/New_York';
const of: AttendedClass = {
  date: '2026-11-23',
  startTime: '08:00',
  startsAt: instantOf('2026-11-23', '08:00', zone),
  endsAt: instantOf('2026-11-23', '15:00', zone),
  timeZone: zone,
  reportMinutes: 15,
};
const at = (time: string, date = of.date) => instantOf(date, time, zone);
const here: Attendance = { state: 'here', arrivedAt: at('07:40'), leftAt: null, minutesLate: null };
const late: Attendance = { state: 'late', arrivedAt: at('08:20'), leftAt: null, minutesLate: 20 };
const left: Attendance = { state: 'left', arrivedAt: at('07:40'), leftAt: at('13:10'), minutesLate: null };
const noShow: Attendance = { state: 'no_show', arrivedAt: null, leftAt: null, minutesLate: null };

const nextOf = (record: Attendance | null, event: AttendanceEvent, now: Date) => {
  const move = attend(record, event, of, now);
  return move.ok ? move.next : move.code;
};

describe('what is recorded, and when', () => {
  test.each<[string, Attendance | null, AttendanceEvent, Date, Attendance | string | null]>([
    ['the day before', null, { type: 'here' }, at('23:59', '2026-11-22'), 'attendance_early'],
    ['early on the day', null, { type: 'here' }, at('06:30'), { ...here, arrivedAt: at('06:30') }],
    ['here again', here, { type: 'here' }, at('09:00'), here],
    [
      'here, said afterward: no one knows when they came',
      null,
      { type: 'here' },
      at('15:00'),
      { ...here, arrivedAt: null },
    ],
    ['a no-show that came', noShow, { type: 'here' }, at('08:30'), { ...here, arrivedAt: at('08:30') }],
    ['no-show before the report time', null, { type: 'no_show' }, at('07:44'), 'attendance_early'],
    ['no-show from the report time on', null, { type: 'no_show' }, at('07:45'), noShow],
    ['no-show after all', here, { type: 'no_show' }, at('16:00'), noShow],
    ['late before the start', null, { type: 'late', minutes: null }, at('07:59'), 'attendance_early'],
    ['late now', null, { type: 'late', minutes: null }, at('08:20'), late],
    [
      'late in the first minute',
      null,
      { type: 'late', minutes: null },
      at('08:00'),
      { ...late, arrivedAt: at('08:00'), minutesLate: 1 },
    ],
    ['late by what is known', here, { type: 'late', minutes: 20 }, at('16:00'), late],
    [
      'late afterward, no one knows by how much',
      null,
      { type: 'late', minutes: null },
      at('15:00'),
      'attendance_minutes',
    ],
    ['later than the class lasts', null, { type: 'late', minutes: 420 }, at('16:00'), 'attendance_minutes'],
    ['left before the start', here, { type: 'left', at: null }, at('07:59'), 'attendance_early'],
    ['left now', here, { type: 'left', at: null }, at('13:10'), left],
    ['left at a time', here, { type: 'left', at: at('13:10') }, at('16:00'), left],
    [
      'left after coming late',
      late,
      { type: 'left', at: null },
      at('13:10'),
      { ...late, state: 'left', leftAt: at('13:10') },
    ],
    ['left, the first record', null, { type: 'left', at: null }, at('13:10'), { ...left, arrivedAt: null }],
    ['left, no no-show then', noShow, { type: 'left', at: null }, at('13:10'), { ...left, arrivedAt: null }],
    ['left before they came', late, { type: 'left', at: at('08:10') }, at('16:00'), 'attendance_left'],
    ['left in the future', here, { type: 'left', at: at('14:00') }, at('13:00'), 'attendance_left'],
    ['left at the end', here, { type: 'left', at: at('15:00') }, at('16:00'), 'attendance_left'],
    ['removed', noShow, { type: 'none' }, at('16:00'), null],
    ['two weeks later', null, { type: 'here' }, at('15:00', '2026-12-07'), { ...here, arrivedAt: null }],
    ['more than two weeks later', noShow, { type: 'none' }, at('15:01', '2026-12-07'), 'attendance_closed'],
    ['signs in', null, { type: 'signIn' }, at('07:40'), here],
    [
      'signs in between report time and start',
      null,
      { type: 'signIn' },
      at('07:58'),
      { ...here, arrivedAt: at('07:58') },
    ],
    ['signs in late', null, { type: 'signIn' }, at('08:20'), late],
    ['signs in after being recorded as a no-show', noShow, { type: 'signIn' }, at('08:20'), late],
    ['signs in twice', here, { type: 'signIn' }, at('09:00'), here],
    ['comes back', left, { type: 'signIn' }, at('14:00'), here],
    [
      'comes back after coming late',
      { ...late, state: 'left', leftAt: at('12:00') },
      { type: 'signIn' },
      at('14:00'),
      late,
    ],
    ['signs in the day before', null, { type: 'signIn' }, at('20:00', '2026-11-22'), 'attendance_early'],
    ['signs in afterward', null, { type: 'signIn' }, at('15:00'), 'vacancy_over'],
  ])('%s', (_, record, event, now, expected) => {
    expect(nextOf(record, event, now)).toEqual(expected);
  });

  test('names the field at fault', () => {
    expect(attend(null, { type: 'late', minutes: null }, of, at('15:00'))).toMatchObject({ field: 'minutes' });
    expect(attend(here, { type: 'left', at: at('15:00') }, of, at('16:00'))).toMatchObject({ field: 'at' });
  });
});

describe('what is offered', () => {
  test.each([
    [null, at('07:00', '2026-11-22'), []],
    [null, at('07:00'), ['here']],
    [null, at('07:45'), ['here', 'no_show']],
    [null, at('08:00'), ['here', 'late', 'left', 'no_show']],
    [here, at('09:00'), ['late', 'left', 'no_show', 'none']],
    [noShow, at('16:00'), ['here', 'late', 'left', 'none']],
    [noShow, at('15:01', '2026-12-07'), []],
  ])('%o at %s', (record, now, expected) => {
    expect(possibleAttendance(record, of, now)).toEqual(expected);
  });

  test('is possible, and changes only at announced instants', () => {
    const moment = fc.integer({ min: at('00:00', '2026-11-22').getTime(), max: at('00:00', '2026-12-10').getTime() });
    fc.assert(
      fc.property(moment, moment, fc.constantFrom(null, here, late, left, noShow), (one, other, record) => {
        const [now, then] = [new Date(Math.min(one, other)), new Date(Math.max(one, other))];
        const possible = possibleAttendance(record, of, now);
        for (const act of attendanceActs.filter((each) => each !== 'late' && each !== 'left'))
          expect(possible.includes(act) || act === (record?.state ?? 'none')).toBe(
            attend(record, { type: act }, of, now).ok || act === (record?.state ?? 'none'),
          );
        const change = attendanceChangesAt(of, now);
        // The start of a day isn't announced: it is refetched when it begins.
        if (now >= at('00:00') && (change === null || then < change)) {
          expect(possibleAttendance(record, of, then)).toEqual(possible);
          expect(isMissing(record, of, then)).toBe(isMissing(record, of, now));
        }
      }),
    );
  });
});

describe('who is missing', () => {
  test.each([
    ['not yet due', null, at('07:44'), false],
    ['due', null, at('07:45'), true],
    ['during the class', null, at('14:59'), true],
    ['after it: a school may not use this', null, at('15:00'), false],
    ['here', here, at('08:10'), false],
    ['a no-show is not a question any more', noShow, at('08:10'), false],
  ])('%s', (_, record, now, expected) => {
    expect(isMissing(record, of, now)).toBe(expected);
  });
});

test('the report time is the school’s minutes before the start, never the day before', () => {
  expect(reportTime(of)).toBe('07:45');
  expect(reportTime({ startTime: '00:10', reportMinutes: 15 })).toBe('00:00');
  expect(reportTime({ startTime: '08:00', reportMinutes: 0 })).toBe('08:00');
  expect(reportsAt(of)).toEqual(at('07:45'));
});

test('a record counts for twelve months', () => {
  expect(countsSince(new Date('2026-11-23T12:00:00Z'))).toBe('2025-11-23');
  expect(countsSince(new Date('2024-02-29T12:00:00Z'))).toBe('2023-02-28');
});

test('in words', () => {
  const words = [here, { ...here, arrivedAt: null }, late, { ...late, minutesLate: 1 }, left, noShow].map((each) =>
    attendanceWords(each, zone),
  );
  expect(words).toEqual([
    'Here at 7:40 AM',
    'Here',
    'Late by 20 minutes',
    'Late by 1 minute',
    'Left at 1:10 PM',
    'No-show',
  ]);
  expect(attendanceWords({ ...late, state: 'left', leftAt: at('13:10') }, zone)).toBe(
    'Late by 20 minutes, left at 1:10 PM',
  );
});
