/**
 * Splits rows of these heights into pages of at most `room`, and returns the first row of each page. Every page has at
 * least one row, even if that is too high. Without rows there is one page.
 */
export function pageStarts(heights: readonly number[], room: number): readonly number[] {
  const starts = [0];
  let filled = 0;
  for (const [at, height] of heights.entries()) {
    if (at > 0 && filled + height > room) {
      starts.push(at);
      filled = 0;
    }
    filled += height;
  }
  return starts;
}
