/** Compares two texts by their code units, for `toSorted`. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
