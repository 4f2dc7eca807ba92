import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { mondayMorning } from '#test/world.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const request = (notes?: string) => ({
  status: 'pending_approval' as const,
  ...(notes !== undefined && { additionalNotes: notes }),
});
const rejection = { status: 'open' as const, requestedById: null, requestedAt: null };

describe('a request', () => {
  it('makes an open vacancy pending for its substitute, with the message added to the notes', async () => {
    const { id, params } = await stage.vacancy();
    const answer = await stage.ann.call(updateVacancy, {
      params,
      body: { ...request('I know the class.'), requestedById: stage.ids.ann, requestedAt: '2001-01-01T00:00:00Z' },
    });
    expect(answer).toMatchObject({
      status: 'pending_approval',
      requestedById: stage.ids.ann,
      requestedAt: mondayMorning.toISOString(),
      additionalNotes: 'Plans are on the desk.\nI know the class. [Added by substitute]',
      can: ['withdraw'],
    });
    expect(await stage.told(id)).toEqual([['vacancy_requested', stage.ids.teacher]]);
    expect(await stage.history(id)).toEqual(['requested']);
    const [shown] = await stage.teacher.call(listVacancies, {
      query: { status: 'pending_approval', upcoming: 'true' },
    });
    expect(shown).toMatchObject({
      id,
      requester: { fullName: 'Ann Lee', phone: null, email: null, timesHere: 0 },
      can: ['approve', 'reject', 'annotate', 'remove'],
    });
  });

  it('is refused if the class has moved since its substitute saw it', async () => {
    const { id, params } = await stage.vacancy();
    const { date, startTime, endTime } = await stage.ann.call(getVacancy, { params });
    const seen = { date, startTime, endTime, together: null };
    await stage.teacher.call(updateVacancy, { params, body: { startTime: '07:30' } });
    const stale = await stage.ann.try(updateVacancy, { params, body: { ...request(), seen } });
    expect([stale.status, stale.body.code, stale.body.error]).toEqual([
      409,
      'vacancy_moved',
      'This class has changed. It is now Tue, Nov 24, 7:30 AM – 3:00 PM. If you can still come, request it again.',
    ]);
    expect(await stage.history(id)).not.toContain('requested');
    const now = { ...seen, startTime: '07:30' };
    expect(await stage.ann.call(updateVacancy, { params, body: { ...request(), seen: now } })).toMatchObject({
      status: 'pending_approval',
    });
    const edit = { description: 'Fractions', seen: now };
    expect((await stage.teacher.try(updateVacancy, { params, body: edit })).status).toBe(400);
  });

  it('is refused on behalf of another person, and by a teacher', async () => {
    const { id, params } = await stage.vacancy();
    expect(
      (await stage.ann.try(updateVacancy, { params, body: { ...request(), requestedById: stage.ids.bob } })).status,
    ).toBe(403);
    expect((await stage.teacher.try(updateVacancy, { params, body: request() })).status).toBe(403);
    expect(await stage.history(id)).toEqual([]);
  });

  it('for a deleted or filled vacancy is 409 with the reason', async () => {
    const { params } = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params, body: request() });
    const late = await stage.bob.try(updateVacancy, { params, body: request() });
    expect([late.status, late.body.code, late.body.error]).toEqual([
      409,
      'already_requested',
      'This vacancy has just been requested by someone else.',
    ]);
    const twice = await stage.ann.try(updateVacancy, { params, body: request() });
    expect([twice.status, twice.body.code]).toEqual([409, 'requested_by_you']);
    expect((await stage.bob.try(getVacancy, { params })).body.code).toBe('already_requested');
  });

  it('is approved by the teacher: filled with its substitute, who alone sees the plans', async () => {
    const { id, params } = await stage.vacancy();
    await stage.world.db.execute(
      sql`update vacancies set google_doc_link = 'https://docs.example.com/plans' where id = ${id}`,
    );
    await stage.ann.call(updateVacancy, { params, body: request() });
    const other = await stage.teacher.try(updateVacancy, {
      params,
      body: { status: 'filled', substituteId: stage.ids.bob },
    });
    expect([other.status, other.body.code]).toEqual([409, 'requested_by_other']);
    const filled = await stage.teacher.call(updateVacancy, {
      params,
      body: { status: 'filled', substituteId: stage.ids.ann },
    });
    expect(filled).toMatchObject({
      status: 'filled',
      substituteId: stage.ids.ann,
      confirmed: true,
      substitute: { phone: '(518) 555-0111' },
      can: ['release', 'edit', 'annotate', 'remove'],
    });
    expect(await stage.told(id)).toEqual([
      ['vacancy_requested', stage.ids.teacher],
      ['request_approved', stage.ids.ann],
    ]);
    expect((await stage.ann.call(getVacancy, { params })).googleDocLink).toBe('https://docs.example.com/plans');
    expect((await stage.bob.try(getVacancy, { params })).body.code).toBe('already_filled');
    expect((await stage.teacher.try(updateVacancy, { params, body: rejection })).body.code).toBe('already_filled');
  });

  it('is rejected by an admin: open again, and the substitute and the teacher are notified', async () => {
    const { id, params } = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params, body: request() });
    const open = await stage.admin.call(updateVacancy, { params, body: rejection });
    expect(open).toMatchObject({ status: 'open', requestedById: null, requestedAt: null, requester: null });
    expect(await stage.told(id)).toEqual([
      ['vacancy_requested', stage.ids.teacher],
      ['request_rejected', stage.ids.ann],
      ['request_turned_down', stage.ids.teacher],
    ]);
  });

  it('that overlaps another reopens when the other is approved; adjacent ones stay', async () => {
    const [morning, overlapping, touching] = [
      await stage.vacancy({ start: '08:00', end: '12:00' }),
      await stage.vacancy({ start: '11:00', end: '15:00' }),
      await stage.vacancy({ start: '12:00', end: '15:00' }),
    ];
    for (const { params } of [morning, overlapping, touching])
      await stage.ann.call(updateVacancy, { params, body: request() });
    await stage.teacher.call(updateVacancy, {
      params: morning.params,
      body: { status: 'filled', substituteId: stage.ids.ann },
    });
    expect((await stage.teacher.call(getVacancy, { params: overlapping.params })).status).toBe('open');
    expect((await stage.teacher.call(getVacancy, { params: touching.params })).status).toBe('pending_approval');
    expect((await stage.told(overlapping.id)).slice(1)).toEqual([
      ['request_reopened', stage.ids.teacher],
      ['request_reopened', stage.ids.ann],
    ]);
    const again = await stage.ann.try(updateVacancy, { params: overlapping.params, body: request() });
    expect([again.status, again.body.code]).toEqual([409, 'booked_elsewhere']);
  });

  it('is booked immediately if the school or the vacancy books the first request', async () => {
    const { id, params } = await stage.vacancy({ bookFirst: true });
    const mine = await stage.ann.call(updateVacancy, { params, body: request('Coming.') });
    expect(mine).toMatchObject({ status: 'filled', substituteId: stage.ids.ann, confirmed: true });
    expect(await stage.history(id)).toEqual(['requested', 'approved']);
    expect(await stage.told(id)).toEqual([
      ['request_approved', stage.ids.ann],
      ['filled', stage.ids.teacher],
    ]);
  });
});

