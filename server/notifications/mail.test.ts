import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoticeFacts } from '#domain/notice-facts.ts';
import { renderMail } from '#server/notifications/mail.ts';
import { anyText } from '#test/any-text.ts';

const message = (parts: Partial<NoticeFacts['message']> = {}): NoticeFacts['message'] => ({
  to: 'substitute',
  sender: 'Joan Hale',
  subject: 'Plans for Monday',
  body: 'The plans are on my desk.',
  isUrgent: false,
  vacancy: null,
  ...parts,
});
const linked = {
  open: 'https://firstbell.example.org/dashboard/substitute',
  isOneTap: false,
  stop: {
    oneClick: 'https://firstbell.example.org/api/unsubscribe/abc',
    page: 'https://firstbell.example.org/unsubscribe/abc',
  },
};
const render = (facts: NoticeFacts['message']) => renderMail('message', facts, linked);

describe('a notification as an email', () => {
  it('says the same as text and as HTML, with one link to the application', () => {
    const { subject, text, html, isUrgent } = render(message({ isUrgent: true }));
    expect({ subject, isUrgent }).toEqual({ subject: 'Plans for Monday', isUrgent: true });
    expect(text).toBe(
      'From Joan Hale:\n\nThe plans are on my desk.\n\nOpen FirstBell: https://firstbell.example.org/dashboard/substitute\n\n-- \nFirstBell: a teacher in every class by the first bell.\nStop emails like this (Messages): https://firstbell.example.org/unsubscribe/abc\n',
    );
    expect(html).toContain('From Joan Hale:<br>\n<br>\nThe plans are on my desk.');
    expect(html.match(/<a href="https:\/\/firstbell\.example\.org\/dashboard\/substitute"/g)).toHaveLength(1);
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('has a one-line subject and only our own HTML tags, with any user input', () => {
    const words = fc.oneof(
      anyText(10),
      fc.constantFrom(
        'a\r\nBcc: all@example.org',
        '<img src=x onerror=alert(1)>',
        '"><a href="//evil">',
        '&lt;',
        '🔔\u2028',
        "'",
      ),
    );
    const skeleton = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => tag !== '<br>');
    const ours = skeleton(render(message()).html);
    fc.assert(
      fc.property(words, words, words, (sender, subject, body) => {
        const mail = render(message({ sender, subject, body }));
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(skeleton(mail.html)).toEqual(ours);
      }),
      { numRuns: 300 },
    );
  });
});
