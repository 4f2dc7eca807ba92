import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendSubstituteNote, ownNotes, partsOfNotes, substituteAddition, withoutSubstituteNotes } from './note.ts';

const MARKER = ' [Added by substitute]';
const count = (text: string) => text.split('[Added by substitute]').length - 1;

describe("a substitute's message", () => {
  test.each([
    ['Room 4.', 'I know the class', `Room 4.\nI know the class${MARKER}`],
    ['', 'Hello', `Hello${MARKER}`],
    [
      'Room 4.',
      'I know the class.\r\n\r\nI come at 7:40.',
      `Room 4.\nI know the class.\n  \n  I come at 7:40.${MARKER}`,
    ],
    ['Room 4.', '  ', 'Room 4.'],
    ['Room 4.', MARKER, 'Room 4.'],
    ['Room 4.', `Hello${MARKER}`, `Room 4.\nHello${MARKER}`],
    ['Room 4.', 'a[Added by [Added by substitute]substitute]', `Room 4.\na${MARKER}`],
  ])('%j and %j become %j', (standing, message, wanted) => {
    expect(appendSubstituteNote(standing, message)).toBe(wanted);
  });

  test('never changes the existing notes, and is marked exactly once', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(`Hi${MARKER}`, MARKER, 'a\r\nb'));
    fc.assert(
      fc.property(text, text, (standing, message) => {
        const notes = appendSubstituteNote(standing, message);
        expect(notes.startsWith(standing)).toBe(true);
        const addition = notes.slice(standing.length);
        expect(count(addition)).toBe(addition === '' ? 0 : 1);
        expect(addition === '' || addition.endsWith(MARKER)).toBe(true);
      }),
    );
  });
});

describe('a message within notes sent with a request', () => {
  test.each([
    ['Room 4.', `Room 4.\nI can come${MARKER}`, 'I can come'],
    ['Room 4.', 'Room 4. I can come', 'I can come'],
    ['Room 4.', 'I can come', 'I can come'],
    ['Room 4.', `I can come${MARKER}`, 'I can come'],
    ['Room 4.', 'Room 4.', null],
    ['Room 4.', `Room 4. ${MARKER}`, null],
    ['Room 4.', '', null],
    ['Room 4.', null, null],
    ['Room 4.', undefined, null],
    ['', 'Hello', 'Hello'],
    ['a\r\nb ', 'a\nb\nHello', 'Hello'],
    ['Art', 'Artful greetings', 'Artful greetings'],
    ['Art', 'Art: hello', ': hello'],
    ['Room 4.', 'Room 4.Hello', 'Hello'],
    ['Room 4.', `Room 4.\nI know the class.\n  \n  I come at 7:40.${MARKER}`, 'I know the class.\n\nI come at 7:40.'],
    [`A\nB${MARKER}`, `A\nB${MARKER}\nC${MARKER}`, 'C'],
  ])('of %j, sent %j, is %j', (standing, sent, wanted) => {
    expect(substituteAddition(standing, sent)).toBe(wanted);
  });

  test('is the appended text, regardless of the notes before it', () => {
    const message = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');
    fc.assert(
      fc.property(fc.string(), message, (standing, text) => {
        expect(substituteAddition(standing, appendSubstituteNote(standing, text))).toBe(text);
      }),
    );
  });
});

test('the next absence starts with the notes without substitutes’ messages', () => {
  const notes = appendSubstituteNote('Room 4.\nBooks on the desk.', 'I know the class');
  expect(withoutSubstituteNotes(`${notes}\nThe key is at the office.`)).toBe(
    'Room 4.\nBooks on the desk.\nThe key is at the office.',
  );
  expect(withoutSubstituteNotes('Room 4.')).toBe('Room 4.');
  const own = fc
    .array(fc.stringMatching(/^ {0,3}[a-z]{1,9}$/), { minLength: 1 })
    .map((lines) => lines.join('\n').trim());
  fc.assert(
    fc.property(own, own, own, (before, message, after) => {
      expect(withoutSubstituteNotes(`${appendSubstituteNote(before, message)}\n${after}`)).toBe(`${before}\n${after}`);
      expect(withoutSubstituteNotes(appendSubstituteNote(appendSubstituteNote(before, message), after))).toBe(before);
    }),
  );
});

describe('notes that staff return', () => {
  test.each([
    ['Room 4.', null, 'Room 4.'],
    [`Room 4.\nI know it.${MARKER}`, 'I know it.', 'Room 4.'],
    [`Room 4.\r\nI know it.\r\n  At 7.${MARKER}\r\nThe key is here.`, 'I know it.\nAt 7.', 'Room 4.\nThe key is here.'],
    [`Room 4.\nI know it.${MARKER} The key is here.`, 'I know it.', 'Room 4.\nThe key is here.'],
    // The marked message belongs to a request that is over or never existed.
    [`Room 4.\nI know it.${MARKER}`, null, 'Room 4.'],
    [`Room 4.\nI know it.${MARKER}`, 'Me, too', 'Room 4.'],
    [`I know it.${MARKER}`, null, ''],
  ])('%j, shown with the message %j, are the text %j', (sent, message, own) => {
    expect(ownNotes(sent, message)).toBe(own);
  });

  test('never contain the message that was shown with them, wherever text is added', () => {
    const words = fc
      .array(fc.stringMatching(/^ {0,3}[a-z$&]{1,9}$/), { minLength: 1 })
      .map((lines) => lines.join('\n').trim());
    fc.assert(
      fc.property(words, words, words, fc.constantFrom('\n', ' ', ''), (own, message, addition, between) => {
        const sent = `${appendSubstituteNote(own, message)}${between}${addition}`;
        expect(ownNotes(sent, message)).toBe(`${own}\n${addition}`);
        expect(ownNotes(appendSubstituteNote(own, message), message)).toBe(own);
      }),
    );
  });
});

describe('parsed notes', () => {
  test.each([
    ['', '', []],
    ['Room 4.', 'Room 4.', []],
    [`Room 4.\nI know the class.${MARKER}`, 'Room 4.', ['I know the class.']],
    [
      `Room 4.\nI know the class.\n  \n  I come at 7:40.${MARKER}\nThe key is at the office.\nMe, too${MARKER}`,
      'Room 4.\nThe key is at the office.',
      ['I know the class.\n\nI come at 7:40.', 'Me, too'],
    ],
    [`Hello${MARKER}`, '', ['Hello']],
    // Someone removed lines by hand: no text is lost, and the parser terminates.
    [`  I come at 7:40.${MARKER}`, '', ['I come at 7:40.']],
  ])('%j are %j and %j', (notes, own, added) => {
    expect(partsOfNotes(notes)).toEqual({ own, added });
  });

  test('return every message as it was written', () => {
    const message = fc
      .array(fc.stringMatching(/^ {0,3}[a-z]{1,9}$/), { minLength: 1 })
      .map((lines) => lines.join('\n').trim());
    fc.assert(
      fc.property(message, fc.array(message, { maxLength: 4 }), (own, messages) => {
        expect(partsOfNotes(messages.reduce(appendSubstituteNote, own))).toEqual({ own, added: messages });
      }),
    );
  });
});
