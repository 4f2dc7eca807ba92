import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, getReach, previewReach } from '#contract/absences.ts';
import { getLink, useLink } from '#contract/links.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { deleteJob, editJob, leaveJob, listJobDays } from '#contract/job-days.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  releaseSubstitute,
  undeclineVacancy,
  updateVacancy,
  withdrawRequest,
  undoAnswer,
} from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { changeDay, previewDayChange } from '#contract/day-change.ts';
import { carryOutPlan, undoPlan } from '#contract/day-plan.ts';
import { updateSchool } from '#contract/schools.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import { openDispatches } from '#server/features/vacancies/run-dispatches.ts';
import { sql } from '#server/db/database.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { until } from '#test/until.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ SMTP_URL: 'smtp://localhost:2525' });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

/** Monday to Wednesday. The weekend before doesn't separate days. */
const week = ['2026-11-30', '2026-12-01', '2026-12-02'];
const absence = {
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Plans are on the desk.',
  sendNotifications: true,
};
type Parts = { dates?: string[]; bookFirst?: boolean; postAnyway?: boolean };

/** Returns a job of these days, with the ids of its vacancies. */
async function job({ dates = week, ...parts }: Parts = {}, caller = stage.teacher): Promise<number[]> {
  const posted = await caller.call(createVacancies, {
    body: { ...absence, teacherId: stage.ids.teacher, dates, asOneJob: true, ...parts },
  });
  return posted.map(({ id }) => id);
}
const on = (id: number | undefined) => ({ params: { id: String(id) } });
const request = (id: number | undefined, by = stage.ann) =>
  by.try(updateVacancy, { ...on(id), body: { status: 'pending_approval', additionalNotes: 'I know this class.' } });
const approve = (id: number | undefined, substituteId = stage.ids.ann) =>
  stage.teacher.try(updateVacancy, { ...on(id), body: { status: 'filled', substituteId } });
/** Returns the status of each day, and its substitute. */
const states = async (ids: readonly number[]) =>
  (
    await stage.world.db.query<{ state: string }>(
      sql`select concat_ws(' ', status, coalesce(substitute_id, requested_by_id)) as state from vacancies where id = any(${ids}::bigint[]) order by id`,
    )
  ).map(({ state }) => state);
const all = (state: string) => week.map(() => state);
/** Returns the notifications about these days: kind, recipient and dates. */
async function told(ids: readonly number[]): Promise<string[]> {
  await stage.told(ids[0] ?? 0);
  const rows = await stage.world.db.query<{ line: string }>(
    sql`select concat_ws(' ', kind, recipient_id, jsonb_array_length(facts #> '{vacancy,dates}')) as line from notices where vacancy_id = any(${ids}::bigint[]) order by id`,
  );
  return rows.map(({ line }) => line);
}
const forget = () => stage.world.db.execute(sql`delete from notices`);

