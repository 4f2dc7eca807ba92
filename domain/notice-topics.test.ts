import { describe, expect, test } from 'vitest';
import {
  canSwitchOff,
  heldUntil,
  isOffer,
  noticeKinds,
  isOnUnlessSaid,
  isPushed,
  noticeChannels,
  noticeTopics,
  topicOf,
  topicsFor,
  usualQuietHours,
} from './notice-topics.ts';
import { roles } from './role.ts';

const zone = 'America/New_York';
const held = (
  now: string,
  kind: Parameters<typeof heldUntil>[0] = 'vacancy_posted',
  quiet = usualQuietHours,
  isUrgent = false,
) => heldUntil(kind, isUrgent, quiet, zone, new Date(now))?.toISOString() ?? null;

describe('quiet hours', () => {
  test.each([
    ['20:59 in the evening', '2026-11-24T01:59:00Z', null],
    ['21:00 in the evening', '2026-11-24T02:00:00Z', '2026-11-24T10:00:00.000Z'],
    ['midnight', '2026-11-24T05:00:00Z', '2026-11-24T10:00:00.000Z'],
    ['4:59 in the morning', '2026-11-24T09:59:59Z', '2026-11-24T10:00:00.000Z'],
    ['5:00 in the morning', '2026-11-24T10:00:00Z', null],
    // The night in which daylight saving time begins is an hour shorter.
    ['the evening before summer time', '2026-03-08T03:00:00Z', '2026-03-08T09:00:00.000Z'],
    ['the evening before winter time', '2026-11-01T03:00:00Z', '2026-11-01T10:00:00.000Z'],
  ])('at %s', (_, now, until) => {
    expect(held(now)).toBe(until);
  });

  test('end once in the hour that occurs twice', () => {
    const quiet = { ...usualQuietHours, to: '01:30' };
    expect(held('2026-11-01T05:10:00Z', 'vacancy_posted', quiet)).toBe('2026-11-01T05:30:00.000Z');
    // The clock shows 1:10 again. A time in the past would retry the delivery over and over.
    expect(held('2026-11-01T06:10:00Z', 'vacancy_posted', quiet)).toBeNull();
  });

  test('never delay answers to one’s own post or request, or codes that someone waits for', () => {
    for (const kind of [
      'vacancy_requested',
      'request_approved',
      'request_rejected',
      'filled',
      'assignment_cancelled',
      'sms_code',
    ] as const)
      expect(held('2026-11-24T05:00:00Z', kind)).toBeNull();
    for (const kind of ['vacancy_posted', 'message', 'assigned', 'same_day_posted'] as const)
      expect(held('2026-11-24T05:00:00Z', kind)).not.toBeNull();
  });

  test('let urgent ones through only for people who allow it', () => {
    const open = { ...usualQuietHours, urgentMayDisturb: true };
    expect(held('2026-11-24T05:00:00Z', 'vacancy_posted', open, true)).toBeNull();
    expect(held('2026-11-24T05:00:00Z', 'vacancy_posted', open, false)).not.toBeNull();
    expect(held('2026-11-24T05:00:00Z', 'vacancy_posted', usualQuietHours, true)).not.toBeNull();
  });

  test('may be within one day, and may be off', () => {
    const noon = { ...usualQuietHours, from: '12:00', to: '13:00' };
    expect(held('2026-11-23T17:30:00Z', 'message', noon)).toBe('2026-11-23T18:00:00.000Z');
    expect(held('2026-11-23T18:00:00Z', 'message', noon)).toBeNull();
    expect(held('2026-11-24T05:00:00Z', 'message', { ...usualQuietHours, from: '00:00', to: '00:00' })).toBeNull();
  });
});

test('every kind has a topic in the settings, and account notifications are always mailed', () => {
  const shown = new Set(roles.flatMap((role) => topicsFor(role)));
  for (const kind of noticeKinds) expect(shown).toContain(topicOf(kind));
  expect(noticeTopics.filter((topic) => !canSwitchOff(topic, 'email'))).toEqual(['account']);
});

describe('push', () => {
  test('is sent for everything that a phone may show, but for offers only if they are urgent or for today', () => {
    expect(noticeKinds.filter((kind) => !isPushed(kind, true))).toEqual([
      'invitation',
      'emergency_plan_check',
      'sms_code',
      'password_link',
      'email_link',
    ]);
    expect(noticeKinds.filter((kind) => isPushed(kind, true) && !isPushed(kind, false))).toEqual(['vacancy_posted']);
  });

  test('is on for every topic except the account, once there is a device; mail and SMS are on for all', () => {
    const off = noticeChannels.flatMap((channel) =>
      noticeTopics.filter((topic) => !isOnUnlessSaid(topic, channel)).map((topic) => `${topic} by ${channel}`),
    );
    expect(off).toEqual(['account by push']);
  });
});

test('an offer is outdated once the vacancy is taken', () => {
  expect(noticeKinds.filter(isOffer)).toEqual(['vacancy_posted', 'same_day_posted', 'still_unfilled']);
});
