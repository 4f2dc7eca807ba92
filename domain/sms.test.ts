import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#test/any-text.ts';
import type { NoticeFacts, NoticeKind, VacancyFacts } from './notice-facts.ts';
import { isOffer, noticeKinds } from './notice-topics.ts';
import { renderSms, smsConsentWording, smsNumber, smsSize } from './sms.ts';

const vacancy: VacancyFacts = {
  school: 'Oak Elementary',
  address: '1 Oak Street, Springfield',
  title: 'Math, grade 4',
  teacher: 'Ann Lee',
  date: '2026-11-20',
  start: '08:00',
  end: '15:00',
  isUrgent: false,
  mayNeedChanges: false,
  reason: 'Illness',
  notes: 'Room 4.',
  plansLink: 'https://docs.example.com/plans',
};
const link = 'https://firstbell.example.org/go/AAAAAAAAAAAAAAAAAAAAAAAA';

describe('the size of an SMS', () => {
  test.each([
    ['', 'gsm7', 1],
    ['a'.repeat(160), 'gsm7', 1],
    ['a'.repeat(161), 'gsm7', 2],
    ['a'.repeat(306), 'gsm7', 2],
    ['a'.repeat(307), 'gsm7', 3],
    ['€'.repeat(80), 'gsm7', 1],
    ['€'.repeat(81), 'gsm7', 2],
    // 153 is odd: the last septet of a segment stays empty so that a two-septet character isn't split.
    ['€'.repeat(152), 'gsm7', 2],
    ['€'.repeat(153), 'gsm7', 3],
    ['ą'.repeat(70), 'ucs2', 1],
    ['ą'.repeat(71), 'ucs2', 2],
    ['🔔'.repeat(35), 'ucs2', 1],
    ['🔔'.repeat(66), 'ucs2', 2],
    ['🔔'.repeat(67), 'ucs2', 3],
  ] as const)('%#', (text, encoding, segments) => {
    expect(smsSize(text)).toEqual({ encoding, segments });
  });
});

