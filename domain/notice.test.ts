import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderNotice } from './notice.ts';
import type { CoverFacts, NoticeFacts, NoticeKind, VacancyFacts } from './notice-facts.ts';
import { noticeKinds } from './notice-topics.ts';

const PLANS = 'https://docs.example.com/plans';
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
  notes: 'Room 4.\nQuiet class.',
  plansLink: PLANS,
};
const toSubstitute = { to: 'substitute', vacancy } as const;
const toTeacher = { to: 'teacher', vacancy, substitute: 'Bob Ray' } as const;
const ofDay = {
  to: 'substitute',
  school: 'Oak Elementary',
  date: '2026-11-20',
  classes: [
    { title: 'Math, grade 4', start: '10:00', end: '15:00', was: '08:00', isRequested: false },
    { title: 'Art', start: '10:00', end: '11:00', was: '09:00', isRequested: true },
  ],
} as const;
const toAdmin = { to: 'school_admin', vacancy } as const;

const cover: CoverFacts = {
  school: 'Oak Elementary',
  teacher: 'Ann Lee',
  date: '2026-11-23',
  period: '3',
  start: '10:00',
  end: '10:45',
  title: 'Algebra I',
  room: 'Room 12',
  size: 24,
  kind: 'period',
  note: 'The worksheet is on the desk.',
};

const samples: { [K in NoticeKind]: NoticeFacts[K] } = {
  vacancy_posted: toSubstitute,
  posted_for_you: { to: 'teacher', vacancy, by: 'Cy Doe' },
  vacancy_requested: { ...toTeacher, note: 'I know the class.\nBob' },
  request_approved: toSubstitute,
  request_rejected: toSubstitute,
  request_turned_down: { ...toTeacher, by: 'Cy Doe' },
  request_withdrawn: toTeacher,
  request_reopened: { ...toTeacher, because: 'start_passed' },
  assigned: toSubstitute,
  swapped: {
    ...toSubstitute,
    from: { title: 'Art', school: 'Oak Elementary', start: '08:00', end: '12:00' },
    asksToConfirm: true,
  },
  filled: { ...toTeacher, isConfirmed: false },
  confirmed: toTeacher,
  confirmed_for_you: { ...toSubstitute, by: 'Cy Doe' },
  assignment_unconfirmed: { ...toTeacher, to: 'school_admin', minutes: 600 },
  no_show_recorded: { ...toSubstitute, by: 'Cy Doe' },
  no_show_removed: { ...toSubstitute, by: 'Cy Doe', now: 'Late by 20 minutes' },
  no_show_answered: { ...toTeacher, to: 'school_admin', personId: 7 },
  feedback_given: { ...toSubstitute, countsFrom: '2026-11-30' },
  cannot_come: { ...toTeacher, to: 'school_admin' },
  released: { ...toTeacher, by: 'Cy Doe', reason: 'Well again' },
  assignment_cancelled: { ...toSubstitute, by: 'Ann Lee', reason: 'Well again' },
  vacancy_changed: { ...toSubstitute, changes: ['Notes', 'Lesson plans'], isAssigned: true },
  vacancy_deleted: toSubstitute,
  day_delayed: { ...ofDay, minutes: 120, asksToConfirm: true },
  day_closed: { ...ofDay, because: 'Snow day' },
  cover_asked: { to: 'teacher', cover, isSettled: false },
  cover_canceled: { to: 'teacher', cover, why: 'filled' },
  cover_declined: { to: 'school_admin', cover, colleague: 'Bob Ray', wasSettled: true },
  same_day_posted: toAdmin,
  request_unanswered: { ...toTeacher, minutes: 5 },
  still_unfilled: { ...toAdmin, minutes: 60, tried: '12 notified, 5 saw it, 2 declined (1 distance)' },
  account_approved: { to: 'teacher', name: 'Ann Lee', school: 'Oak Elementary' },
  account_rejected: { to: 'school_admin', name: 'Cy Doe', school: null },
  account_removed: { to: 'substitute', name: 'Bob Ray', school: 'Oak Elementary', accountIsGone: true },
  account_pending: {
    to: 'school_admin',
    name: 'Bob Ray',
    role: 'substitute',
    school: 'Oak Elementary',
    rejectedEarlier: true,
  },
  account_joined: {
    to: 'school_admin',
    name: 'Bob R. Ray',
    invitedName: 'Bob Ray',
    school: 'Oak Elementary',
    isApproved: true,
    personId: 7,
  },
  account_left: { to: 'school_admin', name: 'Ann Lee', school: 'Oak Elementary' },
  exclusion_asked: { to: 'school_admin', name: 'Bob Ray', teacher: 'Ann Lee', personId: 7 },
  exclusion_answered: { to: 'teacher', name: 'Bob Ray', by: 'Cy Doe', isAgreed: true },
  exclusion_ended: { to: 'teacher', name: 'Bob Ray', by: 'Cy Doe' },
  password_reset: { to: 'teacher', name: 'Ann Lee', by: 'Cy Doe' },
  account_security: { to: 'school_admin', name: 'Ann Lee', event: 'recovery_code_used', by: null, left: 7 },
  password_link: { to: 'teacher', name: 'Ann Lee', code: 'abcd-efgh-jkmn-pqrs' },
  email_link: { to: 'substitute', code: 'abcd-efgh-jkmn-pqrs' },
  invitation: {
    to: 'teacher',
    name: 'Ann Lee',
    username: 'ann_lee',
    school: 'Oak Elementary',
    by: 'Cy Doe',
    code: 'abcd-efgh-jkmn-pqrs',
    until: '2026-11-27',
  },
  emergency_plan_check: { to: 'teacher', name: 'Maya Okafor', since: '2025-11-21' },
  school_deactivated: { to: 'teacher', school: 'Oak Elementary' },
  school_deleted: {
    to: 'substitute',
    school: 'Oak Elementary',
    date: '2026-11-23',
    classes: [
      { date: '2026-11-23', title: 'Grade 3', start: '08:00', end: '12:00', isRequested: false },
      { date: '2026-11-24', title: 'Grade 4', start: '08:00', end: '15:00', isRequested: true },
    ],
    more: 3,
  },
  sms_code: { to: 'substitute', code: '123456' },
  message: {
    to: 'substitute',
    sender: 'Ann Lee',
    subject: 'Thank you',
    body: 'Dear Bob,\n\nthanks!',
    isUrgent: false,
    vacancy: null,
  },
};

