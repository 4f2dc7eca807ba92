import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy, previewFirst } from '#contract/absences.ts';
import { getBoard } from '#contract/board.ts';
import { getBreakdowns } from '#contract/breakdowns.ts';
import { createCalendar } from '#contract/calendar.ts';
import { listCandidates } from '#contract/candidates.ts';
import { getCoverPlan } from '#contract/cover.ts';
import { putCoverSettings } from '#contract/cover-settings.ts';
import { listOwnFeedback, reviewClass } from '#contract/feedback.ts';
import { getFillReport } from '#contract/fill-report.ts';
import { getHours } from '#contract/hours.ts';
import { exportOwnData } from '#contract/privacy.ts';
import { getTeacherReport, getVacancyReport } from '#contract/reports.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import { createWallLink } from '#contract/wall.ts';
import { templateBell } from '#domain/bell.ts';
import { defaultCoverRules } from '#domain/cover.ts';
import { renderNotice } from '#domain/notice.ts';
import type { NoticeFacts } from '#domain/notice-facts.ts';
import { sql } from '#server/db/database.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeAdmin, testPassword } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { mondayMorning } from '#test/world.ts';
import { unzip } from '#test/zip.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ PUBLIC_URL: 'http://school.example:3000' });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const job = {
  isExtraHands: true,
  date: '2026-11-24',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Testing proctor',
  additionalNotes: 'Room 12.',
};
const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });

