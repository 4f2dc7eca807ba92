import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { LoadFailed } from '#web/layout/load-failed.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [false, 'This needs a connection. Try again once you’re online. Your data is safe.'],
  [true, 'An unexpected error occurred. Your data is safe.'],
])('a screen whose file did not load says why, if the device is online: %s', (onLine, sentence) => {
  vi.stubGlobal('navigator', { onLine });
  const failure = new TypeError('Failed to fetch dynamically imported module');
  expect(renderToStaticMarkup(<LoadFailed error={failure} onRetry={() => {}} />)).toContain(sentence);
});
