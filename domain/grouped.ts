/**
 * Returns a formatted count: '98,304'. It avoids `Intl`, whose first use takes 20 ms, and four times that on a phone.
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
