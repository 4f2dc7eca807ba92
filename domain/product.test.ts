import { expect, test } from 'vitest';
import { copyrightYears, productName } from './product.ts';

test('the copyright line runs from 2025 through the current year', () => {
  expect([2024, 2025, 2026, 2031].map(copyrightYears)).toEqual(['2025', '2025', '2025–2026', '2025–2031']);
  expect(productName).toBe('FirstBell');
});
