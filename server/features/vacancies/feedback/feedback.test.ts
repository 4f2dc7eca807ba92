import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerFeedback,
  dismissFeedback,
  getClassFeedback,
  getFeedbackRecord,
  listOwnFeedback,
  reviewClass,
  reviewSubstitute,
} from '#contract/feedback.ts';
import { deleteUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { applyRetention } from '#server/worker/retention.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Caller } from '#test/world.ts';

let stage: Stage;
let teacher: Caller;
let admin: Caller;
let ann: Caller;
let bob: Caller;
let otherAdmin: Caller;
let colleague: Caller;
let otherAdminId: number;
let colleagueId: number;
beforeAll(async () => {
  stage = await openStage();
  const { world, school } = stage;
  colleagueId = await makeTeacher(world.db, school.id);
  otherAdminId = await makeAdmin(world.db, (await makeSchool(world.db)).id);
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from feedback`);
});

const DAY = 24 * 3_600_000;
/** 3 PM in New York: the end of the class. */
const end = new Date('2026-11-24T20:00:00Z');
/** Moves the clock. Sessions end after a week, so everyone signs in again. */
const at = async (days: number, ms = 0) => {
  const { world, ids } = stage;
  world.time.now = new Date(end.getTime() + days * DAY + ms);
  teacher = await world.as(ids.teacher);
  admin = await world.as(ids.admin);
  ann = await world.as(ids.ann);
  bob = await world.as(ids.bob);
  otherAdmin = await world.as(otherAdminId);
  colleague = await world.as(colleagueId);
};
const again = { again: true, words: 'Calm and kind.' };
const well = { went: 'well', plans: 'missing', words: 'No seating chart.' } as const;

/** Returns a class that Ann covered and that has just ended. */
async function taught(parts: Parameters<Stage['vacancy']>[0] = {}) {
  const vacancy = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, ...parts });
  await at(0);
  return vacancy;
}
const recordOf = async (id = stage.ids.ann) => admin.call(getFeedbackRecord, { params: { id: String(id) } });
const entryOf = async (caller: Caller, id: number) =>
  (await caller.call(listOwnFeedback)).classes.find(({ vacancyId }) => vacancyId === id);

describe('feedback on a class', () => {
  it('is given once it has ended, by its two people only, and not about a no-show', async () => {
    const { id, params } = await taught();
    await at(0, -1);
    expect((await ann.try(reviewClass, { params, body: well })).body.code).toBe('feedback_early');
    expect((await teacher.try(reviewSubstitute, { params, body: again })).body.code).toBe('feedback_early');
    await at(0);
    expect((await bob.try(reviewClass, { params, body: well })).status).toBe(403);
    expect((await colleague.try(reviewSubstitute, { params, body: again })).status).toBe(404);
    await stage.world.db.execute(sql`insert into attendance
          (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
      values (${id}, ${stage.ids.ann}, ${stage.school.id}, 'no_show', 'office', ${stage.ids.admin}, ${end})`);
    for (const answer of [
      await ann.try(reviewClass, { params, body: well }),
      await teacher.try(reviewSubstitute, { params, body: again }),
      await teacher.try(dismissFeedback, { params }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'feedback_no_show']);
    expect((await ann.call(listOwnFeedback)).classes).toEqual([]);
  });

  it('by the substitute is read by the admins at once, never by the teacher or another school', async () => {
    const { id, params } = await taught();
    await ann.call(reviewClass, { params, body: well });
    expect((await admin.call(getClassFeedback, { params })).ofClass).toEqual(well);
    expect((await entryOf(ann, id))?.ofClass).toEqual(well);
    expect((await entryOf(teacher, id))?.ofClass).toBeNull();
    expect((await otherAdmin.try(getClassFeedback, { params })).status).toBe(404);
    expect((await bob.call(listOwnFeedback)).classes).toEqual([]);
  });

  it('can be changed by its author for 7 days', async () => {
    const { id, params } = await taught();
    await at(2);
    await ann.call(reviewClass, { params, body: well });
    await at(9);
    await ann.call(reviewClass, { params, body: { went: 'problems', plans: 'clear' } });
    expect(await entryOf(ann, id)).toMatchObject({ ofClass: { went: 'problems', words: null }, can: ['give'] });
    await at(9, 1);
    expect((await ann.try(reviewClass, { params, body: well })).body.code).toBe('feedback_closed');
    expect((await entryOf(ann, id))?.can).toEqual([]);
  });

  it('sent twice at the same moment is one row, with one notification', async () => {
    const { id, params } = await taught();
    const answers = await Promise.all(
      [again, again, again].map((body) => teacher.try(reviewSubstitute, { params, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stage.told(id)).toEqual([['feedback_given', stage.ids.ann]]);
    expect(await stage.world.db.query(sql`select author from feedback`)).toEqual([{ author: 'teacher' }]);
  });
});

describe('a teacher’s feedback on a substitute', () => {
  const counted = async (params: { id: string }) => [
    (await admin.call(getClassFeedback, { params })).ofSubstitute !== null,
    (await recordOf()).again,
  ];

  it('counts 7 days after the substitute could see it', async () => {
    const { id, params } = await taught();
    await teacher.call(reviewSubstitute, { params, body: again });
    expect(await entryOf(ann, id)).toMatchObject({
      ofSubstitute: { ...again, answer: null, countsFrom: '2026-12-01T20:00:00.000Z' },
      can: ['give', 'answer'],
    });
    await at(7, -1);
    expect(await counted(params)).toEqual([false, 0]);
    await at(7);
    expect(await counted(params)).toEqual([true, 1]);
    expect((await recordOf()).entries).toMatchObject([{ ...again, answer: null, vacancyId: id }]);
    expect((await otherAdmin.try(getFeedbackRecord, { params: { id: String(stage.ids.ann) } })).status).toBe(404);
  });

  it('counts at once when the substitute answers it, which the teacher reads', async () => {
    const { id, params } = await taught();
    await teacher.call(reviewSubstitute, { params, body: { again: false, words: 'Loud.' } });
    await at(1);
    expect((await bob.try(answerFeedback, { params, body: { answer: 'No.' } })).status).toBe(403);
    await ann.call(answerFeedback, { params, body: { answer: 'The fire alarm rang.' } });
    expect(await recordOf()).toMatchObject({ again: 0, notAgain: 1, entries: [{ answer: 'The fire alarm rang.' }] });
    expect((await entryOf(teacher, id))?.ofSubstitute?.answer).toBe('The fire alarm rang.');
    await at(8);
    await ann.call(answerFeedback, { params, body: { answer: 'It was a drill.' } });
    await at(8, 1);
    expect((await ann.try(answerFeedback, { params, body: { answer: 'Late' } })).body.code).toBe('feedback_closed');
  });

  it('changed after the answer waits again, and notifies again', async () => {
    const { id, params } = await taught();
    await teacher.call(reviewSubstitute, { params, body: again });
    await ann.call(answerFeedback, { params, body: { answer: 'Thank you!' } });
    await at(1);
    await teacher.call(reviewSubstitute, { params, body: { again: false } });
    expect(await counted(params)).toEqual([false, 0]);
    expect(await stage.told(id)).toHaveLength(2);
    await at(8);
    const [entry] = (await recordOf()).entries;
    expect(entry, 'the answer is not shown as one to the new words').toMatchObject({
      again: false,
      answer: 'Thank you!',
      answersEarlier: true,
    });
    expect((await admin.call(getClassFeedback, { params })).ofSubstitute?.answersEarlier).toBe(true);
    await ann.call(answerFeedback, { params, body: { answer: 'I am sorry.' } });
    expect((await recordOf()).entries).toMatchObject([{ answer: 'I am sorry.', answersEarlier: false }]);
  });

  it('can’t be changed under an answer that is being written', async () => {
    const { id, params } = await taught();
    await teacher.call(reviewSubstitute, { params, body: again });
    const { saidAt = '' } = (await entryOf(ann, id))?.ofSubstitute ?? {};
    await at(0, 60_000);
    await teacher.call(reviewSubstitute, { params, body: { again: false, words: 'Loud.' } });
    const late = await ann.try(answerFeedback, { params, body: { answer: 'Thank you!', saidAt } });
    expect([late.status, late.body.code]).toEqual([409, 'feedback_changed']);
    expect(await counted(params)).toEqual([false, 0]);
    const now = (await entryOf(ann, id))?.ofSubstitute?.saidAt ?? '';
    await ann.call(answerFeedback, { params, body: { answer: 'The fire alarm rang.', saidAt: now } });
    expect((await recordOf()).notAgain).toBe(1);
  });

  it('notifies once about a tap and the sentence that follows it', async () => {
    const { id, params } = await taught();
    await teacher.call(reviewSubstitute, { params, body: { again: true } });
    await at(0, 60_000);
    await teacher.call(reviewSubstitute, { params, body: again });
    expect(await stage.told(id)).toHaveLength(1);
    await at(1);
    await teacher.call(reviewSubstitute, { params, body: { again: false } });
    expect(await stage.told(id)).toHaveLength(2);
  });

  it('can’t be answered before it is given, and doesn’t apply to someone who took over the class', async () => {
    const { params, id } = await taught();
    expect((await ann.try(answerFeedback, { params, body: { answer: 'Hm.' } })).status).toBe(404);
    await teacher.call(reviewSubstitute, { params, body: again });
    await stage.world.db.execute(sql`update vacancies set substitute_id = ${stage.ids.bob} where id = ${id}`);
    await at(8);
    expect((await admin.call(getClassFeedback, { params })).ofSubstitute).toBeNull();
    expect([(await recordOf()).again, (await recordOf(stage.ids.bob)).again]).toEqual([0, 0]);
  });

  it('is asked for once, about the last class, until it is dismissed or answered', async () => {
    const waiting = async () => (await teacher.call(listOwnFeedback)).waiting;
    const { id, params } = await taught();
    expect([await waiting(), (await ann.call(listOwnFeedback)).waiting]).toEqual([id, null]);
    await at(14);
    expect(await waiting()).toBe(id);
    await at(14, 1);
    expect(await waiting()).toBeNull();
    await at(1);
    await teacher.call(dismissFeedback, { params });
    expect(await waiting()).toBeNull();
    expect((await entryOf(ann, id))?.ofSubstitute).toBeNull();
    await teacher.call(reviewSubstitute, { params, body: again });
    await teacher.call(dismissFeedback, { params });
    await at(8);
    expect(await counted(params)).toEqual([true, 1]);
  });
});

describe('feedback', () => {
  it('is deleted with either person, and after two years', async () => {
    const { world, school } = stage;
    const leaver = await makeSubstitute(world.db, [school.id]);
    const { params } = await taught({ substituteId: leaver });
    await (await world.as(leaver)).call(reviewClass, { params, body: well });
    await teacher.call(reviewSubstitute, { params, body: again });
    await admin.call(deleteUser, { params: { id: String(leaver) } });
    expect(await world.db.query(sql`select author from feedback`)).toEqual([]);

    const { params: kept } = await taught({ date: '2026-11-20' });
    await teacher.call(reviewSubstitute, { params: kept, body: again });
    const rows = () => world.db.query(sql`select author from feedback`);
    await applyRetention(world.db, world.config, new Date(end.getTime() + 730 * DAY));
    expect(await rows()).toHaveLength(1);
    await applyRetention(world.db, world.config, new Date(end.getTime() + 730 * DAY + 1));
    expect(await rows()).toEqual([]);
  });
});