describe('an assignment by an admin', () => {
  it('fills immediately, asks the substitute to confirm, and notifies the one who had requested it', async () => {
    const { id, params } = await stage.vacancy();
    await stage.bob.call(updateVacancy, { params, body: request() });
    const filled = await stage.admin.call(assignSubstitute, { params, body: { substituteId: stage.ids.ann } });
    expect(filled).toMatchObject({
      status: 'filled',
      substituteId: stage.ids.ann,
      confirmed: false,
      requestedById: null,
    });
    expect((await stage.told(id)).slice(1)).toEqual([
      ['request_rejected', stage.ids.bob],
      ['assigned', stage.ids.ann],
      ['filled', stage.ids.teacher],
    ]);
    expect((await stage.ann.call(getVacancy, { params })).can).toEqual(['confirm', 'cannotCome', 'release']);
  });

  it('is 409 for a substitute who does not work there, or is booked at that time', async () => {
    const stranger = await makeSubstitute(stage.world.db, [(await makeSchool(stage.world.db)).id]);
    const { params } = await stage.vacancy();
    for (const substituteId of [stranger, stage.ids.teacher, 999_999]) {
      expect((await stage.admin.try(assignSubstitute, { params, body: { substituteId } })).body.code).toBe(
        'not_eligible',
      );
    }
    const other = await stage.vacancy();
    await stage.admin.call(assignSubstitute, { params: other.params, body: { substituteId: stage.ids.ann } });
    expect((await stage.admin.try(assignSubstitute, { params, body: { substituteId: stage.ids.ann } })).body.code).toBe(
      'booked_elsewhere',
    );
    expect((await stage.teacher.try(assignSubstitute, { params, body: { substituteId: stage.ids.bob } })).status).toBe(
      403,
    );
  });
});
