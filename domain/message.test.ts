import { expect, test } from 'vitest';
import {
  channelNote,
  defaultSubject,
  messageLimits,
  messageProblem,
  recipientIdsText,
  sentSentence,
  smsCountSentence,
} from './message.ts';

test('a message needs text and a recipient', () => {
  expect(messageProblem({ message: ' \n ', recipients: [] })).toEqual({
    field: 'message',
    title: 'Message required',
    sentence: 'Please enter a message to send.',
  });
  expect(messageProblem({ message: 'Hello', recipients: [] })).toEqual({
    field: 'recipients',
    title: 'No recipients selected',
    sentence: 'Please select at least one substitute to send the message to.',
  });
  expect(messageProblem({ message: 'Hello', recipients: [7] })).toBeNull();
  expect(messageLimits.subject).toBeLessThan(messageLimits.body);
});

test('its subject is its vacancy, or else its sender', () => {
  expect(defaultSubject({ description: 'Math, grade 4', date: '2026-11-20' })).toBe(
    'Math, grade 4 - November 20, 2026',
  );
  expect(defaultSubject(null)).toBe('Message from your teacher');
});

test('recipients are JSON text', () => {
  expect([recipientIdsText([1, 22]), recipientIdsText([]), recipientIdsText('[3]')]).toEqual(['[1,22]', '[]', '[3]']);
});

test('the sender reads the number of recipients, and of SMS if there were any', () => {
  expect(sentSentence({ recipients: 3, smsSent: 0 })).toBe('Your message was sent to 3 substitute(s).');
  expect(sentSentence({ recipients: 3, smsSent: 2 })).toBe(
    'Your message was sent to 3 substitute(s). 2 SMS message(s) also sent',
  );
});

test('the sender reads which channels delivered nothing, and that the message still arrived in the app', () => {
  const there = 'Your message is in their FirstBell notifications.';
  expect(channelNote({ emailsSent: 2, smsSent: 0, isUrgent: false })).toBeNull();
  expect(channelNote({ emailsSent: 2, smsSent: 1, isUrgent: true })).toBeNull();
  expect(channelNote({ emailsSent: 0, smsSent: 0, isUrgent: false })).toBe(`No email went out. ${there}`);
  expect(channelNote({ emailsSent: 2, smsSent: 0, isUrgent: true })).toBe(`No text message went out. ${there}`);
  expect(channelNote({ emailsSent: 0, smsSent: 0, isUrgent: true })).toBe(
    `No email and no text message went out. ${there}`,
  );
});

test('before an urgent message is sent, it says who gets an SMS, and how many are left this month', () => {
  const count = { isSetUp: true, reached: 3, usedThisMonth: 40, monthlyLimit: 500 };
  const month = "40 of this month's 500 text messages are used";
  expect(smsCountSentence(count, { of: 8 })).toBe(
    `3 of 8 people will get it as a text message. Everyone will see it in FirstBell. ${month}.`,
  );
  expect(smsCountSentence({ ...count, reached: 1 }, { of: 1, atMost: true })).toBe(
    `At most 1 of 1 person will get it as a text message. Everyone will see it in FirstBell. ${month}.`,
  );
  expect(smsCountSentence(count, { of: 8, atMost: true, days: 5 })).toBe(
    `At most 3 of 8 people will get it as a text message, once for each of 5 days. Everyone will see it in FirstBell. ${month}.`,
  );
  expect(smsCountSentence({ ...count, monthlyLimit: null }, { of: 8 })).toBe(
    '3 of 8 people will get it as a text message. Everyone will see it in FirstBell.',
  );
  expect(smsCountSentence({ ...count, isSetUp: false }, { of: 8 })).toBe(
    "Text messages aren't set up here. Everyone will see it in FirstBell.",
  );
  expect(smsCountSentence({ ...count, usedThisMonth: 498 }, { of: 8 })).toContain(
    "498 of this month's 500 text messages are used, so only 2 more can go out.",
  );
  expect(smsCountSentence({ ...count, usedThisMonth: 490 }, { of: 8, days: 5 })).toContain('only 10 more can go out.');
  expect(smsCountSentence({ ...count, usedThisMonth: 1040, monthlyLimit: 2000 }, { of: 8 })).toContain(
    "1,040 of this month's 2,000 text messages are used.",
  );
  expect(smsCountSentence({ ...count, usedThisMonth: 501 }, { of: 8 })).toContain('only 0 more can go out.');
});
