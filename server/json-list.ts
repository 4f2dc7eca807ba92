/**
 * Rows as a list in JSON, made while it is sent: `read` answers with the rows behind an id, in the order of their ids, and fewer
 * than `pageSize` are the last.
 */
export async function* jsonListOf(
  pageSize: number,
  read: (after: number) => Promise<{ id: number; row: object }[]>,
): AsyncGenerator<Buffer> {
  let after = 0;
  let hasBegun = false;
  for (;;) {
    const page = await read(after);
    for (const { id, row } of page) {
      yield Buffer.from(`${hasBegun ? ',\n' : '[\n'}${JSON.stringify(row, null, 2)}`);
      hasBegun = true;
      after = id;
    }
    if (page.length < pageSize) break;
  }
  yield Buffer.from(hasBegun ? '\n]\n' : '[]\n');
}
