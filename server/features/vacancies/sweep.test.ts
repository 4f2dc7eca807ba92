import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { explainDecline } from '#contract/declines.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { requestDueAt, transition } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import { requestIsDue } from '#server/features/vacancies/booking/expire-requests.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

/** Runs the sweep at this minute after 5:45, twice: the second run must have nothing left to do. */
async function sweepAfter(minutes: number): Promise<{ reopened: number; reminded: number }> {
  const { db, config, time } = stage.world;
  time.now = new Date(Date.parse('2026-11-23T10:45:00Z') + minutes * 60_000);
  const done = await sweepVacancies(db, config, time.now);
  expect(await sweepVacancies(db, config, time.now), 'twice is once').toEqual({ reopened: 0, reminded: 0 });
  return done;
}
/** Returns the attempts in the newest notification about an uncovered class. */
async function triedIn(id: number): Promise<string | null | undefined> {
  const [row] = await stage.world.db.query<{ tried: string | null }>(
    sql`select facts ->> 'tried' as tried from notices
        where vacancy_id = ${id} and kind = 'still_unfilled' and facts ? 'tried' order by id desc limit 1`,
  );
  return row?.tried;
}
const today = { date: '2026-11-23', start: '08:00', end: '15:00' };
const request = { status: 'pending_approval' as const };

