import { describe, expect, it } from 'vitest';
import { createVacancies, getReach, previewReach } from '#contract/absences.ts';
import { leaveJob } from '#contract/job-days.ts';
import { getLink, useLink } from '#contract/links.ts';
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
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeVacancy } from '#test/make.ts';
import { until } from '#test/until.ts';
import {
  stage,
  week,
  absence,
  job,
  on,
  request,
  approve,
  states,
  all,
  told,
  forget,
  setUpJobStage,
} from '#test/job-stage.ts';

setUpJobStage();

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
    const counted = await stage.world.db.query(sql`select count from attempts where key like 'answers:%'`);
    expect(counted, 'the limit on answers counts a job once').toEqual([{ count: 1 }]);
  });

  it('is booked as a whole if the first request is', async () => {
    const ids = await job({ bookFirst: true });
    const seen = { date: week[0] ?? '', startTime: '08:00', endTime: '15:00' };
    const requestSeeing = async (together: string) => {
      const body = { status: 'pending_approval' as const, seen: { ...seen, together } };
      return (await stage.ann.try(updateVacancy, { ...on(ids[0]), body })).body;
    };
    expect(await requestSeeing('2 days, Mon, Nov 30 to Tue, Dec 1')).toMatchObject({
      code: 'vacancy_moved',
      error:
        'This job has changed. It is now 3 days, Mon, Nov 30 to Wed, Dec 2. If you can still come, request it again.',
    });
    expect(await states(ids)).toEqual(all('open'));
    expect(await requestSeeing('3 days, Mon, Nov 30 to Wed, Dec 2')).toMatchObject({ status: 'filled' });
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
  });

  it('is requested and confirmed by link only with the days that its page showed', async () => {
    const { world, teacher, admin, ids: people } = stage;
    const visitor = await world.as(null);
    const linkOf = async (kind: string) => {
      const [row] = await world.db.query<{ id: number }>(
        sql`select id from notices where kind = ${kind} and recipient_id = ${people.ann} order by id desc limit 1`,
      );
      return { token: tokenFor(await linkKey(world.db), 'open', row?.id ?? 0) };
    };
    const page = async (params: { token: string }) => {
      const { vacancy } = await visitor.call(getLink, { params });
      const { date = '', startTime = '', endTime = '', days } = vacancy ?? {};
      return { date, startTime, endTime, ...(days && { days }) };
    };
    const answer = async (
      params: { token: string },
      act: 'request' | 'confirm',
      seen: Awaited<ReturnType<typeof page>>,
    ) => {
      const { status, body } = await visitor.try(useLink, { params, body: { act, seen } });
      return status === 200 ? 200 : [body.code, body.error];
    };
    const ids = await job();
    await stage.told(ids[0] ?? 0);
    await teacher.call(notifySubstitutes, { ...on(ids[0]), body: {} });
    const offer = await linkOf('vacancy_posted');
    const seen = await page(offer);
    const at = { startTime: '08:00', endTime: '15:00' };
    expect(seen).toEqual({ date: week[0], ...at, days: week.map((date) => ({ date, ...at })) });
    await teacher.call(updateVacancy, { ...on(ids[2]), body: { date: '2026-12-04' } });
    expect(await answer(offer, 'request', seen)).toEqual([
      'vacancy_moved',
      'This job has changed. It now includes Fri, Dec 4, 8:00 AM – 3:00 PM. It no longer includes Wed, Dec 2. If you can still come, answer again.',
    ]);
    expect(await states(ids)).toEqual(all('open'));
    // A page of the version before sends only the day itself.
    const { days: _, ...before } = seen;
    expect(await answer(offer, 'request', before)).toBe(200);
    await stage.ann.call(withdrawRequest, on(ids[0]));
    expect(await answer(offer, 'request', await page(offer))).toBe(200);
    await stage.ann.call(withdrawRequest, on(ids[0]));
    await admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: people.ann } });
    const assigned = await linkOf('assigned');
    const shown = await page(assigned);
    await teacher.call(updateVacancy, { ...on(ids[1]), body: { startTime: '07:30' } });
    expect(await answer(assigned, 'confirm', shown)).toEqual([
      'vacancy_moved',
      'This job has changed. It now includes Tue, Dec 1, 7:30 AM – 3:00 PM. If you can still come, answer again.',
    ]);
    expect(await answer(assigned, 'confirm', await page(assigned))).toBe(200);
  });

  it('names all of its days to someone who books it by link', async () => {
    const { world, ids: people } = stage;
    const ids = await job({ bookFirst: true });
    await stage.told(ids[0] ?? 0);
    await stage.teacher.call(notifySubstitutes, { ...on(ids[0]), body: {} });
    const [row] = await world.db.query<{ id: number }>(
      sql`select id from notices where kind = 'vacancy_posted' and recipient_id = ${people.ann} order by id desc
          limit 1`,
    );
    const params = { token: tokenFor(await linkKey(world.db), 'open', row?.id ?? 0) };
    const visitor = await world.as(null);
    const { sentence } = await visitor.call(useLink, { params, body: { act: 'request' } });
    expect(sentence).toContain("You're booked: Grade 4, 3 days, Mon, Nov 30 to Wed, Dec 2 at ");
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
      sql`insert into work_limits (school_id, substitute_id, week_minutes)
          values (${stage.school.id}, ${stage.ids.ann}, 900)`,
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
      sql`insert into work_limits (school_id, substitute_id, week_minutes)
          values (${stage.school.id}, ${stage.ids.ann}, 900)`,
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

  it('stays answered if anything else has happened on any of its days since', async () => {
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

it('leaves the data sound', async () => {
  // The stage makes and deletes vacancies without a history.
  const broken = (await brokenInvariants(stage.world.db)).filter(
    (line) => !/^(history without|deletion does)/.test(line),
  );
  expect(broken).toEqual([]);
});