test('a school that declined the account before decides again', () => {
  const { body, path } = renderNotice('account_joined', { ...samples.account_joined, isApproved: false });
  expect(body).toContain('please decide again');
  expect(path).toBe('/dashboard/school-admin/pending-approvals?person=7');
});

test.each(noticeKinds)('%s has the expected text', (kind) => {
  expect(renderNotice(kind, samples[kind])).toMatchSnapshot();
});

test('a person with other schools keeps the account when one removes them', () => {
  const { body } = renderNotice('account_removed', { ...samples.account_removed, accountIsGone: false });
  expect(body).toContain("Your account and your other schools haven't changed.");
  expect(body).not.toContain('deleted');
});

test('a teacher whose request to exclude a substitute was declined reads who declined it', () => {
  const { title, body } = renderNotice('exclusion_answered', { ...samples.exclusion_answered, isAgreed: false });
  expect(title).toBe('Bob Ray is still offered your classes');
  expect(body).toContain('Cy Doe declined your request');
});

describe('a notification about a vacancy', () => {
  const about = noticeKinds.filter((kind) => 'vacancy' in samples[kind] && kind !== 'message');

  test.each(about)('%s contains school, address, title, teacher, date, times, reason and notes', (kind) => {
    const { body } = renderNotice(kind, samples[kind]);
    for (const fact of [
      'Oak Elementary',
      '1 Oak Street, Springfield',
      'Math, grade 4',
      'Ann Lee',
      'November 20, 2026',
      '8:00 AM – 3:00 PM',
      'Illness',
      'Room 4.\nQuiet class.',
    ]) {
      expect(body).toContain(fact);
    }
  });

  test('names the lesson plans only to the assigned substitute', () => {
    const told = about.filter((kind) => renderNotice(kind, samples[kind]).body.includes(PLANS));
    expect(told).toEqual(['request_approved', 'assigned', 'swapped', 'vacancy_changed']);
    expect(renderNotice('vacancy_changed', { ...samples.vacancy_changed, isAssigned: false }).body).not.toContain(
      PLANS,
    );
    const message = { ...samples.message, vacancy };
    expect(renderNotice('message', message).body).not.toContain(PLANS);
  });

  test('leaves out withheld and empty fields', () => {
    const bare = { ...vacancy, reason: null, notes: null, plansLink: null };
    const { body } = renderNotice('assigned', { ...toSubstitute, vacancy: bare });
    expect(body).not.toMatch(/reason|Notes|Lesson plans|null/);
    expect(renderNotice('vacancy_requested', { ...toTeacher, note: null }).body).not.toContain('Their message');
  });

  test('says the grade, subject and room that the title doesn’t name', () => {
    const told = { ...toSubstitute, vacancy: { ...vacancy, classInWords: 'Music · Gym' } };
    expect(renderNotice('vacancy_posted', told).body).toContain('Math, grade 4\nClass: Music · Gym\nDate:');
    expect(renderNotice('vacancy_posted', toSubstitute).body).not.toContain('Class:');
  });

  test('says when to report, if that is known', () => {
    const told = { ...toSubstitute, vacancy: { ...vacancy, reportTime: '07:45' } };
    expect(renderNotice('assigned', told).body).toContain('3:00 PM\nReport to the office by: 7:45 AM\nSchool:');
    expect(renderNotice('no_show_removed', { ...told, by: 'Cy Doe', now: null }).body).not.toContain('It now says');
  });

  test('says in offers and bookings to report right away once that time has passed', () => {
    const late = { ...toSubstitute, vacancy: { ...vacancy, reportTime: '07:45', isReportLate: true } };
    const rightAway = '3:00 PM\nReport to the office right away\nSchool:';
    expect(renderNotice('vacancy_posted', late).body).toContain(rightAway);
    expect(renderNotice('assigned', late).body).toContain(rightAway);
    expect(renderNotice('confirmed_for_you', { ...late, by: 'Cy Doe' }).body).toContain(rightAway);
    const message = { sender: 'Ann', subject: 'Today', body: 'Can you come?', isUrgent: false };
    expect(renderNotice('message', { ...late, ...message }).body).toContain(rightAway);
    const canceled = renderNotice('assignment_cancelled', { ...late, by: 'Ann Lee', reason: 'Well again' });
    expect(canceled.body).toContain('Report to the office by: 7:45 AM');
  });

  test('does not call a substitute to the office who may already be teaching the changed class', () => {
    const late = { ...vacancy, reportTime: '07:45', isReportLate: true };
    const changed = renderNotice('vacancy_changed', { ...samples.vacancy_changed, isAssigned: true, vacancy: late });
    expect(changed.body).toContain('3:00 PM\nReport to the office by: 7:45 AM\nSchool:');
  });

  test('says where to park in offers and bookings only', () => {
    const parking = 'Park in lot C.\nEnter by the main door.';
    const told = { ...toSubstitute, vacancy: { ...vacancy, parking } };
    const line = `Springfield\nParking and arrival: ${parking}\n`;
    expect(renderNotice('vacancy_posted', told).body).toContain(line);
    expect(renderNotice('assigned', told).body).toContain(line);
    expect(renderNotice('request_approved', told).body).toContain(line);
    expect(renderNotice('request_rejected', told).body).not.toContain('Parking');
    expect(renderNotice('assigned', toSubstitute).body).not.toContain('Parking');
  });

  test('says what it pays in offers and bookings only', () => {
    const told = { ...toSubstitute, vacancy: { ...vacancy, pay: '$175.00 for a full day' } };
    const line = '\nPay: $175.00 for a full day\nSchool: ';
    for (const kind of ['vacancy_posted', 'assigned', 'request_approved'] as const)
      expect(renderNotice(kind, told).body).toContain(line);
    expect(renderNotice('request_rejected', told).body).not.toContain('Pay:');
    expect(renderNotice('vacancy_posted', toSubstitute).body).not.toContain('Pay:');
  });

  test('says whether it is urgent or may change', () => {
    const { body, urgent } = renderNotice('vacancy_posted', {
      ...toSubstitute,
      vacancy: { ...vacancy, isUrgent: true, mayNeedChanges: true },
    });
    expect(urgent).toBe(true);
    expect(body).toMatch(/^URGENT$/m);
    expect(body).toContain('Details may still change.');
    expect(renderNotice('vacancy_posted', toSubstitute).urgent).toBe(false);
  });

  test.each([
    ['start_passed', "No one answered Bob Ray's request before the class started."],
    ['booked_elsewhere', 'Bob Ray is now booked elsewhere at that time.'],
    ['no_longer_available', 'Bob Ray no longer works for this school.'],
  ] as const)('that is open again says why: %s', (because, sentence) => {
    expect(renderNotice('request_reopened', { ...toTeacher, because }).body).toContain(sentence);
  });

  test.each([
    [60, '60 minutes'],
    [1, '1 minute'],
  ])('says that an uncovered class starts in %d minutes', (minutes, words) => {
    expect(renderNotice('still_unfilled', { ...toAdmin, minutes }).body).toContain(`It starts in ${words}.`);
  });

  test('that is open again calls the substitute whose request it was you', () => {
    const { body } = renderNotice('request_reopened', {
      ...toSubstitute,
      substitute: 'Bob Ray',
      because: 'start_passed',
    });
    expect(body).toContain('No one answered your request before the class started.');
    expect(body).not.toContain('Bob Ray');
  });

  test('says so if the first request is booked', () => {
    const { body } = renderNotice('vacancy_posted', { ...toSubstitute, booksFirst: true });
    expect(body).toContain(
      "The first request is booked automatically. If you're first, the class is yours right away.",
    );
    expect(renderNotice('vacancy_posted', toSubstitute).body).not.toContain('booked');
  });

  test('names the class that was booked and the requests it withdrew', () => {
    const other = { title: 'Algebra I', school: 'Northfield High School', start: '10:00', end: '12:00' };
    for (const kind of ['request_approved', 'assigned'] as const) {
      expect(renderNotice(kind, { ...toSubstitute, withdrawn: [other] }).body).toContain(
        'We withdrew your request for the same time: Algebra I at Northfield High School, 10:00 AM – 12:00 PM.\n',
      );
    }
    const facts = { ...toSubstitute, substitute: 'Bob Ray', because: 'booked_elsewhere', instead: other } as const;
    const { title, body, path } = renderNotice('request_reopened', facts);
    expect(title).toBe('Request withdrawn, November 20, 2026: Math, grade 4');
    expect(body).toContain(
      "You're booked for Algebra I at Northfield High School, 10:00 AM – 12:00 PM, so we withdrew your request for this class.",
    );
    expect(body).not.toContain('open again');
    expect(path).toBe('/dashboard/substitute/my-assignments');
  });

  test('distinguishes a release from a cancellation', () => {
    const { title, body } = renderNotice('released', { ...samples.released, by: null, reason: 'Ill' });
    expect(title).toBe('Substitute canceled, November 20, 2026: Math, grade 4');
    expect(body).toContain('Bob Ray canceled the assignment. The vacancy is open again.\nReason: Ill\n');
    const undone = renderNotice('released', { ...samples.released, by: null, reason: null, isUndone: true });
    expect(undone.title).toBe('Request undone, November 20, 2026: Math, grade 4');
    expect(undone.body).toContain('Bob Ray undid their request within 5 minutes. The vacancy is open again.\n');
    expect(undone.body).not.toContain('Reason');
    expect(renderNotice('released', samples.released).body).toContain('Cy Doe released Bob Ray from the assignment.');
  });

  test('opens its subject', () => {
    const path = (kind: NoticeKind) => renderNotice(kind, samples[kind], 7).path;
    expect(path('vacancy_posted')).toBe('/dashboard/substitute/available-vacancies?request=7');
    expect(path('assigned')).toBe('/dashboard/substitute/my-assignments?vacancy=7');
    expect(path('vacancy_requested')).toBe('/dashboard/teacher/my-vacancies?vacancy=7');
    expect(path('same_day_posted')).toBe('/dashboard/school-admin/open-vacancies?vacancy=7');
    expect(renderNotice('account_pending', { ...samples.account_pending, personId: 9 }, null).path).toBe(
      '/dashboard/school-admin/pending-approvals?person=9',
    );
    expect(renderNotice('message', { ...samples.message, vacancy }, 7).path).toBe(
      '/dashboard/substitute/available-vacancies?request=7',
    );
    expect(path('account_security')).toBe('/dashboard/school-admin/profile?part=security');
    // Notifications about deleted vacancies, or ones that no longer concern the reader, have nothing to open.
    for (const kind of ['vacancy_deleted', 'assignment_cancelled', 'request_rejected'] as const)
      expect(path(kind), kind).not.toContain('?');
  });

  test('leads to the screen where its reader can act', () => {
    const path = (kind: NoticeKind) => renderNotice(kind, samples[kind]).path;
    expect(path('vacancy_posted')).toBe('/dashboard/substitute/available-vacancies');
    expect(path('assigned')).toBe('/dashboard/substitute/my-assignments');
    expect(path('vacancy_requested')).toBe('/dashboard/teacher/my-vacancies');
    expect(path('same_day_posted')).toBe('/dashboard/school-admin/open-vacancies');
    expect(path('account_pending')).toBe('/dashboard/school-admin/pending-approvals');
    expect(path('account_approved')).toBe('/dashboard/teacher');
    expect(renderNotice('message', { ...samples.message, vacancy }).path).toBe(
      '/dashboard/substitute/available-vacancies',
    );
  });
});

