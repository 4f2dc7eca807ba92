/** A row that stays where it was, whatever the list holds by now. `order` are the ids of the list when it was kept. */
export type KeptRow<Row> = { row: Row; order: readonly number[] };

/** The rows of a list, with the kept ones where they were: behind the nearest row before them that is still there. */
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
