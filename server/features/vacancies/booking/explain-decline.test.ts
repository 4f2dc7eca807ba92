import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putAvailability } from '#contract/availability-changes.ts';
import { listAvailability } from '#contract/availability.ts';
import { explainDecline } from '#contract/declines.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { declineVacancy, undeclineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from availability_dates`);
});

const day = '2026-11-24';
const availability = async () =>
  (await stage.ann.call(listAvailability, { query: { from: day, to: day } })).map(({ status, part, notes }) => ({
    status,
    part,
    notes,
  }));
const explain = (params: { id: string }, reason: 'not_that_day' | 'too_far' | null) =>
  stage.ann.call(explainDecline, { params, body: { reason } });
async function declined() {
  const vacancy = await stage.vacancy();
  await stage.ann.call(declineVacancy, { params: vacancy.params });
  return vacancy;
}

describe('the reason for a decline', () => {
  it('is in the history for staff, and can be changed and removed', async () => {
    const { params } = await declined();
    const reason = async () => (await stage.teacher.call(listVacancyHistory, { params })).at(-1)?.reason;
    expect(await reason()).toBeNull();
    expect(await explain(params, 'too_far')).toEqual({ reason: 'too_far', markedDate: null });
    expect(await reason()).toBe('Too far');
    await explain(params, null);
    expect(await reason()).toBeNull();
  });

  it.each([
    ['nothing', null],
    ['available', { status: 'available' as const, part: null, notes: 'Call me' }],
    ['preferred', { status: 'preferred' as const, part: null, notes: null }],
    ['a half day', { status: 'available' as const, part: 'morning' as const, notes: null }],
  ])('marks the day as unavailable, and restores %s', async (_, before) => {
    const { params } = await declined();
    if (before !== null) await stage.ann.call(putAvailability, { body: { date: day, ...before } });
    const known = await availability();
    expect(await explain(params, 'not_that_day')).toEqual({ reason: 'not_that_day', markedDate: day });
    expect(await availability()).toEqual([{ status: 'unavailable', part: null, notes: before?.notes ?? null }]);
    expect(await explain(params, 'not_that_day')).toEqual({ reason: 'not_that_day', markedDate: day });
    await explain(params, 'too_far');
    expect(await availability()).toEqual(known);
  });

  it('restores the day when the decline itself is undone, but not what was changed since', async () => {
    const { params } = await declined();
    await explain(params, 'not_that_day');
    await stage.ann.call(undeclineVacancy, { params });
    expect(await availability()).toEqual([]);
    await stage.ann.call(declineVacancy, { params });
    await explain(params, 'not_that_day');
    await stage.ann.call(putAvailability, { body: { date: day, status: 'preferred' } });
    await explain(params, null);
    expect(await availability()).toEqual([{ status: 'preferred', part: null, notes: null }]);
  });

  it('restores the day when the vacancy is requested after all', async () => {
    await stage.ann.call(putAvailability, { body: { date: day, status: 'preferred' } });
    const { params } = await declined();
    await explain(params, 'not_that_day');
    await stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(await availability()).toEqual([{ status: 'preferred', part: null, notes: null }]);
  });

  it('doesn’t touch a day that was already unavailable', async () => {
    await stage.ann.call(putAvailability, { body: { date: day, status: 'unavailable' } });
    const { params } = await declined();
    expect(await explain(params, 'not_that_day')).toEqual({ reason: 'not_that_day', markedDate: null });
    await explain(params, null);
    expect(await availability()).toEqual([{ status: 'unavailable', part: null, notes: null }]);
  });

  it('can be given after someone else took the class, but not after its end', async () => {
    const { id, params } = await declined();
    await stage.world.db.execute(
      sql`update vacancies set status = 'filled', substitute_id = ${stage.ids.bob}, confirmed = true where id = ${id}`,
    );
    expect((await explain(params, 'too_far')).reason).toBe('too_far');
    stage.world.time.now = new Date('2026-11-25T12:00:00Z');
    const late = await stage.ann.try(explainDecline, { params, body: { reason: null } });
    expect([late.status, late.body.code]).toEqual([409, 'vacancy_over']);
  });
});
