import { afterAll, beforeAll, beforeEach } from 'vitest';
import { importUsers, previewImport } from '#contract/invitations.ts';
import { listUsers } from '#contract/users.ts';
import { makeAdmin, makeSchool } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

export let world: World;
export let schoolId: number;
export let admin: Caller;
export let visitor: Caller;
export let n = 0;

export const preview = (csv: string, role: 'teacher' | 'substitute' = 'teacher') =>
  admin.call(previewImport, { body: { role, csv } });
export const importing = (csv: string, role: 'teacher' | 'substitute' = 'teacher') =>
  admin.try(importUsers, { body: { role, csv } });
export const peopleHere = async () => (await admin.call(listUsers)).map(({ fullName }) => fullName);

/** Opens a world, and before each test a school with an administrator who invites people. */
export function setUpInvitationStage(): void {
  beforeAll(async () => {
    world = await openWorld();
    visitor = await world.as(null);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    n += 1;
    schoolId = (await makeSchool(world.db, { name: 'Import School' })).id;
    admin = await world.as(await makeAdmin(world.db, schoolId, { fullName: 'Alma Admin' }));
  });
}
