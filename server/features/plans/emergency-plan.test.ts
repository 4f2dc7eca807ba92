import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmEmergencyPlan,
  getEmergencyPlan,
  getStudentDetails,
  listTeacherReadings,
  openStudentDetails,
  putEmergencyPlan,
  putStudentDetails,
} from '#contract/emergency-plan.ts';
import type { Sent } from '#contract/endpoint.ts';
import { getPlans, listPlanFiles, listPlanReadings, type PlanFiles } from '#contract/plans.ts';
import { releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { remindOfPlans } from '#server/features/plans/remind.ts';
import { applyRetention } from '#server/worker/retention.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { pdfOf, upload } from '#test/upload.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let teacherId: number;
let substituteId: number;
let teacher: Caller;
let admin: Caller;
let substitute: Caller;
let other: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  await world.db.execute(sql`delete from emergency_plans`);
  oak = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, oak, { fullName: 'Maya Okafor' });
  substituteId = await makeSubstitute(world.db, [oak], { fullName: 'Daniel Whitman' });
  teacher = await world.as(teacherId);
  admin = await world.as(await makeAdmin(world.db, oak, { fullName: 'Ana Ruiz' }));
  substitute = await world.as(substituteId);
  other = await world.as(await makeSubstitute(world.db, [oak]));
});

const of = (id: number) => ({ params: { id: String(id) } });
const plan = { routines: 'Bell at 8:00. Line up at the blue door.', seating: '', people: 'Joan, Room 4', version: 0 };
const sensitive = 'Kim: EpiPen in the top drawer.';
const bookedOn = (date: string, timeZone = 'America/New_York', schoolId = oak, of_ = teacherId) =>
  makeVacancy(world.db, { schoolId, teacherId: of_, date, timeZone, status: 'filled', substituteId });

/** The first version of the plan that `written` saved. */
let first = 0;
/** Returns the version of its nth save. */
const versionOf = (nth: number) => first + nth - 1;

/** Saves the teacher's plan with a file, and student details. Returns the file. */
async function written(): Promise<string> {
  const path = `/api/users/${teacherId}/plan-files`;
  const file = { field: 'file', name: 'Chart.pdf', bytes: pdfOf('chart') };
  const { body } = await upload<PlanFiles & { added: string }>(world, teacher, path, [file]);
  const saved = await teacher.call(putEmergencyPlan, { ...of(teacherId), body: { ...plan, fileIds: [body.added] } });
  first = saved.version;
  await teacher.call(putStudentDetails, { ...of(teacherId), body: { words: sensitive, version: versionOf(1) } });
  return body.added;
}

