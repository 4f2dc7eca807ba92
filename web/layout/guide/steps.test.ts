import { describe, expect, test } from 'vitest';
import { roles } from '#domain/role.ts';
import { isNew } from '#web/layout/guide/is-new.ts';
import { guideSteps } from '#web/layout/guide/steps.ts';
import { paths, profilePath } from '#web/paths.ts';

const addresses: readonly string[] = [
  ...Object.values(paths).flatMap((of) => Object.values(of)),
  ...Object.values(profilePath),
];

describe('the first steps', () => {
  test.each(roles)('of %s are three to five, each leads to a screen, and none is done without data', (role) => {
    const steps = guideSteps(role, {});
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps.length).toBeLessThanOrEqual(5);
    for (const { to, done } of steps) {
      expect(addresses).toContain(to.split('?')[0]);
      expect(done).toBeUndefined();
    }
  });

  test('of a substitute are checked one by one', () => {
    const done = guideSteps('substitute', { hasSchool: true, hasWeek: false, getsTexts: true, hasAsked: false }).map(
      (step) => step.done,
    );
    expect(done).toEqual([true, false, true, false]);
  });

  test('a person is new for thirty days', () => {
    const joinedAt = '2026-11-01T12:00:00.000Z';
    expect(isNew(joinedAt, new Date('2026-12-01T11:59:59Z'))).toBe(true);
    expect(isNew(joinedAt, new Date('2026-12-01T12:00:00Z'))).toBe(false);
  });
});
