import { expect, it } from 'vitest';
import { sectionIn } from '#web/screens/shared/profile/sections.ts';

it.each([
  ['', 'details'],
  ['?part=nonsense', 'details'],
  ['?part=calendar', 'calendar'],
  ['?part=security', 'account'],
  ['?dialog=password', 'account'],
  ['?dialog=end-address', 'calendar'],
  ['?dialog=remove-photo', 'details'],
  ['?school=duluth', 'schools'],
  ['?part=notices&dialog=password', 'notices'],
])('%s of a profile leads to its section %s', (search, section) => {
  expect(sectionIn(search)).toBe(section);
});