describe('an emergency plan', () => {
  it('is written by the teacher or the front office', async () => {
    expect(await teacher.call(getEmergencyPlan, of(teacherId))).toMatchObject({ version: 0, checkedAt: null });
    await written();
    expect(await admin.call(getEmergencyPlan, of(teacherId))).toMatchObject({
      people: 'Joan, Room 4',
      hasStudentDetails: true,
      version: versionOf(2),
    });
    const colleague = await world.as(await makeTeacher(world.db, oak));
    expect((await colleague.try(getEmergencyPlan, of(teacherId))).status).toBe(404);
    expect((await substitute.try(getEmergencyPlan, of(teacherId))).status).toBe(403);
  });

  it('can be read, but not changed, while the school is inactive', async () => {
    await written();
    await world.db.execute(sql`update schools set is_active = false where id = ${oak}`);
    for (const caller of [await world.as(teacherId), admin]) {
      expect(await caller.call(getEmergencyPlan, of(teacherId))).toMatchObject({ people: 'Joan, Room 4' });
      expect(await caller.call(getStudentDetails, of(teacherId))).toMatchObject({ words: sensitive });
      expect((await caller.call(listPlanFiles, of(teacherId))).files).toHaveLength(1);
      expect(await caller.call(listTeacherReadings, of(teacherId))).toEqual(expect.any(Array));
      const edit = { ...of(teacherId), body: { ...plan, version: versionOf(2) } };
      expect((await caller.try(putEmergencyPlan, edit)).body.code).toBe('own_school_inactive');
    }
    await world.db.execute(sql`update schools set is_active = true where id = ${oak}`);
  });

  it('shows both values when two forms changed the same field, and keeps the fields of both otherwise', async () => {
    const save = (caller: Caller, body: Sent<typeof putEmergencyPlan>['body']) =>
      caller.try(putEmergencyPlan, { ...of(teacherId), body });
    const file = await written();
    expect((await save(admin, { version: versionOf(1), seating: 'Rows of four', isPartial: true })).body).toMatchObject(
      {
        version: versionOf(3),
        people: plan.people,
        fileIds: [file],
      },
    );
    await save(admin, { version: versionOf(3), fileIds: [], people: null });
    expect((await save(teacher, { version: versionOf(3), routines: 'Bell at 7:50' })).body).toMatchObject({
      routines: 'Bell at 7:50',
      seating: 'Rows of four',
      people: '',
      version: versionOf(5),
    });
    const { status, body } = await save(teacher, {
      version: versionOf(1),
      seating: 'A circle',
      people: 'Jo',
      fileIds: [file],
    });
    expect([status, Object.keys(body.fields ?? {}), body.current]).toEqual([
      409,
      ['seating', 'people', 'fileIds'],
      { version: versionOf(5), routines: 'Bell at 7:50', seating: 'Rows of four', people: '', fileIds: [] },
    ]);
    expect((await save(teacher, { version: versionOf(5), seating: 'A circle' })).body).toMatchObject({
      seating: 'A circle',
    });
  });

  it('logs the plan that a conflict shows to an administrator, but not to its teacher', async () => {
    const seating = 'Rows of four';
    await written();
    await admin.call(putEmergencyPlan, { ...of(teacherId), body: { version: versionOf(2), seating } });
    for (const [caller, logged] of [
      [teacher, []],
      [admin, ['plans']],
    ] as const) {
      const late = await caller.try(putEmergencyPlan, {
        ...of(teacherId),
        body: { version: versionOf(2), seating: 'A circle' },
      });
      expect([late.status, late.body.current]).toEqual([409, { version: versionOf(3), seating }]);
      expect((await teacher.call(listTeacherReadings, of(teacherId))).map(({ what }) => what)).toEqual(logged);
    }
    const colleague = await world.as(await makeTeacher(world.db, oak));
    const blind = await colleague.try(putEmergencyPlan, {
      ...of(teacherId),
      body: { version: versionOf(2), seating: 'A circle' },
    });
    expect([blind.status, blind.body.current]).toEqual([404, undefined]);
  });

  it('is not written again from a form that was open when it was deleted', async () => {
    await written();
    // As when the teacher accepts another school's invitation in a second tab.
    await world.db.execute(sql`delete from emergency_plans where teacher_id = ${teacherId}`);
    const late = [
      await teacher.try(putStudentDetails, { ...of(teacherId), body: { words: sensitive, version: versionOf(2) } }),
      await teacher.try(putEmergencyPlan, {
        ...of(teacherId),
        body: { routines: plan.routines, version: versionOf(2) },
      }),
      await admin.try(putStudentDetails, { ...of(teacherId), body: { words: '', version: versionOf(2) } }),
    ];
    for (const { status, body } of late)
      expect([status, body.error, body.current]).toEqual([
        409,
        'This plan was deleted after you opened it. Reload the page.',
        undefined,
      ]);
    expect(await teacher.call(getEmergencyPlan, of(teacherId))).toMatchObject({ version: 0, hasStudentDetails: false });
    expect(await teacher.call(listTeacherReadings, of(teacherId)), 'nothing was shown').toEqual([]);
    expect((await teacher.try(putEmergencyPlan, { ...of(teacherId), body: plan })).status).toBe(200);

    // The new plan is not the one of that form, whose version it could otherwise have.
    for (const { status, body } of [
      await teacher.try(putStudentDetails, { ...of(teacherId), body: { words: sensitive, version: versionOf(1) } }),
      await teacher.try(putEmergencyPlan, { ...of(teacherId), body: { seating: 'Rows', version: versionOf(1) } }),
      await teacher.try(putEmergencyPlan, { ...of(teacherId), body: { seating: 'Rows', version: versionOf(2) } }),
    ])
      expect([status, body.error]).toEqual([409, 'This plan was deleted after you opened it. Reload the page.']);
    expect(await teacher.call(getEmergencyPlan, of(teacherId))).toMatchObject({
      seating: '',
      hasStudentDetails: false,
    });
  });

  it('is saved once if two people save different versions at the same moment', async () => {
    const answers = await Promise.all(
      [teacher, admin, teacher].map((caller, place) =>
        caller.try(putEmergencyPlan, { ...of(teacherId), body: { ...plan, seating: `Table ${place}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  it("can't have another teacher's file", async () => {
    const file = await written();
    const colleagueId = await makeTeacher(world.db, oak);
    const answer = await (
      await world.as(colleagueId)
    ).try(putEmergencyPlan, { ...of(colleagueId), body: { ...plan, fileIds: [file] } });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['fileIds']]);
  });

  it('goes to the booked substitute, with its files, only while the class has no other plans', async () => {
    const file = await written();
    const id = await bookedOn('2026-11-24');
    const status = async (caller: Caller) =>
      (await fetch(`${world.url}/api/plan-files/${file}`, { headers: { cookie: caller.cookie ?? '' } })).status;
    expect((await substitute.call(getPlans, of(id))).emergencyPlan).toMatchObject({
      routines: plan.routines,
      files: [{ id: file, name: 'Chart.pdf' }],
    });
    expect([await status(substitute), await status(other)]).toEqual([200, 404]);
    await teacher.call(updateVacancy, { ...of(id), body: { googleDocLink: 'https://docs.example.org/1' } });
    expect((await substitute.call(getPlans, of(id))).emergencyPlan).toBeNull();
    expect(await status(substitute)).toBe(404);
  });

  it('keeps its files for as long as it has them', async () => {
    const file = await written();
    await applyRetention(world.db, world.config, new Date('2028-01-01T00:00:00Z'));
    expect(await world.db.query(sql`select id from plan_files where teacher_id = ${teacherId}`)).toEqual([
      { id: file },
    ]);
  });
});

describe('student details', () => {
  const statusAt = async (id: number, at: string, caller = substitute) => {
    world.time.now = new Date(at);
    const { status, body } = await caller.try(openStudentDetails, of(id));
    return status === 200 ? body.words : status;
  };

  it('open on the day of the class and close with its end, to the booked substitute only', async () => {
    await written();
    const id = await bookedOn('2026-11-24');
    // Midnight in New York is 5 AM in UTC; the class ends at 3 PM, 8 PM in UTC.
    expect(await statusAt(id, '2026-11-24T04:59:59.999Z')).toBe(409);
    expect(await statusAt(id, '2026-11-24T05:00:00Z')).toBe(sensitive);
    expect(await statusAt(id, '2026-11-24T05:00:00Z', other)).toBe(404);
    expect(await statusAt(id, '2026-11-24T19:59:59.999Z')).toBe(sensitive);
    expect(await statusAt(id, '2026-11-24T20:00:00Z')).toBe(404);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-23T09:59:59Z', '2026-11-23T10:00:00Z'],
    ['Pacific/Honolulu', '2026-11-24T09:59:59Z', '2026-11-24T10:00:00Z'],
    ['America/Phoenix', '2026-11-24T06:59:59Z', '2026-11-24T07:00:00Z'],
  ])("open at midnight of the school's own time: %s", async (timeZone, before, midnight) => {
    const school = (await makeSchool(world.db, { timeZone })).id;
    const there = await makeTeacher(world.db, school);
    await (await world.as(there)).call(putStudentDetails, { ...of(there), body: { words: sensitive, version: 0 } });
    const id = await bookedOn('2026-11-24', timeZone, school, there);
    expect([await statusAt(id, before), await statusAt(id, midnight)]).toEqual([409, sensitive]);
  });

  it('are announced with the plans but not part of them, and close with a release', async () => {
    await written();
    const [today, later] = [await bookedOn('2026-11-23'), await bookedOn('2026-11-24')];
    expect((await substitute.call(getPlans, of(later))).studentDetails).toBe('later');
    const plans = await substitute.call(getPlans, of(today));
    expect(plans.studentDetails).toBe('now');
    expect(JSON.stringify(plans)).not.toContain('EpiPen');
    await admin.call(releaseSubstitute, { ...of(today), body: { reason: 'The trip was moved' } });
    expect(await statusAt(today, mondayMorning.toISOString())).toBe(404);
  });

  it('are logged whenever anyone but the teacher opens them', async () => {
    await written();
    const id = await bookedOn('2026-11-23');
    await substitute.call(openStudentDetails, of(id));
    await admin.call(getStudentDetails, of(teacherId));
    await teacher.call(getStudentDetails, of(teacherId));
    expect((await teacher.call(listPlanReadings, of(id))).map(({ by, what }) => [by, what])).toEqual([
      ['Daniel Whitman', 'student_details'],
    ]);
    expect((await teacher.call(listTeacherReadings, of(teacherId))).map(({ by, what }) => [by, what])).toEqual([
      ['Ana Ruiz', 'student_details'],
    ]);
  });

  it('show both texts if two people changed them, and that is logged like opening them', async () => {
    await written();
    const save = (caller: Caller, body: Sent<typeof putStudentDetails>['body']) =>
      caller.try(putStudentDetails, { ...of(teacherId), body });
    // The plan may be saved meanwhile.
    await teacher.call(putEmergencyPlan, { ...of(teacherId), body: { version: versionOf(2), seating: 'A circle' } });
    expect((await save(teacher, { version: versionOf(2), words: 'Kim: EpiPen, office.' })).body).toMatchObject({
      version: versionOf(4),
    });
    const { status, body } = await save(admin, { version: versionOf(2), words: 'Kim: EpiPen, nurse.' });
    expect([status, body.current]).toEqual([409, { version: versionOf(4), words: 'Kim: EpiPen, office.' }]);
    expect((await teacher.call(listTeacherReadings, of(teacherId))).map(({ by, what }) => [by, what])).toEqual([
      ['Ana Ruiz', 'student_details'],
    ]);
    expect((await save(admin, { version: versionOf(4), words: 'Kim: EpiPen, nurse.' })).status).toBe(200);
    expect((await save(teacher, { version: versionOf(4), words: '' })).body.current).toEqual({
      version: versionOf(5),
      words: 'Kim: EpiPen, nurse.',
    });
    expect(
      (await substitute.try(putStudentDetails, { ...of(teacherId), body: { version: 0, words: 'x' } })).status,
    ).toBe(403);
  });

  it('are in no notification, history or log', async () => {
    await written();
    const id = await bookedOn('2026-11-23');
    await substitute.call(openStudentDetails, of(id));
    await teacher.call(updateVacancy, { ...of(id), body: { mayNeedChanges: true } });
    const kept = await world.db.query(
      sql`select facts::text from notices union all select changes::text from vacancy_history
          union all select detail::text from audit_log`,
    );
    expect(JSON.stringify(kept)).not.toMatch(/EpiPen|blue door/);
  });
});

describe('the yearly question', () => {
  const remindAt = (at: string) => remindOfPlans(world.db, world.config, new Date(at));

  it('comes a year after the last check, once, in the daytime of a weekday', async () => {
    await written();
    // Written on Monday, November 23, 2026.
    expect(await remindAt('2027-11-23T10:44:00Z'), 'a minute early').toBe(0);
    expect(await remindAt('2027-11-23T12:30:00Z'), '7:30 AM').toBe(0);
    expect(await remindAt('2027-11-27T15:00:00Z'), 'a Saturday').toBe(0);
    const both = await Promise.all([remindAt('2027-11-23T15:00:00Z'), remindAt('2027-11-23T15:00:00Z')]);
    expect(both[0] + both[1], 'two workers at the same moment').toBe(1);
    expect(await remindAt('2027-11-24T15:00:00Z'), 'the next day').toBe(0);
    expect(await remindAt('2028-11-20T15:00:00Z'), 'without an answer, within a year').toBe(0);
    expect(await remindAt('2028-11-24T15:00:00Z'), 'without an answer, a year later').toBe(1);
    expect(
      await world.db.query(
        sql`select kind from notices where recipient_id = ${teacherId} and kind = 'emergency_plan_check'`,
      ),
    ).toHaveLength(2);
  });

  it("waits another year after 'Still right', and skips people who have left", async () => {
    await written();
    world.time.now = new Date('2027-11-20T15:00:00Z');
    await (await world.as(teacherId)).call(confirmEmergencyPlan, of(teacherId));
    expect(await remindAt('2027-11-24T15:00:00Z')).toBe(0);
    await world.db.execute(sql`update users set is_active = false where id = ${teacherId}`);
    expect(await remindAt('2028-11-24T15:00:00Z')).toBe(0);
  });
});