describe('a notification as an SMS', () => {
  test('says school, date, times, whether it is urgent, and the link', () => {
    expect(renderSms('vacancy_posted', { to: 'substitute', vacancy }, link)).toBe(
      `FirstBell: Substitute needed, Oak Elementary, November 20, 2026, 8:00 AM-3:00 PM. ${link}`,
    );
    expect(renderSms('vacancy_posted', { to: 'substitute', vacancy: { ...vacancy, isUrgent: true } }, link)).toContain(
      'FirstBell: URGENT Substitute needed, Oak',
    );
  });

  test.each([
    ['Can you come on Friday?', 'Can you come on Friday?'],
    ['We need you!', 'We need you!'],
    ['Thank you.', 'Thank you.'],
    ['Thank you', 'Thank you.'],
  ])('ends the subject %j with one mark', (subject, said) => {
    const facts = { to: 'substitute' as const, sender: 'Ann Lee', subject, body: '', isUrgent: false, vacancy: null };
    expect(renderSms('message', facts, link)).toBe(`FirstBell: Ann Lee: ${said} ${link}`);
  });

  test('says in an offer when to report to the office, and how to answer', () => {
    const offered = { to: 'substitute' as const, vacancy: { ...vacancy, reportTime: '07:45' } };
    expect(renderSms('vacancy_posted', offered, link, 27)).toBe(
      `FirstBell: Substitute needed, Oak Elementary, November 20, 2026, 8:00 AM-3:00 PM. Report by 7:45 AM. Reply Y27 to request it, N27 to decline. ${link}`,
    );
    const late = { ...offered, vacancy: { ...offered.vacancy, isReportLate: true } };
    expect(renderSms('vacancy_posted', late, link, 27)).toContain('3:00 PM. Report right away. Reply Y27');
    expect(renderSms('vacancy_deleted', offered, link)).not.toContain('Report');
    expect(renderSms('same_day_posted', { ...offered, to: 'school_admin' }, link)).not.toContain('Report');
  });

  test('names the person it is for, if two people share the number', () => {
    const facts = { to: 'substitute', vacancy: { ...vacancy, reportTime: '07:45' } } as const;
    const named = renderSms('vacancy_posted', facts, link, 27, 'Ann');
    expect(named).toBe(
      `FirstBell (Ann): Substitute needed, Oak Elementary, November 20, 2026, 8:00 AM-3:00 PM. Report by 7:45 AM. Reply Y27 to request it, N27 to decline. ${link}`,
    );
    const unnamed = renderSms('vacancy_posted', facts, link, 27);
    expect(smsSize(named)).toEqual(smsSize(unnamed));
    // A long school is shortened before the name.
    const long = { ...facts, vacancy: { ...facts.vacancy, school: 'x'.repeat(300) } };
    expect(renderSms('vacancy_posted', long, link, 27, 'Ann')).toContain('FirstBell (Ann): Substitute');
  });

  test('never contains the reason, notes, plans, class or a name', () => {
    const text = renderSms('assigned', { to: 'substitute', vacancy }, link);
    for (const secret of ['Illness', 'Room 4', 'docs.example.com', 'Math', 'Ann Lee'])
      expect(text).not.toContain(secret);
  });

  test('uses the cheaper alphabet where possible', () => {
    const text = renderSms(
      'assigned',
      { to: 'substitute', vacancy: { ...vacancy, school: '“Škola” – Saint Mary’s École' } },
      link,
    );
    expect(text).toContain('"Skola" - Saint Mary\'s École');
    expect(smsSize(text).encoding).toBe('gsm7');
  });

  test('never takes more than two segments and never loses its link or its time, with any user input', () => {
    const words = fc.oneof(
      anyText(300),
      fc.string({ unit: fc.constantFrom('🔔', '北', 'ß', '€', 'w'), maxLength: 300 }),
      fc.constant('Line\r\nbreak'),
    );
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.option(words),
        fc.boolean(),
        fc.constantFrom<NoticeKind>(...noticeKinds),
        (school, sender, subject, name, isUrgent, kind) => {
          const about = { ...vacancy, school, isUrgent, reportTime: '07:45' };
          // One object with the facts of all kinds, because the compiler would otherwise need one case per kind.
          const facts = {
            to: 'substitute',
            vacancy: about,
            substitute: sender,
            sender,
            subject,
            body: '',
            isUrgent,
            code: '123456',
            cover: { period: 'Homeroom', date: '2026-11-20', start: '08:00' },
          } as unknown as NoticeFacts[typeof kind];
          const text = renderSms(kind, facts, link, isOffer(kind) ? 127 : null, name);
          if (isOffer(kind)) expect(text).toContain('AM-3:00 PM. Report by 7:45 AM. Reply Y127 to ');
          expect(smsSize(text).segments).toBeLessThanOrEqual(2);
          expect(text.endsWith(` ${link}`)).toBe(true);
          expect(text).toContain('November 20, 2026, 8:00 AM-3:00 PM');
          expect(text).not.toMatch(/[\r\n]/);
          expect(text).toMatch(isUrgent ? /^FirstBell( \(.*\))?: URGENT/s : /^FirstBell( \(.*\))?: /s);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('the consent says how to end it, what it costs and that it is optional', () => {
  for (const part of ['STOP', 'HELP', 'rates may apply', "You don't have to agree"])
    expect(smsConsentWording).toContain(part);
});

test.each([
  ['(518) 555-0100', '+15185550100'],
  ['1 518 555 0100', '+15185550100'],
  ['+44 20 7946 0958', '+442079460958'],
  ['555-0100', null],
  ['+0123456789', null],
  ['call me', null],
])('the number of %s', (text, number) => {
  expect(smsNumber(text)).toBe(number);
});

test('names all days of a job', () => {
  const dates = ['2026-11-24', '2026-11-25', '2026-11-30'];
  expect(renderSms('vacancy_posted', { to: 'substitute', vacancy: { ...vacancy, dates } }, null)).toContain(
    '3 days, Tue, Nov 24 to Mon, Nov 30, ',
  );
});
