import { describe, expect, test } from 'vitest';
import { decodedCsv, repairedText } from './csv.ts';

describe('the text of a CSV file', () => {
  test('is read from UTF-8, with and without its mark, and from Latin-1', () => {
    const utf8 = new TextEncoder().encode('José,Łódź 🚌');
    expect(decodedCsv(utf8)).toBe('José,Łódź 🚌');
    expect(decodedCsv(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8))).toBe('José,Łódź 🚌');
    expect(decodedCsv(Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9))).toBe('José');
  });

  test.each(['latin1', 'windows-1252'])('comes back after it was taken for %s', (wrong) => {
    for (const text of ['José', 'Zoë “Zo” Müller', 'Łódź', '名前', 'à la carte']) {
      const garbled = wrong === 'latin1' ? [...new TextEncoder().encode(text)].map((byte) => String.fromCodePoint(byte)).join('') : new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
      expect(repairedText(garbled)).toBe(text);
    }
  });

  test.each(['José', 'plain', 'Ã', 'naïve – “quoted”', 'Â£5 名'])('%s stays as it is', (text) => {
    expect(repairedText(text)).toBe(text);
  });
});
