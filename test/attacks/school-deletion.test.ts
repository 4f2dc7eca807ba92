import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '#contract/platform.ts';
import { listSchoolDeletions } from '#contract/school-deletion.ts';
import { deleteSchool, getSchool, listSchools, updateSchool } from '#contract/schools.ts';
import { sql } from '#server/db/database.ts';
import { deleteSlice, openDeletions } from '#server/features/schools/deletions.ts';
import { fillSchool } from '#test/crowd.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { fillTable } from '#test/plans.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';
import { unzip } from '#test/zip.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.as(await makeOwner(world.db));
});
afterAll(() => world.close());

/** Returns a school where many people were notified of a vacancy: more rows than one slice deletes. */
async function fill(people: number) {
  const school = await makeSchool(world.db, { name: 'Old Mill' });
  const neighbor = await makeSchool(world.db);
  const adminId = await makeAdmin(world.db, school.id, { fullName: 'Adam Left' });
  const teacherId = await makeTeacher(world.db, school.id);
  const lone = await makeSubstitute(world.db, [school.id], { fullName: 'Lena Lone' });
  const both = await makeSubstitute(world.db, [school.id, neighbor.id]);
  await makeVacancy(world.db, { schoolId: school.id, teacherId, status: 'filled', substituteId: both });
  const vacancyId = await makeVacancy(world.db, { schoolId: school.id, teacherId });
  await fillSchool(world.database.owner, school.id, people);
  await fillTable(
    world.database.owner,
    sql`insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
      select 'c' || n, 'vacancy_posted', l.substitute_id, ${vacancyId}, '{}', now()
        from substitute_schools l, generate_series(1, 4) n where l.school_id = ${school.id}`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into vacancy_history (vacancy_id, school_id, kind, at, substitute_id)
      select ${vacancyId}, ${school.id}, 'seen', now(), l.substitute_id from substitute_schools l
        where l.school_id = ${school.id}`,
  );
  return { school, params: { id: String(school.id) }, adminId, lone, both, teacherId };
}

it('deletes a school of any size in slices, and hides it from the first moment', async () => {
  const { school, params, adminId, lone, both, teacherId } = await fill(600);
  const admin = await world.as(adminId);
  await owner.call(updateSchool, { params, body: { city: 'Duluth' } });
  await admin.call(updateSchool, { params, body: { phone: '(518) 555-0199' } });

  // Another transaction locks the school, so the call can't finish. Even so, no one sees the school.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = world.db.inTransaction(async (tx) => {
    await tx.query(sql`select from schools where id = ${school.id} for key share`);
    await held;
  });
  expect(await owner.call(deleteSchool, { params })).toEqual({ ok: true, isDone: false });
  letGo();
  await holding;
  expect((await owner.try(getSchool, { params })).status).toBe(404);
  expect((await owner.try(deleteSchool, { params })).status).toBe(404);
  expect((await owner.try(updateSchool, { params, body: { isActive: true } })).status).toBe(404);
  expect((await owner.call(listSchools)).map(({ id }) => id)).not.toContain(school.id);

  await openDeletions({ db: world.db, clock: () => world.time.now }).run();
  for (const table of ['vacancies', 'vacancy_history', 'substitute_schools', 'school_days', 'school_months'])
    expect([table, await left(table, school.id)]).toEqual([table, 0]);
  // Only the news of the deletion stays.
  const about = sql`from notices n left join deliveries d on d.notice_id = n.id where n.kind <> 'school_deleted'`;
  expect(await world.db.query(sql`select 1 ${about}`)).toEqual([]);
  expect(await world.db.query(sql`select full_name from users where id = ${teacherId}`)).toEqual([
    { full_name: 'Former teacher' },
  ]);
  expect(await brokenInvariants(world.db)).toEqual([]);

  const [deletion] = await owner.call(listSchoolDeletions);
  expect(deletion).toMatchObject({
    id: school.id,
    name: 'Old Mill',
    percent: 100,
    doneAt: world.time.now.toISOString(),
  });
  const named = deletion?.withoutSchool.map(({ id }) => id) ?? [];
  expect(named).toEqual(expect.arrayContaining([adminId, lone]));
  expect(named).not.toContain(both);

  // The log keeps the platform owner's entries. Those of the school's administrator are gone.
  const acts = await owner.call(listAudit, { query: { kind: 'schools' } });
  expect(acts.filter(({ subjectId }) => subjectId === school.id).map(({ act }) => act)).toEqual([
    'school.delete',
    'school.edit',
  ]);
  expect(acts.map(({ actorId }) => actorId)).not.toContain(adminId);
});

async function left(table: string, schoolId: number): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: string }>(
    `select count(*) from ${table} where school_id = ${schoolId}`,
  );
  return Number(rows[0]?.count);
}

it('deletes a limited number of rows in a slice, however many belong to one vacancy', async () => {
  const { school } = await fill(600);
  await world.db.execute(sql`update schools set deletion_began_at = now(), is_active = false where id = ${school.id}`);
  await world.db.execute(
    sql`insert into school_deletions (school_id, name, asked_at, things, left_ids)
        values (${school.id}, 'Old Mill', now(), 3000, '{}')`,
  );
  const notices = async () => (await world.db.query(sql`select 1 from notices where kind <> 'school_deleted'`)).length;
  const before = await notices();
  expect(await deleteSlice(world.db, world.time.now, school.id)).toBe('going');
  const after = await notices();
  expect(before - after).toBe(2000);
  const deletion = (await owner.call(listSchoolDeletions)).find(({ id }) => id === school.id);
  expect(deletion).toMatchObject({ doneAt: null });
  expect(deletion?.percent).toBeLessThan(100);
  await openDeletions({ db: world.db, clock: () => world.time.now }).run();
  expect(await notices()).toBe(0);
});

it('lets the school’s administrator and the owner export everything first', async () => {
  const { school, params, adminId } = await fill(20);
  const stranger = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
  const exported = (caller: Caller) =>
    fetch(`${world.url}/api/schools/${school.id}/export`, {
      method: 'POST',
      headers: { cookie: caller.cookie ?? '', origin: world.url },
    });
  expect((await exported(stranger)).status).toBe(404);
  const admin = await world.as(adminId);
  await world.db.execute(
    sql`insert into emergency_plans (teacher_id, seating, checked_at) select id, 'Rows of four', now() from users
        where school_id = ${school.id} and role = 'teacher' limit 1`,
  );
  await world.db.execute(
    sql`insert into student_details (teacher_id, words) select teacher_id, 'Sam: peanuts' from emergency_plans
        where seating = 'Rows of four'`,
  );
  for (const caller of [admin, owner]) {
    const answer = await exported(caller);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = new Map(
      [...unzip(Buffer.from(await answer.arrayBuffer()))].map(([name, bytes]) => [name, bytes.toString()]),
    );
    expect(JSON.parse(files.get('school.json') ?? '')).toMatchObject([{ id: school.id, name: 'Old Mill' }]);
    expect(JSON.parse(files.get('substitutes.json') ?? '')).toHaveLength(22);
    expect(JSON.parse(files.get('vacancies.json') ?? '')).toHaveLength(2);
    expect(JSON.parse(files.get('history.json') ?? '')).toHaveLength(22);
    expect(files.get('staff.json')).not.toContain('password');
    expect(JSON.parse(files.get('emergency-plans.json') ?? '')).toMatchObject([{ seating: 'Rows of four', files: [] }]);
    expect([...files.values()].join()).not.toContain('peanuts');
  }
  await owner.call(deleteSchool, { params });
});

it('the export of a school has no address or phone number of a substitute who has left it', async () => {
  const school = await makeSchool(world.db);
  const admin = await world.as(await makeAdmin(world.db, school.id));
  await makeSubstitute(world.db, [school.id], { email: 'stays@example.org' });
  const gone = await makeSubstitute(world.db, [school.id], { email: 'left@example.org' });
  await world.db.execute(sql`update substitute_schools set is_selected = false where substitute_id = ${gone}`);
  const answer = await fetch(`${world.url}/api/schools/${school.id}/export`, {
    method: 'POST',
    headers: { cookie: admin.cookie ?? '', origin: world.url },
  });
  const substitutes =
    unzip(Buffer.from(await answer.arrayBuffer()))
      .get('substitutes.json')
      ?.toString() ?? '';
  expect(substitutes).toContain('stays@example.org');
  expect(substitutes).not.toContain('left@example.org');
  expect(JSON.parse(substitutes)).toHaveLength(2);
  expect(substitutes).toContain('"admittedAt"');
});
