import { create as contentDisposition } from 'content-disposition';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { harmlessCell } from '#domain/csv.ts';

type Cell = string | number | null;

/**
 * A table as CSV that spreadsheets open directly: UTF-8 with a byte order mark, CRLF. Opening the file runs no formula,
 * and a cell with line breaks stays one cell.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([header, ...rows], {
    bom: true,
    record_delimiter: 'windows',
    // On its own, the library quotes only cells that contain the exact row delimiter.
    quoted_match: /[\r\n]/,
    cast: { string: harmlessCell },
  });
}

/** Replies with a CSV file of this name. */
export function sendCsv(reply: FastifyReply, name: string, text: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(`${name}.csv`))
    .send(text);
}
