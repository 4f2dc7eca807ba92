import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalSentences, type RefusalCode } from './refusal.ts';
import { smsSize } from './sms.ts';
import { readTextReply, textAnswer, type TextedOffer, type TextOutcome } from './text-reply.ts';

describe('reading a reply', () => {
  test.each([
    ['Y27', 27],
    ['y 27', 27],
    ['Yes 27', 27],
    [' yes-27, thank you!', 27],
    ['Y#105.', 105],
  ])('%j accepts', (text, code) => {
    expect(readTextReply(text)).toEqual({ type: 'accept', code });
  });

  test.each([
    ['N27', 27],
    ['no 27 sorry', 27],
    ['n: 310', 310],
  ])('%j declines', (text, code) => {
    expect(readTextReply(text)).toEqual({ type: 'decline', code });
  });

  test.each([
    ['YES', true],
    ['yes.', true],
    ['Y', false],
    ['no', false],
    ['N!', false],
    ['OK', false],
  ])('%j does not say which class', (text, isStart) => {
    expect(readTextReply(text)).toEqual({ type: 'list', isStart });
  });

  test.each([
    ['STOP', 'stop'],
    [' stop ', 'stop'],
    ['Stop texting me', 'stop'],
    ['unsubscribe please', 'stop'],
    ['CANCEL', 'stop'],
    ['END', 'stop'],
    ['Quit', 'stop'],
    ['START', 'start'],
    ['unstop', 'start'],
    ['HELP', 'help'],
    ['help?', 'help'],
  ])("%j is the carriers' %s", (text, type) => {
    expect(readTextReply(text)).toEqual({ type });
  });

  test.each([
    '',
    '27',
    'Y27 and N28',
    'Y27 N27',
    'Y2',
    'Y2700',
    'My27',
    'I can take Y27',
    'Who is this?',
    'yes please',
    'Y27a',
  ])('%j is not an answer', (text) => {
    expect(readTextReply(text)).toEqual({ type: 'other' });
  });
});

const oak = { school: 'Oak Elementary', date: '2026-11-23', start: '08:00', end: '15:00' };
const offer = (code: number, name: string | null = null): TextedOffer => ({
  ...oak,
  code,
  name,
  grade: null,
  subject: null,
  room: null,
});
const when = 'Mon, Nov 23, 8:00 AM-3:00 PM, Oak Elementary';
const outcomes: [TextOutcome, string][] = [
  [
    { type: 'booked', class: oak, code: 27, report: 'by 7:45 AM', undoBy: '06:10' },
    `You're booked: ${when}. Report by 7:45 AM. To undo, reply N27 by 6:10 AM.`,
  ],
  [{ type: 'undone', class: oak, code: 27 }, `You're no longer booked for ${when}. Changed your mind? Reply Y27.`],
  [{ type: 'requested', class: oak, code: 27 }, `You requested ${when}. We'll notify you when the school answers.`],
  [
    { type: 'requested', class: { ...oak, more: 1 }, code: 27 },
    "You requested Mon, Nov 23 and 1 more day, 8:00 AM-3:00 PM, Oak Elementary. We'll notify you when the school answers.",
  ],
  [
    { type: 'booked', class: { ...oak, more: 2 }, code: 27, report: 'right away', undoBy: null },
    "You're booked: Mon, Nov 23 and 2 more days, 8:00 AM-3:00 PM, Oak Elementary. Report right away.",
  ],
  [{ type: 'declined', class: oak, code: 27 }, `You declined ${when}. Changed your mind? Reply Y27.`],
  [{ type: 'declined_taken', class: oak, code: 27 }, `Thanks for answering. Someone else took ${when}.`],
  [
    { type: 'moved', class: oak, code: 27, change: null },
    `This class has changed. It is now ${when}. Reply Y27 again to accept it.`,
  ],
  [
    { type: 'moved', class: oak, code: 27, change: 'It now includes Fri, Dec 4, 8:00 AM – 3:00 PM.' },
    'This job has changed. It now includes Fri, Dec 4, 8:00 AM-3:00 PM. Reply Y27 again to accept all of it.',
  ],
  [{ type: 'already_booked', class: oak }, `You're already booked: ${when}.`],
  [{ type: 'already_requested', class: oak }, `You already requested ${when}. The school hasn't answered yet.`],
  [{ type: 'cancel_booking', class: oak }, `You're still booked for ${when}. If you can't come, cancel here:`],
  [{ type: 'withdraw', class: oak }, `You requested ${when}. To withdraw your request, sign in:`],
  [
    { type: 'unknown_code', code: 27, offers: [] },
    'No offer to this number has the code 27. You have no open offers right now.',
  ],
  [
    { type: 'list', offers: [offer(27), offer(28)] },
    `Which class? Reply Y or N with the code. 27: ${when}; 28: ${when}.`,
  ],
  [{ type: 'list', offers: [] }, 'You have no open offers right now.'],
  [
    { type: 'unread', offers: [offer(27, 'Ann')] },
    `We couldn't understand this reply. Reply Y or N with the code. 27 (Ann): ${when}.`,
  ],
  [{ type: 'inactive' }, 'Your account is not active right now, so you cannot take classes. Please ask your school.'],
  [{ type: 'stranger' }, "We don't know this number. Sign in and add it to your profile to get offers by text:"],
  [{ type: 'stopped' }, "You won't get any more texts at this number. Reply START to get them again."],
  [{ type: 'started' }, "You'll get texts at this number again. Reply STOP to end them, HELP for help."],
  [
    { type: 'help', hasReplies: true, address: 'https://x.test' },
    "Texts about vacancies at your schools. Reply Y and an offer's code to accept it, N and the code to decline. Reply STOP to end them, START to get them again. Message and data rates may apply. https://x.test",
  ],
  [
    { type: 'help', hasReplies: false, address: 'https://x.test' },
    'Texts about vacancies at your schools. Reply STOP to end them, START to get them again. Message and data rates may apply. https://x.test',
  ],
];
const refused = (because: RefusalCode | null, sentence = ''): TextOutcome => ({
  type: 'refused',
  class: oak,
  because,
  sentence,
});

