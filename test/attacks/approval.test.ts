// One school's approval must not count at another school. These are the calls that a substitute, an administrator or a
// teacher could try.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { listDistricts, updateDistrict } from '#contract/districts.ts';
import { sendMessage } from '#contract/messages.ts';
import { listAudit } from '#contract/platform.ts';
import { createSchool, updateSchool } from '#contract/schools.ts';
import { countSms } from '#contract/sms.ts';
import { getUser } from '#contract/person.ts';
import { deleteUser, listUsers, updateUser } from '#contract/users.ts';
import { listCandidates } from '#contract/candidates.ts';
import { getBadges } from '#contract/session.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { until } from '#test/until.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let elm: number;
let oakAdmin: Caller;
let elmAdmin: Caller;
let elmTeacherId: number;
let owner: Caller;
/** An open vacancy at Elm. */
let vacancy: number;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.as(await makeOwner(world.db));
});
afterAll(() => world.close());
beforeEach(async () => {
  oak = (await makeSchool(world.db)).id;
  elm = (await makeSchool(world.db)).id;
  oakAdmin = await world.as(await makeAdmin(world.db, oak));
  elmAdmin = await world.as(await makeAdmin(world.db, elm));
  elmTeacherId = await makeTeacher(world.db, elm);
  vacancy = await makeVacancy(world.db, { schoolId: elm, teacherId: elmTeacherId, date: '2026-12-01' });
});

const at = (id: number) => ({ params: { id: String(id) } });
const choose = async (id: number, schoolIds: readonly number[]) =>
  (await world.as(id)).call(updateUser, { ...at(id), body: { selectedSchoolIds: JSON.stringify(schoolIds) } });
const pendingAtElm = async () =>
  (await elmAdmin.call(listUsers, { query: { approval: 'pending' } })).map((person) => person.id);
const seesVacancy = async (id: number) => (await (await world.as(id)).try(getVacancy, at(vacancy))).status === 200;
/** Puts both schools in one district, like the owner does. */
const inOneDistrict = async () => {
  const district = `District of ${oak}`;
  for (const id of [oak, elm]) await owner.call(updateSchool, { ...at(id), body: { district } });
  const made = (await owner.call(listDistricts)).find(({ name }) => name === district);
  return made?.id ?? 0;
};
const held = async (schoolId: number, substituteId: number, date: string) =>
  makeVacancy(world.db, {
    schoolId,
    teacherId: await makeTeacher(world.db, schoolId),
    status: 'filled',
    substituteId,
    date,
  });
const statusOf = async (id: number) =>
  (await world.db.query<{ status: string }>(sql`select status from vacancies where id = ${id}`))[0]?.status;

