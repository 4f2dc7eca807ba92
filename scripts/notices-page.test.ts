import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { noticeKinds } from '#domain/notice-topics.ts';
import { renderNotice } from '#domain/notice.ts';
import { renderSms, smsSize } from '#domain/sms.ts';
import { noticeSamples, noticesPage, sampleLinks } from './notices-page.ts';

const docs = new URL('../docs/', import.meta.url);
const page = readFileSync(new URL('notices.md', docs), 'utf8');

describe('docs/notices.md', () => {
  test('matches the current templates (npm run pictures notices)', () => {
    expect(page).toBe(noticesPage());
  });

  test.each(noticeKinds)('shows %s, and its SMS in at most two segments', (kind) => {
    expect(page).toContain(`\n### ${kind}\n`);
    const sms = renderSms(kind, noticeSamples[kind], kind === 'sms_code' ? null : sampleLinks(kind).open);
    expect(page).toContain(sms);
    expect(smsSize(sms).segments).toBeLessThanOrEqual(2);
  });

  test.each(noticeKinds)(
    'shows %s with a report time, parking and pay only to substitutes, as they are sent',
    (kind) => {
      const facts = noticeSamples[kind];
      const vacancy = 'vacancy' in facts ? facts.vacancy : null;
      if (vacancy === null) return;
      expect(['reportTime', 'parking', 'pay'].filter((fact) => fact in vacancy)).toHaveLength(
        facts.to === 'substitute' ? 3 : 0,
      );
    },
  );

  test('shows a changed vacancy with its new time', () => {
    const { body } = renderNotice('vacancy_changed', noticeSamples.vacancy_changed);
    const [, time = 'no new time'] = /^- New time: (.+) \(was/m.exec(body) ?? [];
    expect(body).toContain(`\nTime: ${time}\n`);
  });

  test('has its pictures, small enough for a phone', () => {
    const pictures = [...page.matchAll(/\]\((pictures\/[\w-]+\.png)\)/g)].map(
      ([, name = '']) => statSync(new URL(name, docs)).size,
    );
    expect(pictures).toHaveLength(7);
    expect(pictures.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1_500_000);
  });
});