describe('an unanswered request', () => {
  it('for today reminds the teacher after 5 minutes and the admins after 10, once each', async () => {
    const { id, params } = await stage.vacancy(today);
    await stage.ann.call(updateVacancy, { params, body: request });
    expect(await sweepAfter(4)).toEqual({ reopened: 0, reminded: 0 });
    expect(await sweepAfter(5)).toEqual({ reopened: 0, reminded: 1 });
    expect(await sweepAfter(10)).toEqual({ reopened: 0, reminded: 1 });
    expect((await stage.told(id)).slice(2)).toEqual([
      ['request_unanswered', stage.ids.teacher],
      ['request_unanswered', stage.ids.admin],
    ]);
  });

  it('reminds again when someone else requests it later', async () => {
    const { id, params } = await stage.vacancy(today);
    await stage.ann.call(updateVacancy, { params, body: request });
    await sweepAfter(5);
    await stage.teacher.call(updateVacancy, {
      params,
      body: { status: 'open', requestedById: null, requestedAt: null },
    });
    await stage.bob.call(updateVacancy, { params, body: request });
    await sweepAfter(9);
    await sweepAfter(10);
    expect((await stage.told(id)).filter(([kind]) => kind === 'request_unanswered')).toHaveLength(2);
  });

  it('for another day, or answered in time, reminds no one', async () => {
    const tomorrow = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params: tomorrow.params, body: request });
    const answered = await stage.vacancy(today);
    await stage.bob.call(updateVacancy, { params: answered.params, body: request });
    await stage.teacher.call(updateVacancy, {
      params: answered.params,
      body: { status: 'filled', substituteId: stage.ids.bob },
    });
    expect(await sweepAfter(30)).toEqual({ reopened: 0, reminded: 0 });
  });

  it('reopens when the start passes, and everyone involved is notified', async () => {
    const { id, params } = await stage.vacancy({ ...today, start: '08:00' });
    await stage.ann.call(updateVacancy, { params, body: request });
    await sweepAfter(134);
    expect((await stage.teacher.call(getVacancy, { params })).status).toBe('pending_approval');
    expect((await sweepAfter(135)).reopened).toBe(1);
    expect((await stage.teacher.call(getVacancy, { params })).status).toBe('open');
    expect(await stage.history(id)).toEqual(['requested', 'reopened']);
    const { ann, teacher, admin } = stage.ids;
    expect((await stage.told(id)).filter(([kind]) => kind === 'request_reopened')).toEqual([
      ['request_reopened', ann],
      ['request_reopened', teacher],
      ['request_reopened', admin],
    ]);
  });

  it('made after the start stays until the end', async () => {
    const { params } = await stage.vacancy({ ...today, start: '05:00' });
    await stage.ann.call(updateVacancy, { params, body: request });
    expect((await sweepAfter(60)).reopened).toBe(0);
    expect((await sweepAfter(555)).reopened).toBe(1);
  });

  it('is due in the sweep’s statement exactly when the domain says so', async () => {
    const { now } = stage.world.time;
    // Few instants, so that many coincide.
    const instant = fc.integer({ min: -3, max: 3 }).map((hours) => new Date(now.getTime() + hours * 3_600_000));
    const moments = fc.record({ requestedAt: instant, startsAt: instant, endsAt: instant });
    const states = fc.sample(
      moments.filter(({ startsAt, endsAt }) => startsAt < endsAt),
      1000,
    );
    const rows = await stage.world.db.query<{ due: boolean }>(sql`with v as (
        select place, "requestedAt" as requested_at, "startsAt" as starts_at, "endsAt" as ends_at
        from rows from (jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as ("requestedAt" timestamptz,
          "startsAt" timestamptz, "endsAt" timestamptz))
          with ordinality as each ("requestedAt", "startsAt", "endsAt", place))
      select ${requestIsDue(now)} as due from v order by place`);
    const nobody = { substituteId: null, confirmed: null, deletedAt: null };
    const wanted = states.map((moment) => {
      const state = { ...nobody, ...moment, status: 'pending_approval', requestedById: 1 } as const;
      const { ok } = transition(state, { type: 'expireRequest' }, now);
      expect((requestDueAt(state) ?? new Date(Infinity)) <= now).toBe(ok);
      return ok;
    });
    expect(new Set(wanted).size).toBe(2);
    expect(rows.map(({ due }) => due)).toEqual(wanted);
  });

  it('reopens in batches, however many there are', async () => {
    await stage.world.db
      .execute(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at,
          ends_at, shift_type, description, absence_reason,
        additional_notes, status, requested_by_id, requested_at, created_at, updated_at)
      select ${stage.school.id}, ${stage.ids.teacher}, ${stage.ids.teacher}, '2026-11-20', '08:00', '15:00',
        '2026-11-20T13:00:00Z', '2026-11-20T20:00:00Z', 'full_day', 'Class', 'Personal',
        'Notes', 'pending_approval', ${stage.ids.ann}, '2026-11-19T13:00:00Z', '2026-11-19T12:00:00Z',
          '2026-11-19T12:00:00Z' from generate_series(1, 120)`);
    expect((await sweepAfter(0)).reopened).toBe(120);
  });

  it('is notified once if several processes sweep at the same time', async () => {
    const { id, params } = await stage.vacancy(today);
    await stage.ann.call(updateVacancy, { params, body: request });
    const { db, config, time } = stage.world;
    const start = new Date('2026-11-23T13:00:00Z');
    time.now = start;
    await Promise.all(Array.from({ length: 5 }, () => sweepVacancies(db, config, start)));
    expect(await stage.history(id)).toEqual(['requested', 'reopened']);
  });
});

describe('an uncovered class', () => {
  it('is reported to the admins once, an hour before its start', async () => {
    const { id } = await stage.vacancy(today);
    expect((await sweepAfter(74)).reminded).toBe(0);
    expect((await sweepAfter(75)).reminded).toBe(1);
    expect((await sweepAfter(76)).reminded).toBe(0);
    expect(await stage.told(id)).toEqual([['still_unfilled', stage.ids.admin]]);
    expect(await triedIn(id)).toBeNull();
  });

  it('is reported with what was tried: how many were notified, saw it and declined, and why', async () => {
    const { id, params } = await stage.vacancy(today);
    await stage.teacher.call(notifySubstitutes, { params, body: {} });
    await stage.ann.call(getVacancy, { params });
    await stage.ann.call(declineVacancy, { params });
    await stage.ann.call(explainDecline, { params, body: { reason: 'too_far' } });
    await sweepAfter(75);
    expect(await triedIn(id)).toBe('2 notified, 1 saw it, 1 declined (1 distance)');
  });

  it('posted within that hour was reported when it was posted', async () => {
    stage.world.time.now = new Date('2026-11-23T12:30:00Z');
    const { id } = await stage.teacher.call(createVacancy, {
      body: {
        date: '2026-11-23',
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: 'Grade 4',
        additionalNotes: 'Room 4',
      },
    });
    expect((await sweepAfter(106)).reminded).toBe(0);
    expect(await stage.told(id)).toEqual([['same_day_posted', stage.ids.admin]]);
  });
});
