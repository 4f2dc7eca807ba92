import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerAttendance,
  getAttendanceOfDay,
  getAttendanceRecord,
  getSignInCode,
  listOwnAttendance,
  recordAttendance,
  signInAtSchool,
} from '#contract/attendance.ts';
import { getVacancyReport } from '#contract/reports.ts';
import { listAudit } from '#contract/platform.ts';
import { listUsers } from '#contract/users.ts';
import { updateSchool } from '#contract/schools.ts';
import { listCandidates } from '#contract/candidates.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { correctVacancy } from '#contract/vacancy-staff.ts';
import type { AttendanceAct } from '#domain/attendance.ts';
import { instantOf } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { linkKey, signInCodeOf } from '#server/security/keys.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from attendance; `);
  await stage.world.db.execute(sql`delete from attempts`);
});

const today = '2026-11-23';
const at = (time: string, date = today) => {
  stage.world.time.now = instantOf(date, time, 'America/New_York');
};
const booked = (parts = {}) => stage.vacancy({ date: today, status: 'filled', substituteId: stage.ids.ann, ...parts });
const recordOf = (params: { id: string }, act: AttendanceAct, more = {}) =>
  stage.admin.try(recordAttendance, { params, body: { act, ...more } });
const day = async () => (await stage.admin.call(getAttendanceOfDay)).classes;
const codeOf = async () => (await stage.admin.call(getSignInCode)).code;

describe('an administrator records who came', () => {
  it('with one tap, in the history and the audit log', async () => {
    const { id, params } = await booked();
    at('07:50');
    expect(await day()).toMatchObject([
      { vacancyId: id, reportTime: '07:45', isMissing: true, attendance: null, can: ['here', 'no_show'] },
    ]);
    expect((await recordOf(params, 'here')).body).toMatchObject({
      isMissing: false,
      attendance: {
        state: 'here',
        arrivedAt: '2026-11-23T12:50:00.000Z',
        recordedHow: 'office',
        recordedBy: 'Adam Admin',
      },
    });
    expect(await stage.admin.call(listVacancyHistory, { params })).toMatchObject([
      { kind: 'attendance', substituteName: 'Ann Lee', changes: ['Here at 7:50 AM'] },
    ]);
    const [entry] = await stage.admin.call(listAudit, { query: { limit: '1' } });
    expect(entry).toMatchObject({
      act: 'attendance.record',
      changes: [{ field: 'attendance', from: null, to: 'Here at 7:50 AM' }],
    });
    // The same record again changes nothing.
    expect((await recordOf(params, 'here')).status).toBe(200);
    expect(await stage.history(id)).toEqual(['attendance']);
    expect(await stage.told(id)).toEqual([]);
  });

  it('but not for a future class, a class without a substitute, or a deleted one', async () => {
    const tomorrow = await booked({ date: '2026-11-24' });
    expect(await recordOf(tomorrow.params, 'here')).toMatchObject({ status: 409, body: { code: 'attendance_early' } });
    const open = await stage.vacancy({ date: today });
    expect(await recordOf(open.params, 'here')).toMatchObject({ status: 409, body: { code: 'not_filled' } });
    const gone = await booked();
    await stage.world.db.execute(sql`update vacancies set deleted_at = now() where id = ${gone.id}`);
    expect(await recordOf(gone.params, 'here')).toMatchObject({ status: 409, body: { code: 'vacancy_gone' } });
  });

  it('as late by minutes or left at a time, both checked', async () => {
    const { params } = await booked();
    at('16:00');
    expect(await recordOf(params, 'late')).toMatchObject({
      status: 400,
      body: {
        fields: { minutes: 'Enter how many minutes after the start they came. It must be less than the whole class.' },
      },
    });
    const late = await recordOf(params, 'late', { minutes: 25 });
    expect((await recordOf(params, 'left', { at: '13:10', note: 'Called home.' })).body).toMatchObject({
      attendance: {
        state: 'left',
        minutesLate: 25,
        leftAt: '2026-11-23T18:10:00.000Z',
        note: 'Called home.',
        version: (late.body.attendance?.version ?? 0) + 1,
      },
    });
    expect(await recordOf(params, 'left', { at: '17:00' })).toMatchObject({
      status: 400,
      body: { fields: { at: 'Enter a time during the class, after they came and not in the future.' } },
    });
  });

  it('once, even if two do it at the same time', async () => {
    const { id, params } = await booked();
    at('08:30');
    const both = await Promise.all([
      recordOf(params, 'here', { version: 0 }),
      recordOf(params, 'no_show', { version: 0 }),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'attendance_changed' });
    expect(await stage.history(id)).toEqual(['attendance']);
  });

  it('again after it was removed, which a form with the removed record doesn’t overwrite', async () => {
    const { params } = await booked();
    at('08:30');
    const removed = await recordOf(params, 'here');
    const version = removed.body.attendance?.version ?? 0;
    await recordOf(params, 'none', { version });
    await recordOf(params, 'no_show');
    expect(await recordOf(params, 'here', { version })).toMatchObject({
      status: 409,
      body: { code: 'attendance_changed' },
    });
  });
});

