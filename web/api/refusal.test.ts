import { expect, test } from 'vitest';
import { ApiError } from '#web/api/errors.ts';
import { hasNothing } from '#web/api/refusal.ts';

const failed = (status: number) => new ApiError({ status, message: 'Failed' });

test.each([403, 404, 409, 410])('a refusal with %d removes what has loaded', (status) => {
  expect(hasNothing({ data: 'Fractions', error: failed(status) })).toBe(true);
});

test.each([0, 400, 401, 408, 429, 500, 503])('a refresh that failed with %d removes nothing', (status) => {
  expect(hasNothing({ data: 'Fractions', error: failed(status) })).toBe(false);
  expect(hasNothing({ data: undefined, error: failed(status) })).toBe(true);
});

test('a query that waits or has loaded has no error to show', () => {
  expect(hasNothing({ data: undefined, error: null })).toBe(false);
  expect(hasNothing({ data: 'Fractions', error: null })).toBe(false);
});
