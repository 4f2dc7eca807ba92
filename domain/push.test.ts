import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#test/any-text.ts';
import type { NoticeFacts, NoticeKind, VacancyFacts } from './notice-facts.ts';
import { noticeKinds } from './notice-topics.ts';
import { pushLifetime, renderPush } from './push.ts';

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

describe('a notification as a push', () => {
  test('says what an SMS says, and leads to its page', () => {
    expect(renderPush('assigned', { to: 'substitute', vacancy })).toEqual({
      title: "You've been assigned",
      body: 'Oak Elementary, November 20, 2026, 8:00 AM-3:00 PM',
      path: '/dashboard/substitute/my-assignments',
      isUrgent: false,
    });
    expect(
      renderPush('message', {
        to: 'substitute',
        sender: 'Ann Lee',
        subject: 'Keys',
        body: 'At the office.',
        isUrgent: true,
        vacancy: null,
      }),
    ).toEqual({
      title: 'Urgent: Ann Lee: Keys',
      body: '',
      path: '/dashboard/substitute',
      isUrgent: true,
    });
  });

  test.each([
    ['an offer', 'vacancy_posted', { to: 'substitute', vacancy }, 'Request'],
    ['an urgent offer', 'vacancy_posted', { to: 'substitute', vacancy: { ...vacancy, isUrgent: true } }, 'Request'],
    ['an offer that books the first', 'vacancy_posted', { to: 'substitute', vacancy, booksFirst: true }, 'Accept'],
    ['a reminder to an administrator', 'still_unfilled', { to: 'school_admin', vacancy, minutes: 30 }, null],
    ['a post to an administrator', 'same_day_posted', { to: 'school_admin', vacancy }, null],
    ['an assignment', 'assigned', { to: 'substitute', vacancy }, null],
    ['a deleted vacancy', 'vacancy_deleted', { to: 'substitute', vacancy }, null],
    ['an approved account', 'account_approved', { to: 'substitute', name: 'Bob', school: 'Oak' }, null],
  ] as const)('%s can be answered by the button that says what it does, or not at all', (_, kind, facts, label) => {
    expect(renderPush<NoticeKind>(kind, facts, 17, 4).offer).toEqual(
      label === null
        ? undefined
        : { vacancyId: 17, userId: 4, label, date: '2026-11-20', startTime: '08:00', endTime: '15:00', together: null },
    );
  });

  test('an offer of several days names them, so that none can change without a word', () => {
    const several = { ...vacancy, dates: ['2026-11-20', '2026-11-23'] };
    expect(renderPush('vacancy_posted', { to: 'substitute', vacancy: several }, 17, 4).offer?.together).toBe(
      '2 days, Fri, Nov 20 to Mon, Nov 23',
    );
  });

  test('an offer says when to report to the office, even if the name of the school is long', () => {
    const school = 'The Very Reverend Doctor Hollingsworth Memorial Preparatory School of Springfield and Surroundings';
    const offered = { to: 'substitute', vacancy: { ...vacancy, school, reportTime: '07:45' } } as const;
    const { body } = renderPush('vacancy_posted', offered);
    expect(body).toMatch(/^The Very Reverend .*…, November 20, 2026, 8:00 AM-3:00 PM\. Report by 7:45 AM\.$/);
    expect([...body]).toHaveLength(120);
    expect(renderPush('vacancy_deleted', offered).body).not.toContain('Report');
    const late = { ...offered, vacancy: { ...offered.vacancy, isReportLate: true } };
    expect(renderPush('vacancy_posted', late).body).toMatch(/ 8:00 AM-3:00 PM\. Report right away\.$/);
  });

  test('an offer whose vacancy or recipient is unknown has no buttons', () => {
    expect(renderPush('vacancy_posted', { to: 'substitute', vacancy }, null, 4)).not.toHaveProperty('offer');
    expect(renderPush('vacancy_posted', { to: 'substitute', vacancy }, 17)).not.toHaveProperty('offer');
  });

  test('never contains the reason, notes, plans, class or a name, and always fits', () => {
    const words = fc.oneof(
      anyText(130),
      fc.string({ unit: fc.constantFrom('🔔', '北', 'w'), minLength: 100, maxLength: 130 }),
      fc.constant('Line\r\nbreak'),
    );
    fc.assert(
      fc.property(words, words, fc.constantFrom<NoticeKind>(...noticeKinds), (school, subject, kind) => {
        // The facts of all kinds together. Each kind reads only its own.
        const facts = {
          to: 'substitute',
          vacancy: { ...vacancy, school },
          substitute: 'Bob',
          sender: 'Cy',
          subject,
          body: 'Secret',
          reason: 'Well',
          changes: [],
          by: 'Cy',
          name: 'Bob',
          role: 'teacher',
          username: 'bob',
          code: '123456',
          until: '2026-11-27',
          since: '2025-11-21',
          countsFrom: '2026-11-30',
          school: 'Oak',
          because: 'start_passed',
          why: 'office',
          isUrgent: false,
          event: 'guessed_at',
          left: 3,
          classes: [],
          cover: {
            period: 'Homeroom',
            date: '2026-11-24',
            start: '08:00',
            end: '08:45',
            title: 'Math',
            room: null,
            size: null,
            kind: 'period',
            note: null,
          },
          from: {},
          date: '2026-11-24',
          minutes: 60,
        } as unknown as NoticeFacts[typeof kind];
        const { title, body } = renderPush(kind, facts);
        for (const secret of ['Illness', 'Room 4', 'docs.example.com', 'Math', 'Ann Lee', 'Secret'])
          expect(`${title} ${body}`).not.toContain(secret);
        expect([...title].length).toBeLessThanOrEqual(80);
        expect([...body].length).toBeLessThanOrEqual(120);
        expect(`${title}${body}`).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test('waits for a phone that is off only as long as it is useful', () => {
    expect(pushLifetime('vacancy_posted')).toBe(7200);
    expect(pushLifetime('request_approved')).toBe(43_200);
  });
});
