import { describe, expect, test } from 'vitest';
import { encoded, pdfText, pdfWidth, PdfWriter } from '#server/core/pdf.ts';
import { PdfLayout } from '#server/core/pdf-table.ts';
import { pdfTexts } from '#test/pdf.ts';

function fileOf(layout: PdfLayout): Buffer {
  const file = new PdfWriter({ title: 'Hours (May)', author: 'Oak' });
  const parts = [file.begin(), ...[...layout.pages()].map((page) => file.page(page)), file.end()];
  return Buffer.concat(parts);
}

describe('text in a PDF', () => {
  test.each([
    ['Renée Muñoz-Øster', 'Renée Muñoz-Øster'],
    ['Rene\u0301e', 'Renée'],
    ['“O’Neil” – 5 €', '“O’Neil” – 5 €'],
    ['Łukasz Żółć', 'Lukasz Zólc'],
    ['Nguyễn Thị Đào', 'Nguyen Thi Dào'],
    ['王 Wang', '? Wang'],
    ['a\u00a0b\tc\u200bd\u0007', 'a b cd'],
  ])('%s becomes %s', (words, shown) => {
    expect(encoded(words)).toBe(shown);
    const file = new PdfWriter({ title: '', author: '' });
    const page = pdfText(words, { x: 10, y: 10, size: 9 });
    expect(pdfTexts(Buffer.concat([file.begin(), file.page(page), file.end()]))).toEqual([[shown]]);
  });

  test('can have every sign of the file format in it', () => {
    const words = '(a) \\ (b';
    const file = new PdfWriter({ title: words, author: words });
    const page = pdfText(words, { x: 10, y: 10, size: 9 });
    expect(pdfTexts(Buffer.concat([file.begin(), file.page(page), file.end()]))).toEqual([[words]]);
  });

  test('is as wide as Helvetica says', () => {
    expect(pdfWidth('$1,240.50', { size: 10 })).toBeCloseTo(44.48, 5);
    expect(pdfWidth('é', { size: 10 })).toBe(pdfWidth('e', { size: 10 }));
    expect(pdfWidth('Wi', { size: 1000, font: 'bold' })).toBe(944 + 278);
    expect(pdfWidth('—', { size: 1000 })).toBe(556);
    expect(pdfText('11', { x: 100, y: 1, size: 10, right: true })).toContain(' 88.88 1.00 Td');
  });
});

describe('a table over several pages', () => {
  const columns = [
    { head: 'Name', width: 100 },
    { head: 'Hours', width: 50, right: true },
  ];

  test('repeats its head, numbers the pages, and hands each page over once', () => {
    const layout = new PdfLayout('Oak · May');
    layout.title('Hours');
    layout.beginTable(columns);
    const rows = Array.from({ length: 120 }, (_, at) => `Person ${at}`);
    const pages: string[] = [];
    for (const row of rows) {
      layout.row(columns, [row, '7:00']);
      pages.push(...layout.pages());
    }
    layout.endTable(columns, ['120 people', '840:00']);
    layout.end();
    pages.push(...layout.pages());
    expect([...layout.pages()]).toEqual([]);
    const file = new PdfWriter({ title: '', author: '' });
    const texts = pdfTexts(Buffer.concat([file.begin(), ...pages.map((page) => file.page(page)), file.end()]));
    expect(texts.length).toBe(4);
    for (const [at, page] of texts.entries()) {
      expect(page.filter((words) => words === 'Name')).toHaveLength(1);
      expect(page.slice(-2)).toEqual(['Oak · May', `Page ${at + 1}`]);
    }
    expect(texts.flat().filter((words) => words.startsWith('Person '))).toEqual(rows);
    expect(texts.at(-1)).toContain('840:00');
  });

  test('continues long texts on the next line, and breaks words that are longer than one', () => {
    const layout = new PdfLayout('');
    layout.heading('Heading');
    layout.line(`A sentence that is ${'very '.repeat(40)}long.`);
    layout.beginTable(columns);
    layout.row(columns, ['x'.repeat(200), '1']);
    layout.end();
    const [page = []] = pdfTexts(fileOf(layout));
    expect(page.filter((words) => /^x+$/.test(words)).join('')).toBe('x'.repeat(200));
    expect(page.filter((words) => /^x+$/.test(words)).length).toBeGreaterThan(1);
    expect(page.filter((words) => words.includes('very')).length).toBeGreaterThan(1);
  });
});