describe('posting several days', () => {
  it('makes each day a separate vacancy, as before, unless they are posted as one job', async () => {
    const posted = await stage.teacher.call(createVacancies, { body: { ...absence, dates: week } });
    expect(posted.map(({ job: of }) => of)).toEqual([undefined, undefined, undefined]);
    const ids = posted.map(({ id }) => id);
    expect((await request(ids[0])).status).toBe(200);
    expect(await states(ids)).toEqual([`pending_approval ${stage.ids.ann}`, 'open', 'open']);
  });

  it('makes one job of days in a row, across a weekend, and offers it once', async () => {
    await forget();
    const dates = ['2026-12-04', '2026-12-07', '2026-12-09'];
    const ids = await job({ dates });
    const [friday, monday, wednesday] = await stage.teacher.call(listVacancies, { query: { from: '2026-12-04' } });
    expect(friday?.job).toEqual({
      dates: ['2026-12-04', '2026-12-07'],
      sentence: 'Part of a 2-day job, Fri, Dec 4 to Mon, Dec 7',
      together: '2 days, Fri, Dec 4 to Mon, Dec 7',
    });
    expect(monday?.job?.dates).toEqual(friday?.job?.dates);
    expect(wednesday?.job).toBeUndefined();
    const { ann, bob } = stage.ids;
    expect(await told(ids)).toEqual([
      `vacancy_posted ${ann} 2`,
      `vacancy_posted ${bob} 2`,
      `vacancy_posted ${ann}`,
      `vacancy_posted ${bob}`,
    ]);
    expect(await stage.history(ids[1] ?? 0)).toEqual(['posted', 'notified']);
  });

  it('is offered only to substitutes who are free on all of its days', async () => {
    await forget();
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-12-02',
      status: 'filled',
      substituteId: stage.ids.bob,
      start: '15:00',
      end: '16:00',
    });
    const ids = await job({ dates: ['2026-12-01', '2026-12-02'] });
    expect(await told(ids)).toEqual([`vacancy_posted ${stage.ids.ann} 2`, `vacancy_posted ${stage.ids.bob} 2`]);
    await forget();
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-12-09',
      status: 'filled',
      substituteId: stage.ids.bob,
    });
    const others = await job({ dates: ['2026-12-07', '2026-12-08', '2026-12-09'], postAnyway: true });
    expect(await told(others)).toEqual([`vacancy_posted ${stage.ids.ann} 3`]);
  });
});

