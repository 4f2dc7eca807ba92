import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDashboard, getVacancyReport } from '#contract/reports.ts';
import { updateUser } from '#contract/users.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { cannotCome, releaseSubstitute } from '#contract/vacancy-moves.ts';
import { assignSubstitute, confirmByPhone } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { makeSubstitute } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
let cy: number;
beforeAll(async () => {
  stage = await openStage();
  cy = await makeSubstitute(stage.world.db, [stage.school.id], { fullName: 'Cy Doe' });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const offeredTo = async (id: number) =>
  (await stage.told(id)).flatMap(([kind, to]) => (kind === 'vacancy_posted' ? [to] : []));
const assigned = async () => {
  const made = await stage.vacancy();
  await stage.admin.call(assignSubstitute, { params: made.params, body: { substituteId: stage.ids.ann } });
  return made;
};
const sweepAt = (instant: string) => {
  stage.world.time.now = new Date(instant);
  return sweepVacancies(stage.world.db, stage.world.config, stage.world.time.now);
};
const reminders = async (id: number) => (await stage.told(id)).filter(([kind]) => kind === 'assignment_unconfirmed');

describe('a class that its substitute leaves is offered again to everyone else', () => {
  const filled = () => stage.vacancy({ status: 'filled', substituteId: stage.ids.ann });
  it.each([
    ['the substitute cancels', () => stage.ann],
    ['the teacher releases them', () => stage.teacher],
    ['an administrator releases them', () => stage.admin],
  ])('when %s', async (_, by) => {
    const { id, params } = await filled();
    await by().call(releaseSubstitute, { params, body: { reason: 'A change of plans.' } });
    expect(await offeredTo(id)).toEqual([stage.ids.bob, cy]);
    expect(await stage.history(id)).toEqual(['released', 'offered_again']);
  });

  it("when they can't come", async () => {
    const { id, params } = await assigned();
    await stage.ann.call(cannotCome, { params });
    expect(await offeredTo(id)).toEqual([stage.ids.bob, cy]);
    expect((await stage.history(id)).slice(-2)).toEqual(['reopened', 'offered_again']);
  });

  it('when they no longer work at the school', async () => {
    const { id } = await stage.vacancy({ status: 'filled', substituteId: cy });
    await stage.admin.call(updateUser, { params: { id: String(cy) }, body: { isApproved: false } });
    expect(await offeredTo(id)).toEqual([stage.ids.ann, stage.ids.bob]);
  });
});

describe('an unconfirmed assignment', () => {
  it('stays filled, and counts as unconfirmed until its substitute confirms, even by phone', async () => {
    const { id, params } = await assigned();
    const counted = async () => ({
      dashboard: (await stage.admin.call(getDashboard)).unconfirmedVacancies,
      report: (await stage.admin.call(getVacancyReport, { query: { month: '2026-11' } })).unconfirmed,
    });
    expect(await counted()).toEqual({ dashboard: 1, report: 1 });
    expect(await stage.admin.call(getVacancy, { params })).toMatchObject({ status: 'filled', confirmed: false });
    expect(await stage.admin.call(confirmByPhone, { params })).toMatchObject({ status: 'filled', confirmed: true });
    await stage.admin.call(confirmByPhone, { params });
    expect(await counted()).toEqual({ dashboard: 0, report: 0 });
    expect((await stage.told(id)).slice(-2)).toEqual([
      ['confirmed_for_you', stage.ids.ann],
      ['confirmed', stage.ids.teacher],
    ]);
    expect((await stage.history(id)).filter((kind) => kind === 'confirmed_by_phone')).toHaveLength(1);
  });

  it('reminds the administrators depending on its start, and never reopens automatically', async () => {
    // The class was assigned at 5:45 on Monday for 8:00 on Tuesday, so this is a quarter of 26 hours and 15 minutes.
    const { id } = await assigned();
    await sweepAt('2026-11-23T17:18:00Z');
    expect(await reminders(id)).toEqual([]);
    await sweepAt('2026-11-23T17:19:00Z');
    await sweepAt('2026-11-23T18:00:00Z');
    expect(await reminders(id)).toEqual([['assignment_unconfirmed', stage.ids.admin]]);
    await sweepAt('2026-11-24T12:00:00Z');
    await sweepAt('2026-11-24T12:30:00Z');
    expect(await reminders(id)).toHaveLength(2);
    await sweepAt('2026-11-24T14:00:00Z');
    const [stands] = await stage.world.db.query(sql`select status, confirmed from vacancies where id = ${id}`);
    expect(stands).toEqual({ status: 'filled', confirmed: false });
  });

  it('reminds no one once it is confirmed', async () => {
    const { id, params } = await assigned();
    await stage.admin.call(confirmByPhone, { params });
    await sweepAt('2026-11-24T12:30:00Z');
    expect(await reminders(id)).toEqual([]);
  });
});
