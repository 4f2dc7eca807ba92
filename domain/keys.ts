/** Returns the keys of a table, in its order. */
/* @__NO_SIDE_EFFECTS__ */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  // The type of a literal has exactly its keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as Key[];
}
