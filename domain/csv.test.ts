import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedCsv, harmlessCell, originalCell, repairedText } from './csv.ts';

describe('the text of a CSV file', () => {
  test('is read from UTF-8, with and without a byte order mark, and from Latin-1', () => {
    const utf8 = new TextEncoder().encode('José,Łódź 🚌');
    expect(decodedCsv(utf8)).toBe('José,Łódź 🚌');
    expect(decodedCsv(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8))).toBe('José,Łódź 🚌');
    expect(decodedCsv(Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9))).toBe('José');
  });

  test.each([
    ['little-endian', [0xff, 0xfe], 0],
    ['big-endian', [0xfe, 0xff], 1],
  ] as const)('is read from UTF-16, %s, with and without a byte order mark', (_name, mark, low) => {
    const text = 'Full name\tEmail\r\nJosé Łódź 🚌\tjose@example.org';
    const bytes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
      low === 0 ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff],
    );
    expect(decodedCsv(Uint8Array.of(...mark, ...bytes))).toBe(text);
    expect(decodedCsv(Uint8Array.from(bytes))).toBe(text);
  });

  test.each(['latin1', 'windows-1252'])('is repaired after it was mistaken for %s', (wrong) => {
    for (const text of ['José', 'Zoë “Zo” Müller', 'Łódź', '名前', 'à la carte']) {
      const garbled =
        wrong === 'latin1'
          ? [...new TextEncoder().encode(text)].map((byte) => String.fromCodePoint(byte)).join('')
          : new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
      expect(repairedText(garbled)).toBe(text);
    }
  });

  test.each(['José', 'plain', 'Ã', 'naïve – “quoted”', 'Â£5 名'])('%s stays as it is', (text) => {
    expect(repairedText(text)).toBe(text);
  });
});

describe('a cell that a spreadsheet would run', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1 518 555 0100', "'+1 518 555 0100"],
    [' @SUM(A1)', " '@SUM(A1)"],
    ['Math; =cmd', "Math; '=cmd"],
    ['first\n-second', "first\n'-second"],
    ['＝1+1', "'＝1+1"],
  ])('%j is written as %j', (text, cell) => {
    expect(harmlessCell(text)).toBe(cell);
    expect(originalCell(cell)).toBe(text);
  });

  test('is restored on import, and no part of it starts with a formula character', () => {
    const signs = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ';', '\t', '\n', '"', ' ', 'a', ',') });
    fc.assert(
      fc.property(signs, (text) => {
        const cell = harmlessCell(text);
        expect(cell.split(/[;\t\r\n]/).filter((part) => /^[\s"]*[=+\-@]/.test(part))).toEqual([]);
        expect(originalCell(cell)).toBe(text);
      }),
    );
  });

  test('is written and read in linear time', () => {
    for (const sign of ['\n', ' ', '"', ';', "'", '=', "'=", '\n=', "\n'"]) {
      const text = sign.repeat(400_000 / sign.length);
      // Processor time, so that a busy machine doesn't fail the test.
      const began = process.cpuUsage();
      originalCell(harmlessCell(text));
      expect(process.cpuUsage(began).user / 1e6, JSON.stringify(sign)).toBeLessThan(2);
    }
  });

  test('has the same result as with the earlier, quadratic expressions', () => {
    const formula = /(^|[;\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
    const escaped = /(^|[;\t\r\n])([\s"]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
    const signs = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\r', '\n', '"', "'", ' ', '\u00A0', 'a', '🚌'),
    });
    fc.assert(
      fc.property(signs, (text) => {
        expect(harmlessCell(text)).toBe(text.replaceAll(formula, "$1$2'"));
        expect(originalCell(text)).toBe(text.replaceAll(escaped, '$1$2'));
      }),
    );
  });

  test.each(['a-b', 'x = y', 'Lee; Ann'])('%s is not one', (text) => expect(harmlessCell(text)).toBe(text));
});
