import { create as contentDisposition } from 'content-disposition';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { harmlessCell } from '#domain/csv.ts';

type Cell = string | number | null;

/**
 * A table as CSV that a spreadsheet opens as it is: UTF-8 with its mark, CRLF. Opening the file runs no formula, and a cell with
 * line ends of any kind stays one cell.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([header, ...rows], {
    bom: true,
    record_delimiter: 'windows',
    // By itself the library quotes only cells with the very end of a row.
    quoted_match: /[\r\n]/,
    cast: { string: harmlessCell },
  });
}

/** Answers a call with a CSV file of this name. */
export function sendCsv(reply: FastifyReply, name: string, text: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(`${name}.csv`))
    .send(text);
}
