import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { getBreakdowns } from '#contract/breakdowns.ts';
import { getLink, useLink } from '#contract/links.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { confirmAssignment, releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { schoolDay } from '#test/job-stage.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { until } from '#test/until.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from attempts`);
  before = await cancellations();
});

type Params = { params: { id: string } };
const pass = (seconds: number) => {
  stage.world.time.now = new Date(stage.world.time.now.getTime() + seconds * 1000);
};
const says = ({ params }: Params) => stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
const undo = ({ params }: Params) => stage.ann.try(releaseSubstitute, { params, body: {} });
/** Ann's cancellations in the school's report, which ends the day before: late ones, and all. */
const cancellations = async () => {
  const { now } = stage.world.time;
  stage.world.time.now = new Date('2026-11-24T10:45:00Z');
  const admin = await stage.world.as(stage.ids.admin);
  const { tables } = await admin.call(getBreakdowns, { query: { report: 'missed' } });
  stage.world.time.now = now;
  return tables.find(({ table }) => table === 'cancellations')?.rows[0]?.values ?? [0, 0];
};
/** The cancellations before a test. */
let before: Awaited<ReturnType<typeof cancellations>>;
/** Ann is booked for a class at once. Five minutes later, it is 5:50 AM. */
const booked = async (parts: Parameters<Stage['vacancy']>[0] = {}) => {
  const vacancy = await stage.vacancy({ bookFirst: true, ...parts });
  await says(vacancy);
  return vacancy;
};

/** A job of these days, which books the first request. */
const job = (dates: string[]) =>
  stage.teacher.call(createVacancies, {
    body: {
      ...schoolDay,
      teacherId: stage.ids.teacher,
      dates,
      asOneJob: true,
      bookFirst: true,
    },
  });

/** The emails with the news that the booking of these days was made. */
const newsOfBooking = (ids: readonly number[]) =>
  stage.world.db.query(sql`select d.status, d.reason from deliveries d join notices n on n.id = d.notice_id
    where n.vacancy_id = any(${ids}::bigint[]) and n.kind = 'request_approved' and d.channel = 'email' order by d.id`);

