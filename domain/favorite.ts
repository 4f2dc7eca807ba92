/** The maximum number of favorites of a teacher or a school. With more, they would no longer be a choice. */
export const mostFavorites = 100;

/** The maximum number of substitutes to whom one vacancy can be offered first by name. */
export const mostFirst = 5;

/**
 * Adds a substitute to those who are offered a vacancy first. If there would be too many, people who no longer fit make
 * room.
 */
export function chooseFirst(chosen: readonly number[], id: number, misfits: readonly number[]): number[] {
  const leaving = new Set(misfits.slice(0, Math.max(0, chosen.length + 1 - mostFirst)));
  return [...chosen.filter((one) => !leaving.has(one)), id];
}
