import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBoard } from '#contract/board.ts';
import { changeDay } from '#contract/day-change.ts';
import { getTeacherReport } from '#contract/reports.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { cannotCome, confirmAssignment, updateVacancy } from '#contract/vacancy-moves.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import { sql } from '#server/db/database.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { type Caller } from '#test/world.ts';
import { makeTeacher } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const booked = (parts = {}) =>
  stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, confirmed: true, ...parts });
const textOf = async (id: number) => {
  const [row] = await stage.world.db.query<{ facts: { changes: string[]; asksToConfirm?: boolean } }>(
    sql`select facts from notices where vacancy_id = ${id} and kind = 'vacancy_changed'
        and recipient_id = ${stage.ids.ann} order by id desc limit 1`,
  );
  return row?.facts;
};

describe('a filled class', () => {
  it.each(['teacher', 'admin'] as const)(
    'can be edited by the %s; its substitute is notified of the changes and stays confirmed',
    async (by) => {
      const { id, params } = await booked();
      const body = {
        startTime: '08:15',
        additionalNotes: 'Ask next door.',
        googleDocLink: 'https://docs.example.com/1',
      };
      expect(await stage[by].call(updateVacancy, { params, body })).toMatchObject({
        status: 'filled',
        confirmed: true,
        startTime: '08:15',
        additionalNotes: 'Ask next door.',
      });
      expect(await textOf(id)).toMatchObject({
        changes: [
          'New time: 8:15 AM – 3:00 PM (was 8:00 AM – 3:00 PM)',
          'The description was changed',
          'The link to the lesson plans was changed',
        ],
      });
      expect((await textOf(id))?.asksToConfirm).toBeUndefined();
      expect(await stage.history(id)).toEqual(['edited']);
    },
  );

  it('that moves by more than 15 minutes is confirmed again, or opens again because they can’t come', async () => {
    for (const answer of [confirmAssignment, cannotCome]) {
      const { id, params } = await booked();
      await stage.admin.call(updateVacancy, { params, body: { endTime: '15:16' } });
      expect(await stage.ann.call(getVacancy, { params })).toMatchObject({
        status: 'filled',
        confirmed: false,
        can: ['confirm', 'cannotCome', 'release'],
      });
      expect((await textOf(id))?.asksToConfirm).toBe(true);
      expect((await stage.history(id)).slice(0, 2)).toEqual(['edited', 'asked_again']);
      await stage.ann.call(answer, { params });
      const after = await stage.admin.call(getVacancy, { params });
      expect([after.status, after.confirmed]).toEqual(answer === cannotCome ? ['open', null] : ['filled', true]);
      await stage.clear();
    }
  });

  it('that moves a little several times is confirmed again once it is more than 15 minutes from what was agreed', async () => {
    const { id, params } = await booked();
    const move = async (startTime: string) =>
      (await stage.teacher.call(updateVacancy, { params, body: { startTime } })).confirmed;
    expect([await move('08:10'), await move('08:15'), await move('07:50')]).toEqual([true, true, true]);
    await stage.admin.call(updateVacancy, { params, body: { additionalNotes: 'The key is at the office.' } });
    expect(await move('07:44')).toBe(false);
    expect((await textOf(id))?.asksToConfirm).toBe(true);
    await stage.ann.call(confirmAssignment, { params });
    // From here on, the agreed time is 7:44.
    expect([await move('07:50'), await move('07:59'), await move('08:00')]).toEqual([true, true, false]);
  });

  it('that was moved a little, and then by a late opening, is confirmed again', async () => {
    const { params } = await booked();
    await stage.teacher.call(updateVacancy, { params, body: { startTime: '08:10' } });
    await stage.admin.call(changeDay, { body: { date: '2026-11-24', change: { type: 'delay', minutes: 20 } } });
    expect(await stage.admin.call(getVacancy, { params })).toMatchObject({ startTime: '08:20', confirmed: false });
  });

  it('that no one confirms again alerts the office each time it moves, and never opens automatically', async () => {
    const { id, params } = await booked();
    const reminders = async () =>
      (await stage.told(id)).filter(([kind]) => kind === 'assignment_unconfirmed').map(([, to]) => to);
    const sweepAt = (instant: string) => sweepVacancies(stage.world.db, stage.world.config, new Date(instant));
    await stage.admin.call(updateVacancy, { params, body: { endTime: '14:00' } });
    await sweepAt('2026-11-23T17:18:00Z');
    expect(await reminders()).toEqual([]);
    await sweepAt('2026-11-23T17:19:00Z');
    expect(await reminders()).toEqual([stage.ids.admin]);
    await stage.admin.call(updateVacancy, { params, body: { endTime: '13:00' } });
    await sweepAt('2026-11-23T18:00:00Z');
    expect(await reminders()).toHaveLength(2);
    expect(await stage.admin.call(getVacancy, { params })).toMatchObject({ status: 'filled', confirmed: false });
  });

  it('can’t move onto another class of its substitute, and their requests for the new time open again', async () => {
    const { params } = await booked({ start: '08:00', end: '10:00' });
    await booked({ start: '12:00', end: '13:00' });
    const asked = await stage.vacancy({
      status: 'pending_approval',
      requestedById: stage.ids.ann,
      start: '10:30',
      end: '11:30',
    });
    const clash = await stage.admin.try(updateVacancy, { params, body: { endTime: '12:30', saveAnyway: true } });
    expect([clash.status, clash.body.code, clash.body.error]).toEqual([
      409,
      'booked_elsewhere',
      'This substitute is already booked at that time.',
    ]);
    await stage.admin.call(updateVacancy, { params, body: { endTime: '11:00', saveAnyway: true } });
    expect(await stage.admin.call(getVacancy, { params: asked.params })).toMatchObject({ status: 'open' });
    expect(await stage.history(asked.id)).toEqual(['reopened']);
  });

  it('and another class of its substitute are moved onto each other at once: exactly one move succeeds', async () => {
    const one = await booked({ start: '08:00', end: '09:00' });
    const two = await booked({ start: '12:00', end: '13:00' });
    const answers = await Promise.all([
      stage.admin.try(updateVacancy, { params: one.params, body: { endTime: '11:00', saveAnyway: true } }),
      stage.teacher.try(updateVacancy, { params: two.params, body: { startTime: '10:00', saveAnyway: true } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a split', () => {
  it('leaves the chosen half to the substitute, and offers the other to everyone else', async () => {
    for (const keeps of ['first', 'second'] as const) {
      const { id, params } = await booked();
      const [kept, opened] = await stage.admin.call(splitVacancy, { params, body: { at: '11:30', keeps } });
      const first = ['08:00', '11:30'];
      const second = ['11:30', '15:00'];
      expect([kept?.id, kept?.status, kept?.confirmed, [kept?.startTime, kept?.endTime]]).toEqual([
        id,
        'filled',
        false,
        keeps === 'first' ? first : second,
      ]);
      expect([opened?.status, [opened?.startTime, opened?.endTime]]).toEqual([
        'open',
        keeps === 'first' ? second : first,
      ]);
      expect(opened).toMatchObject({ teacherId: kept?.teacherId, description: kept?.description, date: kept?.date });
      expect(await stage.told(opened?.id ?? 0)).toEqual([['vacancy_posted', stage.ids.bob]]);
      expect(await stage.history(opened?.id ?? 0)).toEqual(['posted', 'offered_again']);
      const report = await stage.admin.call(getTeacherReport, { query: { month: '2026-11' } });
      expect(report.top).toMatchObject([{ days: 1, hours: 7 }]);
      await stage.clear();
    }
  });

  it('of an open class makes two open ones, once, however often it is sent', async () => {
    const { params } = await stage.vacancy();
    const headers = { 'idempotency-key': 'a-split-that-was-sent-twice' };
    for (let sent = 0; sent < 2; sent += 1)
      expect((await stage.teacher.try(splitVacancy, { params, body: { at: '11:30' } }, headers)).status).toBe(200);
    const board = await stage.admin.call(getBoard, { query: { date: '2026-11-24' } });
    expect(board.lines.map(({ startTime, endTime, status }) => [startTime, endTime, status])).toEqual([
      ['08:00', '11:30', 'open'],
      ['11:30', '15:00', 'open'],
    ]);
  });

  it('is refused if the class changed after it was shown, as in a second tab', async () => {
    const { params } = await stage.vacancy();
    const { version = 0 } = await stage.admin.call(getVacancy, { params });
    await stage.admin.call(splitVacancy, { params, body: { at: '11:30', version } });
    const stale: { at: string; keeps?: 'second' }[] = [
      { at: '11:30' },
      { at: '10:00' },
      { at: '10:00', keeps: 'second' },
    ];
    for (const body of stale) {
      const second = await stage.admin.try(splitVacancy, { params, body: { ...body, version } });
      expect([second.status, second.body.code]).toEqual([409, 'conflict']);
    }
    const { lines } = await stage.admin.call(getBoard, { query: { date: '2026-11-24' } });
    expect(lines.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      ['08:00', '11:30'],
      ['11:30', '15:00'],
    ]);
  });

  it('is refused outside of its times, while a request waits, once it is over, and to others', async () => {
    const { params } = await booked();
    const refused = async (by: Caller, body: { at: string }, of = params) => {
      const answer = await by.try(splitVacancy, { params: of, body });
      return [answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})];
    };
    expect(await refused(stage.admin, { at: '08:00' })).toEqual([400, 'bad_input', ['at']]);
    const asked = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.bob });
    expect(await refused(stage.admin, { at: '11:30' }, asked.params)).toEqual([409, 'not_open', []]);
    expect(await refused(stage.ann, { at: '11:30' })).toEqual([403, 'not_allowed', []]);
    const begun = await booked({ date: '2026-11-23', start: '05:00', end: '15:00' });
    expect(await refused(stage.admin, { at: '05:30' }, begun.params)).toEqual([400, 'bad_input', ['at']]);
    const other = await stage.world.as(await makeTeacher(stage.world.db, stage.school.id));
    expect(await refused(other, { at: '11:30' })).toEqual([404, 'not_found', []]);
  });
});
