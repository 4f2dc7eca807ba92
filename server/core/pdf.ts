import { deflateSync } from 'node:zlib';

/** US Letter in points. The origin of a page is its lower left corner. */
export const letter = { width: 612, height: 792 } as const;

export type PdfFont = 'regular' | 'bold';

/** Red, green and blue from 0 to 1, as PDF writes them. */
type PdfColor = string;

const names: Record<PdfFont, string> = { regular: 'F1', bold: 'F2' };

/**
 * Writes a PDF in pieces, page by page: only the position of each page stays in memory. Every reader has Helvetica, so nothing is
 * embedded. `encoded` says which letters that excludes.
 */
export class PdfWriter {
  readonly #info: { title: string; author: string };
  /** The position of each object, by its number from 1. */
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  #length = 0;

  constructor(info: { title: string; author: string }) {
    this.#info = info;
  }

  /** The beginning of the file. */
  begin(): Buffer {
    const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    const { title, author } = this.#info;
    return Buffer.concat([
      this.#write(Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')),
      this.#object(1, '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>'),
      this.#object(3, font('Helvetica')),
      this.#object(4, font('Helvetica-Bold')),
      this.#object(5, `<< /Title ${literal(title)} /Author ${literal(author)} >>`),
    ]);
  }

  /** A page with this content, made of `pdfText` and `pdfRule`. */
  page(content: string): Buffer {
    const stream = deflateSync(Buffer.from(content, 'latin1'));
    const number = 6 + 2 * this.#pages.length;
    this.#pages.push(number + 1);
    return Buffer.concat([
      this.#object(
        number,
        Buffer.concat([
          Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
          stream,
          Buffer.from('\nendstream'),
        ]),
      ),
      this.#object(
        number + 1,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${letter.width} ${letter.height}] /Contents ${number} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      ),
    ]);
  }

  /** The end of the file, with the list of its pages. */
  end(): Buffer {
    const kids = this.#pages.map((number) => `${number} 0 R`).join(' ');
    const pages = this.#object(2, `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`);
    const start = this.#length;
    const entries = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const size = this.#offsets.length + 1;
    return Buffer.concat([
      pages,
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    ]);
  }

  #object(number: number, body: string | Buffer): Buffer {
    this.#offsets[number - 1] = this.#length;
    return this.#write(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n`),
        typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
        Buffer.from('\nendobj\n'),
      ]),
    );
  }

  #write(bytes: Buffer): Buffer {
    this.#length += bytes.length;
    return bytes;
  }
}

/** One line of text that begins at a position, or with `right`, ends there. */
export function pdfText(
  words: string,
  { x, y, size, font = 'regular', color = '0 0 0', right = false }: PdfTextPlace,
): string {
  const left = right ? x - pdfWidth(words, { size, font }) : x;
  return `BT ${color} rg /${names[font]} ${size} Tf ${left.toFixed(2)} ${y.toFixed(2)} Td ${literal(words)} Tj ET`;
}

type PdfTextPlace = { x: number; y: number; size: number; font?: PdfFont; color?: PdfColor; right?: boolean };

/** A horizontal line. */
export function pdfRule({
  from,
  to,
  y,
  color = '0.80 0.82 0.85',
}: {
  from: number;
  to: number;
  y: number;
  color?: PdfColor;
}): string {
  return `${color} RG 0.6 w ${from} ${y.toFixed(2)} m ${to} ${y.toFixed(2)} l S`;
}

/** A filled rectangle. */
export function pdfBox({ x, y, width, height, color }: PdfBox): string {
  return `${color} rg ${x} ${y} ${width} ${height} re f`;
}

type PdfBox = { x: number; y: number; width: number; height: number; color: PdfColor };

/**
 * The width of a text in points, from the metrics of Helvetica (Adobe's Core 14 AFM files). Accented letters are as wide as their
 * letter.
 */
export function pdfWidth(words: string, { size, font = 'regular' }: { size: number; font?: PdfFont }): number {
  let thousandths = 0;
  for (const letterOf of encoded(words)) {
    const code = letterOf.normalize('NFD').charCodeAt(0);
    thousandths += widths[font][code - 32] ?? unknownWidth;
  }
  return (thousandths * size) / 1000;
}

const unknownWidth = 556;
/** The widths of the characters from the space to the tilde. */
const widths: Record<PdfFont, readonly number[]> = {
  regular: [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ],
  bold: [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
  ],
};

/** The characters of Windows-1252 between 0x80 and 0x9F. Unassigned ones are spaces. */
const windows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** Letters that don't become plain by removing an accent. */
const plain: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Ħ: 'H', ħ: 'h' };

/**
 * The text in the Western European letters that Helvetica always has. Other letters lose their accents, and other
 * scripts become question marks.
 */
export function encoded(words: string): string {
  return [...words.normalize('NFC')].map(inWindows).join('');
}

function inWindows(character: string): string {
  if (isKnown(character)) return character;
  const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (/\s/u.test(character)) return ' ';
  if (bare === '' || /\p{C}/u.test(character)) return '';
  return [...bare].every(isKnown) ? bare : (plain[bare] ?? '?');
}

function isKnown(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code <= 0xff) || (character !== ' ' && windows.includes(character))
  );
}

/** The text as a PDF string in Windows-1252. Parentheses would end it. */
function literal(words: string): string {
  const bytes = [...encoded(words)].map((character) => {
    const place = character === ' ' ? -1 : windows.indexOf(character);
    return place < 0 ? character : String.fromCharCode(0x80 + place);
  });
  return `(${bytes.join('').replaceAll(/[\\()]/g, '\\$&')})`;
}
