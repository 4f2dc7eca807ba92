import { expect, test } from 'vitest';
import { dashboardPath, registrableRoles, roleFromSegment, roleNames, roles, segmentOf } from './role.ts';

test.each([
  ['teacher', 'teacher'],
  ['Teacher', 'teacher'],
  ['substitute', 'substitute'],
  ['school-admin', 'school_admin'],
  ['School-Admin', 'school_admin'],
  ['school_admin', 'school_admin'],
  ['admin', 'overall_admin'],
  ['ADMIN', 'overall_admin'],
  ['overall-admin', 'overall_admin'],
  ['', null],
  ['principal', null],
  ['school admin', null],
  ['constructor', null],
])('the segment %j names %j', (segment, role) => {
  expect(roleFromSegment(segment)).toBe(role);
});

test('every role has a segment that leads back to it, a home and a name', () => {
  for (const role of roles) expect(roleFromSegment(segmentOf(role))).toBe(role);
  expect(roles.map(dashboardPath)).toEqual([
    '/dashboard/teacher',
    '/dashboard/substitute',
    '/dashboard/school-admin',
    '/dashboard/overall-admin',
  ]);
  expect(roles.map((role) => roleNames[role])).toEqual([
    'Teacher',
    'Substitute',
    'School Administrator',
    'Platform Owner',
  ]);
});

test('no one can register as an owner', () => {
  expect(registrableRoles).toEqual(['teacher', 'substitute', 'school_admin']);
});