describe('a yes that booked a class', () => {
  it('can be undone for five minutes without a reason, leaves no record, and offers the class to everyone else', async () => {
    const { id, params } = await booked();
    const undoUntil = '2026-11-23T10:50:00.000Z';
    expect(await stage.ann.call(getVacancy, { params })).toMatchObject({ status: 'filled', undoUntil });
    expect(await stage.admin.call(getVacancy, { params })).not.toHaveProperty('undoUntil');
    const told = (await stage.told(id)).length;
    pass(299.999);
    expect((await undo({ params })).body).toMatchObject({ status: 'open', substituteId: null, declined: false });
    expect((await stage.told(id)).slice(told)).toEqual([
      ['released', stage.ids.teacher],
      ['released', stage.ids.admin],
      ['vacancy_posted', stage.ids.bob],
    ]);
    const history = (await stage.teacher.call(listVacancyHistory, { params })).filter(({ kind }) => kind !== 'seen');
    expect(history.map(({ kind }) => kind)).toEqual(['requested', 'approved', 'yes_undone', 'offered_again']);
    expect(history[2]).toMatchObject({ actorId: stage.ids.ann, reason: null });
    expect(await cancellations()).toEqual(before);
    const again = await undo({ params });
    expect([again.status, again.body.code]).toEqual([409, 'not_filled']);
    expect(await says({ params })).toMatchObject({ status: 'filled' });
  });

  it('can no longer be undone at exactly five minutes, when it is a cancellation with a reason', async () => {
    const { id, params } = await booked();
    pass(300);
    expect(await stage.ann.call(getVacancy, { params })).not.toHaveProperty('undoUntil');
    const late = await undo({ params });
    expect([late.status, late.body.code, late.body.error]).toEqual([
      409,
      'yes_undo_late',
      'The 5 minutes to undo have passed. You can still cancel the assignment with a reason.',
    ]);
    expect(await stage.ann.call(getVacancy, { params })).toMatchObject({ status: 'filled' });
    await stage.ann.call(releaseSubstitute, { params, body: { reason: 'Ill' } });
    expect((await stage.history(id)).slice(-2)).toEqual(['released', 'offered_again']);
    // It is more than 24 hours before the class, so it isn't a late one.
    expect(await cancellations()).toEqual([before[0], Number(before[1]) + 1]);
  });

  it('keeps a reason if one is given, and is still not a cancellation', async () => {
    const { id, params } = await booked();
    await stage.ann.call(releaseSubstitute, { params, body: { reason: 'I misread the date.' } });
    expect((await stage.teacher.call(listVacancyHistory, { params }))[2]).toMatchObject({
      kind: 'yes_undone',
      reason: 'I misread the date.',
    });
    const [notice] = await stage.world.db.query(
      sql`select facts ->> 'reason' as reason, facts -> 'isUndone' as undone from notices
          where vacancy_id = ${id} and kind = 'released' limit 1`,
    );
    expect(notice).toEqual({ reason: 'I misread the date.', undone: true });
    expect(await cancellations()).toEqual(before);
  });

  it('can be undone five minutes after the request, even if it was approved since, but not an assignment', async () => {
    const one = await stage.vacancy();
    await says(one);
    pass(240);
    await stage.teacher.call(updateVacancy, {
      params: one.params,
      body: { status: 'filled', substituteId: stage.ids.ann },
    });
    pass(59);
    expect((await undo(one)).status).toBe(200);
    const two = await stage.vacancy();
    await stage.admin.call(assignSubstitute, { params: two.params, body: { substituteId: stage.ids.ann } });
    await stage.ann.call(confirmAssignment, two);
    expect(await stage.ann.call(getVacancy, two)).not.toHaveProperty('undoUntil');
    const refused = await undo(two);
    expect([refused.status, refused.body.code]).toEqual([400, 'reason_required']);
    for (const staff of [stage.teacher, stage.admin])
      expect((await staff.try(releaseSubstitute, { params: two.params, body: {} })).status).toBe(400);
  });

  it('cannot be undone once the class has begun', async () => {
    const { params } = await booked({ date: '2026-11-23', start: '05:47' });
    expect(await stage.ann.call(getVacancy, { params })).toMatchObject({ undoUntil: '2026-11-23T10:47:00.000Z' });
    pass(120);
    expect((await undo({ params })).body.code).toBe('yes_undo_late');
  });

  it('of a job is undone on all of its days, with one notification each', async () => {
    const days = await job(['2026-11-30', '2026-12-01', '2026-12-02']);
    const [first, second] = days.map(({ id }) => ({ params: { id: String(id) } }));
    if (first === undefined || second === undefined) throw new Error('There are three days.');
    await says(first);
    expect((await undo(second)).status).toBe(200);
    for (const { id } of days) expect((await stage.history(id)).slice(-2)).toEqual(['yes_undone', 'offered_again']);
    const [sent] = await stage.world.db
      .query(sql`select count(*)::int as all, min(jsonb_array_length(facts #> '{vacancy,dates}')) as dates
      from notices where vacancy_id = any(${days.map(({ id }) => id)}::bigint[]) and kind = 'released'`);
    expect(sent).toEqual({ all: 2, dates: 3 });
    // The booking is over, so the news of it isn't sent anymore.
    expect(await newsOfBooking(days.map(({ id }) => id))).toEqual([
      { status: 'dropped', reason: 'The booking was undone before this could be sent.' },
    ]);
    expect(await cancellations()).toEqual(before);
  });

  it('of the rest of a job keeps the notification about the days booked before', async () => {
    const [monday, ...rest] = await job(['2026-11-23', '2026-11-24', '2026-11-25']);
    const [tuesday] = rest;
    if (monday === undefined || tuesday === undefined) throw new Error('There are three days.');
    const cover = (isCovered: boolean) =>
      stage.world.db.execute(
        sql`update vacancies set covered_inside = ${isCovered} where id = any(${rest.map(({ id }) => id)}::bigint[])`,
      );
    await cover(true);
    await says({ params: { id: String(monday.id) } });
    await cover(false);
    stage.world.time.now = new Date('2026-11-23T13:30:00Z');
    await says({ params: { id: String(tuesday.id) } });
    expect((await undo({ params: { id: String(tuesday.id) } })).status).toBe(200);
    expect(await newsOfBooking([monday, ...rest].map(({ id }) => id))).toEqual([
      { status: 'queued', reason: null },
      { status: 'dropped', reason: 'The booking was undone before this could be sent.' },
    ]);
  });

  it('leaves a notification to the worker that has just begun to send it', async () => {
    const { id, params } = await booked();
    let undone: ReturnType<typeof undo> | undefined;
    await stage.world.db.inTransaction(async (tx) => {
      await tx.execute(sql`update deliveries d set claimed_by = 7, attempts = 1 from notices n
        where n.id = d.notice_id and n.vacancy_id = ${id} and n.kind = 'request_approved'`);
      undone = undo({ params });
      await until(
        async () =>
          (
            await stage.world.db.query(
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
      );
    });
    expect((await undone)?.status).toBe(200);
    expect(await newsOfBooking([id])).toEqual([{ status: 'queued', reason: null }]);
  });

  it('can be given and undone ten times a day', async () => {
    const { params } = await stage.vacancy({ bookFirst: true });
    for (let n = 0; n < 10; n += 1) {
      await says({ params });
      expect((await undo({ params })).status).toBe(200);
    }
    const more = await stage.ann.try(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(more.status).toBe(429);
  });

  it('is undone without a record if the school edits the class at the same moment', async () => {
    for (const startTime of ['08:10', '10:00', '08:10', '10:00']) {
      const { id, params } = await booked();
      const [undone, edited] = await Promise.all([
        undo({ params }),
        stage.admin.try(updateVacancy, { params, body: { startTime, shiftType: 'full_day' } }),
      ]);
      expect([undone.status, edited.status]).toEqual([200, 200]);
      expect(await stage.admin.call(getVacancy, { params })).toMatchObject({ status: 'open', startTime });
      expect(await stage.history(id)).toContain('yes_undone');
      await stage.clear();
    }
    expect(await cancellations()).toEqual(before);
    const broken = await brokenInvariants(stage.world.db);
    expect(broken.filter((sentence) => /^(status does|filled twice|people do)/.test(sentence))).toEqual([]);
  });
});

describe('the page of an offer’s link', () => {
  it('offers Undo after the yes, until five minutes have passed', async () => {
    const { world, ids } = stage;
    const visitor = await world.as(null);
    const { params, id } = await stage.vacancy({ bookFirst: true });
    await stage.teacher.call(notifySubstitutes, { params, body: {} });
    const [notice] = await world.db.query<{ id: number }>(
      sql`select id from notices where vacancy_id = ${id} and recipient_id = ${ids.ann}`,
    );
    const link = { params: { token: tokenFor(await linkKey(world.db), 'open', notice?.id ?? 0) } };
    const undoUntil = '2026-11-23T10:50:00.000Z';
    const yes = await visitor.call(useLink, { ...link, body: { act: 'request' } });
    expect(yes).toMatchObject({ acts: ['undo'], undoUntil });
    expect(yes.sentence).toMatch(/^You're booked: .* You can undo this until 5:50 AM\.$/);
    expect(await visitor.call(getLink, link)).toMatchObject({
      acts: ['undo'],
      undoUntil,
      sentence: "You're covering this class. You can undo this until 5:50 AM.",
    });
    expect(await visitor.call(useLink, { ...link, body: { act: 'undo' } })).toMatchObject({
      acts: ['request'],
      sentence: "You're no longer booked. It doesn't count as a cancellation, and the vacancy is open again.",
    });
    expect((await stage.history(id)).slice(-2)).toEqual(['yes_undone', 'offered_again']);
    await visitor.call(useLink, { ...link, body: { act: 'request' } });
    pass(300);
    const late = await visitor.call(getLink, link);
    expect(late).toMatchObject({ acts: [], sentence: "You're covering this class." });
    expect(late).not.toHaveProperty('undoUntil');
    expect((await visitor.try(useLink, { ...link, body: { act: 'undo' } })).body.code).toBe('yes_undo_late');
    const mine = await stage.ann.call(listVacancies, { query: { mine: 'true' } });
    expect(mine.map((vacancy) => vacancy.id)).toContain(id);
  });
});
