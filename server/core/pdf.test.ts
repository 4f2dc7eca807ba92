import { describe, expect, test } from 'vitest';
import { finishedPages, isShownInPdf, openPdf, type Pdf, PdfLayout } from '#server/core/pdf.ts';
import { pdfTexts } from '#test/pdf.ts';

const info = { title: 'Hours (May)', author: 'Oak' };

async function taken(pdf: Pdf): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of finishedPages(pdf)) parts.push(part);
  return parts;
}
/** Writes a file with this content. Returns its texts. */
async function textsOf(write: (layout: PdfLayout) => void): Promise<string[][]> {
  const pdf = await openPdf(info);
  const layout = new PdfLayout(pdf, 'Oak · May');
  write(layout);
  layout.end();
  return pdfTexts(Buffer.concat(await taken(pdf)));
}

describe('text in a PDF', () => {
  test.each([
    'Renée Muñoz-Øster',
    'Rene\u0301e',
    '“O’Neil” – 5 €',
    'Łukasz Żółć',
    'Nguyễn Thị Đào',
    'Σοφία Жанна',
    '(a) \\ (b',
  ])('%s stays as it is', async (words) => {
    expect(isShownInPdf(words)).toBe(true);
    const [[shown] = []] = await textsOf((layout) => layout.title(words));
    expect(shown?.normalize('NFC')).toBe(words.normalize('NFC'));
  });

  test.each(['王 Wang', 'שרה', 'ณัฐ'])('%s has letters that the fonts don’t have', (words) => {
    expect(isShownInPdf(words)).toBe(false);
  });
});

describe('a table over several pages', () => {
  const columns = [
    { head: 'Name', width: 100 },
    { head: 'Hours', width: 50, right: true },
  ];

  test('repeats its head, numbers the pages, and hands over each page once it is full', async () => {
    const pdf = await openPdf(info);
    const layout = new PdfLayout(pdf, 'Oak · May');
    layout.title('Hours');
    layout.beginTable(columns);
    const rows = Array.from({ length: 120 }, (_, at) => `Person ${at}`);
    const parts: Buffer[] = [];
    for (const row of rows) {
      layout.row(columns, [row, '7:00']);
      parts.push(...(await taken(pdf)));
    }
    // The first three of four pages, and the beginning of the file.
    expect(parts).toHaveLength(4);
    layout.endTable(columns, ['120 people', '840:00']);
    layout.end();
    const texts = await pdfTexts(Buffer.concat([...parts, ...(await taken(pdf))]));
    expect(texts.length).toBe(4);
    for (const [at, page] of texts.entries()) {
      expect(page.filter((words) => words === 'Name')).toHaveLength(1);
      expect(page.slice(-2)).toEqual(['Oak · May', `Page ${at + 1}`]);
    }
    expect(texts.flat().filter((words) => words.startsWith('Person '))).toEqual(rows);
    expect(texts.at(-1)).toContain('840:00');
  });

  test('continues long texts on the next line, and breaks words that are longer than one', async () => {
    const [page = []] = await textsOf((layout) => {
      layout.heading('Heading');
      layout.line(`A sentence that is ${'very '.repeat(40)}long.`);
      layout.beginTable(columns);
      layout.row(columns, ['x'.repeat(200), '1']);
    });
    expect(page.filter((words) => /^x+$/.test(words)).join('')).toBe('x'.repeat(200));
    expect(page.filter((words) => /^x+$/.test(words)).length).toBeGreaterThan(1);
    expect(page.filter((words) => words.includes('very')).length).toBeGreaterThan(1);
  });
});
