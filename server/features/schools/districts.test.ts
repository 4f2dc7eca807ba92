import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { holdDistricts } from '#server/features/users/commands.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeOwner, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let owner: Caller;
let ownerId: number;
beforeAll(async () => {
  world = await openWorld();
  ownerId = await makeOwner(world.db);
  owner = await world.as(ownerId);
});
afterAll(() => world.close());

const at = (id: number) => ({ params: { id: String(id) } });
const isBlocked = async () =>
  (
    await world.db.query(
      sql`select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
  ).length > 0;

it('a school that joins a district does not admit a substitute whom their only school is rejecting at that moment', async () => {
  const district = 'Joined';
  const [approving, waiting] = [await makeSchool(world.db), await makeSchool(world.db)];
  await owner.call(updateSchool, { ...at(waiting.id), body: { district } });
  const id = await makeSubstitute(world.db, [approving.id]);
  await world.db.execute(
    sql`insert into substitute_schools (substitute_id, school_id, selected_at) values (${id}, ${waiting.id}, now())`,
  );
  let isDone = false;
  let joining: Promise<unknown> | undefined;
  await world.db.inTransaction(async (tx) => {
    await tx.query(sql`select from users where id = ${id} for update`);
    await tx.execute(sql`update substitute_schools set is_selected = false, approved_at = null, rejected_at = now()
      where substitute_id = ${id} and school_id = ${approving.id}`);
    await tx.execute(sql`update users set is_approved = false where id = ${id}`);
    joining = owner.call(updateSchool, { ...at(approving.id), body: { district } }).then(() => (isDone = true));
    await until(async () => isDone || (await isBlocked()));
  });
  await joining;
  expect(await brokenInvariants(world.db)).toEqual([]);
  expect(
    await world.db.query(sql`select school_id from substitute_schools where substitute_id = ${id} and works_here`),
  ).toEqual([]);
});

it('a decision that waits for a district change holds no lock that the change needs', async () => {
  const teacher = await makeTeacher(world.db, (await makeSchool(world.db)).id);
  let deciding: Promise<unknown> | undefined;
  await world.db.inTransaction(async (tx) => {
    await holdDistricts(tx, 'alone');
    deciding = owner.try(updateUser, { ...at(teacher), body: { isActive: false, isApproved: true } });
    await until(isBlocked);
    await tx.query(sql`select from users where id = ${ownerId} for key share nowait`);
  });
  await deciding;
});

it("refuses a district's name with characters that no one can see, which would name another district", async () => {
  const { id } = await makeSchool(world.db);
  expect(await owner.try(updateSchool, { ...at(id), body: { district: '\u202EJoined' } })).toMatchObject({
    status: 400,
    body: { fields: { district: 'This name contains invisible characters. Remove them or type the name again.' } },
  });
  expect(await owner.try(updateSchool, { ...at(id), body: { district: '  ' } })).toMatchObject({ status: 200 });
});