describe('a job', () => {
  it('is requested as a whole from any of its days, and approved with one notification each', async () => {
    const ids = await job();
    await forget();
    const { ann, teacher } = stage.ids;
    const { body } = await request(ids[1]);
    expect(body).toMatchObject({
      id: ids[1],
      status: 'pending_approval',
      job: { together: '3 days, Mon, Nov 30 to Wed, Dec 2' },
    });
    expect(await states(ids)).toEqual(all(`pending_approval ${ann}`));
    expect(await told(ids)).toEqual([`vacancy_requested ${teacher} 3`]);
    const seen = await stage.teacher.call(getVacancy, on(ids[2]));
    expect(seen.additionalNotes).toContain('I know this class. [Added by substitute]');
    expect((await approve(ids[2])).status).toBe(200);
    expect(await states(ids)).toEqual(all(`filled ${ann}`));
    expect(await told(ids)).toEqual([`vacancy_requested ${teacher} 3`, `request_approved ${ann} 3`]);
    expect(await stage.history(ids[0] ?? 0)).toEqual(['posted', 'notified', 'requested', 'approved']);
  });

  it('is booked as a whole if the first request is', async () => {
    const ids = await job({ bookFirst: true });
    expect((await request(ids[0])).body).toMatchObject({ status: 'filled' });
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
  });

  it('is requested by no one who is booked on one of its days: all or none', async () => {
    const ids = await job();
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-12-01',
      status: 'filled',
      substituteId: stage.ids.ann,
    });
    const shown = await stage.ann.call(getVacancy, on(ids[0]));
    expect(shown.can).not.toContain('request');
    expect(shown.clash).toEqual({
      kind: 'assignment',
      sentence: "You're booked on Tue, Dec 1, which is also a day of this job.",
    });
    const { status, body } = await request(ids[0]);
    expect([status, body.code, body.error]).toEqual([
      409,
      'booked_elsewhere',
      "One substitute takes every day of this job, and one day isn't possible. Tue, Dec 1: This overlaps with another assignment.",
    ]);
    expect(await states(ids)).toEqual(all('open'));
  });

  it('reaches only those who may work all of its days together', async () => {
    const preview = async (asOneJob: boolean) =>
      (
        await stage.teacher.call(previewReach, {
          body: { dates: week, startTime: '08:00', endTime: '15:00', asOneJob },
        })
      ).map(({ notified }) => notified);
    const limits = stage.world.db;
    await limits.execute(
      sql`insert into work_limits (school_id, substitute_id, week_minutes) values (${stage.school.id}, ${stage.ids.ann}, 900)`,
    );
    // Two days are 14 hours, three are 21.
    expect([await preview(false), await preview(true)]).toEqual([[2, 2, 2], [1]]);
    const ids = await job();
    expect((await stage.admin.call(getReach, on(ids[1]))).notified).toBe(1);
    await limits.execute(sql`delete from work_limits`);
  });

  it('counts all of its days for the limits of a person', async () => {
    const ids = await job();
    await stage.world.db.execute(
      sql`insert into work_limits (school_id, substitute_id, week_minutes) values (${stage.school.id}, ${stage.ids.ann}, 900)`,
    );
    const { status, body } = await request(ids[0]);
    expect([status, body.code]).toEqual([409, 'over_limit']);
    expect(await states(ids)).toEqual(all('open'));
    await stage.world.db.execute(sql`delete from work_limits`);
  });

  it('is taken by exactly one of two who request different days at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await stage.clear();
      const ids = await job();
      const answers = await Promise.all([request(ids[0]), request(ids[2], stage.bob)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const [winner] = answers[0].status === 200 ? [stage.ids.ann] : [stage.ids.bob];
      expect(await states(ids)).toEqual(all(`pending_approval ${winner}`));
    }
  });

  it('is locked by its first day, whichever day a request names, so no two deadlock', async () => {
    const ids = await job();
    const { db } = stage.world;
    let late: ReturnType<typeof request> | undefined;
    await db.inTransaction(async (tx) => {
      await tx.query(sql`select from vacancies where id = ${ids[0]} for no key update`);
      late = request(ids[2]);
      await until(async () => {
        const waiting = await db.query(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      const free = await tx.query(sql`select from vacancies where id = ${ids[2]} for no key update skip locked`);
      expect(free).toHaveLength(1);
    });
    expect((await late)?.status).toBe(200);
  });

  it('is approved once if its days are approved and rejected at the same moment', async () => {
    const ids = await job();
    await request(ids[0]);
    const answers = await Promise.all([
      approve(ids[2]),
      stage.teacher.try(updateVacancy, {
        ...on(ids[0]),
        body: { status: 'open', requestedById: null, requestedAt: null },
      }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(new Set(await states(ids)).size).toBe(1);
  });

  it('is assigned, confirmed and released as a whole', async () => {
    const ids = await job();
    await forget();
    const { ann, teacher } = stage.ids;
    await stage.admin.call(assignSubstitute, { ...on(ids[1]), body: { substituteId: ann } });
    expect(await states(ids)).toEqual(all(`filled ${ann}`));
    expect(await told(ids)).toEqual([`assigned ${ann} 3`, `filled ${teacher} 3`]);
    await forget();
    await stage.ann.call(confirmAssignment, on(ids[2]));
    expect(await told(ids)).toEqual([`confirmed ${teacher} 3`, `confirmed ${stage.ids.admin} 3`]);
    await forget();
    await stage.ann.call(releaseSubstitute, { ...on(ids[0]), body: { reason: 'Ill.' } });
    expect(await states(ids)).toEqual(all('open'));
    expect(await told(ids)).toEqual([
      `released ${teacher} 3`,
      `released ${stage.ids.admin} 3`,
      `vacancy_posted ${stage.ids.bob} 3`,
    ]);
  });

  it('is declined as a whole by an assigned substitute who cannot come', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await stage.ann.call(cannotCome, on(ids[2]));
    expect(await states(ids)).toEqual(all('open'));
    const declined = await stage.ann.call(listVacancies, { query: { declined: 'true', from: '2026-11-30' } });
    expect(declined.map(({ id }) => id)).toEqual(ids);
  });

  it('is withdrawn, rejected and declined as a whole', async () => {
    const ids = await job();
    await request(ids[0]);
    await stage.ann.call(withdrawRequest, on(ids[1]));
    expect(await states(ids)).toEqual(all('open'));
    await request(ids[0]);
    await forget();
    await stage.teacher.call(updateVacancy, {
      ...on(ids[1]),
      body: { status: 'open', requestedById: null, requestedAt: null },
    });
    expect(await states(ids)).toEqual(all('open'));
    expect(await told(ids)).toEqual([`request_rejected ${stage.ids.ann} 3`]);
    await stage.ann.call(declineVacancy, on(ids[2]));
    expect(await stage.ann.call(listVacancies, { query: { status: 'open', from: '2026-11-30' } })).toEqual([]);
    await stage.ann.call(undeclineVacancy, on(ids[0]));
    expect(await stage.ann.call(listVacancies, { query: { status: 'open', from: '2026-11-30' } })).toHaveLength(3);
  });

  it('whose answer is undone is pending again on all days, and no one is notified', async () => {
    const ids = await job();
    await request(ids[0]);
    await forget();
    await approve(ids[1]);
    expect(await stage.teacher.call(undoAnswer, on(ids[1]))).toMatchObject({ status: 'pending_approval' });
    expect(await states(ids)).toEqual(all(`pending_approval ${stage.ids.ann}`));
    expect(await told(ids)).toEqual([]);
    const seen = await stage.teacher.call(getVacancy, on(ids[2]));
    expect(seen.additionalNotes).toContain('I know this class.');
  });

  it('whose answer was followed by something else on any day stays answered', async () => {
    const ids = await job();
    await request(ids[0]);
    await forget();
    await approve(ids[1]);
    await stage.teacher.call(leaveJob, on(ids[2]));
    // The held notifications were about all days, so people were notified first.
    expect(await stage.world.db.query(sql`select from held_answers`)).toEqual([]);
    expect(await told(ids)).toEqual([`request_approved ${stage.ids.ann} 3`]);
    const late = await stage.teacher.try(undoAnswer, on(ids[1]));
    expect([late.status, late.body.code]).toEqual([409, 'undo_too_late']);
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
  });

  it('ends with another request of the same substitute for one of its days, once one is approved', async () => {
    const ids = await job();
    await request(ids[0]);
    const other = await stage.vacancy({ date: '2026-12-01', start: '09:00', end: '11:00' });
    await stage.ann.call(updateVacancy, { params: other.params, body: { status: 'pending_approval' } });
    await forget();
    expect((await approve(other.id)).status).toBe(200);
    expect(await states(ids)).toEqual(all('open'));
    await told([other.id]);
    const { ann, teacher } = stage.ids;
    expect(await told(ids)).toEqual([`request_reopened ${teacher} 3`, `request_reopened ${ann} 3`]);
  });
});

describe('a day', () => {
  it('leaves the job and is then a separate vacancy, offered to those who are free that day', async () => {
    const ids = await job();
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-11-30',
      status: 'filled',
      substituteId: stage.ids.bob,
    });
    await forget();
    const left = await stage.admin.call(leaveJob, on(ids[2]));
    expect(left.job).toBeUndefined();
    expect(await told(ids)).toEqual([`vacancy_posted ${stage.ids.ann}`, `vacancy_posted ${stage.ids.bob}`]);
    expect((await stage.teacher.call(getVacancy, on(ids[0]))).job?.sentence).toBe(
      'Part of a 2-day job, Mon, Nov 30 to Tue, Dec 1',
    );
    expect((await request(ids[2], stage.bob)).status).toBe(200);
    expect(await states(ids)).toEqual(['open', 'open', `pending_approval ${stage.ids.bob}`]);
    const again = await stage.admin.try(leaveJob, on(ids[2]));
    expect([again.status, again.body.code]).toEqual([409, 'not_in_job']);
  });

  it('keeps its substitute when it leaves, and is released alone', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await stage.teacher.call(leaveJob, on(ids[1]));
    await stage.ann.call(releaseSubstitute, { ...on(ids[1]), body: { reason: 'Ill.' } });
    expect(await states(ids)).toEqual([`filled ${stage.ids.ann}`, 'open', `filled ${stage.ids.ann}`]);
  });

  it('is released alone by its substitute, who keeps the others, and is offered alone', async () => {
    const ids = await job();
    const { ann, bob, teacher, admin } = stage.ids;
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: ann } });
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: teacher,
      date: '2026-12-02',
      status: 'filled',
      substituteId: bob,
    });
    await forget();
    const body = { reason: 'A doctor’s appointment.', onlyThisDay: true };
    const released = await stage.ann.call(releaseSubstitute, { ...on(ids[1]), body });
    expect(released.job).toBeUndefined();
    expect(await states(ids)).toEqual([`filled ${ann}`, 'open', `filled ${ann}`]);
    expect(await told(ids)).toEqual([`released ${teacher}`, `released ${admin}`, `vacancy_posted ${bob}`]);
    expect(await stage.history(ids[1] ?? 0)).toContain('edited');
    expect((await request(ids[1], stage.bob)).status).toBe(200);
    expect((await stage.ann.call(getVacancy, on(ids[0]))).job?.dates).toEqual([week[0], week[2]]);
  });

  it('is released once if the rest of the job is released at the same moment', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await forget();
    const release = (id: number | undefined, by: Stage['ann'], onlyThisDay: boolean) =>
      by.try(releaseSubstitute, { ...on(id), body: { reason: 'Ill.', onlyThisDay } });
    const made = await Promise.all([release(ids[1], stage.ann, true), release(ids[0], stage.admin, false)]);
    expect(await states(ids)).toEqual(all('open'));
    // The day alone first, then the others; or all of them together, and then the day is already open.
    expect([
      [200, 200],
      [409, 200],
    ]).toContainEqual(made.map(({ status }) => status));
    const days = (await told(ids)).filter((line) => line.startsWith(`released ${stage.ids.teacher}`));
    expect([
      [`released ${stage.ids.teacher}`, `released ${stage.ids.teacher} 2`],
      [`released ${stage.ids.teacher} 3`],
    ]).toContainEqual(days);
  });

  it('that has begun stays with its substitute when the rest of the job is released', async () => {
    const ids = await job({ dates: ['2026-11-23', '2026-11-24', '2026-11-25'] });
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    stage.world.time.now = new Date('2026-11-23T14:00:00Z');
    await stage.admin.call(releaseSubstitute, { ...on(ids[1]), body: { reason: 'Back tomorrow.' } });
    expect(await states(ids)).toEqual([`filled ${stage.ids.ann}`, 'open', 'open']);
  });

  it('is deleted alone, as specified, or with the whole job', async () => {
    const ids = await job();
    await request(ids[0]);
    await forget();
    await stage.teacher.call(deleteVacancy, on(ids[1]));
    expect(await told(ids)).toEqual([`vacancy_deleted ${stage.ids.ann}`, `vacancy_deleted ${stage.ids.admin}`]);
    expect((await stage.teacher.call(getVacancy, on(ids[0]))).job?.dates).toEqual(['2026-11-30', '2026-12-02']);
    await forget();
    await stage.teacher.call(deleteJob, on(ids[0]));
    expect(await told(ids)).toEqual([`vacancy_deleted ${stage.ids.ann} 2`, `vacancy_deleted ${stage.ids.admin} 2`]);
    expect(await stage.teacher.call(listVacancies, { query: { from: '2026-11-30' } })).toEqual([]);
  });
});

