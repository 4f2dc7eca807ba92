import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getReach } from '#contract/absences.ts';
import { listCandidates } from '#contract/candidates.ts';
import { getOwnFit } from '#contract/own-fit.ts';
import { getJobPreferences, putJobPreferences } from '#contract/preferences.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { notifySubstitutes, updateVacancy } from '#contract/vacancy-moves.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const prefer = (days: 'any' | 'full' | 'half', noticeHours: number) =>
  stage.ann.call(putJobPreferences, { body: { days, noticeHours } });

it('are everything until a substitute says otherwise, and are kept', async () => {
  expect(await stage.bob.call(getJobPreferences)).toEqual({ days: 'any', noticeHours: 0 });
  expect(await prefer('half', 24)).toEqual({ days: 'half', noticeHours: 24 });
  await prefer('full', 2);
  expect(await stage.ann.call(getJobPreferences)).toEqual({ days: 'full', noticeHours: 2 });
  const odd = await stage.ann.try(putJobPreferences, { body: { days: 'any', noticeHours: 3 } });
  expect(odd.body.fields).toEqual({ noticeHours: 'Choose one of the notices.' });
});

it('limit the offers, their reach and the fitting list, with reasons, but not what can be seen and requested', async () => {
  const { ann, admin, teacher, ids } = stage;
  await prefer('half', 0);
  const { id, params } = await stage.vacancy();
  expect(await teacher.call(getReach, { params })).toMatchObject({ of: 2, notified: 1, unavailable: 1 });
  await teacher.call(notifySubstitutes, { params, body: {} });
  expect(await stage.told(id)).toEqual([['vacancy_posted', ids.bob]]);
  const [seen] = await ann.call(listVacancies);
  expect(seen?.clash).toEqual({
    kind: 'preferences',
    sentence: 'In your job preferences, you asked for half days only.',
  });
  expect(await ann.call(listVacancies, { query: { fits: 'true' } })).toEqual([]);
  expect(await ann.call(getOwnFit)).toMatchObject({ fit: 0, rules: [{ rule: 'day_length', count: 1 }] });
  const candidates = await admin.call(listCandidates, { params });
  expect(candidates.find((one) => one.id === ids.ann)?.why).toContain('unwanted');
  expect(candidates.at(-1)?.id).toBe(ids.ann);
  const requested = await ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
  expect(requested.status).toBe('pending_approval');
});

it('spare people short notice', async () => {
  const { ann, teacher } = stage;
  await prefer('any', 24);
  // A class of tomorrow at 8:00 is more than a day ahead on the morning before, and less later that day.
  const { params } = await stage.vacancy();
  stage.world.time.now = new Date('2026-11-23T13:00:00Z');
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  stage.world.time.now = new Date('2026-11-23T13:01:00Z');
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 1 });
  expect((await ann.call(listVacancies))[0]?.clash?.kind).toBe('preferences');
});
