import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBoard } from '#contract/board.ts';
import { changeDay, previewDayChange, undoDayChange } from '#contract/day-change.ts';
import { getSchool, updateSchool } from '#contract/schools.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { confirmAssignment, declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import type { NoticeFacts } from '#domain/notice-facts.ts';
import { undoSeconds } from '#domain/undo.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { makeAdmin, makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from held_answers`);
  await stage.world.db.execute(sql`delete from attempts`);
  await stage.world.db.execute(sql`delete from notices`);
  await stage.world.db.execute(sql`update schools set closures = '[]'`);
});

const date = '2026-11-24';
const twoHours = { date, change: { type: 'delay', minutes: 120 } } as const;
const snow = { date, change: { type: 'close', name: 'Snow day' } } as const;

type DayFacts = NoticeFacts['day_delayed'] & NoticeFacts['day_closed'];

/** Everyone notified of the day, with their classes, once it can no longer be undone. */
async function told(): Promise<[string, number, DayFacts][]> {
  const { world } = stage;
  const past = new Date(world.time.now.getTime() + undoSeconds.accepted * 1000);
  await notifyDueAnswers(world.db, { config: world.config, now: past });
  const rows = await world.db.query<{ kind: string; recipientId: number; facts: DayFacts }>(
    sql`select kind, recipient_id as "recipientId", facts from notices where kind like 'day_%' order by recipient_id`,
  );
  return rows.map(({ kind, recipientId, facts }) => [kind, recipientId, facts]);
}

/**
 * Two classes of the booked Ann, one that Bob requested, an open one, one that starts later, and one that is too short.
 */
async function aDay() {
  const filled = { status: 'filled', substituteId: stage.ids.ann, confirmed: true } as const;
  return {
    first: await stage.vacancy({ ...filled, start: '08:00', end: '11:00' }),
    second: await stage.vacancy({ ...filled, start: '12:00', end: '15:00' }),
    third: await stage.vacancy({ ...filled, start: '11:00', end: '11:30' }),
    asked: await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.bob, start: '09:00' }),
    open: await stage.vacancy({ start: '07:30' }),
    short: await stage.vacancy({ start: '08:00', end: '09:00' }),
  };
}

const hoursOf = async (id: number) => {
  const { startTime, endTime, status, confirmed } = await stage.admin.call(getVacancy, { params: { id: String(id) } });
  return [startTime, endTime, status, confirmed];
};

describe('opening late', () => {
  it('previews, then moves every class that starts too early, and leaves the others', async () => {
    const day = await aDay();
    const preview = await stage.admin.call(previewDayChange, { body: twoHours });
    expect(preview).toMatchObject({
      opensAt: '10:00',
      changed: [
        { id: day.open.id, startTime: '07:30', newStartTime: '10:00', substituteName: null },
        { id: day.first.id, newStartTime: '10:00', substituteName: 'Ann Lee', teacherName: 'Tess Teacher' },
        { id: day.asked.id, newStartTime: '10:00', substituteName: 'Bob Ray' },
      ],
      kept: [{ id: day.short.id, because: 'It ends before school opens. Cancel it, or edit its times.' }],
      teachers: 1,
      substitutes: 2,
    });
    expect(await hoursOf(day.first.id)).toEqual(['08:00', '11:00', 'filled', true]);
    const { undo, ...made } = await stage.admin.call(changeDay, { body: twoHours });
    expect(made).toEqual(preview);
    expect(undo).toMatch(/^[0-9a-f-]{36}$/);
    expect(await hoursOf(day.first.id)).toEqual(['10:00', '11:00', 'filled', false]);
    expect(await hoursOf(day.asked.id)).toEqual(['10:00', '15:00', 'pending_approval', null]);
    expect(await hoursOf(day.open.id)).toEqual(['10:00', '15:00', 'open', null]);
    expect(await hoursOf(day.second.id)).toEqual(['12:00', '15:00', 'filled', true]);
    expect(await hoursOf(day.short.id)).toEqual(['08:00', '09:00', 'open', null]);
    expect(await stage.history(day.first.id)).toEqual(['edited', 'asked_again']);
    const again = await stage.admin.call(changeDay, { body: twoHours });
    expect([again.changed, again.undo]).toEqual([[], null]);
  });

  it('notifies each person once, whatever of theirs moved, and no one who was only offered a class', async () => {
    const { first } = await aDay();
    const also = await stage.vacancy({
      status: 'filled',
      substituteId: stage.ids.bob,
      confirmed: true,
      start: '08:00',
      end: '09:00',
    });
    await stage.admin.call(changeDay, { body: { date, change: { type: 'delay', minutes: 30 } } });
    const people = await told();
    expect(people.map(([kind, to]) => [kind, to])).toEqual(
      [stage.ids.teacher, stage.ids.ann, stage.ids.bob].toSorted((a, b) => a - b).map((to) => ['day_delayed', to]),
    );
    const of = (id: number) => people.find(([, to]) => to === id)?.[2];
    expect(of(stage.ids.teacher)?.classes).toHaveLength(4);
    expect(of(stage.ids.teacher)?.asksToConfirm).toBe(false);
    expect(of(stage.ids.ann)).toMatchObject({
      minutes: 30,
      asksToConfirm: true,
      classes: [{ was: '08:00', start: '08:30' }],
    });
    expect(of(stage.ids.bob)?.classes).toMatchObject([{ end: '09:00', isRequested: false }]);
    expect((await stage.told(first.id)).map(([kind]) => kind)).toEqual(['day_delayed']);
    expect((await stage.told(also.id)).map(([kind]) => kind)).toEqual(['day_delayed']);
  });

  it('when undone, restores the times that a substitute agreed to before an earlier small delay', async () => {
    const { id } = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, confirmed: true });
    const late = (minutes: number) =>
      stage.admin.call(changeDay, { body: { date, change: { type: 'delay', minutes } } });
    await late(10);
    const { undo } = await late(20);
    expect(await hoursOf(id)).toEqual(['08:20', '15:00', 'filled', false]);
    await stage.admin.call(undoDayChange, { body: { undo: undo ?? '' } });
    expect(await hoursOf(id)).toEqual(['08:10', '15:00', 'filled', true]);
    // 16 minutes after the start that she agreed to, 6 after the current one.
    await late(16);
    expect((await hoursOf(id))[3]).toBe(false);
  });

  it('is undone as a whole, and then no one is notified', async () => {
    const day = await aDay();
    const before = await Promise.all(Object.values(day).map(({ id }) => hoursOf(id)));
    const { undo } = await stage.admin.call(changeDay, { body: twoHours });
    await stage.ann.try(declineVacancy, { params: day.open.params });
    await stage.admin.call(undoDayChange, { body: { undo: undo ?? '' } });
    expect(await Promise.all(Object.values(day).map(({ id }) => hoursOf(id)))).toEqual(before);
    expect(await told()).toEqual([]);
    expect((await stage.admin.try(undoDayChange, { body: { undo: undo ?? '' } })).body.code).toBe('undo_too_late');
  });
});

