/**
 * Streams rows as a JSON list. `read` returns the next rows after an id, ordered by id; fewer than `pageSize` rows are
 * the last page.
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
