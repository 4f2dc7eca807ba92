import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  emptyFile,
  normalizeUsername,
  passwordProblem,
  personLimits,
  proposedUsername,
  sessionLimits,
  uploadProblem,
  uploads,
  usernamePattern,
} from './person.ts';

const HOUR = 3600 * 1000;

describe('a password', () => {
  const common = new Set(['password', 'iloveyou', '12345678']);
  const context = {
    minimum: personLimits.password.min,
    username: 'ann_lee42',
    fullName: 'Ann Gardiner',
    isCommon: (text: string) => common.has(text),
  };
  const COMMON = 'This is one of the most common passwords. Please choose another.';
  const NAME = "A password can't be your name, your username or FirstBell. Please choose another.";

  test.each([
    ['1234567', 'Password must be at least 8 characters'],
    ['tulip-rain', null],
    ['tulip rain', null],
    ['aaaaaaab', null],
    ['PASSWORD', COMMON],
    ['Password123!', COMMON],
    ['12345678', COMMON],
    ['!!iloveyou', COMMON],
    ['ann_lee42', NAME],
    ['Ann_Lee2026', NAME],
    ['ann_lee!!!', NAME],
    ['Gardiner', NAME],
    ['gardiner1', NAME],
    ['2026-Ann!', NAME],
    ['AnnGardiner7', NAME],
    ['ann gardiner', NAME],
    ['FirstBell1', NAME],
    ['first-bell', NAME],
    ['gardiners', null],
    ['ann4gardiner', null],
    ['20262026', null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
    ['🌷🌧️☀️🌈', 'Password must be at least 8 characters'],
    ['пароль-для-школы', null],
  ])('%j: %j', (password, wanted) => {
    expect(passwordProblem(password, context)).toBe(wanted);
  });

  test('set by an administrator may have six characters', () => {
    const byAdmin = { ...context, minimum: personLimits.password.minByAdmin };
    expect(passwordProblem('tulip', byAdmin)).toBe('Password must be at least 6 characters');
    expect(passwordProblem('tulips', byAdmin)).toBeNull();
  });

  test('made of digits is not mistaken for a name without letters', () => {
    expect(passwordProblem('90210902', { ...context, username: '___', fullName: '…' })).toBeNull();
    expect(passwordProblem('90210902', { ...context, username: '90210902' })).toBe(NAME);
  });

  test('that is the username surrounded by digits or punctuation is always refused', () => {
    const around = fc.stringMatching(/^[0-9!?._-]{0,8}$/);
    fc.assert(
      fc.property(around, around, (before, after) => {
        const password = `${before}Marigold${after}`;
        expect(passwordProblem(password, { ...context, username: 'marigold' })).toBe(NAME);
      }),
    );
  });
});

describe('a username', () => {
  test('is compared without case, surrounding space and a leading @', () => {
    expect([' Ann ', '@ANN', 'ann'].map(normalizeUsername)).toEqual(['ann', 'ann', 'ann']);
  });

  test.each([
    ['Ann_42', true],
    ['ann lee', false],
    ['ann-lee', false],
    ['änn', false],
    ['', false],
    ['ann\n', false],
  ])('%j is well formed: %s', (text, wanted) => {
    expect(usernamePattern.test(text)).toBe(wanted);
  });
});

test.each([
  ['teacher', 30 * 24, 90 * 24],
  ['substitute', 30 * 24, 90 * 24],
  ['school_admin', 12, 7 * 24],
  ['overall_admin', 1, 12],
] as const)('a session of a %s lasts %i hours idle, %i in all', (role, idle, all) => {
  expect(sessionLimits(role)).toEqual({ idleMs: idle * HOUR, absoluteMs: all * HOUR });
});

describe('a file to upload', () => {
  test.each([
    ['photo', { name: 'me.HEIC', type: 'image/heic', size: 1 }, null],
    ['photo', { name: 'me.jpg', type: 'text/plain', size: 1 }, uploads.photo.wrongKind],
    ['photo', { name: 'me.png', type: 'image/png', size: uploads.photo.largest }, null],
    ['photo', { name: 'me.png', type: 'image/png', size: uploads.photo.largest + 1 }, uploads.photo.tooLarge],
    ['resume', { name: 'Resume.PDF', type: '', size: 1 }, null],
    ['resume', { name: 'resume.doc', type: '', size: 1 }, null],
    ['resume', { name: 'resume.docx', type: '', size: uploads.resume.largest + 1 }, uploads.resume.tooLarge],
    ['resume', { name: 'resume.pdf.exe', type: 'application/pdf', size: 1 }, uploads.resume.wrongKind],
    ['resume', { name: 'resume.pdf', type: 'application/pdf', size: 0 }, emptyFile],
    ['photo', { name: 'me.png', type: 'image/png', size: 0 }, emptyFile],
  ] as const)('%s %j is refused before upload if its name, type or size is wrong: %s', (kind, file, sentence) => {
    expect(uploadProblem(kind, file)).toBe(sentence);
  });
});

test.each([
  ['Maya Okafor', 'maya_okafor'],
  ["  Zoë  O'Neil-Ray, Jr. ", 'zoe_oneil_ray_jr'],
  ['Li', ''],
  ['王小明', ''],
  ['A very long name that nobody could type', 'a_very_long_name_that_nobody_cou'],
])('the username proposed for %s is %s', (name, username) => {
  expect(proposedUsername(name)).toBe(username);
  if (username !== '') expect(username).toMatch(usernamePattern);
});
