import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from '#web/words/use-now.ts';

let root: Root;
let place: HTMLElement;

/** 20.5 seconds before the end of a class at 3:00 PM in Chicago. */
const opened = new Date('2026-11-23T20:59:39.500Z');

function Clock() {
  return useNow().toISOString();
}

beforeEach(async () => {
  vi.useFakeTimers({ now: opened, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () => root.render(<Clock />));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await act(async () => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('a screen goes on at each full minute, so that what ends then is gone at once', async () => {
  await wait(20_499);
  expect(place.textContent).toBe(opened.toISOString());
  await wait(1);
  expect(place.textContent).toBe('2026-11-23T21:00:00.000Z');
  await wait(60_000);
  expect(place.textContent).toBe('2026-11-23T21:01:00.000Z');
});

test('a page that was hidden goes on when it is visible again, and then at full minutes', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await wait(150_000);
  expect(place.textContent).toBe(opened.toISOString());
  hidden.mockReturnValue(false);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(place.textContent).toBe('2026-11-23T21:02:09.500Z');
  await wait(50_500);
  expect(place.textContent).toBe('2026-11-23T21:03:00.000Z');
});
