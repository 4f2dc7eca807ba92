import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

/** A PDF as pdfkit writes it. It keeps only the current page, and finished bytes until they are read. */
export type Pdf = PDFKit.PDFDocument;

/** A column of a table: its heading, its share of the page's width, and whether it is right-aligned. */
export type PdfColumn = { head: string; width: number; right?: boolean };

const margin = 54;
const gap = 8;
const size = 9.5;
const leading = 13;
const letter = { width: 612, height: 792 };
const bottom = letter.height - margin - 24;
const ink = '#1a1f29';
const soft = '#616978';

/**
 * Begins a PDF on US Letter. Its fonts, `regular` and `bold`, have every letter of the Latin, Greek and Cyrillic
 * scripts. The caller ends the file. The library loads with the first PDF, so it costs nothing at startup.
 */
export async function openPdf({ title, author }: { title: string; author: string }): Promise<Pdf> {
  const { default: Document }: { default: typeof PDFDocument } = await import('pdfkit');
  // Without a bottom margin the library never begins a page on its own.
  const pdf = new Document({
    size: [letter.width, letter.height],
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    info: { Title: title, Author: author },
    lang: 'en-US',
    displayTitle: true,
  });
  pdf.registerFont('regular', fontFile('DejaVuSans'));
  pdf.registerFont('bold', fontFile('DejaVuSans-Bold'));
  return pdf;
}

/**
 * Returns the bytes of the pages that are finished since the last call, if any. It then yields to other requests, so a
 * long document can't block the process.
 */
export async function* finishedPages(pdf: Pdf): AsyncGenerator<Buffer> {
  const bytes: unknown = pdf.read();
  if (!(bytes instanceof Uint8Array)) return;
  yield Buffer.from(bytes);
  await setImmediate();
}

const fontFile = (name: string) =>
  fileURLToPath(new URL(`ttf/${name}.ttf`, import.meta.resolve('dejavu-fonts-ttf/package.json')));

/** Returns whether the fonts of `openPdf` have every letter of this text. */
export function isShownInPdf(words: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(words);
}

/** Lays out headings, lines and tables from top to bottom, on as many pages as they need. */
export class PdfLayout {
  readonly #pdf: Pdf;
  readonly #footer: string;
  #number = 1;
  #y = margin;
  #head: (() => void) | null = null;

  /** `footer` is at the bottom of each page, with its number. */
  constructor(pdf: Pdf, footer: string) {
    this.#pdf = pdf;
    this.#footer = footer;
  }

  title(words: string): void {
    this.#pdf.font('bold', 18).fillColor(ink).text(words, margin, this.#y);
    this.#y = this.#pdf.y + 8;
  }

  /** Adds a heading that isn't separated from the two lines after it. */
  heading(words: string): void {
    this.#begin(62);
    this.#pdf
      .font('bold', 12)
      .fillColor(ink)
      .text(words, margin, this.#y + 16);
    this.#y = this.#pdf.y + 6;
  }

  line(words: string): void {
    this.#pdf.font('regular', size);
    this.#begin(this.#pdf.heightOfString(words) + 2);
    this.#pdf.fillColor(soft).text(words, margin, this.#y);
    this.#y = this.#pdf.y + 2;
  }

  /** Begins a table. Its head is repeated on each page until `endTable`. */
  beginTable(columns: readonly PdfColumn[]): void {
    const heads = columns.map(({ head }) => head);
    this.#head = () => {
      this.#cells(columns, heads, { font: 'bold', color: soft });
      this.#rule('#8c949e');
    };
    this.#begin(3 * leading);
    this.#head();
  }

  /** Adds a row. Text that is too wide continues on the next line. */
  row(columns: readonly PdfColumn[], values: readonly string[]): void {
    this.#cells(columns, values, { font: 'regular', color: ink });
    this.#rule('#ccd1d9');
  }

  /** Adds the last row, with the sums, and ends the table. */
  endTable(columns: readonly PdfColumn[], values: readonly string[]): void {
    this.#cells(columns, values, { font: 'bold', color: ink });
    this.#head = null;
  }

  /** Finishes the last page, and the file. */
  end(): void {
    this.#finishPage();
    this.#pdf.end();
  }

  #cells(columns: readonly PdfColumn[], values: readonly string[], { font, color }: { font: string; color: string }) {
    const pdf = this.#pdf.font(font, size);
    const scale = (letter.width - 2 * margin) / columns.reduce((sum, { width }) => sum + width, 0);
    let left = margin;
    const cells = columns.map(({ width, right = false }, at) => {
      const words = values[at] ?? '';
      const room = width * scale - gap;
      const used = pdf.widthOfString(words);
      const isLong = used > room;
      // A right-aligned column ends where the next one begins, so its room begins after the gap.
      const from = right ? left + gap : left;
      left += width * scale;
      return isLong
        ? { words, x: from, height: pdf.heightOfString(words, { width: room }), options: { width: room } }
        : { words, x: right ? from + room - used : from, height: leading, options: { lineBreak: false } };
    });
    const height = Math.max(...cells.map((cell) => cell.height)) + 6;
    this.#begin(height);
    pdf.font(font, size).fillColor(color);
    for (const { words, x, options } of cells) if (words !== '') pdf.text(words, x, this.#y + 3, options);
    this.#y += height;
  }

  #rule(color: string): void {
    this.#pdf
      .lineWidth(0.6)
      .strokeColor(color)
      .moveTo(margin, this.#y)
      .lineTo(letter.width - margin, this.#y)
      .stroke();
  }

  /** Begins a new page if this many points don't fit on the current one. */
  #begin(height: number): void {
    if (this.#y + height <= bottom) return;
    this.#finishPage();
    this.#pdf.addPage();
    this.#number += 1;
    this.#y = margin;
    this.#head?.();
  }

  #finishPage(): void {
    const at = { width: letter.width - 2 * margin };
    const y = letter.height - margin - 8;
    this.#pdf.font('regular', 8).fillColor(soft).text(this.#footer, margin, y, at);
    this.#pdf.text(`Page ${this.#number}`, margin, y, { ...at, align: 'right' });
  }
}
