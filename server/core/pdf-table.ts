import { letter, pdfRule, pdfText, pdfWidth, type PdfFont } from '#server/core/pdf.ts';

/** A column of a table: its heading, its share of the page's width, and whether it is right-aligned. */
export type PdfColumn = { head: string; width: number; right?: boolean };

const margin = 54;
const gap = 8;
const size = 9.5;
const leading = 13;
const ink = '0.10 0.12 0.16';
const soft = '0.38 0.41 0.47';
const top = letter.height - margin;
const bottom = margin + 24;

/**
 * Lays out headings, lines and tables from top to bottom. `pages` hands over the pages that are finished, so a long table isn't
 * kept in memory.
 */
export class PdfLayout {
  readonly #footer: string;
  #finished: string[] = [];
  #page: string[] = [];
  #number = 1;
  #y = top;
  #head: (() => void) | null = null;

  /** `footer` is at the bottom of each page, with its number. */
  constructor(footer: string) {
    this.#footer = footer;
  }

  title(words: string): void {
    this.#y -= 18;
    this.#text(words, { x: margin, size: 18, font: 'bold' });
    this.#y -= 6;
  }

  /** A heading that isn't separated from the two lines after it. */
  heading(words: string): void {
    this.#begin(62);
    this.#y -= 30;
    this.#text(words, { x: margin, size: 12, font: 'bold' });
    this.#y -= 6;
  }

  line(words: string): void {
    for (const part of wrapped(words, letter.width - 2 * margin, 'regular')) {
      this.#begin(leading + 2);
      this.#y -= leading + 2;
      this.#text(part, { x: margin, size, color: soft });
    }
  }

  /** Begins a table. Its head is repeated on each page until `endTable`. */
  beginTable(columns: readonly PdfColumn[]): void {
    this.#head = () => {
      this.#cells(
        columns,
        columns.map(({ head }) => head),
        { font: 'bold', color: soft },
      );
      this.#rule('0.55 0.58 0.63');
    };
    this.#begin(3 * leading);
    this.#head();
  }

  /** A row. Text that is too wide continues on the next line. */
  row(columns: readonly PdfColumn[], values: readonly string[]): void {
    this.#cells(columns, values, {});
    this.#rule();
  }

  /** The last row, with the sums. */
  endTable(columns: readonly PdfColumn[], values: readonly string[]): void {
    this.#cells(columns, values, { font: 'bold' });
    this.#head = null;
  }

  /** The pages that are finished, as content for `PdfWriter`. Each is handed over once. */
  *pages(): Generator<string> {
    const finished = this.#finished;
    this.#finished = [];
    yield* finished;
  }

  /** Finishes the last page. */
  end(): void {
    this.#head = null;
    this.#turn();
  }

  #cells(
    columns: readonly PdfColumn[],
    values: readonly string[],
    { font = 'regular', color = ink }: { font?: PdfFont; color?: string },
  ): void {
    const scale = (letter.width - 2 * margin) / columns.reduce((sum, { width }) => sum + width, 0);
    const parts = columns.map(({ width }, at) => wrapped(values[at] ?? '', width * scale - gap, font));
    const lines = Math.max(...parts.map(({ length }) => length));
    const height = lines * leading + 6;
    this.#begin(height);
    let left = margin;
    for (const [at, { width, right = false }] of columns.entries()) {
      for (const [place, words] of (parts[at] ?? []).entries())
        this.#page.push(
          pdfText(words, {
            x: right ? left + width * scale : left,
            y: this.#y - leading * (place + 1),
            size,
            font,
            color,
            right,
          }),
        );
      left += width * scale;
    }
    this.#y -= height;
  }

  #text(words: string, { color = ink, ...place }: { x: number; size: number; font?: PdfFont; color?: string }): void {
    this.#page.push(pdfText(words, { ...place, color, y: this.#y }));
  }

  #rule(color?: string): void {
    this.#page.push(
      pdfRule({ from: margin, to: letter.width - margin, y: this.#y, ...(color === undefined ? {} : { color }) }),
    );
  }

  /** Begins a new page if so many points don't fit on this one. */
  #begin(height: number): void {
    if (this.#y - height >= bottom) return;
    this.#turn();
    this.#head?.();
  }

  #turn(): void {
    const y = margin;
    this.#page.push(
      pdfText(this.#footer, { x: margin, y, size: 8, color: soft }),
      pdfText(`Page ${this.#number}`, { x: letter.width - margin, y, size: 8, color: soft, right: true }),
    );
    this.#finished.push(this.#page.join('\n'));
    this.#page = [];
    this.#number += 1;
    this.#y = top;
  }
}

/** The lines of a text that is at most so wide. A word that doesn't fit on a line is broken. */
function wrapped(words: string, width: number, font: PdfFont): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (pdfWidth(longer, { size, font }) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && pdfWidth(line + character, { size, font }) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
