import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { deleteVacancy } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { dayOut as day, openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const forTess = () => ({ ...day, teacherId: stage.ids.teacher });
const audited = () =>
  stage.world.db.query(
    sql`select actor_id as "actorId", subject_id as "subjectId" from audit_log where act = 'vacancy.post_again'`,
  );

describe('a second absence of the same teacher at the same time', () => {
  it('is refused with the earlier absence, for the teacher and the front office', async () => {
    const { id } = await stage.admin.call(createVacancy, { body: forTess() });
    const teacher = await stage.teacher.try(createVacancy, { body: { ...day, startTime: '12:00' } });
    expect([teacher.status, teacher.body]).toEqual([
      409,
      {
        error: 'You already have an absence for Tue, Nov 24, 8:00 AM – 3:00 PM, posted by the front office.',
        code: 'already_absent',
        vacancyId: id,
      },
    ]);
    const admin = await stage.admin.try(createVacancy, { body: forTess() });
    expect(admin.body.error).toBe('This teacher is already absent Tue, Nov 24, 8:00 AM – 3:00 PM, posted by you.');
    await stage.admin.call(deleteVacancy, { params: { id: String(id) } });
    const own = await stage.teacher.call(createVacancy, { body: day });
    expect((await stage.admin.try(createVacancy, { body: forTess() })).body).toMatchObject({
      error: 'This teacher is already absent Tue, Nov 24, 8:00 AM – 3:00 PM, posted by the teacher.',
      vacancyId: own.id,
    });
  });

  it('is posted if they confirm it, and recorded in the audit log', async () => {
    await stage.teacher.call(createVacancy, { body: day });
    const second = await stage.admin.call(createVacancy, { body: { ...forTess(), postAnyway: true } });
    expect(await audited()).toEqual([{ actorId: stage.ids.admin, subjectId: second.id }]);
    await stage.admin.call(createVacancy, { body: { ...forTess(), date: '2026-11-25', postAnyway: true } });
    expect(await audited()).toHaveLength(1);
  });

  it('on some of several days refuses all of them', async () => {
    await stage.teacher.call(createVacancy, { body: day });
    await stage.teacher.call(createVacancy, { body: { ...day, date: '2026-11-26' } });
    const { date: _date, ...rest } = day;
    const dates = ['2026-11-24', '2026-11-25', '2026-11-26'];
    const answer = await stage.teacher.try(createVacancies, { body: { ...rest, dates } });
    expect(answer.body.error).toBe(
      'You already have an absence on 2 of these days. The first is Tue, Nov 24, 8:00 AM – 3:00 PM, posted by you.',
    );
    expect(await stage.teacher.call(createVacancies, { body: { ...rest, dates, postAnyway: true } })).toHaveLength(3);
  });

  it('is refused for exactly one of two people who post it at once', async () => {
    const answers = await Promise.all([
      stage.teacher.try(createVacancy, { body: day }),
      stage.admin.try(createVacancy, { body: forTess() }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

it('is allowed if it starts when the other one ends', async () => {
  await stage.teacher.call(createVacancy, { body: { ...day, endTime: '12:00' } });
  expect(await stage.teacher.call(createVacancy, { body: { ...day, startTime: '12:00' } })).toMatchObject({
    status: 'open',
  });
});

describe('an absence that is moved onto another one of its teacher', () => {
  const moved = () =>
    stage.world.db.query(sql`select subject_id as "subjectId" from audit_log where act = 'vacancy.move_again'`);
  const posted = async (change: Partial<typeof day>) => {
    const { id } = await stage.teacher.call(createVacancy, { body: { ...day, ...change, postAnyway: true } });
    return { id, params: { id: String(id) } };
  };

  it('is refused, with the date and time of the other one', async () => {
    const first = await posted({ endTime: '12:00' });
    const second = await posted({ date: '2026-11-25', endTime: '12:00' });
    const byDate = await stage.teacher.try(updateVacancy, { params: second.params, body: { date: '2026-11-24' } });
    expect([byDate.status, byDate.body]).toEqual([
      409,
      {
        error: 'You already posted an absence for Tue, Nov 24, 8:00 AM – 12:00 PM.',
        code: 'already_absent',
        vacancyId: first.id,
      },
    ]);
    const after = { date: '2026-11-24', startTime: '12:00', endTime: '15:00' };
    await stage.admin.call(updateVacancy, { params: second.params, body: after });
    const byTime = await stage.admin.try(updateVacancy, { params: second.params, body: { startTime: '11:00' } });
    expect(byTime.body.error).toBe(
      'This teacher is already absent Tue, Nov 24, 8:00 AM – 12:00 PM, posted by the teacher.',
    );
    expect(await stage.history(second.id)).toEqual(['posted', 'edited']);
  });

  it('is saved if they confirm it, and recorded in the audit log', async () => {
    await posted({});
    const second = await posted({ date: '2026-11-25' });
    const body = { date: '2026-11-24', saveAnyway: true };
    expect(await stage.teacher.call(updateVacancy, { params: second.params, body })).toMatchObject({
      date: '2026-11-24',
    });
    expect(await moved()).toEqual([{ subjectId: second.id }]);
    // The two absences already overlap, which someone chose before.
    await stage.teacher.call(updateVacancy, { params: second.params, body: { endTime: '14:00' } });
    await stage.teacher.call(updateVacancy, { params: second.params, body: { description: 'Decimals' } });
    expect(await moved()).toHaveLength(1);
  });

  it('is refused for exactly one of two that are moved to the same day at once', async () => {
    const both = [await posted({}), await posted({ date: '2026-11-25' })];
    const answers = await Promise.all(
      both.map(({ params }) => stage.teacher.try(updateVacancy, { params, body: { date: '2026-11-30' } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('needs a change to save', async () => {
    const { params } = await posted({});
    expect(await stage.teacher.try(updateVacancy, { params, body: { saveAnyway: true } })).toMatchObject({
      status: 400,
    });
  });
});
