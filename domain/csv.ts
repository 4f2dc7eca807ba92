/** A row that can't be used, by its number in a spreadsheet, and why. */
export interface RowProblem {
  row: number;
  sentence: string;
}

/**
 * Returns the text of a CSV file from any program: UTF-16 ("Unicode Text" of spreadsheets), UTF-8 with or without its
 * mark, or the single-byte encoding of older spreadsheets (Windows-1252, which contains Latin-1).
 */
export function decodedCsv(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Returns the byte order of UTF-16, by its mark, or because Latin letters leave every other byte of a column name
 * empty.
 */
function wideEncodingOf([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 && fourth !== undefined ? 'utf-16be' : null;
}

// The characters that Windows-1252 has where Latin-1 has control characters.
const windowsSigns = new Map(
  Array.from({ length: 32 }, (_, index) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index)),
    0x80 + index,
  ]),
);

/**
 * Repairs text that was decoded with the wrong encoding: UTF-8 read as Latin-1 or Windows-1252 ('JosÃ©') becomes
 * 'José'. Other text stays the same.
 */
export function repairedText(text: string): string {
  const plain = text.replace(/^\uFEFF|^ï»¿/, '');
  if (
    !/[\u00C2-\u00F4][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]/.test(
      plain,
    )
  )
    return plain;
  const bytes: number[] = [];
  for (const sign of plain) {
    const byte = windowsSigns.get(sign) ?? sign.codePointAt(0) ?? 0;
    if (byte > 0xff) return plain;
    bytes.push(byte);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return plain;
  }
}

/** The characters that begin a formula in a spreadsheet. */
const formulaSigns = '=+-@\uFF1D\uFF0B\uFF0D\uFF20';
/** A spreadsheet that splits at semicolons, tabs or line ends sees several cells in one of ours. */
const parting = ';\t\r\n';

/** Returns a cell with an apostrophe before anything that a spreadsheet would run as a formula. */
export function harmlessCell(text: string): string {
  return changedWhereCellsBegin(text, (sign) => (formulaSigns.includes(sign) ? `'${sign}` : sign));
}

/** Reverses `harmlessCell`: removes the apostrophes it added. */
export function originalCell(cell: string): string {
  return changedWhereCellsBegin(cell, (sign, next) =>
    sign === "'" && next !== '' && formulaSigns.includes(next) ? '' : sign,
  );
}

/**
 * Returns the text with the first character of each cell replaced by what `written` returns. Spaces and quotation marks
 * before it are skipped. It takes a single pass, because a cell can be as long as its file, and a regular expression
 * would take quadratic time.
 */
function changedWhereCellsBegin(text: string, written: (sign: string, next: string) => string): string {
  const parts: string[] = [];
  let kept = 0;
  let isBegun = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (parting.includes(sign)) isBegun = false;
    else if (!isBegun && sign !== '"' && sign.trim() !== '') {
      isBegun = true;
      const change = written(sign, text.charAt(at + 1));
      if (change !== sign) {
        parts.push(text.slice(kept, at), change);
        kept = at + 1;
      }
    }
  }
  return parts.join('') + text.slice(kept);
}
