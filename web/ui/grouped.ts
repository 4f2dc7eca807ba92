/** A count as people read it: '98,304'. Not by `Intl`, whose first number costs a phone some 10 ms. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
