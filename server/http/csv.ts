import { create as contentDisposition } from 'content-disposition';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { harmlessCell } from '#domain/csv.ts';

type Cell = string | number | null;

/**
 * Returns a table as CSV that spreadsheets open directly: UTF-8 with a byte order mark, CRLF. Opening the file runs no
 * formula, and a cell with line breaks stays one cell.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return textOf([header, ...rows], true);
}

function textOf(rows: readonly (readonly Cell[])[], bom: boolean): string {
  return stringify([...rows], {
    bom,
    record_delimiter: 'windows',
    // By default, the library quotes only cells that contain the exact row delimiter.
    quoted_match: /[\r\n]/,
    cast: { string: harmlessCell },
  });
}

/** How many rows of a large file are written before other calls get their turn. */
const rowsAtOnce = 500;

/** `csvOf` in pieces, for files so large that writing them at once would block other calls. */
export async function* csvChunks(
  header: readonly string[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  yield textOf([header], true);
  let batch: (readonly Cell[])[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield textOf(batch, false);
    batch = [];
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (batch.length > 0) yield textOf(batch, false);
}

/** Replies with a CSV file with this name. */
export function sendCsv(reply: FastifyReply, name: string, text: string): FastifyReply {
  return csvHead(reply, name).send(text);
}

/** Returns the headers of a CSV file with this name. */
export function csvHead(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(`${name}.csv`));
}