describe('a no-show', () => {
  const record = () => stage.admin.call(getAttendanceRecord, { params: { id: String(stage.ids.ann) } });

  it('is reported to the substitute, who answers it, and counts until it is removed', async () => {
    const { id, params } = await booked();
    at('08:30');
    await recordOf(params, 'no_show');
    expect(await stage.told(id)).toEqual([['no_show_recorded', stage.ids.ann]]);
    const answered = await stage.ann.call(answerAttendance, {
      params,
      body: { answer: 'The school canceled by phone.' },
    });
    expect(answered).toMatchObject({
      vacancyId: id,
      canAnswer: true,
      attendance: { answer: 'The school canceled by phone.' },
    });
    await stage.ann.call(answerAttendance, { params, body: { answer: 'Adam canceled by phone.' } });
    expect((await stage.told(id)).slice(1)).toEqual([['no_show_answered', stage.ids.admin]]);
    expect(await record()).toMatchObject({
      noShows: 1,
      late: 0,
      entries: [{ vacancyId: id, canRemove: true, attendance: { answer: 'Adam canceled by phone.' } }],
    });
    await recordOf(params, 'none');
    expect(await record()).toEqual({ noShows: 0, late: 0, entries: [] });
    expect((await stage.told(id)).at(-1)).toEqual(['no_show_removed', stage.ids.ann]);
  });

  it('is on the class for the substitute and the staff, and with no one else', async () => {
    const { params } = await booked();
    at('08:30');
    const shown = () =>
      Promise.all(
        [stage.ann, stage.teacher, stage.admin].map(
          async (reader) => (await reader.call(getVacancy, { params })).noShow,
        ),
      );
    expect(await shown()).toEqual([undefined, undefined, undefined]);
    await recordOf(params, 'no_show');
    expect(await shown()).toEqual([true, true, true]);
    expect((await stage.bob.try(getVacancy, { params })).body).not.toHaveProperty('noShow');
    await recordOf(params, 'here');
    expect(await shown()).toEqual([undefined, undefined, undefined]);
  });

  it('stays with them when the class is offered again, and can still be answered and removed', async () => {
    const { id, params } = await booked();
    at('08:30');
    await recordOf(params, 'no_show');
    await stage.admin.call(releaseSubstitute, { params, body: { reason: 'Recorded as a no-show.' } });
    expect((await stage.told(id)).filter(([kind]) => kind === 'vacancy_posted')).toEqual([
      ['vacancy_posted', stage.ids.bob],
    ]);
    expect(await day()).toMatchObject([{ vacancyId: id, substituteId: null, noShows: ['Ann Lee'], can: [] }]);
    expect(await stage.ann.call(listOwnAttendance)).toMatchObject([
      { vacancyId: id, canSignIn: false, canAnswer: true },
    ]);
    await stage.ann.call(answerAttendance, { params, body: { answer: 'I was in the wrong building.' } });
    expect(await record()).toMatchObject({ noShows: 1 });
    expect(await recordOf(params, 'here', { substituteId: stage.ids.ann })).toMatchObject({ status: 409 });
    expect(await recordOf(params, 'none', { substituteId: stage.ids.bob })).toMatchObject({ status: 404 });
    expect((await recordOf(params, 'none', { substituteId: stage.ids.ann })).status).toBe(200);
    expect(await day()).toEqual([]);
  });

  it('is a reason in the list of candidates, last for the same teacher only, and for a year', async () => {
    const { id, params } = await booked({ date: '2026-11-16' });
    await recordOf(params, 'no_show');
    const next = await stage.vacancy();
    const other = await stage.vacancy();
    const colleague = stage.ids.admin;
    await stage.world.db.execute(sql`update vacancies set teacher_id = ${colleague} where id = ${other.id}`);
    const names = async (of: { params: { id: string } }) =>
      (await stage.admin.call(listCandidates, { params: of.params })).map((each) => [each.fullName, each.noShowOn]);
    expect(await names(next)).toEqual([
      ['Bob Ray', null],
      ['Ann Lee', '2026-11-16'],
    ]);
    expect(await names(other)).toEqual([
      ['Ann Lee', '2026-11-16'],
      ['Bob Ray', null],
    ]);
    await stage.world.db.execute(sql`update vacancies set date = '2025-11-22' where id = ${id}`);
    expect(await names(next)).toEqual([
      ['Ann Lee', null],
      ['Bob Ray', null],
    ]);
    expect(await record()).toMatchObject({ noShows: 0 });
  });

  it('does not complete a class in lists, among the candidates or in the report', async () => {
    const classes = [await booked({ date: '2026-11-16' }), await booked({ date: '2026-11-17' })] as const;
    const [{ params }] = classes;
    await recordOf(params, 'no_show');
    const people = await stage.admin.call(listUsers, { query: { role: 'substitute', sort: 'most_assignments' } });
    expect(people.find(({ id }) => id === stage.ids.ann)).toMatchObject({ completedAssignments: 1 });
    const next = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann });
    expect((await stage.admin.call(getVacancy, { params: next.params })).substitute).toMatchObject({ timesHere: 1 });
    const open = await stage.vacancy({ date: '2026-11-26' });
    const [ann] = (await stage.admin.call(listCandidates, { params: open.params })).filter(
      ({ id }) => id === stage.ids.ann,
    );
    expect(ann).toMatchObject({ timesHere: 1, timesWithTeacher: 1 });
    const report = await stage.admin.call(getVacancyReport, { query: { month: '2026-11' } });
    expect(report).toMatchObject({ filled: 3, noShows: 1 });
    expect(report.rows.filter(({ isNoShow }) => isNoShow).map(({ id }) => String(id))).toEqual([params.id]);
  });

  it('stays in the record when the office corrects who was there', async () => {
    const { params } = await booked();
    at('16:00');
    await recordOf(params, 'no_show');
    await stage.admin.call(correctVacancy, { params, body: { substituteId: null, reason: 'No one came.' } });
    expect(await record()).toMatchObject({ noShows: 1 });
  });

  it("is no one else's to answer", async () => {
    const { params } = await booked();
    at('08:30');
    await recordOf(params, 'no_show');
    expect((await stage.bob.try(answerAttendance, { params, body: { answer: 'Not me.' } })).status).toBe(404);
    expect(await stage.bob.call(listOwnAttendance)).toEqual([]);
  });
});

