import { describe, expect, it } from 'vitest';
import { deleteJob, editJob, leaveJob, listJobDays } from '#contract/job-days.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { confirmAssignment, releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import { changeDay, previewDayChange } from '#contract/day-change.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import { sql } from '#server/db/database.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeVacancy } from '#test/make.ts';
import { type Stage } from '#test/stage.ts';
import { stage, week, job, on, request, states, all, told, forget, setUpJobStage } from '#test/job-stage.ts';

setUpJobStage();

describe('a day', () => {
  it('leaves the job and is then a separate vacancy, offered to those who are free that day', async () => {
    const ids = await job();
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-11-30',
      status: 'filled',
      substituteId: stage.ids.bob,
    });
    await forget();
    const left = await stage.admin.call(leaveJob, on(ids[2]));
    expect(left.job).toBeUndefined();
    expect(await told(ids)).toEqual([`vacancy_posted ${stage.ids.ann}`, `vacancy_posted ${stage.ids.bob}`]);
    expect((await stage.teacher.call(getVacancy, on(ids[0]))).job?.sentence).toBe(
      'Part of a 2-day job, Mon, Nov 30 to Tue, Dec 1',
    );
    expect((await request(ids[2], stage.bob)).status).toBe(200);
    expect(await states(ids)).toEqual(['open', 'open', `pending_approval ${stage.ids.bob}`]);
    const again = await stage.admin.try(leaveJob, on(ids[2]));
    expect([again.status, again.body.code]).toEqual([409, 'not_in_job']);
  });

  it('keeps its substitute when it leaves, and is released alone', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await stage.teacher.call(leaveJob, on(ids[1]));
    await stage.ann.call(releaseSubstitute, { ...on(ids[1]), body: { reason: 'Ill.' } });
    expect(await states(ids)).toEqual([`filled ${stage.ids.ann}`, 'open', `filled ${stage.ids.ann}`]);
  });

  it('is released alone by its substitute, who keeps the others, and is offered alone', async () => {
    const ids = await job();
    const { ann, bob, teacher, admin } = stage.ids;
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: ann } });
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: teacher,
      date: '2026-12-02',
      status: 'filled',
      substituteId: bob,
    });
    await forget();
    const body = { reason: 'A doctor’s appointment.', onlyThisDay: true };
    const released = await stage.ann.call(releaseSubstitute, { ...on(ids[1]), body });
    expect(released.job).toBeUndefined();
    expect(await states(ids)).toEqual([`filled ${ann}`, 'open', `filled ${ann}`]);
    expect(await told(ids)).toEqual([`released ${teacher}`, `released ${admin}`, `vacancy_posted ${bob}`]);
    expect(await stage.history(ids[1] ?? 0)).toContain('edited');
    expect((await request(ids[1], stage.bob)).status).toBe(200);
    expect((await stage.ann.call(getVacancy, on(ids[0]))).job?.dates).toEqual([week[0], week[2]]);
  });

  it('is released once if the rest of the job is released at the same moment', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await forget();
    const release = (id: number | undefined, by: Stage['ann'], onlyThisDay: boolean) =>
      by.try(releaseSubstitute, { ...on(id), body: { reason: 'Ill.', onlyThisDay } });
    const made = await Promise.all([release(ids[1], stage.ann, true), release(ids[0], stage.admin, false)]);
    expect(await states(ids)).toEqual(all('open'));
    // The day alone first, then the others; or all of them together, and then the day is already open.
    expect([
      [200, 200],
      [409, 200],
    ]).toContainEqual(made.map(({ status }) => status));
    const days = (await told(ids)).filter((line) => line.startsWith(`released ${stage.ids.teacher}`));
    expect([
      [`released ${stage.ids.teacher}`, `released ${stage.ids.teacher} 2`],
      [`released ${stage.ids.teacher} 3`],
    ]).toContainEqual(days);
  });

  it('that has begun stays with its substitute when the rest of the job is released', async () => {
    const ids = await job({ dates: ['2026-11-23', '2026-11-24', '2026-11-25'] });
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    stage.world.time.now = new Date('2026-11-23T14:00:00Z');
    await stage.admin.call(releaseSubstitute, { ...on(ids[1]), body: { reason: 'Back tomorrow.' } });
    expect(await states(ids)).toEqual([`filled ${stage.ids.ann}`, 'open', 'open']);
  });

  it('is deleted alone, as specified, or with the whole job', async () => {
    const ids = await job();
    await request(ids[0]);
    await forget();
    await stage.teacher.call(deleteVacancy, on(ids[1]));
    expect(await told(ids)).toEqual([`vacancy_deleted ${stage.ids.ann}`, `vacancy_deleted ${stage.ids.admin}`]);
    expect((await stage.teacher.call(getVacancy, on(ids[0]))).job?.dates).toEqual(['2026-11-30', '2026-12-02']);
    await forget();
    await stage.teacher.call(deleteJob, on(ids[0]));
    expect(await told(ids)).toEqual([`vacancy_deleted ${stage.ids.ann} 2`, `vacancy_deleted ${stage.ids.admin} 2`]);
    expect(await stage.teacher.call(listVacancies, { query: { from: '2026-11-30' } })).toEqual([]);
  });
});

