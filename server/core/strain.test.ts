import { expect, it } from 'vitest';
import { makeOverloadSign, makeStrain } from '#server/core/strain.ts';

/** Notes a refusal every `everyMs`, from one time to another. */
function strainOf(from: number, to: number, everyMs: number) {
  const strain = makeStrain();
  for (let now = from; now <= to; now += everyMs) strain.note(now);
  return strain;
}

it.each([
  ['two seconds of refusals', 2000, 100, 2000, true],
  ['less', 1900, 100, 1900, false],
  ['half a second after the last refusal', 2000, 100, 2500, true],
  ['later', 2000, 100, 2501, false],
  ['refusals half a second apart', 3000, 500, 3000, true],
  ['refusals further apart', 5010, 501, 5010, false],
  ['no refusals', -1, 100, 0, false],
])('distinguishes a lasting strain from a burst: %s', (_what, to, everyMs, now, lasts) => {
  expect(strainOf(0, to, everyMs).lasts(now)).toBe(lasts);
});

it('begins again after its end', () => {
  const strain = strainOf(0, 3000, 100);
  strain.end();
  expect(strain.lasts(3000)).toBe(false);
  strain.note(3100);
  expect(strain.lasts(3100)).toBe(false);
});

it('shows an overload for half a second after each refused call', () => {
  const sign = makeOverloadSign();
  const shown: boolean[] = [sign.isShown(0)];
  sign.note(1000);
  for (const now of [1000, 1500, 1501]) shown.push(sign.isShown(now));
  sign.note(1600);
  shown.push(sign.isShown(2100));
  expect(shown).toEqual([false, true, true, false, true]);
});