describe('the substitute signs in', () => {
  const signInOf = (params: { id: string }, code: string, who = stage.ann) =>
    who.try(signInAtSchool, { params, body: { code } });

  it('with the code of the day and the school', async () => {
    const { id, params } = await booked();
    at('07:40');
    const code = await codeOf();
    expect(code).toMatch(/^\d{6}$/);
    expect(await stage.ann.call(listOwnAttendance)).toMatchObject([
      { vacancyId: id, reportTime: '07:45', canSignIn: true },
    ]);
    expect((await signInOf(params, `${code.slice(0, 3)} ${code.slice(3)}`)).body).toMatchObject({
      canSignIn: false,
      attendance: { state: 'here', recordedHow: 'code', recordedBy: 'Ann Lee' },
    });
    const key = await linkKey(stage.world.db);
    expect(signInCodeOf(key, stage.school.id, today)).toBe(code);
    expect(signInCodeOf(key, stage.school.id, '2026-11-24')).not.toBe(code);
    expect(signInCodeOf(key, stage.school.id + 1, today)).not.toBe(code);
  });

  it('as late after the start, even if a no-show was recorded before', async () => {
    const { params } = await booked();
    at('08:20');
    await recordOf(params, 'no_show');
    expect((await signInOf(params, await codeOf())).body).toMatchObject({
      attendance: { state: 'late', minutesLate: 20 },
    });
  });

  it('not with another code, and not after ten attempts', async () => {
    const { params } = await booked();
    at('07:40');
    const code = await codeOf();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 10; tries += 1)
      expect(await signInOf(params, wrong)).toMatchObject({
        status: 400,
        body: { fields: { code: 'This is not today’s code. Check the screen in the front office.' } },
      });
    expect((await signInOf(params, code)).status).toBe(429);
    expect(await day()).toMatchObject([{ attendance: null }]);
  });

  it("not for someone else's class, nor once released", async () => {
    const { params } = await booked();
    at('07:40');
    const code = await codeOf();
    expect(await signInOf(params, code, stage.bob)).toMatchObject({ status: 409, body: { code: 'not_yours' } });
    await stage.admin.call(releaseSubstitute, { params, body: { reason: 'Not needed.' } });
    expect(await signInOf(params, code)).toMatchObject({ status: 409, body: { code: 'not_filled' } });
  });
});

it('the report time is a setting of the school, and is part of notifications to substitutes', async () => {
  const { id, params } = await booked({ confirmed: false });
  await stage.admin.call(updateSchool, { params: { id: String(stage.school.id) }, body: { reportMinutes: 30 } });
  at('07:00');
  expect(await day()).toMatchObject([{ vacancyId: id, reportTime: '07:30' }]);
  await stage.admin.call(releaseSubstitute, { params, body: { reason: 'Not needed.' } });
  const [told] = await stage.world.db.query<{ facts: { vacancy: { reportTime: string } } }>(
    sql`select facts from notices where vacancy_id = ${id} and kind = 'vacancy_posted'`,
  );
  expect(told?.facts.vacancy.reportTime).toBe('07:30');
  expect(await stage.bob.call(getVacancy, { params })).toMatchObject({ reportTime: '07:30' });
  expect(await stage.teacher.call(getVacancy, { params })).not.toHaveProperty('reportTime');
  const params2 = { id: String(stage.school.id) };
  expect((await stage.admin.try(updateSchool, { params: params2, body: { reportMinutes: 121 } })).status).toBe(400);
  await stage.admin.call(updateSchool, { params: params2, body: { reportMinutes: 15 } });
});