describe('closing', () => {
  it('cancels the day, keeps it as a closed day, and the board says so', async () => {
    const day = await aDay();
    const preview = await stage.admin.call(previewDayChange, { body: snow });
    expect([preview.changed.length, preview.kept, preview.teachers, preview.substitutes]).toEqual([6, [], 1, 2]);
    await stage.admin.call(changeDay, { body: snow });
    const board = await stage.admin.call(getBoard, { query: { date } });
    expect([board.lines, board.closed]).toEqual([[], 'Snow day']);
    expect((await stage.admin.call(getBoard)).closed).toBeNull();
    const people = await told();
    expect(people.map(([kind, , facts]) => [kind, facts.because, facts.classes.length])).toEqual([
      ['day_closed', 'Snow day', 6],
      ['day_closed', 'Snow day', 3],
      ['day_closed', 'Snow day', 1],
    ]);
    expect(people[2]?.[2].classes[0]?.isRequested).toBe(true);
    expect((await stage.ann.try(getVacancy, { params: day.first.params })).body.code).toBe('vacancy_gone');
    // A closed day can be closed only once.
    await stage.admin.call(changeDay, { body: snow });
    const params = { id: String(stage.school.id) };
    expect((await stage.admin.call(getSchool, { params })).closures).toEqual([
      { from: date, to: date, name: 'Snow day' },
    ]);
  });

  it('is undone with its bookings, requests and messages, and the day is no longer closed', async () => {
    const open = await stage.vacancy();
    await stage.bob.call(updateVacancy, {
      params: open.params,
      body: { status: 'pending_approval', additionalNotes: 'I know the class.' },
    });
    const booked = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, confirmed: false });
    const { undo } = await stage.admin.call(changeDay, { body: snow });
    await stage.admin.call(undoDayChange, { body: { undo: undo ?? '' } });
    const asked = await stage.admin.call(getVacancy, { params: open.params });
    expect([asked.status, asked.requestedById]).toEqual(['pending_approval', stage.ids.bob]);
    expect(asked.additionalNotes).toContain('I know the class.');
    expect(await hoursOf(booked.id)).toEqual(['08:00', '15:00', 'filled', false]);
    expect((await stage.history(booked.id)).slice(-2)).toEqual(['deleted', 'undone']);
    const board = await stage.admin.call(getBoard, { query: { date } });
    expect([board.lines.length, board.closed]).toEqual([2, null]);
    expect(board.week.find((each) => each.date === date)).toMatchObject({ uncovered: 1, unconfirmed: 1 });
  });

  it('leaves classes that are over, and those that have begun with their substitute', async () => {
    const today = { date: '2026-11-23', change: snow.change };
    const filled = { date: today.date, status: 'filled', substituteId: stage.ids.ann, confirmed: true } as const;
    const begun = await stage.vacancy({ ...filled, start: '08:00', end: '12:00' });
    const later = await stage.vacancy({ ...filled, start: '12:30', end: '15:00' });
    stage.world.time.now = new Date('2026-11-23T14:00:00Z');
    const { changed, kept } = await stage.admin.call(changeDay, { body: today });
    expect(changed.map(({ id }) => id)).toEqual([later.id]);
    expect(kept.map(({ id, because }) => [id, because])).toEqual([[begun.id, 'It has already begun.']]);
  });
});

