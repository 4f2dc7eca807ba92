import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameProblem } from './name.ts';

const unseen = 'This name contains invisible characters. Remove them or type the name again.';
const mixed = 'This name mixes letters from alphabets that look alike. Use one alphabet in each word.';

/** Some letters of each script. */
const scripts = {
  Latin: 'abcxyzñéøßłığÅ',
  Cyrillic: 'авекорсухіїђ',
  Greek: 'αβκορυχΆΩ',
  Arabic: 'علیرضاچ',
  Hebrew: 'אבגדהו',
  Devanagari: 'अमितकुमार',
  Thai: 'สมชาย',
  Georgian: 'გიორგი',
  Armenian: 'ԱբգդԵ',
  Ethiopic: 'አበበ',
  Han: '王小明李',
  Hangul: '김민준이',
  Kana: 'さとうサトウー',
};
const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });

describe('a name', () => {
  test.each([
    "Sinéad O'Brien",
    'Sinéad O’Brien',
    'Ana Núñez-García',
    'Nguyễn Thị Ánh',
    'Kaʻiulani Kealoha',
    'Dr. J. R. Smith, Jr.',
    'John Smith III',
    'Maria (Mia) Lopez',
    '王小明',
    '王小明 Ming Wang',
    '王Ming',
    'サトー・ケン',
    '김민준',
    'Иван Петров',
    'Γιώργος Παπαδόπουλος',
    'Иван Smith',
    'علی‌رضا محمدی',
    'ශ්‍රී ලංකා',
    'แสงดาว',
    'Franklin School No. 3',
    'P.S. 118 “Lorraine Hansberry”',
    'Núñez',
    'Escuela Mª Gómez № 5',
  ])('may be %s', (name) => expect(nameProblem(name)).toBeNull());

  test.each([
    ['a zero-width space', 'Ann\u200BLee'],
    ['a zero-width joiner between Latin letters', 'Ann\u200DLee'],
    ['a joiner at the end', 'علی\u200C'],
    ['nothing but a filler', '\u3164\u3164'],
    ['an empty braille pattern', '\u2800\u2800'],
    ['a soft hyphen', 'Ann\u00ADLee'],
    ['an override of the direction', 'Ann \u202Eeel'],
    ['an isolate', 'Ann \u2067Lee\u2069'],
    ['a tag', 'Ann\u{E0041}'],
    ['a variation selector', 'Ann\uFE0F'],
    ['a mark of byte order', 'Ann\uFEFFLee'],
    ['a control character', 'Ann\u0085Lee'],
    ['a line separator', 'Ann\u2028Lee'],
    ['a private character', 'Ann\uE000'],
  ])('may not have %s', (_what, name) => expect(nameProblem(name)).toBe(unseen));

  test.each([
    ['Cyrillic а in a Latin word', 'M\u0430ria'],
    ['Latin in a Cyrillic word', 'Ив\u0061н'],
    ['Greek omicron in a Latin word', 'J\u03BFhn'],
    ['Cyrillic О before an apostrophe', "\u041E'Brien"],
    ['a part after a hyphen in another alphabet', 'Anna-М\u0430рия'],
    ['Cherokee that looks Latin', 'J\u13ADhn'],
    ['Armenian in a Latin word', 'J\u0585hn'],
  ])('may not have %s', (_what, name) => expect(nameProblem(name)).toBe(mixed));

  test.each([
    ['a bold letter', 'M\u{1D41A}ria Lopez'],
    ['letters of a sans-serif alphabet', '\u{1D5AC}\u{1D5BA}\u{1D5CB}\u{1D5C2}\u{1D5BA} Lopez'],
    ['the sign of the kelvin', '\u212Aim Lee'],
    ['a script letter', '\u210Bana Lee'],
  ])('may not have %s', (_what, name) =>
    expect(nameProblem(name)).toBe('This name contains styled letters. Type it with ordinary letters.'),
  );

  test('may not stack accents', () => {
    expect(nameProblem(`A${'\u0301'.repeat(30)}nn`)).toBe('This name has too many accents on one letter.');
  });

  test('may mix alphabets, but not within a word', () => {
    const single = fc.oneof(...Object.values(scripts).map(word));
    const name = fc.array(single, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(name, (text) => {
        expect(nameProblem(text)).toBeNull();
      }),
    );
  });

  test('is refused if a word contains a look-alike letter of another alphabet', () => {
    const alike = [scripts.Latin, scripts.Cyrillic, scripts.Greek];
    const pair = fc
      .tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(1, 2))
      .chain(([one, step]) => fc.tuple(word(alike[one] ?? ''), word(alike[(one + step) % 3] ?? '')));
    fc.assert(
      fc.property(pair, fc.nat(), ([host, guest], at) => {
        const place = at % (host.length + 1);
        expect(nameProblem(`Ann ${host.slice(0, place)}${guest}${host.slice(place)}`)).toBe(mixed);
      }),
    );
  });

  test('is refused if it has an invisible character anywhere', () => {
    const invisible = fc.constantFrom('\u200B', '\u200E', '\u202A', '\u2066', '\u00AD', '\u034F', '\u115F', '\uFEFF');
    fc.assert(
      fc.property(word(scripts.Latin), invisible, fc.nat(), (host, sign, at) => {
        const place = at % (host.length + 1);
        expect(nameProblem(host.slice(0, place) + sign + host.slice(place))).toBe(unseen);
      }),
    );
  });
});