describe('an edit of all remaining days', () => {
  const edit = (id: number | undefined, body: object, by = stage.teacher) => by.try(editJob, { ...on(id), body });
  const changed = async (ids: readonly number[]) =>
    stage.world.db.query<{ changes: string[]; asks: boolean | null }>(
      sql`select facts -> 'changes' as changes, (facts -> 'asksToConfirm')::boolean as asks from notices
        where vacancy_id = any(${ids}::bigint[]) and kind = 'vacancy_changed' and recipient_id = ${stage.ids.ann} order by id`,
    );
  const booked = async (dates = week) => {
    const ids = await job({ dates });
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await stage.ann.call(confirmAssignment, on(ids[0]));
    await forget();
    return ids;
  };

  it('changes each of them, notifies the substitute once, and asks for one confirmation of new times', async () => {
    const ids = await booked();
    expect(await stage.teacher.call(listJobDays, on(ids[1]))).toMatchObject(
      week.map((date, nth) => ({ id: ids[nth], date, startTime: '08:00', substituteName: 'Ann Lee' })),
    );
    const { status, body } = await edit(ids[1], { startTime: '09:00', room: '12' });
    expect([status, body]).toMatchObject([200, { id: ids[1], startTime: '09:00', room: '12', confirmed: false }]);
    expect(await told(ids)).toEqual([`vacancy_changed ${stage.ids.ann} 3`]);
    expect(await changed(ids)).toEqual([
      { changes: ['New time: 9:00 AM – 3:00 PM (was 8:00 AM – 3:00 PM)', 'Room: Room 12'], asks: true },
    ]);
    await stage.ann.call(confirmAssignment, on(ids[2]));
    const days = await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } });
    expect(days.map(({ startTime, confirmed }) => [startTime, confirmed])).toEqual(week.map(() => ['09:00', true]));
  });

  it('leaves days that have begun as they are, and says which day has another time', async () => {
    const ids = await booked(['2026-11-23', '2026-11-24', '2026-11-25']);
    await stage.teacher.call(updateVacancy, { ...on(ids[2]), body: { startTime: '08:10' } });
    await forget();
    stage.world.time.now = new Date('2026-11-23T14:00:00Z');
    expect((await edit(ids[1], { startTime: '08:05' }, stage.admin)).status).toBe(200);
    expect(await changed(ids)).toEqual([
      {
        changes: [
          'Tue, Nov 24: New time: 8:05 AM – 3:00 PM (was 8:00 AM – 3:00 PM)',
          'Wed, Nov 25: New time: 8:05 AM – 3:00 PM (was 8:10 AM – 3:00 PM)',
        ],
        asks: null,
      },
    ]);
    expect((await stage.teacher.call(getVacancy, on(ids[0]))).startTime).toBe('08:00');
  });

  it('adds the same words to each day’s own description', async () => {
    const ids = await job();
    await stage.teacher.call(updateVacancy, { ...on(ids[1]), body: { additionalNotes: 'Assembly at 9.' } });
    await edit(ids[0], { additionalNotes: 'Plans are on the desk. Keys too.' });
    const days = await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } });
    expect(days.map(({ additionalNotes }) => additionalNotes)).toEqual([
      'Plans are on the desk. Keys too.',
      'Assembly at 9. Keys too.',
      'Plans are on the desk. Keys too.',
    ]);
  });

  it('changes none of them if one can’t change, and names that day', async () => {
    const ids = await job();
    await stage.teacher.call(leaveJob, on(ids[0]));
    await stage.admin.call(updateVacancy, { ...on(ids[2]), body: { endTime: '09:00' } });
    const late = await edit(ids[1], { startTime: '10:00' });
    expect([late.status, late.body.error]).toEqual([
      400,
      'Nothing was saved, because one of the days can’t change. Wed, Dec 2: The end must be after the start.',
    ]);
    expect((await stage.teacher.call(getVacancy, on(ids[1]))).startTime).toBe('08:00');
  });

  it('is refused if someone changed another day since the form was opened', async () => {
    const ids = await job();
    const opened = await stage.teacher.call(listJobDays, on(ids[0]));
    await stage.admin.call(updateVacancy, { ...on(ids[1]), body: { room: '7' } });
    const others = opened.map(({ id, version }) => ({ id, version }));
    const refused = await edit(ids[0], { room: '12', others });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'conflict',
        error:
          'Nothing was saved, because someone changed Tue, Dec 1 after you opened this. Check that day, then save again.',
      },
    ]);
    expect((await edit(ids[0], { grade: '4', others })).status).toBe(200);
    const [lost, won] = await Promise.all([edit(ids[0], { room: '1' }), edit(ids[2], { room: '2' }, stage.admin)]);
    expect([lost.status, won.status]).toEqual([200, 200]);
    const rooms = (await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } })).map(({ room }) => room);
    expect(new Set(rooms).size).toBe(1);
  });
});

