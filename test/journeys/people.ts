import type { Page } from '@playwright/test';
import { login, register } from '#contract/accounts.ts';
import type { Sent } from '#contract/endpoint.ts';
import { createSchool, type School, updateSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { call } from '#test/journeys/calls.ts';
import type { Caller, FirstBell, Open } from '#test/journeys/fixture.ts';

export const password = 'lantern-meadow-42';

let count = 0;
/** Returns a word that no other test of this installation uses. */
export const unique = () => `${Date.now().toString(36)}${(count += 1)}`;

/** A school added in a story, and its admin's browser, if requested. */
type Settings = NonNullable<Sent<typeof createSchool>['body']['vacancySettings']>;

/** Returns the platform owner, signed in in a separate browser. */
export async function openOwner(open: Open, firstBell: FirstBell): Promise<Page> {
  const owner = await open('about:blank');
  await call(owner.request, login, { body: firstBell.owner });
  return owner;
}

/** Returns a school of this name in Duluth, with these shifts. */
export async function addSchool(owner: Caller, name: string, vacancySettings: Settings = {}): Promise<School> {
  return call(owner.request, createSchool, {
    body: {
      name,
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
      vacancySettings,
    },
  });
}

type Newcomer = { role: 'teacher' | 'substitute' | 'school_admin'; fullName: string; schoolId: number | null };

/** Returns a person registered and signed in in this page's browser, not yet approved. */
export async function join(
  page: Caller,
  { role, fullName, schoolId }: Newcomer,
): Promise<{ id: number; username: string }> {
  const username = `${fullName.split(' ')[0]}_${unique()}`;
  return call(page.request, register, {
    body: { role, username, fullName, email: `${username}@example.org`, schoolId, password, confirmPassword: password },
  });
}

/** Approves a person, as the user of this page. */
export async function approve(by: Caller, id: number): Promise<void> {
  await call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
}

/** Changes a school's shifts, as the user of this page. */
export async function setShifts(by: Caller, schoolId: number, vacancySettings: Settings): Promise<void> {
  await call(by.request, updateSchool, { params: { id: String(schoolId) }, body: { vacancySettings } });
}
