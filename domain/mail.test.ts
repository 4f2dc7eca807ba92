import { describe, expect, test } from 'vitest';
import { mailPage, type MailParts, mailText } from './mail.ts';

const parts: MailParts = {
  title: 'Plans <for> Monday',
  body: 'From "Joan":\n\nThe plans & keys.',
  link: { label: 'Open FirstBell', href: 'https://firstbell.example.org/?a=1&b=2' },
  ending: { words: 'Stop emails like this', href: 'https://firstbell.example.org/unsubscribe/x' },
  branding: { name: 'Cedar "Hollow"', pictures: [] },
};

describe('a mail', () => {
  test('says the same as text and as HTML, and shows user input as text', () => {
    expect(mailText(parts)).toBe(
      'From "Joan":\n\nThe plans & keys.\n\nOpen FirstBell: https://firstbell.example.org/?a=1&b=2\n\n-- \nFirstBell: a teacher in every class by the first bell.\nStop emails like this: https://firstbell.example.org/unsubscribe/x\n',
    );
    const html = mailPage(parts);
    expect(html).toContain('<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">Plans &lt;for&gt; Monday</h1>');
    expect(html).toContain('From &quot;Joan&quot;:<br>\n<br>\nThe plans &amp; keys.');
    expect(html).toContain('href="https://firstbell.example.org/?a=1&amp;b=2"');
    expect(html).toContain('Stop emails like this</a>');
    expect(html).not.toContain('cid:');
  });

  test('has no unsubscribe link if it cannot be turned off', () => {
    expect(mailText({ ...parts, ending: null }).endsWith('by the first bell.\n')).toBe(true);
    expect(mailPage({ ...parts, ending: null })).not.toContain('unsubscribe');
  });

  test('contains the pictures of the school, with its name as the alternative text of the logo', () => {
    const html = mailPage({
      ...parts,
      branding: { ...parts.branding, pictures: [{ kind: 'logo' }, { kind: 'banner' }] },
    });
    expect(html).toContain('src="cid:logo@firstbell" alt="Cedar &quot;Hollow&quot;"');
    expect(html).toContain('src="cid:banner@firstbell" alt=""');
  });
});