describe('a move of one day', () => {
  it('splits that day: one half stays in the job, and the other becomes a separate vacancy', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    const [kept, opened] = await stage.teacher.call(splitVacancy, {
      ...on(ids[1]),
      body: { at: '11:30', keeps: 'second' },
    });
    expect([kept?.job?.dates, kept?.substituteId, opened?.job, opened?.status]).toEqual([
      week,
      stage.ids.ann,
      undefined,
      'open',
    ]);
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
    expect((await request(opened?.id, stage.bob)).status).toBe(200);
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
  });

  it.each(['delay', 'close'] as const)(
    'changes only that day when school has a %s, and says so before',
    async (type) => {
      const ids = await job();
      await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
      const change = type === 'close' ? { type, name: 'Snow day' } : { type, minutes: 120 };
      const body = { date: week[1] ?? '', change };
      const preview = await stage.admin.call(previewDayChange, { body });
      expect(preview.changed).toMatchObject([{ id: ids[1], otherDays: 2 }]);
      await stage.admin.call(changeDay, { body });
      const days = await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } });
      expect(days.map(({ id, startTime, status }) => [id, startTime, status])).toEqual(
        type === 'close'
          ? [
              [ids[0], '08:00', 'filled'],
              [ids[2], '08:00', 'filled'],
            ]
          : [
              [ids[0], '08:00', 'filled'],
              [ids[1], '10:00', 'filled'],
              [ids[2], '08:00', 'filled'],
            ],
      );
      await stage.ann.call(confirmAssignment, on(ids[0]));
      expect((await stage.teacher.call(getVacancy, on(ids[2]))).confirmed).toBe(true);
    },
  );
});

