import { expect, test } from 'vitest';
import { defaultSubject, messageLimits, messageProblem, recipientIdsText, sentSentence } from './message.ts';

test('a message needs words and somebody to go to', () => {
  expect(messageProblem({ message: ' \n ', recipients: [] })).toEqual({
    field: 'message', title: 'Message required', sentence: 'Please enter a message to send.',
  });
  expect(messageProblem({ message: 'Hello', recipients: [] })).toEqual({
    field: 'recipients', title: 'No recipients selected', sentence: 'Please select at least one substitute to send the message to.',
  });
  expect(messageProblem({ message: 'Hello', recipients: [7] })).toBeNull();
  expect(messageLimits.subject).toBeLessThan(messageLimits.body);
});

test('its subject is the vacancy it is about, or who writes', () => {
  expect(defaultSubject({ description: 'Math, grade 4', date: '2026-11-20' })).toBe('Math, grade 4 - November 20, 2026');
  expect(defaultSubject(null)).toBe('Message from your teacher');
});

test('recipients are JSON text', () => {
  expect([recipientIdsText([1, 22]), recipientIdsText([]), recipientIdsText('[3]')]).toEqual(['[1,22]', '[]', '[3]']);
});

test('the sender reads how many it reached, and of SMS only where there were any', () => {
  expect(sentSentence({ recipients: 3, smsSent: 0 })).toBe('Your message was sent to 3 substitute(s).');
  expect(sentSentence({ recipients: 3, smsSent: 2 })).toBe('Your message was sent to 3 substitute(s). 2 SMS message(s) also sent');
});
