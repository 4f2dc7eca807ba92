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
  expect(sectionIn(search, ['details', 'notices', 'schools', 'calendar', 'account'])).toBe(section);
});

it.each(['?part=calendar', '?part=schools', '?dialog=new-address', '?school=duluth'])(
  '%s of a profile without that section leads to its details',
  (search) => {
    expect(sectionIn(search, ['details', 'notices', 'account'])).toBe('details');
  },
);
