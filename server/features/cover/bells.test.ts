import { describe, expect, it } from 'vitest';
import { getCoverPlan, listOwnCovers } from '#contract/cover.ts';
import {
  getCoverSettings,
  getTimetables,
  importTimetable,
  putCoverSettings,
  putTimetable,
  readBellFile,
} from '#contract/cover-settings.ts';
import { changeDay, previewDayChange, undoDayChange } from '#contract/day-change.ts';
import { listNotices } from '#contract/messages.ts';
import { classIn } from '#test/bells.ts';
import { makeAdmin, makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { mondayMorning } from '#test/world.ts';
import {
  world,
  schoolId,
  admin,
  ada,
  ben,
  timetable,
  classOut,
  plan,
  ask,
  noticesOf,
  setUpCoverStage,
} from '#test/cover-stage.ts';

setUpCoverStage();

describe('bells and timetables', () => {
  it('refuse conflicting edits and impossible values', async () => {
    const settings = await admin.call(getCoverSettings);
    expect([settings.version, settings.bell.schedules.map(({ name }) => name)]).toEqual([
      1,
      ['Regular day', 'Late start', 'Half day'],
    ]);
    const body = { ...settings, version: 0 };
    expect((await admin.try(putCoverSettings, { body })).body).toMatchObject({ code: 'conflict', current: settings });
    const periods = [{ period: '1', start: '09:00', end: '08:00' }];
    const wrong = { ...settings, bell: { ...settings.bell, schedules: [{ name: 'Odd', periods }] } };
    expect((await admin.try(putCoverSettings, { body: wrong })).body.fields).toEqual({
      'bell.schedules.0.periods.0.end': 'A period must end after it starts.',
    });
    const { teachers } = await admin.call(getTimetables);
    expect(teachers.map(({ fullName, version }) => [fullName, version])).toEqual([
      ['Ada Free', 1],
      ['Ben Free', 1],
      ['Out Today', 1],
    ]);
    const again = {
      params: { id: String(ada) },
      body: { slots: [classIn('1'), classIn('1')], since: null, version: 1 },
    };
    expect((await admin.try(putTimetable, again)).status).toBe(400);
    const { slots } = teachers[0] ?? {};
    expect(
      (await admin.try(putTimetable, { ...again, body: { ...again.body, slots: [], version: 0 } })).body,
    ).toMatchObject({ code: 'conflict', current: { version: 1, slots } });
    const stranger = await makeTeacher(world.db, (await makeSchool(world.db)).id);
    expect(
      (await admin.try(putTimetable, { params: { id: String(stranger) }, body: { ...again.body, slots: [] } })).status,
    ).toBe(404);
  });

  it('are read from a file with all errors reported, and stored only if there are none', async () => {
    const file = (csv: string, save: boolean) => admin.call(importTimetable, { body: { csv, save } });
    const wrong = await file('Teacher,Period,Class\nAda Free,1,Art\nNobody,7,\n', true);
    expect(wrong).toEqual({
      teachers: 1,
      entries: 1,
      problems: [
        { row: 3, sentence: 'No teacher at your school is named “Nobody”.' },
        { row: 3, sentence: 'Your bell schedules have no period “7”.' },
      ],
      isSaved: false,
    });
    const right = 'Teacher;Period;Class;Room;Days\r\n"Free, Ada";1;Art;7;\r\nFree, Ben;2;Music;;MW\r\n'.replace(
      'Free, Ben',
      'Ben Free',
    );
    expect(await file(right, false)).toMatchObject({ teachers: 2, entries: 2, isSaved: false });
    expect((await admin.call(getTimetables)).teachers[0]?.version).toBe(1);
    expect((await file(right, true)).isSaved).toBe(true);
    const { teachers } = await admin.call(getTimetables);
    expect(teachers.map(({ fullName, version, slots }) => [fullName, version, slots.length])).toEqual([
      ['Ada Free', 2, 1],
      ['Ben Free', 2, 1],
      ['Out Today', 1, 2],
    ]);
    expect(teachers[1]?.slots[0]).toMatchObject({ days: ['monday', 'wednesday'], title: 'Music' });
    const broken = await admin.try(importTimetable, {
      body: { csv: `Teacher,Period\n"${'x'.repeat(20_000)}`, save: true },
    });
    expect([broken.status, broken.body.fields?.['csv']]).toEqual([
      400,
      "We can't read this file as a table. A quotation mark may be missing.",
    ]);
  });

  it('from a file are read with all errors reported, and stored only when the form is saved', async () => {
    const file = (csv: string) => admin.call(readBellFile, { body: { csv } });
    expect(await file('Schedule;Period;Starts;Ends\r\n"A day; odd";1;8:00;8:45\r\n;1;7:30 AM;8:00 AM\r\n')).toEqual({
      schedules: [
        { name: 'A day; odd', periods: [{ period: '1', start: '08:00', end: '08:45' }] },
        { name: 'Regular day', periods: [{ period: '1', start: '07:30', end: '08:00' }] },
      ],
      problems: [],
    });
    expect(await file('Period,Starts,Ends\n1,8:00,8:45\n1,9:00,soon\n')).toEqual({
      schedules: [],
      problems: [{ row: 3, sentence: '“soon” isn’t a time. Write 8:05 AM or 14:05.' }],
    });
    expect((await admin.call(getCoverSettings)).version).toBe(1);
    const broken = await admin.try(readBellFile, { body: { csv: `Period,Starts,Ends\n"${'x'.repeat(20_000)}` } });
    expect([broken.status, Object.keys(broken.body.fields ?? {})]).toEqual([400, ['csv']]);
  });

  it('from a file keep each cell on one line, and can’t contain characters that can’t be stored', async () => {
    const bells = await admin.call(readBellFile, { body: { csv: 'Period,Starts,Ends\n"1\r\nA",8:00,8:45\n' } });
    expect(bells.schedules[0]?.periods[0]?.period.split(/\s+/)).toEqual(['1', 'A']);
    await admin.call(importTimetable, { body: { csv: 'Teacher,Period,Class\nAda Free,1,"Algebra\nI"\n', save: true } });
    const [own] = (await admin.call(getTimetables)).teachers;
    expect(own?.slots[0]?.title).toBe('Algebra I');
    for (const sign of ['\u0000', '\u0001', '\uD800']) {
      const rows = `Ada Free,1,Art${sign}\n`;
      const body = { csv: `Teacher,Period,Class\n${rows}`, save: true };
      const refused = [
        await admin.try(importTimetable, { body }),
        await admin.try(readBellFile, { body: { csv: `Period,Starts,Ends\n1${sign},8:00,8:45\n` } }),
      ];
      expect(refused.map(({ status, body: { fields } }) => [status, Object.keys(fields ?? {})])).toEqual([
        [400, ['csv']],
        [400, ['csv']],
      ]);
    }
  });

  it('of a late start ring on a day that opens late, its covers end, and an Undo brings the usual ones back', async () => {
    const [id, early] = [
      await classOut(),
      await makeVacancy(world.db, {
        schoolId,
        teacherId: await makeTeacher(world.db, schoolId),
        start: '08:00',
        end: '15:15',
      }),
    ];
    const late = { body: { date: '2026-11-23', change: { type: 'delay', minutes: 120 } } } as const;
    const bells = async () => {
      const { schedule, periods } = await plan(id);
      return [schedule, periods[0]?.start, (await admin.call(getCoverSettings)).bell.days];
    };
    const usual = ['Regular day', '12:00', []];
    await ask(id, '1', ben);
    const opened = await admin.call(getCoverSettings);
    const preview = await admin.call(previewDayChange, late);
    expect([preview.bells, preview.changed.map((each) => each.id), await bells()]).toEqual([
      'Late start',
      [early],
      usual,
    ]);

    const { undo, ...made } = await admin.call(changeDay, late);
    expect(made).toEqual(preview);
    // The class begins after the opening, but its periods are still shorter.
    expect(await bells()).toEqual(['Late start', '14:00', [{ date: '2026-11-23', schedule: 1 }]]);
    expect(await noticesOf(ben)).toEqual(['cover_asked', 'cover_canceled']);
    expect((await ask(id, '1', ben)).status).toBe(201);
    expect((await admin.try(putCoverSettings, { body: opened })).body.code).toBe('conflict');
    expect((await admin.call(changeDay, late)).bells).toBeNull();
    await admin.call(undoDayChange, { body: { undo: undo ?? '' } });
    expect((await admin.call(getCoverSettings)).bell.days).toEqual([]);

    // Classes began at 8:00, so the day keeps its bells.
    world.time.now = new Date('2026-11-23T13:00:00Z');
    expect((await admin.call(previewDayChange, late)).bells).toBeNull();
    world.time.now = mondayMorning;

    // After the delay, someone chose other bells for the day. They stay.
    const again = await admin.call(changeDay, late);
    const settings = await admin.call(getCoverSettings);
    const halfDay = { ...settings.bell, days: [{ date: '2026-11-23', schedule: 2 }] };
    await admin.call(putCoverSettings, { body: { ...settings, bell: halfDay } });
    await admin.call(undoDayChange, { body: { undo: again.undo ?? '' } });
    expect((await admin.call(getCoverSettings)).bell.days).toEqual(halfDay.days);
  });

  it('of a closed day end with one notification for each colleague', async () => {
    const [also, free] = [await makeTeacher(world.db, schoolId), await makeTeacher(world.db, schoolId)];
    await timetable(also, ['2']);
    await timetable(free, ['4']);
    const first = await classOut();
    const second = await makeVacancy(world.db, { schoolId, teacherId: also, start: '12:00', end: '15:15' });
    expect([(await ask(first, '1', free)).status, (await ask(second, '2', free)).status]).toEqual([201, 201]);
    await admin.call(changeDay, { body: { date: '2026-11-23', change: { type: 'close', name: 'Snow day' } } });
    expect(await noticesOf(free)).toEqual(['cover_asked', 'cover_asked', 'cover_canceled']);
    const [last] = await (await world.as(free)).call(listNotices);
    expect(last?.title).toBe("You don't need to cover 2 periods, November 23, 2026");
  });

  it('show nothing to a school that doesn’t use them', async () => {
    const other = (await makeSchool(world.db)).id;
    const teacher = await world.as(await makeTeacher(world.db, other));
    expect(await teacher.call(listOwnCovers)).toEqual({ isOn: false, month: 0, year: 0, covers: [] });
    const theirAdmin = await world.as(await makeAdmin(world.db, other));
    expect(await theirAdmin.call(getCoverPlan)).toMatchObject({ isSetUp: false, hasTimetable: false, periods: [] });
    const late = { date: '2026-11-23', change: { type: 'delay', minutes: 120 } } as const;
    expect((await theirAdmin.call(previewDayChange, { body: late })).bells).toBeNull();
  });
});
