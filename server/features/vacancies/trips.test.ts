import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { dayOut, openStage, type Stage } from '#test/stage.ts';
import { listenToTrips, type TripsOf } from '#test/trips.ts';

let stage: Stage;
let tripsOf: TripsOf;
beforeAll(async () => {
  // With email, as at any school, so that a notification also wakes the delivery worker.
  stage = await openStage({ SMTP_URL: 'smtp://127.0.0.1:1' });
  tripsOf = listenToTrips(stage.world.database.pool);
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

/** Fails if a call sends more statements, or waits for replies more often. Lower the numbers when it does less. */
async function expectTrips(act: () => Promise<unknown>, most: { statements: number; waits: number }): Promise<void> {
  const trips = await tripsOf(act);
  const counts = { statements: trips.flat().length, waits: trips.length };
  expect(counts, trips.map((each) => each.map((text) => text.slice(0, 100)).join('\n')).join('\n\n')).toEqual(most);
}

const post = async (key: string) => {
  const body = { ...dayOut, schoolId: stage.school.id, absenceReason: 'Illness', sendNotifications: true } as const;
  const posted = await stage.teacher.try(createVacancy, { body }, { 'idempotency-key': key });
  expect(posted.status).toBe(201);
  return posted.body;
};
const request = (params: { id: string }) =>
  stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });

it('a teacher posts an absence, and the substitutes of the school are notified', async () => {
  await expectTrips(() => post('the-first-absence'), { statements: 22, waits: 15 });
});

it('a substitute requests a class', async () => {
  const { params } = await stage.vacancy();
  await expectTrips(() => request(params), { statements: 21, waits: 9 });
});

it('a teacher approves a request', async () => {
  const body = { status: 'filled', substituteId: stage.ids.ann } as const;
  const { params } = await stage.vacancy();
  await request(params);
  await expectTrips(() => stage.teacher.call(updateVacancy, { params, body }), { statements: 18, waits: 7 });
});
