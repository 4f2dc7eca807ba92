import { afterAll, beforeEach, test, vi } from 'vitest';
import type { OwnAttendance } from '#contract/attendance.ts';
import { OwnAttendanceSection } from '#web/screens/substitute/my-assignments/own-attendance.tsx';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

const missed: OwnAttendance = {
  vacancyId: 12,
  date: '2026-11-23',
  startTime: '08:00',
  endTime: '15:00',
  title: 'Kindergarten',
  schoolName: 'Cedar Hollow',
  teacherName: 'David Torres',
  timeZone: 'America/New_York',
  reportTime: '07:45',
  attendance: {
    state: 'no_show',
    arrivedAt: null,
    leftAt: null,
    minutesLate: null,
    recordedHow: 'office',
    recordedBy: 'Carol Whitfield',
    recordedAt: '2026-11-23T13:30:00Z',
    note: null,
    answer: null,
    answeredAt: null,
    version: 1,
  },
  canSignIn: true,
  canAnswer: true,
};

vi.useFakeTimers({ toFake: ['Date'] });
beforeEach(() => vi.setSystemTime('2026-11-23T14:00:00Z'));
afterAll(() => vi.useRealTimers());

const codeField = () => document.querySelector('#sign-in-12');

test('the code is asked for until the class ends', async () => {
  answerCalls('', () => [{ ...missed, attendance: null, canAnswer: false }]);
  show(<OwnAttendanceSection />);
  await see(codeField);
  vi.setSystemTime('2026-11-23T20:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see(() => codeField() === null);
});

test('a no-show in a class still under way can be answered, and the class signed in to', async () => {
  answerCalls('', () => [missed]);
  show(<OwnAttendanceSection />);
  await says('No-show');
  await see(codeField);
  await press('Answer');
});