describe('an Undo comes too late', () => {
  it('once people were notified', async () => {
    await aDay();
    const { undo } = await stage.admin.call(changeDay, { body: snow });
    await told();
    expect((await stage.admin.try(undoDayChange, { body: { undo: undo ?? '' } })).body.code).toBe('undo_too_late');
  });

  it('once a substitute confirmed the new start, or was booked elsewhere, and then changes nothing', async () => {
    const day = await aDay();
    const late = await stage.admin.call(changeDay, { body: twoHours });
    await stage.ann.call(confirmAssignment, { params: day.first.params });
    expect((await stage.admin.try(undoDayChange, { body: { undo: late.undo ?? '' } })).body.code).toBe('undo_too_late');
    expect(await hoursOf(day.first.id)).toEqual(['10:00', '11:00', 'filled', true]);
    // Ann is notified of the delay before anything else.
    expect((await told()).map(([kind]) => kind)).toContain('day_delayed');

    const closed = await stage.admin.call(changeDay, { body: snow });
    const other = await makeSchool(stage.world.db);
    await makeVacancy(stage.world.db, {
      schoolId: other.id,
      teacherId: await makeTeacher(stage.world.db, other.id),
      date,
      status: 'filled',
      substituteId: stage.ids.ann,
    });
    expect((await stage.admin.try(undoDayChange, { body: { undo: closed.undo ?? '' } })).body.code).toBe(
      'undo_too_late',
    );
    expect((await stage.admin.call(getBoard, { query: { date } })).closed).toBe('Snow day');
  });

  it('but another administrator is refused, and another school finds none', async () => {
    await aDay();
    const { undo } = await stage.admin.call(changeDay, { body: snow });
    const body = { undo: undo ?? '' };
    const colleague = await stage.world.as(await makeAdmin(stage.world.db, stage.school.id));
    expect((await colleague.try(undoDayChange, { body })).status).toBe(403);
    const elsewhere = await stage.world.as(await makeAdmin(stage.world.db, (await makeSchool(stage.world.db)).id));
    expect((await elsewhere.try(undoDayChange, { body })).body.code).toBe('undo_too_late');
    await stage.admin.call(undoDayChange, { body });
  });
});

describe('a day', () => {
  it('can’t change in the past, or too often', async () => {
    const past = { ...snow, date: '2026-11-22' };
    expect((await stage.admin.try(changeDay, { body: past })).body.fields).toEqual({
      date: 'Date cannot be in the past',
    });
    for (let n = 0; n < 20; n += 1) await stage.admin.call(changeDay, { body: twoHours });
    expect((await stage.admin.try(changeDay, { body: twoHours })).status).toBe(429);
  });

  it('has room among the closed days, unless all of them are upcoming', async () => {
    const params = { id: String(stage.school.id) };
    const days = (year: number) =>
      Array.from({ length: 100 }, (_, n) => {
        const day = new Date(Date.UTC(year, 0, 1 + n)).toISOString().slice(0, 10);
        return { from: day, to: day, name: 'Day' };
      });
    await stage.admin.call(updateSchool, { params, body: { closures: days(2026) } });
    await stage.admin.call(changeDay, { body: snow });
    expect((await stage.admin.call(getSchool, { params })).closures).toHaveLength(1);
    await stage.admin.call(updateSchool, { params, body: { closures: days(2028) } });
    expect((await stage.admin.try(changeDay, { body: snow })).body.error).toContain('The list of closed days is full.');
  });

  it('changes only once if two administrators change it at once, and no one is notified twice', async () => {
    await aDay();
    const colleague = await stage.world.as(await makeAdmin(stage.world.db, stage.school.id));
    const made = await Promise.all([stage.admin, colleague].map((who) => who.call(changeDay, { body: twoHours })));
    expect(made.map(({ changed }) => changed.length).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect(await told()).toHaveLength(3);
  });
});
