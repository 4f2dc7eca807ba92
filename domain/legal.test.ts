import { describe, expect, it } from 'vitest';
import { type LegalBlock, legalBlocks, legalKinds, legalLimit, standardLegal } from '#domain/legal.ts';
import { smsConsentWording } from '#domain/sms.ts';

const heading = (words: string): LegalBlock => ({ is: 'heading', words });
const paragraph = (words: string): LegalBlock => ({ is: 'paragraph', words });

describe('a legal text', () => {
  it.each<[what: string, text: string, blocks: LegalBlock[]]>([
    ['nothing', '  \n\n ', []],
    ['a paragraph', 'We keep your name.', [paragraph('We keep your name.')]],
    ['lines of one paragraph', 'Lincoln\r\n1 School Street\rDuluth', [paragraph('Lincoln\n1 School Street\nDuluth')]],
    ['two paragraphs', 'One.\n \n\nTwo.', [paragraph('One.'), paragraph('Two.')]],
    [
      'a heading ends the paragraph before it',
      'One.\n# Who sees it\nWe do.',
      [paragraph('One.'), heading('Who sees it'), paragraph('We do.')],
    ],
    ['headings of any depth, with a space or without', '#One\n### Two', [heading('One'), heading('Two')]],
    ['a heading without words', '#\nWords', [paragraph('Words')]],
    ['HTML is words', '<img src=x onerror=alert(1)>', [paragraph('<img src=x onerror=alert(1)>')]],
    ['a # inside of a line is one', 'Room #12', [paragraph('Room #12')]],
  ])('%s', (_, text, blocks) => {
    expect(legalBlocks(text)).toEqual(blocks);
  });

  it('of ours has headings and fits; both contain the sentences that carriers require', () => {
    for (const kind of legalKinds) {
      const text = standardLegal[kind];
      expect(legalBlocks(text).filter(({ is }) => is === 'heading').length).toBeGreaterThan(3);
      expect(text.length).toBeLessThan(legalLimit);
      expect(text).toContain('Reply STOP to end them');
    }
    expect(standardLegal.privacy).toContain(smsConsentWording);
  });
});