describe('an edit of all remaining days', () => {
  const edit = (id: number | undefined, body: object, by = stage.teacher) => by.try(editJob, { ...on(id), body });
  const changed = async (ids: readonly number[]) =>
    stage.world.db.query<{ changes: string[]; asks: boolean | null }>(
      sql`select facts -> 'changes' as changes, (facts -> 'asksToConfirm')::boolean as asks from notices
        where vacancy_id = any(${ids}::bigint[]) and kind = 'vacancy_changed' and recipient_id = ${stage.ids.ann}
          order by id`,
    );
  const booked = async (dates = week) => {
    const ids = await job({ dates });
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    await stage.ann.call(confirmAssignment, on(ids[0]));
    await forget();
    return ids;
  };

  it('changes each of them, notifies the substitute once, and asks for one confirmation of new times', async () => {
    const ids = await booked();
    expect(await stage.teacher.call(listJobDays, on(ids[1]))).toMatchObject(
      week.map((date, nth) => ({ id: ids[nth], date, startTime: '08:00', substituteName: 'Ann Lee' })),
    );
    const { status, body } = await edit(ids[1], { startTime: '09:00', room: '12' });
    expect([status, body]).toMatchObject([200, { id: ids[1], startTime: '09:00', room: '12', confirmed: false }]);
    expect(await told(ids)).toEqual([`vacancy_changed ${stage.ids.ann} 3`]);
    expect(await changed(ids)).toEqual([
      { changes: ['New time: 9:00 AM – 3:00 PM (was 8:00 AM – 3:00 PM)', 'Room: Room 12'], asks: true },
    ]);
    await stage.ann.call(confirmAssignment, on(ids[2]));
    const days = await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } });
    expect(days.map(({ startTime, confirmed }) => [startTime, confirmed])).toEqual(week.map(() => ['09:00', true]));
  });

  it('leaves days that have begun as they are, and says which day has another time', async () => {
    const ids = await booked(['2026-11-23', '2026-11-24', '2026-11-25']);
    await stage.teacher.call(updateVacancy, { ...on(ids[2]), body: { startTime: '08:10' } });
    await forget();
    stage.world.time.now = new Date('2026-11-23T14:00:00Z');
    expect((await edit(ids[1], { startTime: '08:05' }, stage.admin)).status).toBe(200);
    expect(await changed(ids)).toEqual([
      {
        changes: [
          'Tue, Nov 24: New time: 8:05 AM – 3:00 PM (was 8:00 AM – 3:00 PM)',
          'Wed, Nov 25: New time: 8:05 AM – 3:00 PM (was 8:10 AM – 3:00 PM)',
        ],
        asks: null,
      },
    ]);
    expect((await stage.teacher.call(getVacancy, on(ids[0]))).startTime).toBe('08:00');
  });

  it('adds the same words to each day’s own description', async () => {
    const ids = await job();
    await stage.teacher.call(updateVacancy, { ...on(ids[1]), body: { additionalNotes: 'Assembly at 9.' } });
    await edit(ids[0], { additionalNotes: 'Plans are on the desk. Keys too.' });
    const days = await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } });
    expect(days.map(({ additionalNotes }) => additionalNotes)).toEqual([
      'Plans are on the desk. Keys too.',
      'Assembly at 9. Keys too.',
      'Plans are on the desk. Keys too.',
    ]);
  });

  it('changes none of them if one can’t change, and names that day', async () => {
    const ids = await job();
    await stage.teacher.call(leaveJob, on(ids[0]));
    await stage.admin.call(updateVacancy, { ...on(ids[2]), body: { endTime: '09:00' } });
    const late = await edit(ids[1], { startTime: '10:00' });
    expect([late.status, late.body.error]).toEqual([
      400,
      'Nothing was saved, because one of the days can’t change. Wed, Dec 2: The end must be after the start.',
    ]);
    expect((await stage.teacher.call(getVacancy, on(ids[1]))).startTime).toBe('08:00');
  });

  it('is refused if someone changed another day since the form was opened', async () => {
    const ids = await job();
    const opened = await stage.teacher.call(listJobDays, on(ids[0]));
    await stage.admin.call(updateVacancy, { ...on(ids[1]), body: { room: '7' } });
    const others = opened.map(({ id, version }) => ({ id, version }));
    const refused = await edit(ids[0], { room: '12', others });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'conflict',
        error:
          'Nothing was saved, because someone changed Tue, Dec 1 after you opened this. Check that day, then save again.',
      },
    ]);
    expect((await edit(ids[0], { grade: '4', others })).status).toBe(200);
    const [lost, won] = await Promise.all([edit(ids[0], { room: '1' }), edit(ids[2], { room: '2' }, stage.admin)]);
    expect([lost.status, won.status]).toEqual([200, 200]);
    const rooms = (await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } })).map(({ room }) => room);
    expect(new Set(rooms).size).toBe(1);
  });
});