describe('extra hands', () => {
  it('are posted by an administrator, who is the contact, without a reason', async () => {
    const { admin, ids, ann } = stage;
    const posted = await admin.call(createVacancy, { body: { ...job, absenceReason: 'Illness' } });
    expect(posted).toMatchObject({
      isExtraHands: true,
      absenceReason: null,
      teacherId: ids.admin,
      teacherName: 'Adam Admin',
      status: 'open',
      can: expect.arrayContaining(['edit', 'assign', 'notify', 'remove']) as string[],
    });
    const [offered] = await ann.call(listVacancies, { query: { status: 'open' } });
    expect(offered).toMatchObject({ id: posted.id, isExtraHands: true, teacherName: 'Adam Admin' });
    const absence = await stage.vacancy();
    expect('isExtraHands' in (await ann.call(getVacancy, absence))).toBe(false);
  });

  it('can’t be posted by a teacher, or for one', async () => {
    const { admin, teacher, ids } = stage;
    expect((await teacher.try(createVacancy, { body: job })).body).toMatchObject({
      code: 'not_allowed',
      error: 'Only the front office can post a job without an absent teacher.',
    });
    const named = await admin.try(createVacancy, { body: { ...job, teacherId: ids.teacher } });
    expect([named.status, named.body.fields?.teacherId]).toEqual([400, 'A job for extra hands has no absent teacher.']);
    const unnamed = await admin.try(createVacancy, { body: { ...job, isExtraHands: false } });
    expect([unnamed.status, unnamed.body.fields?.teacherId]).toEqual([400, 'Choose the absent teacher.']);
  });

  it('can be needed twice at the same time, and on several days', async () => {
    const { admin } = stage;
    await admin.call(createVacancy, { body: job });
    const { date, ...fields } = job;
    const posted = await admin.call(createVacancies, { body: { ...fields, dates: [date, '2026-11-25'] } });
    expect(posted.map((one) => one.isExtraHands)).toEqual([true, true]);
    const moved = { startTime: '08:00', endTime: '14:00', date: '2026-11-24' };
    expect((await admin.try(updateVacancy, { ...paramsOf(posted[1] ?? { id: 0 }), body: moved })).status).toBe(200);
  });

  it('still have no reason after they are edited or split', async () => {
    const { admin } = stage;
    const posted = await admin.call(createVacancy, { body: job });
    const refused = await admin.try(updateVacancy, { ...paramsOf(posted), body: { absenceReason: 'Illness' } });
    expect([refused.status, refused.body.fields?.absenceReason]).toEqual([
      400,
      'No teacher is absent for this job, so it has no absence reason.',
    ]);
    const halves = await admin.call(splitVacancy, { ...paramsOf(posted), body: { at: '11:30', keeps: 'first' } });
    expect(halves.map(({ isExtraHands, endTime }) => [isExtraHands, endTime])).toEqual([
      [true, '11:30'],
      [true, '15:00'],
    ]);
  });

  it('notify their contact of a request as an administrator, and all administrators once the contact has left', async () => {
    const { admin, ann, bob, ids, school, world } = stage;
    const other = await makeAdmin(world.db, school.id, { fullName: 'Olga Other' });
    const request = async (substitute: typeof ann) => {
      const posted = await admin.call(createVacancy, { body: { ...job, date: '2026-12-03' } });
      await substitute.call(updateVacancy, { ...paramsOf(posted), body: { status: 'pending_approval' } });
      return { posted, told: (await stage.told(posted.id)).filter(([kind]) => kind === 'vacancy_requested') };
    };
    const first = await request(ann);
    expect(first.told).toEqual([['vacancy_requested', ids.admin]]);
    const [notice] = await world.db.query<{ facts: NoticeFacts['vacancy_requested'] }>(
      sql`select facts from notices where vacancy_id = ${first.posted.id} and kind = 'vacancy_requested'`,
    );
    if (notice === undefined) throw new Error('There is no notification.');
    expect(notice.facts.to).toBe('school_admin');
    const { body, path } = renderNotice('vacancy_requested', notice.facts, first.posted.id);
    expect(body).toContain('Extra hands: no teacher is absent\nContact: Adam Admin');
    expect(body).not.toContain('Teacher:');
    expect(path).toContain('/dashboard/school-admin/');

    const posted = await admin.call(createVacancy, { body: { ...job, date: '2026-12-04' } });
    await world.db.execute(sql`update users set is_active = false where id = ${ids.admin}`);
    await bob.call(updateVacancy, { ...paramsOf(posted), body: { status: 'pending_approval' } });
    expect((await stage.told(posted.id)).filter(([kind]) => kind === 'vacancy_requested')).toEqual([
      ['vacancy_requested', other],
    ]);
    await world.db.execute(sql`update users set is_active = true where id = ${ids.admin}`);
    await world.db.execute(sql`update users set is_active = false where id = ${other}`);
    stage.admin = await world.as(ids.admin);
  });

  it('are never covered by colleagues', async () => {
    const { admin } = stage;
    const bell = templateBell({ periods: 4, start: '08:00', minutes: 45, passing: 5 });
    await admin.call(putCoverSettings, {
      body: {
        bell: { ...bell, schedules: bell.schedules.map((s) => ({ ...s, periods: [...s.periods] })), days: [] },
        rules: { ...defaultCoverRules, lunchPeriods: [] },
        version: 0,
      },
    });
    const posted = await admin.call(createVacancy, { body: job });
    const absence = await stage.vacancy();
    const { periods } = await admin.call(getCoverPlan, { query: { date: job.date } });
    expect(new Set(periods.map(({ vacancyId }) => vacancyId))).toEqual(new Set([absence.id]));
    expect((await admin.try(getCoverPlan, { query: { vacancyId: String(posted.id) } })).status).toBe(404);
  });

  it('are on the board without a reason, and on the wall without the contact’s name', async () => {
    const { ids, world } = stage;
    world.time.now = new Date('2026-11-24T11:00:00Z');
    const admin = await world.as(ids.admin);
    await admin.call(createVacancy, { body: job });
    const { lines } = await admin.call(getBoard);
    expect(lines.map((line) => [line.absenceReason, line.room, line.section])).toEqual([
      [null, 'Room 12', 'uncovered'],
    ]);
    const { url } = await admin.call(createWallLink);
    const wall = (await (await fetch(`${world.url}/api${new URL(url).pathname}`)).json()) as { rows: object[] };
    expect(wall.rows).toEqual([
      expect.objectContaining({ teacher: 'Extra hands', room: 'Room 12', isCovered: false }) as object,
    ]);
  });

  it('count for the fill rate and the hours, and for no absence', async () => {
    const { ids, school, world } = stage;
    const past = { date: '2026-11-18', status: 'filled', substituteId: ids.ann } as const;
    await stage.vacancy({ ...past, teacherId: ids.admin, reason: null });
    await stage.vacancy({ ...past, date: '2026-11-19', reason: 'Illness' });
    await stage.vacancy({ date: '2026-11-20', teacherId: ids.admin, reason: null });
    world.time.now = mondayMorning;
    const admin = await world.as(ids.admin);
    const month = { query: { month: '2026-11' } };
    const report = await admin.call(getVacancyReport, month);
    expect(report).toMatchObject({ total: 3, filled: 2, fillRate: 66.7, extraHands: 2 });
    expect(report.reasons.find(({ reason }) => reason === 'Illness')).toEqual({
      reason: 'Illness',
      count: 1,
      percent: 100,
    });
    expect(report.rows.map(({ absenceReason }) => absenceReason)).toEqual([null, 'Illness', null]);
    const teachers = await admin.call(getTeacherReport, month);
    expect(teachers).toMatchObject({ teachersAbsent: 1, averageDays: 1, top: [{ teacherId: ids.teacher, days: 1 }] });
    const { tables } = await admin.call(getBreakdowns, { query: { report: 'absences' } });
    for (const { table, rows } of tables)
      expect(
        rows.map(({ values }) => values[0]),
        table,
      ).toEqual([1]);
    const fill = await admin.call(getFillReport, { params: { id: String(school.id) } });
    expect([fill.all.total, fill.all.filled]).toEqual([3, 2]);
    expect(fill.rows.map(({ absenceReason, teacherName }) => [absenceReason, teacherName])).toEqual([
      [null, 'Adam Admin'],
    ]);
    const { rows } = await admin.call(getHours);
    expect(rows.map(({ date, minutes }) => [date, minutes])).toEqual([
      ['2026-11-18', expect.any(Number)],
      ['2026-11-19', rows[0]?.minutes],
    ]);
    // Two jobs with the same contact aren't the same class.
    const next = await admin.call(createVacancy, { body: job });
    const people = await admin.call(listCandidates, paramsOf(next));
    expect(people.find(({ id }) => id === ids.ann)).toMatchObject({ timesHere: 2, timesWithTeacher: 0 });
    const { date, startTime, endTime, description } = job;
    const choices = { isExtraHands: true, date, startTime, endTime, description };
    expect((await admin.call(previewFirst, { body: choices })).map(({ id }) => id)).toContain(ids.ann);
    expect(await brokenInvariants(world.db)).not.toContainEqual(expect.stringContaining('who is no teacher'));
  });

  it('take no feedback, which is about a teacher’s class', async () => {
    const { ann, ids } = stage;
    const past = { date: '2026-11-20', status: 'filled', substituteId: ids.ann } as const;
    const extra = await stage.vacancy({ ...past, teacherId: ids.admin, reason: null });
    const taught = await stage.vacancy({ ...past, date: '2026-11-19' });
    const { classes } = await ann.call(listOwnFeedback);
    const listed = classes.map(({ vacancyId }) => vacancyId);
    expect([listed.includes(taught.id), listed.includes(extra.id)]).toEqual([true, false]);
    const body = { went: 'well', plans: 'clear' } as const;
    const refused = await ann.try(reviewClass, { ...extra, body });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Feedback is about a teacher’s class and its plans. This job has neither.',
    ]);
  });

  it('are labeled as such in calendars and in their contact’s data export', async () => {
    const { ann, ids, world } = stage;
    await stage.vacancy({ teacherId: ids.admin, reason: null, status: 'filled', substituteId: ids.ann });
    const { url } = await ann.call(createCalendar);
    const feed = await (await fetch(`${world.url}${new URL(url).pathname}`)).text();
    expect(feed.replaceAll('\r\n ', '')).toContain('Extra hands: no teacher is absent. Contact: Adam Admin');
    expect(feed).not.toContain('Reason: null');
    const admin = await world.as(ids.admin);
    const response = await fetch(`${world.url}${exportOwnData.path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ password: testPassword }),
    });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const rows = JSON.parse(String(files.get('vacancies.json'))) as Record<string, unknown>[];
    expect(rows.filter((row) => row['extraHands'] === true && row['youAreAbsent'] === false)).not.toEqual([]);
    expect(rows.filter((row) => row['youAreAbsent'] === true)).toEqual([]);
  });
});
