import { describe, expect, it } from 'vitest';
import { currentUser } from '#contract/session.ts';
import { getInvitation, inviteUser, joinWithInvitation } from '#contract/invitations.ts';
import { listNotices } from '#contract/messages.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { listUsers } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { world, schoolId, admin, visitor, n, setUpInvitationStage } from '#test/invitation-stage.ts';

setUpInvitationStage();

/** Returns a teacher's account that the school made, with an invitation. */
const inviteTeacher = async () => {
  const body = { role: 'teacher', fullName: 'Tom T.', username: `tt_${n}`, email: '' } as const;
  const { slip } = await admin.call(inviteUser, { body });
  const person = (await admin.call(listUsers, { query: { role: 'teacher' } })).find(
    ({ fullName }) => fullName === 'Tom T.',
  );
  return { params: { code: slip?.code ?? '' }, id: person?.id ?? 0 };
};

describe('an invited teacher who already has an account', () => {
  const staff = async (caller = admin) =>
    (await caller.call(listUsers, { query: { role: 'teacher' } })).map(({ fullName, isApproved }) => [
      fullName,
      isApproved,
    ]);

  it('moves to the school with it, unless an absence elsewhere is still ahead; both schools are notified', async () => {
    const { params, id } = await inviteTeacher();
    const old = await makeSchool(world.db, { name: 'Old School' });
    const oldAdmin = await world.as(await makeAdmin(world.db, old.id));
    const ownId = await makeTeacher(world.db, old.id, { fullName: 'Tom Tall' });
    const own = await world.as(ownId);
    const ahead = await makeVacancy(world.db, { schoolId: old.id, teacherId: ownId, date: '2026-12-01' });
    const past = await makeVacancy(world.db, { schoolId: old.id, teacherId: ownId, date: '2026-11-02' });
    const posted = await makeVacancy(world.db, { schoolId, teacherId: id, date: '2026-12-01' });
    expect(await own.try(joinWithInvitation, { params })).toMatchObject({
      status: 409,
      body: {
        code: 'has_absences',
        error: 'You still have an upcoming absence at Old School. Cancel it first, or ask the front office to.',
      },
    });
    await world.db.execute(sql`update vacancies set deleted_at = now() where id = ${ahead}`);
    expect(await own.call(joinWithInvitation, { params })).toEqual({ schoolName: 'Import School', isApproved: true });
    expect([await staff(), await staff(oldAdmin)]).toEqual([[['Tom Tall', true]], []]);
    expect((await own.call(currentUser)).schools.map(({ name }) => name)).toEqual(['Import School']);
    expect(
      await world.db.query(
        sql`select id, teacher_id as "teacherId" from vacancies where id in (${past}, ${posted}) order by id`,
      ),
    ).toEqual([
      { id: past, teacherId: ownId },
      { id: posted, teacherId: ownId },
    ]);
    expect((await own.try(getVacancy, { params: { id: String(past) } })).status).toBe(404);
    expect((await oldAdmin.call(getVacancy, { params: { id: String(past) } })).teacherName).toBe('Tom Tall');
    const [told] = await admin.call(listNotices);
    expect([told?.title, told?.path]).toEqual([
      'Invitation accepted: Tom Tall',
      `/dashboard/school-admin/manage-teachers?person=${ownId}`,
    ]);
    expect((await oldAdmin.call(listNotices)).map(({ title }) => title)).toEqual(['Tom Tall left Old School']);
    expect((await own.try(joinWithInvitation, { params })).status).toBe(404);
  });

  it('leaves everything about the classes and students of the old school behind, and gets what the new one prepared', async () => {
    const { params, id } = await inviteTeacher();
    const old = await makeSchool(world.db, { name: 'Plan School' });
    const ownId = await makeTeacher(world.db, old.id);
    const own = await world.as(ownId);
    const uncovered = await makeVacancy(world.db, {
      schoolId: old.id,
      teacherId: await makeTeacher(world.db, old.id),
      date: '2026-12-01',
    });
    for (const [teacher, school, word] of [
      [ownId, old.id, 'Old'],
      [id, schoolId, 'New'],
    ] as const) {
      await world.db.execute(sql`with file as (insert into plan_files
            (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
          values (${teacher}, ${teacher}, ${word}, 'application/pdf', 1, 'x', now(), now()) returning id)
        insert into emergency_plans (teacher_id, seating, file_ids, checked_at)
          select ${teacher}, ${word}, array[id], now() from file`);
      await world.db.execute(sql`insert into student_details (teacher_id, words) values (${teacher}, ${word})`);
      await world.db.execute(
        sql`insert into timetables (teacher_id, school_id, slots) values (${teacher}, ${school}, '[]')`,
      );
    }
    await world.db.execute(
      sql`insert into employee_ids (school_id, substitute_id, employee_id) values (${schoolId}, ${id}, 'T1')`,
    );
    await world.db.execute(sql`insert into cover_periods
          (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title)
      select id, '1', school_id, date, start_time, end_time, starts_at, ends_at, 'Algebra' from vacancies
        where id = ${uncovered}`);
    await world.db
      .execute(sql`insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time,
          starts_at, ends_at, kind, place, state, asked_at, asked_by_id, answered_at)
      select id, '1', school_id, ${ownId}, date, start_time, end_time, starts_at, ends_at, 'period', 'here', 'accepted',
        now(), ${ownId}, now() from vacancies where id = ${uncovered}`);

    await own.call(joinWithInvitation, { params });
    const [found] = await world.db.query(sql`select
        (select seating from emergency_plans where teacher_id = ${ownId}) as seating,
        (select words from student_details where teacher_id = ${ownId}) as details,
        (select string_agg(f.name, ' ') from plan_files f join emergency_plans p on f.id = any(p.file_ids)
          where f.teacher_id = ${ownId}) as files,
        (select school_id from timetables where teacher_id = ${ownId}) as timetable,
        (select employee_id from employee_ids where substitute_id = ${ownId}) as "employeeId",
        (select state from covers where vacancy_id = ${uncovered}) as cover,
        (select covered_inside from vacancies where id = ${uncovered}) as "isCovered"`);
    expect(found).toEqual({
      seating: 'New',
      details: 'New',
      files: 'New',
      timetable: schoolId,
      employeeId: 'T1',
      cover: 'canceled',
      isCovered: false,
    });
  });

  it('is approved by it while waiting, but needs a new decision if this school declined them', async () => {
    for (const isRejected of [false, true]) {
      const { params } = await inviteTeacher();
      const ownId = await makeTeacher(world.db, schoolId, { fullName: 'Tom Tall', isApproved: false });
      if (isRejected) await world.db.execute(sql`update users set rejected_at = now() where id = ${ownId}`);
      const own = await world.as(ownId);
      expect((await own.call(joinWithInvitation, { params })).isApproved).toBe(!isRejected);
      expect(await staff()).toEqual([['Tom Tall', !isRejected]]);
      await world.db.execute(sql`update users set deleted_at = now() where id = ${ownId}`);
    }
  });

  it('can’t use a substitute’s invitation', async () => {
    const body = { role: 'substitute', fullName: 'Ines I.', username: `own_${n}`, email: '' } as const;
    const { slip } = await admin.call(inviteUser, { body });
    const own = await world.as(await makeTeacher(world.db, schoolId));
    expect((await own.try(joinWithInvitation, { params: { code: slip?.code ?? '' } })).status).toBe(403);
  });
});