describe('a move of one day', () => {
  it('splits that day: one half stays in the job, and the other becomes a separate vacancy', async () => {
    const ids = await job();
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
    const [kept, opened] = await stage.teacher.call(splitVacancy, {
      ...on(ids[1]),
      body: { at: '11:30', keeps: 'second' },
    });
    expect([kept?.job?.dates, kept?.substituteId, opened?.job, opened?.status]).toEqual([
      week,
      stage.ids.ann,
      undefined,
      'open',
    ]);
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
    expect((await request(opened?.id, stage.bob)).status).toBe(200);
    expect(await states(ids)).toEqual(all(`filled ${stage.ids.ann}`));
  });

  it.each(['delay', 'close'] as const)(
    'changes only that day when school has a %s, and says so before',
    async (type) => {
      const ids = await job();
      await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids.ann } });
      const change = type === 'close' ? { type, name: 'Snow day' } : { type, minutes: 120 };
      const body = { date: week[1] ?? '', change };
      const preview = await stage.admin.call(previewDayChange, { body });
      expect(preview.changed).toMatchObject([{ id: ids[1], otherDays: 2 }]);
      await stage.admin.call(changeDay, { body });
      const days = await stage.teacher.call(listVacancies, { query: { from: week[0] ?? '' } });
      expect(days.map(({ id, startTime, status }) => [id, startTime, status])).toEqual(
        type === 'close'
          ? [
              [ids[0], '08:00', 'filled'],
              [ids[2], '08:00', 'filled'],
            ]
          : [
              [ids[0], '08:00', 'filled'],
              [ids[1], '10:00', 'filled'],
              [ids[2], '08:00', 'filled'],
            ],
      );
      await stage.ann.call(confirmAssignment, on(ids[0]));
      expect((await stage.teacher.call(getVacancy, on(ids[2]))).confirmed).toBe(true);
    },
  );
});

it('leaves the data sound', async () => {
  // The stage makes and deletes vacancies without a history.
  const broken = (await brokenInvariants(stage.world.db)).filter(
    (line) => !/^(history without|deletion does)/.test(line),
  );
  expect(broken).toEqual([]);
});