describe('the reach of a job', () => {
  it('counts those who are free on all of its days, before and after it is posted', async () => {
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-12-02',
      status: 'filled',
      substituteId: stage.ids.bob,
    });
    const { startTime, endTime } = absence;
    const preview = (asOneJob: boolean) =>
      stage.teacher.call(previewReach, { body: { dates: week, startTime, endTime, asOneJob } });
    expect((await preview(false)).map(({ notified }) => notified)).toEqual([2, 2, 1]);
    expect(await preview(true)).toEqual([
      { of: 2, notified: 1, unavailable: 0, booked: 1, declined: 0, mayBeFewer: false },
    ]);
    const [first] = await job({ postAnyway: true });
    expect(await stage.teacher.call(getReach, on(first))).toMatchObject({ notified: 1, booked: 1 });
  });
});

describe('a one-tap link to a day of a job', () => {
  it('says which days an answer is for, and answers for all of them', async () => {
    const ids = await job();
    const [{ id } = { id: 0 }] = await stage.world.db.query<{ id: number }>(
      sql`select id from notices where kind = 'vacancy_posted' and recipient_id = ${stage.ids.ann} order by id desc limit 1`,
    );
    const params = { token: tokenFor(await linkKey(stage.world.db), 'open', id) };
    const visitor = await stage.world.as(null);
    const seen = await visitor.call(getLink, { params });
    expect(seen.vacancy?.together).toBe('3 days, Mon, Nov 30 to Wed, Dec 2');
    await visitor.call(useLink, { params, body: { act: 'request' } });
    expect(await states(ids)).toEqual(all(`pending_approval ${stage.ids.ann}`));
  });
});

