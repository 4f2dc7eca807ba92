import { expect, it } from 'vitest';
import { directionsTo } from '#web/features/vacancies/card/directions.ts';

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)',
    'https://maps.apple.com/?daddr=1+School+Street%2C+Duluth',
    false,
  ],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'geo:0,0?q=1%20School%20Street%2C%20Duluth', false],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    'https://www.openstreetmap.org/search?query=1+School+Street%2C+Duluth',
    true,
  ],
])('directions open in the maps of %s', (userAgent, href, opensTab) => {
  expect(directionsTo('1 School Street, Duluth', userAgent)).toEqual({ href, opensTab });
});
