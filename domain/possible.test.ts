import { expect, test } from 'vitest';
import type { Actor, VacancySubject } from './permissions.ts';
import { possibleActs } from './possible.ts';
import type { VacancyState } from './vacancy.ts';

const startsAt = new Date('2026-11-20T13:00:00Z');
const endsAt = new Date('2026-11-20T20:00:00Z');
const before = new Date('2026-11-19T13:00:00Z');

const open: VacancyState & VacancySubject = {
  status: 'open',
  substituteId: null,
  requestedById: null,
  requestedAt: null,
  confirmed: null,
  startsAt,
  endsAt,
  deletedAt: null,
  schoolId: 10,
  teacherId: 1,
};
const pending: typeof open = { ...open, status: 'pending_approval', requestedById: 2, requestedAt: before };
const booked: typeof open = { ...pending, status: 'filled', substituteId: 2, confirmed: true };
const assigned: typeof open = { ...open, status: 'filled', substituteId: 2, confirmed: false };

const teacher: Actor = {
  id: 1,
  role: 'teacher',
  isApproved: true,
  isActive: true,
  isPlatformOwner: false,
  schoolId: 10,
  selectedSchoolIds: [],
  schoolActive: true,
};
const substitute: Actor = { ...teacher, id: 2, role: 'substitute', schoolId: null, selectedSchoolIds: [10] };
const other: Actor = { ...substitute, id: 3 };
const admin: Actor = { ...teacher, id: 4, role: 'school_admin' };
const owner: Actor = { ...teacher, id: 5, role: 'overall_admin', isPlatformOwner: true, schoolId: null };

test.each([
  ['teacher', 'open', 'edit annotate remove notify', teacher, open, before],
  ['teacher', 'pending', 'approve reject annotate remove', teacher, pending, before],
  ['teacher', 'booked', 'release edit annotate remove', teacher, booked, before],
  ['teacher', 'begun', 'release edit annotate', teacher, booked, startsAt],
  ['teacher', 'begun and uncovered', 'edit annotate remove notify', teacher, open, startsAt],
  ['teacher', 'past and uncovered', '', teacher, open, endsAt],
  ['teacher', 'past', '', teacher, booked, endsAt],
  ['admin', 'open', 'assign edit annotate remove notify', admin, open, before],
  ['admin', 'pending', 'approve reject assign annotate remove', admin, pending, before],
  ['admin', 'assigned', 'confirmByPhone release swap edit annotate remove', admin, assigned, before],
  ['admin', 'begun', 'release edit annotate remove', admin, booked, startsAt],
  ['admin', 'past', 'remove correct', admin, open, endsAt],
  ['substitute', 'open', 'request decline', substitute, open, before],
  ['substitute', 'pending', 'withdraw', substitute, pending, before],
  ['substitute', 'booked', 'release', substitute, booked, before],
  ['substitute', 'assigned', 'confirm cannotCome release', substitute, assigned, before],
  ['substitute', 'past', '', substitute, booked, endsAt],
  ['other substitute', 'pending', '', other, pending, before],
  ['other substitute', 'booked', '', other, booked, before],
  ['owner', 'open', '', owner, open, before],
])('a %s can do with a vacancy that is %s: %s', (_actor, _vacancy, wanted, actor, vacancy, now) => {
  expect(possibleActs(actor, vacancy, now).join(' ')).toBe(wanted);
});