describe('the answer to a reply', () => {
  test.each(outcomes)('%j', (outcome, text) => {
    expect(textAnswer(outcome, 50)).toBe(`FirstBell: ${text}`);
  });

  test.each([
    ['already_filled', `Someone else was faster: ${when} is taken. Thanks for answering.`],
    ['already_requested', `Someone else was faster: ${when} is taken. Thanks for answering.`],
    ['vacancy_gone', `${when} was canceled. There's nothing left to do.`],
    ['vacancy_started', `It's too late for ${when}.`],
    ['vacancy_over', `It's too late for ${when}.`],
    ['booked_elsewhere', `You have another class at that time, so you weren't booked for ${when}.`],
    ['school_inactive', `This school is not active right now. It was ${when}.`],
  ] as const)('says why a request was refused: %s', (because, text) => {
    expect(textAnswer(refused(because), 0)).toBe(`FirstBell: ${text}`);
  });

  const classes = (...facts: Partial<TextedOffer>[]): TextOutcome => ({
    type: 'list',
    offers: facts.map((one, at) => ({ ...offer(27 + at), ...one })),
  });
  test.each<[string, TextOutcome, string]>([
    [
      'grade',
      classes({ grade: '2', room: '112' }, { grade: '4', room: '104' }),
      `27: ${when}, Grade 2; 28: ${when}, Grade 4`,
    ],
    [
      'room',
      classes({ grade: '4', room: '12' }, { grade: '4', room: 'Gym' }),
      `27: ${when}, Room 12; 28: ${when}, Gym`,
    ],
    ['subject', classes({ subject: 'Art' }, { subject: null }), `27: ${when}, Art; 28: ${when}`],
    [
      'everything that differs',
      classes({ grade: '4', room: '1' }, { grade: '4', room: '2' }, { grade: '5', room: '2' }),
      `27: ${when}, Grade 4, Room 1; 28: ${when}, Grade 4, Room 2; 29: ${when}, Grade 5, Room 2`,
    ],
    ['nothing, if nothing differs', classes({ grade: '4' }, { grade: '4' }), `27: ${when}; 28: ${when}`],
    [
      'nothing, for different times',
      classes({ grade: '2' }, { grade: '4', start: '12:30' }),
      `27: ${when}; 28: Mon, Nov 23, 12:30 PM-3:00 PM, Oak Elementary`,
    ],
  ])('tells classes at the same time and school apart by %s', (_, outcome, list) => {
    expect(textAnswer(outcome, 50)).toBe(`FirstBell: Which class? Reply Y or N with the code. ${list}.`);
  });

  test('lists the offers of the latest texts, which come first, by their start', () => {
    const school = 'Oak Elementary and Middle School';
    const dates = ['2026-11-26', '2026-11-23', '2026-11-25', '2026-11-24'];
    const offers = dates.map((date, at) => ({ ...offer(30 - at), school, date }));
    const text = textAnswer({ type: 'list', offers }, 120);
    expect(text.match(/\d+: \w+, Nov \d+/g)).toEqual(['29: Mon, Nov 23', '30: Thu, Nov 26']);
    expect(text, 'a shortened name ends the sentence').toMatch(/[^.]\.\.\.$/);
  });

  test('names the person if two people share the number', () => {
    const requested: TextOutcome = { type: 'requested', class: oak, code: 27 };
    expect(textAnswer(requested, 50, 'Ann')).toBe(
      `FirstBell (Ann): You requested ${when}. We'll notify you when the school answers.`,
    );
  });

  test('passes on a sentence of another refusal', () => {
    expect(textAnswer(refused(null, 'You would work too much.'), 0)).toBe(
      `FirstBell: You would work too much. It was ${when}.`,
    );
  });

  test('never takes more than two segments with its link, and never loses the first code', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'É', ' ', 'z'), minLength: 1, maxLength: 120 });
    const code = fc.integer({ min: 10, max: 999 });
    const fits = (text: string) => expect(smsSize(`${text} ${'x'.repeat(60)}`).segments).toBeLessThanOrEqual(2);
    fc.assert(
      fc.property(
        words,
        fc.option(words),
        fc.constantFrom(...(Object.keys(refusalSentences) as RefusalCode[])),
        (school, name, because) => {
          fits(textAnswer({ ...refused(because), class: { ...oak, school } } as TextOutcome, 60, name));
          fits(textAnswer({ type: 'moved', class: { ...oak, school }, code: 999, change: null }, 60, name));
          fits(textAnswer({ type: 'moved', class: { ...oak, school }, code: 999, change: 'x'.repeat(140) }, 60, name));
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            code,
            name: fc.option(words),
            school: fc.oneof(words, fc.constant('Oak')),
            grade: fc.constantFrom(null, '4' as const),
            room: fc.option(words),
            subject: fc.option(words),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        (offers) => {
          const text = textAnswer({ type: 'list', offers: offers.map((one) => ({ ...oak, ...one })) }, 60);
          fits(text);
          expect(text).toContain(` ${offers[0]?.code}`);
        },
      ),
    );
  });
});
