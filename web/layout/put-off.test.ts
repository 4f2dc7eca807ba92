import { afterEach, expect, it, vi } from 'vitest';
import { isPutOff, putOff } from '#web/layout/put-off.ts';

afterEach(() => void vi.unstubAllGlobals());

it('puts a reminder off for a week, for one person on this device', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const monday = new Date('2026-11-23T10:00:00Z');
  expect(isPutOff('second-factor', 7, monday)).toBe(false);
  putOff('second-factor', 7, monday);
  expect(isPutOff('second-factor', 7, new Date('2026-11-30T09:59:00Z'))).toBe(true);
  expect(isPutOff('second-factor', 7, new Date('2026-11-30T10:00:00Z'))).toBe(false);
  expect(isPutOff('second-factor', 8, monday)).toBe(false);
});

it('reminds if the browser has no storage', () => {
  vi.stubGlobal('localStorage', undefined);
  putOff('second-factor', 7, new Date());
  expect(isPutOff('second-factor', 7, new Date())).toBe(false);
});
