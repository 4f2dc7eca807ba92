import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { currentUser, getBadges } from '#contract/session.ts';
import { updateGeneralAvailability, updateUser } from '#contract/users.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

const form = {
  password: 'orchard-violin-7',
  confirmPassword: 'orchard-violin-7',
  fullName: 'Nora Feldman',
  email: 'nora@example.org',
  role: 'substitute' as const,
};

describe('an unapproved substitute with limited access', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('registers without a school, and reads what to expect', async () => {
    const visitor = await world.as(null);
    const user = await visitor.call(register, { body: { ...form, username: 'nora_l' } });
    expect(user).toMatchObject({ isApproved: false, pendingAccess: 'limited', selectedSchoolIds: '[]' });
    expect(user.message).toBe(
      "Your account is pending administrator approval. You can access your dashboard now with limited functionality. You'll receive an email when your account is fully approved.",
    );
  });

  it('can edit schools, availability and profile, but sees no vacancy in any call', async () => {
    const school = await makeSchool(world.db);
    const teacherId = await makeTeacher(world.db, school.id);
    await makeVacancy(world.db, { schoolId: school.id, teacherId });
    const id = await makeSubstitute(world.db, [school.id], { isApproved: false });
    const nora = await world.as(id);
    await nora.call(updateUser, {
      params: { id: String(id) },
      body: { bio: 'I teach', selectedSchoolIds: JSON.stringify([school.id]) },
    });
    await nora.call(updateGeneralAvailability, {
      params: { id: String(id) },
      body: { generalAvailability: '{"monday":"all_day"}' },
    });
    expect(await nora.call(listVacancies)).toEqual([]);
    expect(await nora.call(getBadges)).toMatchObject({ availableVacancies: 0 });
  });
});

describe('an unapproved substitute with blocked access', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ PENDING_SUBSTITUTE_ACCESS: 'blocked' });
  });
  afterAll(() => world.close());

  it('must choose a school to register', async () => {
    const visitor = await world.as(null);
    const { status, body } = await visitor.try(register, { body: { ...form, username: 'nora_b' } });
    expect([status, body.fields]).toEqual([400, { schoolId: 'Please select a school' }]);
  });

  it('knows whether one of their schools has an administrator who could approve them', async () => {
    const school = await makeSchool(world.db);
    const nora = await world.as(await makeSubstitute(world.db, [school.id], { isApproved: false }));
    const tess = await world.as(await makeTeacher(world.db, school.id, { isApproved: false }));
    const known = async () => [(await nora.call(currentUser)).noDecider, (await tess.call(currentUser)).noDecider];
    const waiting = await makeAdmin(world.db, school.id, { isApproved: false });
    expect(await known()).toEqual([true, true]);
    await world.db.execute(sql`update users set is_approved = true where id = ${waiting}`);
    expect(await known()).toEqual([undefined, undefined]);
    await world.db.execute(sql`update users set is_approved = false where id = ${waiting}`);
    await world.db.execute(sql`update substitute_schools set is_selected = false where school_id = ${school.id}`);
    expect(await known(), 'a substitute without a school waits for none').toEqual([undefined, true]);
    const rita = { ...form, username: 'rita_b', role: 'teacher' as const, schoolId: (await makeSchool(world.db)).id };
    expect((await (await world.as(null)).call(register, { body: rita })).noDecider).toBe(true);
  });

  it('can only use the session calls', async () => {
    const school = await makeSchool(world.db);
    const id = await makeSubstitute(world.db, [school.id], { isApproved: false });
    const nora = await world.as(id);
    expect(await nora.call(currentUser)).toMatchObject({ pendingAccess: 'blocked' });
    for (const refused of [
      await nora.try(listVacancies),
      await nora.try(getBadges),
      await nora.try(updateUser, { params: { id: String(id) }, body: { bio: 'I teach' } }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'approval_pending']);
    }
  });
});

it('a teacher whom the school rejected learns it from the session, until the school approves them', async () => {
  const world = await openWorld();
  const school = await makeSchool(world.db);
  const admin = await world.as(await makeAdmin(world.db, school.id));
  const id = await makeTeacher(world.db, school.id, { isApproved: false });
  const teacher = await world.as(id);
  const decide = (isApproved: boolean) => admin.call(updateUser, { params: { id: String(id) }, body: { isApproved } });
  expect((await teacher.call(currentUser))?.isRejected).toBeUndefined();
  await decide(false);
  expect(await teacher.call(currentUser)).toMatchObject({ isApproved: false, isRejected: true });
  await decide(true);
  expect((await teacher.call(currentUser))?.isRejected).toBeUndefined();
  await world.close();
});