describe('a job that is offered in waves', () => {
  const run = () =>
    openDispatches({
      db: stage.world.db,
      config: stage.world.config,
      clock: () => stage.world.time.now,
      log: {
        error: (of) => {
          throw new Error('A step failed.', { cause: of });
        },
        warn: () => {},
      },
    }).run();
  const offerTo = (offering: 'best_matches' | 'everyone') =>
    stage.admin.call(updateSchool, { params: { id: String(stage.school.id) }, body: { offering } });
  /** Returns the days with a due step, by their position in the job. */
  const offeredBy = async (ids: readonly number[]) => {
    const rows = await stage.world.db.query<{ id: number }>(
      sql`select vacancy_id as id from dispatches where due_at is not null and vacancy_id = any(${ids}::bigint[]) order by 1`,
    );
    return rows.map(({ id }) => ids.indexOf(id));
  };

  it('is offered by one of its days, and by the next one if that day is gone', async () => {
    await offerTo('best_matches');
    await forget();
    const ids = await job();
    await run();
    expect(await offeredBy(ids)).toEqual([0]);
    const { ann, bob } = stage.ids;
    expect((await told(ids)).toSorted()).toEqual([`vacancy_posted ${ann} 3`, `vacancy_posted ${bob} 3`]);
    await stage.teacher.call(deleteVacancy, on(ids[0]));
    await run();
    expect(await offeredBy(ids)).toEqual([1]);
    await stage.admin.call(changeDay, { body: { date: '2026-12-01', change: { type: 'close', name: 'Snow' } } });
    await run();
    expect(await offeredBy(ids)).toEqual([2]);
    await offerTo('everyone');
  });

  it('counts a person to whom another of its days was offered by name or in a plan, unless the plan is undone', async () => {
    await offerTo('best_matches');
    const ids = await job();
    const { ann, bob } = stage.ids;
    const offersOf = async () =>
      (
        await stage.world.db.query<{ id: number; who: number }>(
          sql`select vacancy_id as id, substitute_id as who from offers where vacancy_id = any(${ids}::bigint[]) order by 2`,
        )
      ).map(({ id, who }) => [ids.indexOf(id), who]);
    const [first, second, third] = ids.map((vacancyId) => ({ vacancyId, version: 1 }));
    const line = {
      vacancyId: ids[1] ?? 0,
      substituteId: bob,
      version: 1,
      others: [first, third].flatMap((day) => day ?? []),
    };
    await stage.admin.call(notifySubstitutes, { ...on(second?.vacancyId), body: { substituteIds: [ann] } });
    expect(await offersOf()).toEqual([[0, ann]]);
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines: [line] } });
    expect(await offersOf()).toEqual([
      [0, ann],
      [0, bob],
    ]);
    await stage.admin.call(undoPlan, { body: { vacancyIds: [line.vacancyId] } });
    expect(await offersOf()).toEqual([[0, ann]]);
    await forget();
    stage.world.time.now = new Date(stage.world.time.now.getTime() + 4 * 3_600_000);
    await run();
    // Ann already has hers.
    expect(await told(ids)).toEqual([`vacancy_posted ${bob} 3`]);
    await offerTo('everyone');
  });

  it('is offered once even if two of its days are due', async () => {
    await offerTo('best_matches');
    const ids = await job();
    await run();
    await stage.world.db.execute(
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at) values (${ids[1]}, ${stage.school.id}, true, false, ${stage.world.time.now}, ${stage.world.time.now})`,
    );
    await run();
    expect(await offeredBy(ids)).toEqual([0]);
    await offerTo('everyone');
  });
});

it('leaves the data sound', async () => {
  // The stage makes and deletes vacancies without a history.
  const broken = (await brokenInvariants(stage.world.db)).filter(
    (line) => !/^(history without|deletion does)/.test(line),
  );
  expect(broken).toEqual([]);
});
