/** Returns the ticks of an axis from 0 that includes `most`: whole numbers, at most three above 0. */
export function stepsTo(most: number): number[] {
  const step = stepFor(Math.max(most, 1));
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step);
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((digit) => digit * power).find((candidate) => candidate * 3 >= most);
    if (step !== undefined) return step;
  }
}

/** Returns a share of a width as an SVG attribute: '12.5%'. */
export function percentAt(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