test('accounts: omits an earlier rejection or a school if there was none', () => {
  expect(renderNotice('account_pending', { ...samples.account_pending, rejectedEarlier: false }).body).not.toContain(
    'rejected',
  );
  expect(renderNotice('account_approved', { ...samples.account_approved, school: null }).body).toContain(
    'has been approved. You',
  );
});

test('an urgent message is urgent, even about a vacancy that is not', () => {
  expect(renderNotice('message', { ...samples.message, isUrgent: true, vacancy }).urgent).toBe(true);
});

describe('with any user input', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'Ann\r\nBcc: all@example.com',
      '<b>Ann</b>',
      '👩🏽‍🏫',
      'a\u2028b',
      '\u202Eevil',
      '\u0000',
      ' ',
      'x'.repeat(500),
    ),
  );

  test('a title is one line of printable characters, within the limit of a subject', () => {
    fc.assert(
      fc.property(nasty, nasty, (name, title) => {
        for (const notice of [
          renderNotice('vacancy_requested', {
            ...toTeacher,
            substitute: name,
            note: name,
            vacancy: { ...vacancy, title },
          }),
          renderNotice('account_pending', { ...samples.account_pending, name }),
          renderNotice('message', { ...samples.message, subject: title, sender: name }),
        ]) {
          expect(notice.title).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
          expect([...notice.title].length).toBeLessThanOrEqual(150);
          expect(notice.title.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test('no name, address or title adds a line to the body', () => {
    const lines = (facts: Partial<VacancyFacts>, substitute = 'Bob') =>
      renderNotice('vacancy_requested', {
        to: 'teacher',
        note: null,
        substitute,
        vacancy: { ...vacancy, ...facts },
      }).body.split('\n').length;
    fc.assert(
      fc.property(nasty, (text) => {
        const usual = lines({});
        expect(lines({ school: text, address: text, title: text, teacher: text }, text)).toBe(usual);
      }),
    );
  });

  test('texts keep their line breaks, and lose control characters', () => {
    const { body } = renderNotice('message', { ...samples.message, body: ' one\r\ntwo\rthree\u0007\n\nfive\u202E ' });
    expect(body).toBe('From Ann Lee:\n\none\ntwo\nthree\n\nfive');
  });
});

test('names all days of a job in the title and the text', () => {
  const dates = ['2026-11-24', '2026-11-25', '2026-11-30'];
  const { title, body } = renderNotice('vacancy_posted', { ...toSubstitute, vacancy: { ...vacancy, dates } });
  expect(title).toContain('Substitute needed, 3 days, Tue, Nov 24 to Mon, Nov 30: ');
  expect(body).toContain('One substitute takes all of these days.');
  expect(body).toContain('Dates: Tue, Nov 24; Wed, Nov 25; Mon, Nov 30');
});
