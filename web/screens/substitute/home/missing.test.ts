import { expect, it } from 'vitest';
import type { User } from '#contract/person.ts';
import { missingOf } from '#web/screens/substitute/home/missing.ts';

const complete: User = {
  id: 7,
  role: 'substitute',
  fullName: 'Ann Lee',
  profileImageUrl: '/api/files/1',
  qualifications: 'Ten years of second grade',
  preferredSubjects: null,
  bio: null,
  phone: '(218) 555-0107',
  resumeUrl: '/api/files/2',
  generalAvailability: '{}',
  failedChannels: [],
};

it('asks for a number or an address that works while the last delivery there failed', () => {
  const asked = (failedChannels: User['failedChannels']) =>
    missingOf({ ...complete, ...(failedChannels && { failedChannels }) }, 1).map(({ what, to }) => [what, to]);
  expect(asked([])).toEqual([]);
  expect(asked(undefined)).toEqual([]);
  expect(asked(['sms', 'email'])).toEqual([
    ['Mobile number that works', '/dashboard/substitute/profile?part=notices'],
    ['Email address that works', '/dashboard/substitute/profile?part=details'],
  ]);
});
