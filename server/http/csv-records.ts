import { CsvError, parse } from 'csv-parse/sync';
import { originalCell, repairedText } from '#domain/csv.ts';
import { wrongField } from '#server/core/refused.ts';

/** The maximum length of a row, in characters. A missing quotation mark turns the rest of the file into one row. */
const longestRow = 10_000;

/**
 * Returns the cells of a CSV file, at most `most` rows. A line break within a cell becomes a space, because names are
 * on one line.
 *
 * @throws {Refused} bad_input at `csv` if it isn't a table.
 */
export function csvRecords(csv: string, most: number): string[][] {
  const text = repairedText(csv);
  const delimiter = delimiterOf(text);
  const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, max_record_size: longestRow };
  try {
    const records: string[][] = parse(text, { ...options, to: most });
    return records.map((cells) => cells.map((cell) => originalCell(cell).replaceAll(/[\r\n]/g, ' ')));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw wrongField('csv', "We can't read this file as a table. A quotation mark may be missing.");
  }
}

/** Spreadsheets in other languages separate cells with semicolons. The header shows which separator is used. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r\n|[\r\n]/, 1);
  const countOf = (sign: string) => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}
