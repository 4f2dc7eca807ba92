import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseSubstitute, updateVacancy, withdrawRequest, undoAnswer } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Caller } from '#test/world.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ SMTP_URL: 'smtp://localhost:2525' });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const message = { status: 'pending_approval' as const, additionalNotes: 'I know this class.' };
const rejection = { status: 'open' as const, requestedById: null, requestedAt: null };

async function requested(parts: Parameters<Stage['vacancy']>[0] = {}) {
  const made = await stage.vacancy(parts);
  await stage.ann.call(updateVacancy, { params: made.params, body: message });
  return made;
}
const approve = (params: { id: string }, by: Caller = stage.teacher) =>
  by.call(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } });
const later = (seconds: number) => {
  stage.world.time.now = new Date(stage.world.time.now.getTime() + seconds * 1000);
  return notifyDueAnswers(stage.world.db, { config: stage.world.config, now: stage.world.time.now });
};
/** Returns the people who have been notified so far. */
const toldBy = async (id: number) =>
  (
    await stage.world.db.query<{ kind: string; to: number }>(
      sql`select kind, recipient_id as "to" from notices where vacancy_id = ${id} order by id`,
    )
  ).map(({ kind, to }) => `${kind} ${to}`);

it('notifies people of the other answers if one notification fails', async () => {
  const [broken, sound] = [await requested(), await requested({ date: '2026-11-25' })];
  await approve(broken.params);
  await approve(sound.params);
  await stage.world.db.execute(
    sql`update held_answers set notifications = '[{}]'::jsonb, due_at = due_at - interval '1 second'
        where vacancy_id = ${broken.id}`,
  );
  await expect(later(60)).rejects.toThrow('Cannot');
  expect(await toldBy(sound.id)).toContain(`request_approved ${stage.ids.ann}`);
  await stage.world.db.execute(sql`delete from held_answers where vacancy_id = ${broken.id}`);
});

describe.each([
  ['an approval', (params: { id: string }) => approve(params), 'approved', 'request_approved'],
  [
    'a rejection',
    (params: { id: string }) => stage.teacher.call(updateVacancy, { params, body: rejection }),
    'rejected',
    'request_rejected',
  ],
] as const)('%s', (_, answer, line, notice) => {
  it('can be undone: the request is pending again, and no one is notified of the answer', async () => {
    const { id, params } = await requested();
    const before = await stage.teacher.call(getVacancy, { params });
    await answer(params);
    expect(await stage.teacher.call(undoAnswer, { params })).toMatchObject({
      status: 'pending_approval',
      substituteId: null,
      requestedById: stage.ids.ann,
      requestedAt: before.requestedAt,
      additionalNotes: before.additionalNotes,
    });
    expect(before.additionalNotes).toContain('I know this class.');
    await later(60);
    expect(await toldBy(id)).toEqual([`vacancy_requested ${stage.ids.teacher}`]);
    expect(await stage.history(id)).toEqual(['requested', line, 'undone']);
    await answer(params);
    expect((await stage.told(id)).at(-1)).toEqual([notice, stage.ids.ann]);
  });

  it('notifies people after 10 seconds, and can then no longer be undone', async () => {
    const { id, params } = await requested();
    await answer(params);
    await later(9);
    expect(await toldBy(id)).toHaveLength(1);
    await later(1);
    expect(await toldBy(id)).toContain(`${notice} ${stage.ids.ann}`);
    expect(await stage.teacher.try(undoAnswer, { params })).toMatchObject({
      status: 409,
      body: { code: 'undo_too_late' },
    });
  });

  it('is undone only by the person who gave it', async () => {
    const { params } = await requested();
    await answer(params);
    expect((await stage.admin.try(undoAnswer, { params })).status).toBe(403);
    await stage.teacher.call(undoAnswer, { params });
    expect((await stage.teacher.try(undoAnswer, { params })).body.code).toBe('undo_too_late');
  });
});

describe('once something has changed', () => {
  it('an approval cannot be undone, and its notification comes before the one about the change', async () => {
    const { id, params } = await requested();
    await approve(params);
    await stage.ann.call(releaseSubstitute, { params, body: { reason: 'Ill' } });
    expect((await stage.teacher.try(undoAnswer, { params })).body.code).toBe('undo_too_late');
    expect((await toldBy(id)).filter((line) => !line.startsWith('vacancy_posted'))).toEqual([
      `vacancy_requested ${stage.ids.teacher}`,
      `request_approved ${stage.ids.ann}`,
      `released ${stage.ids.teacher}`,
      `released ${stage.ids.admin}`,
    ]);
  });

  it('a rejection cannot be undone if someone else has requested the class', async () => {
    const { params } = await requested();
    await stage.teacher.call(updateVacancy, { params, body: rejection });
    await stage.bob.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect((await stage.teacher.try(undoAnswer, { params })).body.code).toBe('undo_too_late');
    expect(await stage.bob.call(withdrawRequest, { params })).toMatchObject({ status: 'open' });
  });

  it('a rejection cannot be undone if its substitute is booked elsewhere at that time', async () => {
    const { params } = await requested();
    await stage.teacher.call(updateVacancy, { params, body: rejection });
    const other = await stage.vacancy({ start: '09:00', end: '10:00' });
    await stage.admin.call(assignSubstitute, { params: other.params, body: { substituteId: stage.ids.ann } });
    expect((await stage.teacher.try(undoAnswer, { params })).body.code).toBe('undo_too_late');
  });
});

it('undoing an approval brings back the requests that it ended', async () => {
  const wanted = await requested();
  const other = await requested({ start: '14:00', end: '15:30' });
  await approve(wanted.params);
  expect(await stage.teacher.call(getVacancy, { params: other.params })).toMatchObject({ status: 'open' });
  await stage.teacher.call(undoAnswer, { params: wanted.params });
  const back = await stage.teacher.call(getVacancy, { params: other.params });
  expect(back).toMatchObject({ status: 'pending_approval', requestedById: stage.ids.ann });
  expect(back.additionalNotes).toContain('I know this class.');
  await later(60);
  expect(await toldBy(other.id)).toEqual([`vacancy_requested ${stage.ids.teacher}`]);
});

it('undoing an approval leaves the classes that have changed since open', async () => {
  const wanted = await requested();
  const other = await requested({ start: '14:00', end: '15:30' });
  await approve(wanted.params);
  await stage.bob.call(updateVacancy, { params: other.params, body: { status: 'pending_approval' } });
  await stage.bob.call(withdrawRequest, { params: other.params });
  await stage.teacher.call(undoAnswer, { params: wanted.params });
  expect(await stage.teacher.call(getVacancy, { params: other.params })).toMatchObject({ status: 'open' });
});
