/** The product's name, used everywhere. */
export const productName = 'FirstBell';

/** Returns the years of the copyright line: '2025', and from 2026 on '2025–2026' and so on. */
export function copyrightYears(currentYear: number): string {
  return currentYear > 2025 ? `2025–${currentYear}` : '2025';
}
