import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';

type Cell = string | number | null;

/**
 * A table as CSV that a spreadsheet opens as it is: UTF-8 with its mark, CRLF. A cell that a spreadsheet would
 * take for a formula gets an apostrophe in front, so that opening the file runs nothing.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([header, ...rows], { bom: true, record_delimiter: 'windows', escape_formulas: true });
}

/** Answers a call with a CSV file of this name. */
export function sendCsv(reply: FastifyReply, name: string, text: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(text);
}
