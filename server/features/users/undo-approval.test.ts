import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { undoApproval } from '#contract/undo-approval.ts';
import { updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { undoSeconds } from '#domain/undo.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueApprovals } from '#server/features/users/held-approvals.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let elm: number;
let admin: Caller;
let colleague: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  oak = (await makeSchool(world.db)).id;
  elm = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, oak));
  colleague = await world.as(await makeAdmin(world.db, oak));
});

const at = (id: number) => ({ params: { id: String(id) } });
const approve = (id: number, by = admin) =>
  by.call(updateUser, { ...at(id), body: { isApproved: true, canUndo: true } });
const told = async (id: number) =>
  (await world.db.query<{ kind: string }>(sql`select kind from notices where recipient_id = ${id} order by id`)).map(
    ({ kind }) => kind,
  );
const acts = async (id: number) =>
  (await world.db.query<{ act: string }>(sql`select act from audit_log where subject_id = ${id} order by id`)).map(
    ({ act }) => act,
  );
const rowsOf = (id: number) =>
  world.db
    .query(sql`select u.is_approved, u.rejected_at, u.trusted_email, u.email_trusted_at, l.school_id, l.is_selected,
        l.selected_at, l.approved_at, l.admitted_at, l.rejected_at
    from users u left join substitute_schools l on l.substitute_id = u.id where u.id = ${id} order by l.school_id`);
const later = (seconds: number) => {
  world.time.now = new Date(mondayMorning.getTime() + seconds * 1000);
};
const notifyDue = () => notifyDueApprovals(world.db, { config: world.config, now: world.time.now });

/** Two schools that share their approvals. */
const share = async () => {
  const [district] = await world.db.query<{ id: number; name: string }>(
    sql`insert into districts (name, created_at) values (${`District ${oak}`}, now()) returning id, name`,
  );
  await world.db.execute(
    sql`update schools set district_id = ${district?.id ?? 0}, district = ${district?.name ?? ''}
        where id in (${oak}, ${elm})`,
  );
};

describe('an approval that can be undone', () => {
  it('takes effect at once, and notifies when it can no longer be undone', async () => {
    const id = await makeTeacher(world.db, oak, { isApproved: false });
    expect(await approve(id)).toMatchObject({ isApproved: true });
    later(undoSeconds.accepted - 1);
    await notifyDue();
    expect(await told(id)).toEqual([]);
    later(undoSeconds.accepted);
    await notifyDue();
    await notifyDue();
    expect(await told(id)).toEqual(['account_approved']);
    expect(await admin.try(undoApproval, at(id))).toMatchObject({ status: 409, body: { code: 'undo_too_late' } });
  });

  it.each([
    ['a teacher', () => makeTeacher(world.db, oak, { isApproved: false })],
    ['a substitute', () => makeSubstitute(world.db, [oak], { isApproved: false })],
    [
      'a substitute whom another school of the district then admits',
      async () => {
        await share();
        return makeSubstitute(world.db, [oak, elm], { isApproved: false });
      },
    ],
    [
      'a substitute whom this school rejected',
      async () => {
        const id = await makeSubstitute(world.db, [oak, elm], { isApproved: false });
        await world.db.execute(
          sql`update substitute_schools set rejected_at = now() where substitute_id = ${id} and school_id = ${oak}`,
        );
        return id;
      },
    ],
  ])('leaves no trace but the log when it is undone: %s', async (_, make) => {
    const id = await make();
    const before = await rowsOf(id);
    await approve(id);
    expect(await rowsOf(id)).not.toEqual(before);
    await admin.call(undoApproval, at(id));
    expect(await rowsOf(id)).toEqual(before);
    later(60);
    await notifyDue();
    expect(await told(id)).toEqual([]);
    expect(await acts(id)).toEqual(['user.approve', 'user.undo_approval']);
  });

  it('can be undone once, by the person who gave it', async () => {
    const id = await makeTeacher(world.db, oak, { isApproved: false });
    await approve(id);
    expect((await colleague.try(undoApproval, at(id))).status).toBe(403);
    const answers = await Promise.all([1, 2].map(() => admin.try(undoApproval, at(id))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('of an administrator is undone by the owner', async () => {
    const owner = await world.as(await makeOwner(world.db));
    const id = await makeAdmin(world.db, oak, { isApproved: false, isActive: false });
    const before = await rowsOf(id);
    await owner.call(updateUser, { ...at(id), body: { isApproved: true, isActive: true, canUndo: true } });
    await owner.call(undoApproval, at(id));
    expect(await rowsOf(id)).toEqual(before);
  });

  it('stays when the person has already requested a class, posted one, or was given one', async () => {
    const teacher = await makeTeacher(world.db, oak);
    const vacancy = { schoolId: oak, teacherId: teacher, date: '2026-11-24' };
    const quick = await makeSubstitute(world.db, [oak], { isApproved: false });
    await approve(quick);
    await (
      await world.as(quick)
    ).call(updateVacancy, { ...at(await makeVacancy(world.db, vacancy)), body: { status: 'pending_approval' } });
    const ill = await makeTeacher(world.db, oak, { isApproved: false });
    await approve(ill);
    const body = { date: '2026-11-24', startTime: '08:00', endTime: '15:00', shiftType: 'full_day' } as const;
    await (
      await world.as(ill)
    ).call(createVacancy, { body: { ...body, description: 'Grade 4', additionalNotes: 'Room 4.' } });
    const needed = await makeSubstitute(world.db, [oak], { isApproved: false });
    await approve(needed);
    const open = await makeVacancy(world.db, { ...vacancy, date: '2026-11-25' });
    await colleague.call(assignSubstitute, { ...at(open), body: { substituteId: needed } });
    for (const id of [quick, ill, needed])
      expect(await admin.try(undoApproval, at(id))).toMatchObject({ status: 409, body: { code: 'undo_too_late' } });
  });

  it('notifies before another decision about the same person', async () => {
    const id = await makeSubstitute(world.db, [oak], { isApproved: false });
    await approve(id);
    await colleague.call(updateUser, { ...at(id), body: { isApproved: false } });
    expect(await told(id)).toEqual(['account_approved', 'account_rejected']);
    // A rejected person is no longer in the list of this school.
    expect((await admin.try(undoApproval, at(id))).status).toBe(404);
  });
});
