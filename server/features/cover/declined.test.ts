import { describe, expect, it } from 'vitest';
import { answerCover, listOwnCovers, undoCoverAnswer } from '#contract/cover.ts';
import { getCoverSettings, putCoverSettings } from '#contract/cover-settings.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { deleteVacancy } from '#contract/vacancy-staff.ts';
import { undoSeconds } from '#domain/undo.ts';
import { makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller } from '#test/world.ts';
import {
  world,
  schoolId,
  admin,
  adminId,
  ada,
  ben,
  timetable,
  classOut,
  plan,
  ask,
  requestOf,
  noticesOf,
  tellAll,
  setUpCoverStage,
} from '#test/cover-stage.ts';

setUpCoverStage();

/** Another colleague, in tests that need a third. */
let cal: number;

describe('a No from a colleague', () => {
  const answer = async (caller: Caller, say: 'yes' | 'no', id: number) => {
    world.time.now = new Date(world.time.now.getTime() + 1000);
    return (await caller.call(answerCover, { params: { id: String(id) }, body: { answer: say } })).state;
  };
  const undo = (caller: Caller, id: number) => caller.try(undoCoverAnswer, { params: { id: String(id) } });
  /** We ask Ben to cover the first period of a class. */
  const asked = async () => {
    const id = await classOut();
    await ask(id, '1', ben);
    const benSide = await world.as(ben);
    const own = (await benSide.call(listOwnCovers)).covers.find(({ state }) => state === 'asked');
    return { id, benSide, coverId: own?.id ?? 0 };
  };

  it('can be undone for some seconds: they are asked or booked again, and the office isn’t notified', async () => {
    const { benSide, coverId, id } = await asked();
    expect(await answer(benSide, 'no', coverId)).toBe('declined');
    const back = await undo(benSide, coverId);
    expect([back.status, back.body.state, back.body.can]).toEqual([200, 'asked', ['yes', 'no']]);
    await answer(benSide, 'yes', coverId);
    await answer(benSide, 'no', coverId);
    expect((await undo(benSide, coverId)).body.state).toBe('accepted');
    await tellAll();
    expect(await noticesOf(adminId)).toEqual([]);
    expect((await plan(id)).periods[0]?.isCovered).toBe(true);

    // The same person says no again, without an undo.
    await answer(benSide, 'no', coverId);
    expect((await undo(await world.as(ada), coverId)).status).toBe(404);
    world.time.now = new Date(world.time.now.getTime() + undoSeconds.accepted * 1000);
    const late = await undo(benSide, coverId);
    await tellAll();
    expect([late.status, late.body.code]).toEqual([409, 'undo_too_late']);
    expect(await noticesOf(adminId)).toEqual(['cover_declined']);
  });

  it('is final: a late Yes gets that answer, not that someone else has the class', async () => {
    const { benSide, coverId } = await asked();
    await answer(benSide, 'no', coverId);
    const late = await benSide.try(answerCover, { params: { id: String(coverId) }, body: { answer: 'yes' } });
    expect([late.status, late.body.error]).toEqual([
      409,
      'You already said no to this period. If you can cover it after all, call the front office.',
    ]);
  });

  it('keeps them out of the suggestions for that period of that day, in every class, but the office can still ask', async () => {
    const { id, benSide, coverId } = await asked();
    const out = { schoolId, teacherId: await makeTeacher(world.db, schoolId), start: '12:00', end: '15:15' };
    const [sameDay, nextDay] = [
      await makeVacancy(world.db, out),
      await makeVacancy(world.db, { ...out, date: '2026-11-24' }),
    ];
    const ofBen = async (vacancyId: number) => {
      const { periods, colleagues } = await plan(vacancyId);
      const { free, saidNo } = colleagues.find((each) => each.id === ben) ?? {};
      return [periods.find(({ period }) => period === '1')?.proposedId === ben, free?.includes('1'), saidNo];
    };
    await answer(benSide, 'no', coverId);
    expect(await ofBen(id)).toEqual([false, true, ['1']]);
    expect(await ofBen(sameDay)).toEqual([false, true, ['1']]);
    expect(await ofBen(nextDay)).toEqual([true, true, []]);
    expect((await ask(id, '1', ben)).status).toBe(201);
  });

  it.each([
    ['someone else was asked for the period', async (id: number) => void (await ask(id, '1', cal))],
    [
      'they were asked for another period',
      async () => {
        const other = await makeVacancy(world.db, { schoolId, teacherId: cal, start: '14:30', end: '15:15' });
        await ask(other, '4', ben);
      },
    ],
    [
      'a substitute requested the class',
      async (id: number) => {
        await (await world.as(await makeSubstitute(world.db, [schoolId]))).call(updateVacancy, requestOf(id));
      },
    ],
    [
      'the absence was deleted',
      async (id: number) => void (await admin.call(deleteVacancy, { params: { id: String(id) } })),
    ],
    [
      'they are out themselves',
      async () => void (await makeVacancy(world.db, { schoolId, teacherId: ben, start: '08:00', end: '15:15' })),
    ],
  ])('stays once %s', async (_, happens) => {
    cal = await makeTeacher(world.db, schoolId, { fullName: 'Cal Free' });
    await timetable(cal, ['4']);
    const { id, benSide, coverId } = await asked();
    await answer(benSide, 'no', coverId);
    await happens(id);
    expect((await undo(benSide, coverId)).body.code).toBe('undo_too_late');
  });
});

describe('the payroll file', () => {
  it('credits the periods that were covered, once they are over, at the rate from when they were sent', async () => {
    const settings = await admin.call(getCoverSettings);
    const rules = { ...settings.rules, payCode: 'COV', periodCents: 2550 };
    await admin.call(putCoverSettings, { body: { ...settings, rules } });
    const id = await classOut();
    await ask(id, '1', ben);
    await ask(id, '2', ada);
    const benSide = await world.as(ben);
    const [own] = (await benSide.call(listOwnCovers)).covers;
    await benSide.call(answerCover, { params: { id: String(own?.id) }, body: { answer: 'yes' } });
    await admin.call(putCoverSettings, { body: { ...settings, rules: { ...rules, periodCents: 9900 }, version: 2 } });
    const before = world.time.now;
    const file = async () =>
      (
        await (
          await fetch(`${world.url}/api/hours.csv?date=2026-11-23`, { headers: { cookie: admin.cookie ?? '' } })
        ).text()
      )
        .trim()
        .split(/\r?\n/);
    expect(await file()).toHaveLength(1);
    // 12:45 in New York.
    world.time.now = new Date('2026-11-23T17:45:00Z');
    const [, line, ...more] = await file();
    world.time.now = before;
    expect(more).toEqual([]);
    expect(line).toContain('Ben Free,2026-11-23,12:00 PM,12:45 PM,45,0,Covered period,COV');
    expect(line).toContain('25.5');
  });
});