describe('an invited substitute who already has an account', () => {
  const invite = async (username: string) => {
    const body = { role: 'substitute', fullName: 'Ines I.', username, email: '' } as const;
    const { slip } = await admin.call(inviteUser, { body });
    const [person] = await admin.call(listUsers, { query: { role: 'substitute' } });
    return { params: { code: slip?.code ?? '' }, id: person?.id ?? 0 };
  };
  const elsewhere = async (parts: { isApproved?: boolean } = {}) => {
    const other = await makeSchool(world.db);
    const id = await makeSubstitute(world.db, [other.id], { fullName: 'Ines Ito', ...parts });
    return { id, caller: await world.as(id) };
  };
  const here = async () =>
    (await admin.call(listUsers, { query: { role: 'substitute' } })).map(({ fullName, worksHere }) => [
      fullName,
      worksHere,
    ]);

  it('adds the school to it, and the account that was made for them is deleted', async () => {
    const { params, id } = await invite(`join_${n}`);
    const { id: ownId, caller } = await elsewhere();
    expect(await here()).toEqual([['Ines I.', true]]);
    expect(await caller.call(joinWithInvitation, { params })).toEqual({
      schoolName: 'Import School',
      isApproved: true,
    });
    expect(await here()).toEqual([['Ines Ito', true]]);
    const user = await caller.call(currentUser);
    expect(user.schools.map(({ name }) => name)).toContain('Import School');
    const [gone] = await world.db.query(
      sql`select username, deleted_at is not null as "isGone" from users where id = ${id}`,
    );
    expect(gone).toEqual({ username: null, isGone: true });
    expect((await visitor.try(getInvitation, { params })).status).toBe(404);
    expect((await caller.try(joinWithInvitation, { params })).status).toBe(404);
    const [told] = await admin.call(listNotices);
    expect(told?.title).toBe('Invitation accepted: Ines Ito');
    expect(told?.path).toBe(`/dashboard/school-admin/manage-substitutes?person=${ownId}`);
  });

  it('can do so while waiting for approval elsewhere, and only once of two at the same time', async () => {
    const { params } = await invite(`race_${n}`);
    const [one, other] = [await elsewhere({ isApproved: false }), await elsewhere()];
    const answers = await Promise.all([one, other].map(({ caller }) => caller.try(joinWithInvitation, { params })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await here()).toEqual([['Ines Ito', true]]);
  });

  it('only applies again if the school declined this account', async () => {
    const { params } = await invite(`again_${n}`);
    const { id, caller } = await elsewhere();
    await world.db.execute(
      sql`insert into substitute_schools (substitute_id, school_id, selected_at, rejected_at)
          values (${id}, ${schoolId}, now(), now())`,
    );
    expect(await caller.call(joinWithInvitation, { params })).toMatchObject({ isApproved: false });
    expect(await here()).toEqual([['Ines Ito', false]]);
  });

  it('releases the bookings of the account that was made for them', async () => {
    const { params, id } = await invite(`booked_${n}`);
    const teacherId = await makeTeacher(world.db, schoolId);
    const vacancy = await makeVacancy(world.db, {
      schoolId,
      teacherId,
      date: '2026-12-01',
      status: 'filled',
      substituteId: id,
    });
    const { caller } = await elsewhere();
    await caller.call(joinWithInvitation, { params });
    const [row] = await world.db.query(
      sql`select status, substitute_id as "substituteId" from vacancies where id = ${vacancy}`,
    );
    expect(row).toEqual({ status: 'open', substituteId: null });
  });

  it('can’t use a teacher’s invitation', async () => {
    const { params } = await inviteTeacher();
    const { caller } = await elsewhere();
    expect((await caller.try(joinWithInvitation, { params })).status).toBe(403);
    expect((await visitor.try(getInvitation, { params })).status).toBe(200);
  });
});