describe('a school outside the district', () => {
  it('receives an application, and reveals nothing to the applicant until it approves them', async () => {
    const id = await makeSubstitute(world.db, [oak]);
    const substitute = await world.as(id);
    const elmTeacher = await world.as(elmTeacherId);
    expect(await choose(id, [oak, elm])).toMatchObject({ isApproved: true, waitingSchoolIds: `[${elm}]` });

    // The school learns about the applicant.
    expect(await pendingAtElm()).toEqual([id]);
    expect((await elmAdmin.call(getBadges)).pendingApprovals).toBe(1);
    expect((await elmAdmin.call(listUsers, { query: { approval: 'approved' } })).map((one) => one.role)).toEqual([
      'teacher',
    ]);
    expect(await world.db.query(sql`select kind from notices where school_id = ${elm}`)).toEqual([
      { kind: 'account_pending' },
    ]);

    // The substitute sees none of its vacancies and gets no notification.
    expect(await substitute.call(listVacancies)).toEqual([]);
    expect((await substitute.call(getBadges)).availableVacancies).toBe(0);
    for (const attempt of [
      await substitute.try(getVacancy, at(vacancy)),
      await substitute.try(updateVacancy, { ...at(vacancy), body: { status: 'pending_approval' } }),
      await substitute.try(declineVacancy, at(vacancy)),
    ])
      expect(attempt.status).toBe(404);
    await elmTeacher.call(notifySubstitutes, { ...at(vacancy), body: {} });
    await elmTeacher.call(createVacancy, {
      body: {
        date: '2026-12-02',
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: 'Grade 4',
        additionalNotes: 'Room 12',
        postAnyway: true,
        absenceReason: 'Personal',
        sendNotifications: true,
      },
    });
    expect(await world.db.query(sql`select kind from notices where recipient_id = ${id}`)).toEqual([]);

    // The school's staff can't work with them yet. Administrators see an applicant.
    expect((await elmTeacher.try(getUser, at(id))).status).toBe(404);
    expect(await elmTeacher.call(listUsers)).toEqual([]);
    expect(await elmAdmin.call(listCandidates, at(vacancy))).toEqual([]);
    const attempts = [
      await elmAdmin.try(assignSubstitute, { ...at(vacancy), body: { substituteId: id } }),
      await elmTeacher.try(notifySubstitutes, { ...at(vacancy), body: { substituteIds: [id] } }),
      await elmTeacher.try(sendMessage, { body: { subject: 'Hello', message: 'Hello', recipients: [id] } }),
      await elmAdmin.try(sendMessage, {
        body: { subject: 'Hello', message: 'Hello', recipients: [id], vacancyId: vacancy },
      }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([409, 400, 404, 400]);
    // The count of text messages reveals no more: a teacher doesn't learn who applied, and offers don't reach
    // applicants.
    await world.db.execute(
      sql`update users set sms_number = ${`+1518555${String(id).padStart(4, '0')}`} where id = ${id}`,
    );
    const reached = async (caller: Caller, about: 'messages' | 'offers') =>
      (await caller.call(countSms, { body: { recipients: [id], about } })).reached;
    expect([await reached(elmTeacher, 'messages'), await reached(elmTeacher, 'offers')]).toEqual([0, 0]);
    expect([await reached(elmAdmin, 'messages'), await reached(elmAdmin, 'offers')]).toEqual([1, 0]);

    expect(await elmAdmin.call(updateUser, { ...at(id), body: { isApproved: true } })).toMatchObject({
      worksHere: true,
      approvedSchoolIds: `[${elm}]`,
    });
    expect(await seesVacancy(id)).toBe(true);
    expect(await substitute.call(getUser, at(id))).toMatchObject({
      approvedSchoolIds: `[${oak},${elm}]`,
      waitingSchoolIds: '[]',
    });
  });

  it('stays closed to someone who registers there and is later approved elsewhere', async () => {
    const id = await makeSubstitute(world.db, [elm, oak], { isApproved: false });
    await oakAdmin.call(updateUser, { ...at(id), body: { isApproved: true } });
    expect([await seesVacancy(id), await pendingAtElm()]).toEqual([false, [id]]);
  });
});

describe('a decision at one school', () => {
  it.each(['reject', 'remove'] as const)(
    'to %s a substitute changes nothing at another school and does not notify it',
    async (how) => {
      const id = await makeSubstitute(world.db, [oak, elm]);
      const [atOak, atElm] = [await held(oak, id, '2026-12-03'), await held(elm, id, '2026-12-04')];
      await (how === 'reject'
        ? oakAdmin.call(updateUser, { ...at(id), body: { isApproved: false } })
        : oakAdmin.call(deleteUser, at(id)));
      expect([await statusOf(atOak), await statusOf(atElm)]).toEqual(['open', 'filled']);
      expect(await world.db.query(sql`select kind from notices where school_id = ${elm}`)).toEqual([]);
      expect(await (await world.as(id)).call(getUser, at(id))).toMatchObject({
        isApproved: true,
        selectedSchoolIds: `[${elm}]`,
      });
    },
  );

  it('does not undo admissions at other schools of the district: bookings and the account stay', async () => {
    await inOneDistrict();
    const id = await makeSubstitute(world.db, [oak, elm], { isApproved: false });
    await oakAdmin.call(updateUser, { ...at(id), body: { isApproved: true } });
    const booked = await held(elm, id, '2026-12-04');
    await oakAdmin.call(updateUser, { ...at(id), body: { isApproved: false } });
    expect([await statusOf(booked), await seesVacancy(id)]).toEqual(['filled', true]);
    expect(await (await world.as(id)).call(getUser, at(id))).toMatchObject({ isApproved: true });
    // Without any approval left, the account's isApproved is false, as specified.
    await elmAdmin.call(updateUser, { ...at(id), body: { isApproved: false } });
    expect(await (await world.as(id)).call(getUser, at(id))).toMatchObject({ isApproved: false });
    // The admission is gone too: choosing the school again is an application.
    await choose(id, [elm]);
    expect(await pendingAtElm()).toEqual([id]);
  });

  it('cannot be probed from another school: foreign ids in a list of schools get the same answer', async () => {
    const [chosen, foreign] = [await makeSubstitute(world.db, [oak, elm]), await makeSubstitute(world.db, [elm])];
    const answers = await Promise.all(
      [oak, foreign, 999_999].map((guess) =>
        elmAdmin.try(updateUser, { ...at(chosen), body: { selectedSchoolIds: JSON.stringify([elm, guess]) } }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ selectedSchoolIds: `[${elm}]`, approvedSchoolIds: `[${elm}]` });
  });
});

describe('a district', () => {
  it('shares its approved substitutes, shows each school who is new, and lets it remove them in one call', async () => {
    await inOneDistrict();
    const id = await makeSubstitute(world.db, [oak]);
    expect(await choose(id, [oak, elm])).toMatchObject({ waitingSchoolIds: '[]', approvedSchoolIds: `[${oak}]` });
    expect([await seesVacancy(id), await pendingAtElm()]).toEqual([true, []]);
    const [admitted, ...others] = await elmAdmin.call(listUsers, { query: { approval: 'admitted' } });
    expect([admitted?.id, admitted?.admittedAt, others]).toEqual([id, world.time.now.toISOString(), []]);
    expect(admitted?.can).toEqual(expect.arrayContaining(['approve', 'reject', 'remove']));
    await elmAdmin.call(deleteUser, at(id));
    expect([await seesVacancy(id), await statusOf(vacancy)]).toEqual([false, 'open']);
    // The district does not bring back someone this school removed.
    await choose(id, [oak, elm]);
    expect([await seesVacancy(id), await pendingAtElm()]).toEqual([false, [id]]);
  });

  it('shares no one with a school that approves its own substitutes, or when every school does; bookings stay', async () => {
    const districtId = await inOneDistrict();
    const [idle, booked] = [await makeSubstitute(world.db, [oak]), await makeSubstitute(world.db, [oak])];
    for (const id of [idle, booked]) await choose(id, [oak, elm]);
    const day = await held(elm, booked, '2026-12-04');
    const switches = [
      (isOn: boolean) => elmAdmin.call(updateSchool, { ...at(elm), body: { approvesItself: isOn } }),
      (isOn: boolean) => owner.call(updateDistrict, { ...at(districtId), body: { eachApproves: isOn } }),
      (isOn: boolean) =>
        owner.call(updateSchool, { ...at(elm), body: { district: isOn ? null : `District of ${oak}` } }),
    ];
    for (const turn of switches) {
      await turn(true);
      expect([await seesVacancy(idle), await seesVacancy(booked), await pendingAtElm()]).toEqual([false, true, [idle]]);
      expect(await statusOf(day)).toBe('filled');
      await turn(false);
      expect([await seesVacancy(idle), await pendingAtElm()]).toEqual([true, []]);
    }
  });

  it('is logged with the old and new value when a district starts or stops sharing', async () => {
    const districtId = await inOneDistrict();
    await owner.call(updateDistrict, { ...at(districtId), body: { eachApproves: true } });
    const [entry] = await owner.call(listAudit, { query: {} });
    expect(entry?.changes).toEqual([{ field: 'eachApproves', from: false, to: true }]);
  });

  it('can only be set by the platform owner', async () => {
    const district = `Taken ${oak}`;
    await owner.call(updateSchool, { ...at(oak), body: { district } });
    const insider = await makeSubstitute(world.db, [oak]);
    await choose(insider, [oak, elm]);
    const refused = await elmAdmin.try(updateSchool, { ...at(elm), body: { name: 'Elm', district } });
    expect([refused.status, refused.body.fields]).toEqual([
      403,
      { district: 'Only the platform owner sets the district of a school.' },
    ]);
    expect(await pendingAtElm()).toEqual([insider]);
    // The school's form sends the unchanged district along.
    expect(await oakAdmin.call(updateSchool, { ...at(oak), body: { name: 'Oak', district } })).toMatchObject({
      name: 'Oak',
      district,
    });
    const added = await owner.call(createSchool, {
      body: {
        name: 'Ash',
        address: '3 Ash Street',
        city: 'Albany',
        state: 'New York',
        zipCode: '12207',
        phone: '(518) 555-0103',
        district: district.toUpperCase(),
      },
    });
    expect(added.district).toBe(district);
    expect((await owner.call(listDistricts)).find(({ name }) => name === district)).toMatchObject({ schools: 2 });
    for (const nobody of [oakAdmin, elmAdmin]) expect((await nobody.try(listDistricts)).status).toBe(403);
  });

  it('that changes during an approval or a choice lets no one work without an approval that counts', async () => {
    await inOneDistrict();
    for (const approvesItself of [true, false, true]) {
      const [chooses, isApproved] = [
        await makeSubstitute(world.db, [oak]),
        await makeSubstitute(world.db, [oak, elm], { isApproved: false }),
      ];
      await Promise.all([
        choose(chooses, [oak, elm]),
        oakAdmin.call(updateUser, { ...at(isApproved), body: { isApproved: true } }),
        elmAdmin.call(updateSchool, { ...at(elm), body: { approvesItself } }),
      ]);
      expect([await seesVacancy(chooses), await seesVacancy(isApproved)]).toEqual([!approvesItself, !approvesItself]);
    }
    expect((await brokenInvariants(world.db)).filter((sentence) => sentence.includes('works'))).toEqual([]);
  });

  it('does not readmit someone who dropped a school and has since lost the approval', async () => {
    await inOneDistrict();
    const ann = await makeSubstitute(world.db, [oak]);
    await choose(ann, [oak, elm]);
    expect(await seesVacancy(ann)).toBe(true);
    await choose(ann, [oak]);
    await oakAdmin.call(updateUser, { ...at(ann), body: { isApproved: false } });
    await choose(ann, [elm]);
    expect([await seesVacancy(ann), await pendingAtElm()]).toEqual([false, [ann]]);
  });

  it('that stops sharing waits for an admission in progress', async () => {
    await inOneDistrict();
    const ann = await makeSubstitute(world.db, [oak]);
    const [holder, watch] = [0, 1].map(() => new pg.Client(connectionConfig(world.database.owner)));
    if (holder === undefined || watch === undefined) throw new Error('Two connections are made.');
    await Promise.all([holder.connect(), watch.connect()]);
    const blocked = (calls: number) =>
      until(async () => {
        const { rows } = await watch.query(
          'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
        );
        return rows.length === calls;
      });
    // Pauses an admission after it has read the district and before it commits.
    await holder.query(`create function wait_here() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;
      create trigger wait_here after update of admitted_at on substitute_schools
        for each row when (new.admitted_at is not null) execute function wait_here()`);
    try {
      await holder.query('select pg_advisory_lock(4711)');
      const chosen = choose(ann, [oak, elm]);
      await blocked(1);
      const changed = elmAdmin.call(updateSchool, { ...at(elm), body: { approvesItself: true } });
      await Promise.race([blocked(2), changed]);
      await holder.query('select pg_advisory_unlock(4711)');
      await Promise.all([chosen, changed]);
    } finally {
      await holder.query('drop function wait_here cascade');
      await Promise.all([holder.end(), watch.end()]);
    }
    expect([await seesVacancy(ann), await pendingAtElm()]).toEqual([false, [ann]]);
  });
});
