/**
 * A row that keeps its place even if the list no longer contains it. `order` is the list's ids when the row was kept.
 */
export type KeptRow<Row> = { row: Row; order: readonly number[] };

/**
 * Returns the rows of a list, with kept rows in their old places: after the nearest preceding row that still exists.
 */
export function inPlace<Row extends { id: number }>(
  rows: readonly Row[],
  kept: ReadonlyMap<number, KeptRow<Row>>,
): Row[] {
  const shown = rows.map((row) => kept.get(row.id)?.row ?? row);
  for (const { row, order } of kept.values()) {
    if (shown.some(({ id }) => id === row.id)) continue;
    const before = order.slice(0, order.indexOf(row.id));
    shown.splice(shown.findLastIndex(({ id }) => before.includes(id)) + 1, 0, row);
  }
  return shown;
}
