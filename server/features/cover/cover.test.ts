import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBoard } from '#contract/board.ts';
import {
  answerCover,
  cancelCover,
  getCoverCounts,
  getCoverPlan,
  listOwnCovers,
  sendCovers,
  undoCoverAnswer,
} from '#contract/cover.ts';
import {
  getCoverSettings,
  getOwnCoverWishes,
  getTimetables,
  importTimetable,
  putCoverSettings,
  putOwnCoverWishes,
  putTimetable,
  readBellFile,
} from '#contract/cover-settings.ts';
import { changeDay, previewDayChange, undoDayChange } from '#contract/day-change.ts';
import { getVacancyReport } from '#contract/reports.ts';
import { createVacancy } from '#contract/absences.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import { undoSeconds } from '#domain/undo.ts';
import { listNotices } from '#contract/messages.ts';
import { sql } from '#server/db/database.ts';
import { tellDeclined } from '#server/features/cover/declined.ts';
import { classIn, saveBells, saveTimetable } from '#test/bells.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let admin: Caller;
let adminId: number;
let absent: number;
let ada: number;
let ben: number;
/** Another colleague, in tests that need a third. */
let cal: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  schoolId = (await makeSchool(world.db)).id;
  adminId = await makeAdmin(world.db, schoolId);
  admin = await world.as(adminId);
  absent = await makeTeacher(world.db, schoolId, { fullName: 'Out Today' });
  ada = await makeTeacher(world.db, schoolId, { fullName: 'Ada Free' });
  ben = await makeTeacher(world.db, schoolId, { fullName: 'Ben Free' });
  await saveBells(admin, { perDay: 2 });
  await timetable(absent, ['1', '2']);
  await timetable(ada, ['1']);
  await timetable(ben, ['2', '3']);
});

const timetable = (teacherId: number, periods: readonly string[], version = 0) =>
  saveTimetable(admin, teacherId, periods, version);
const classOut = () => makeVacancy(world.db, { schoolId, teacherId: absent, start: '12:00', end: '15:15' });
const plan = (vacancyId: number) => admin.call(getCoverPlan, { query: { vacancyId: String(vacancyId) } });
const ask = (vacancyId: number, period: string, colleagueId: number, more = {}) =>
  admin.try(sendCovers, { body: { asks: [{ vacancyId, period, colleagueId, ...more }] } });
const requestOf = (id: number) => ({ params: { id: String(id) }, body: { status: 'pending_approval' as const } });
const noticesOf = async (id: number) =>
  (await world.db.query<{ kind: string }>(sql`select kind from notices where recipient_id = ${id} order by id`)).map(
    ({ kind }) => kind,
  );

/** Runs the worker's job once a No can no longer be undone, twice, because a job may run twice. */
async function tellAll(): Promise<void> {
  const jobs = await world.db.query<{ payload: { id: number; at: string } }>(
    sql`select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'notify-declined-cover'`,
  );
  const context = { config: world.config, now: world.time.now };
  for (const { payload } of [...jobs, ...jobs]) await tellDeclined(world.db, context, payload);
}

describe('covering a class by colleagues', () => {
  it('finds who is free, asks them, and closes the class once every period has a yes', async () => {
    const id = await classOut();
    const first = await plan(id);
    expect(
      first.periods.map(({ period, room, isCovered, proposedId }) => [period, room, isCovered, proposedId]),
    ).toEqual([
      ['1', 'Room 12', false, ben],
      ['2', 'Room 12', false, ada],
    ]);
    expect(first.colleagues.find((each) => each.id === ada)).toMatchObject({
      free: ['2'],
      obstacles: [{ period: '1', obstacle: 'teaching' }],
    });
    expect(first.colleagues.find((each) => each.id === absent)?.obstacles[0]?.obstacle).toBe('absent');
    const sent = await admin.call(sendCovers, {
      body: {
        asks: [
          { vacancyId: id, period: '1', colleagueId: ben, note: 'The worksheet is on the desk.' },
          { vacancyId: id, period: '2', colleagueId: ada },
        ],
      },
    });
    expect(sent).toEqual({ asked: 2, told: 0 });
    expect(await noticesOf(ben)).toEqual(['cover_asked']);
    const [benSide, adaSide] = [await world.as(ben), await world.as(ada)];
    const [own] = (await benSide.call(listOwnCovers)).covers;
    expect(own).toMatchObject({ period: '1', room: 'Room 12', teacherName: 'Out Today', can: ['yes', 'no'] });
    const yes = { params: { id: String(own?.id) }, body: { answer: 'yes' } } as const;
    expect((await benSide.call(answerCover, yes)).state).toBe('accepted');
    expect((await benSide.call(answerCover, yes)).state).toBe('accepted');
    expect((await adaSide.try(answerCover, yes)).status).toBe(404);

    const substitute = await world.as(await makeSubstitute(world.db, [schoolId]));
    const board = async () => (await admin.call(getBoard)).lines[0];
    const teacher = await world.as(absent);
    /** Returns the colleagues who cover it, as the teacher, the front office and the month's report show them. */
    const coveredBy = async () => [
      (await teacher.call(getVacancy, { params: { id: String(id) } })).coveredBy,
      (await admin.call(listVacancies)).map((each) => each.coveredBy),
      (await admin.call(getVacancyReport)).rows.map((row) => [row.status, row.coveredBy]),
    ];
    expect(await board()).toMatchObject({ section: 'uncovered', inside: { periods: 2, covered: 1, asked: 1 } });
    expect(await coveredBy()).toEqual([null, [null], [['open', null]]]);
    const [offered, ...more] = await substitute.call(listVacancies);
    expect([offered?.coveredBy, more]).toEqual([undefined, []]);

    const [theirs] = (await adaSide.call(listOwnCovers)).covers;
    await adaSide.call(answerCover, { params: { id: String(theirs?.id) }, body: { answer: 'yes' } });
    const covered = await admin.call(getBoard);
    expect(covered.lines[0]).toMatchObject({ section: 'covered', next: null, tried: null });
    expect(covered.week[0]).toMatchObject({ uncovered: 0, covered: 1 });
    const both = ['Ada Free', 'Ben Free'];
    expect(await coveredBy()).toEqual([both, [both], [['open', both]]]);
    expect(await substitute.call(listVacancies)).toEqual([]);
    const late = await substitute.try(updateVacancy, requestOf(id));
    expect([late.status, late.body.code]).toEqual([409, 'covered_inside']);

    // Ada can't come after all: the class is open again, and the front office is notified.
    await adaSide.call(answerCover, { params: { id: String(theirs?.id) }, body: { answer: 'no' } });
    expect((await board())?.section).toBe('uncovered');
    expect(await noticesOf(adminId)).not.toContain('cover_declined');
    await tellAll();
    expect(await noticesOf(adminId)).toContain('cover_declined');
    expect((await admin.call(getCoverCounts)).people).toEqual([{ id: ben, fullName: 'Ben Free', month: 1, year: 1 }]);
    expect((await benSide.call(getCoverCounts)).people).toHaveLength(1);
  });

  it('refuses what a rule forbids, with the reason, and asks no one', async () => {
    const id = await classOut();
    const refused = await ask(id, '1', ada);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'cover_not_free', error: 'Ada Free is teaching then. Choose someone else.' },
    ]);
    expect((await ask(id, '9', ben)).status).toBe(400);
    expect((await ask(id, '1', await makeTeacher(world.db, (await makeSchool(world.db)).id))).status).toBe(404);
    expect((await ask(id, '1', ben)).status).toBe(201);
    expect((await ask(id, '1', ben)).body.code).toBe('cover_taken');
    const carl = await makeTeacher(world.db, schoolId, { fullName: 'Carl Free' });
    await timetable(carl, ['4']);
    expect((await ask(id, '1', carl)).body.code).toBe('cover_taken');
    // The absent teacher's other class at the same time.
    const other = await makeVacancy(world.db, { schoolId, teacherId: carl, start: '12:00', end: '12:45' });
    expect((await ask(other, '4', ben)).status).toBe(400);
    expect(await noticesOf(carl)).toEqual([]);
  });

  it('never gives one colleague two classes at once, however many ask', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const teacherId = await makeTeacher(world.db, schoolId);
      ids.push(await makeVacancy(world.db, { schoolId, teacherId, start: '12:00', end: '12:45' }));
    }
    const second = await world.as(await makeAdmin(world.db, schoolId));
    const answers = await Promise.all(
      ids.map((vacancyId, nth) =>
        (nth % 2 === 0 ? admin : second).try(sendCovers, {
          body: { asks: [{ vacancyId, period: '1', colleagueId: ben }] },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect(await world.db.query(sql`select from covers where colleague_id = ${ben}`)).toHaveLength(1);
  });

  it('lets either a substitute or the last colleague have the class, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const teacherId = await makeTeacher(world.db, schoolId);
      const id = await makeVacancy(world.db, {
        schoolId,
        teacherId,
        date: `2026-12-0${round + 1}`,
        start: '12:50',
        end: '13:35',
      });
      await ask(id, '2', ada);
      const adaSide = await world.as(ada);
      const [own] = (await adaSide.call(listOwnCovers)).covers.filter(({ date }) => date === `2026-12-0${round + 1}`);
      const substitute = await world.as(await makeSubstitute(world.db, [schoolId]));
      const [yes, request] = await Promise.all([
        adaSide.try(answerCover, { params: { id: String(own?.id) }, body: { answer: 'yes' } }),
        substitute.try(updateVacancy, requestOf(id)),
      ]);
      expect(yes.status).toBe(200);
      const [row] = await world.db.query<{ status: string; inside: boolean }>(
        sql`select status, covered_inside as inside from vacancies where id = ${id}`,
      );
      expect(row?.inside).toBe(true);
      expect([request.status, row?.status]).toEqual(request.status === 200 ? [200, 'pending_approval'] : [409, 'open']);
    }
  });

  it('ends the covers when a substitute is assigned, the absence is deleted, or the colleague is out', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const id = await classOut();
    await ask(id, '1', ben);
    await admin.call(assignSubstitute, { params: { id: String(id) }, body: { substituteId } });
    expect(await noticesOf(ben)).toEqual(['cover_asked', 'cover_canceled']);
    expect((await ask(id, '1', ben)).body.code).toBe('already_filled');

    const next = await makeVacancy(world.db, {
      schoolId,
      teacherId: absent,
      date: '2026-12-01',
      start: '12:00',
      end: '15:15',
    });
    await ask(next, '1', ben);
    const benSide = await world.as(ben);
    await benSide.call(createVacancy, {
      body: {
        date: '2026-12-01',
        startTime: '12:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: 'Out',
        absenceReason: 'Illness',
        additionalNotes: 'Room 1',
      },
    });
    expect(await noticesOf(adminId)).toContain('cover_declined');
    expect((await ask(next, '1', ben)).body.error).toBe('Ben Free is out then. Choose someone else.');
    await ask(next, '2', ada);
    await admin.call(deleteVacancy, { params: { id: String(next) } });
    expect(await noticesOf(ada)).toEqual(['cover_asked', 'cover_canceled']);
    expect((await ask(next, '2', ada)).status).toBe(404);
  });

  it('splits a class, combines it with another, and holds a study hall', async () => {
    const id = await classOut();
    const split = await admin.try(sendCovers, {
      body: {
        asks: [
          { vacancyId: id, period: '1', colleagueId: ada, kind: 'split', size: 12 },
          { vacancyId: id, period: '1', colleagueId: ben, kind: 'split', size: 12 },
        ],
      },
    });
    expect(split.status).toBe(201);
    const benSide = await world.as(ben);
    const [own] = (await benSide.call(listOwnCovers)).covers;
    expect(own).toMatchObject({ kind: 'split', size: 12 });
    await benSide.call(answerCover, { params: { id: String(own?.id) }, body: { answer: 'yes' } });
    expect((await plan(id)).periods[0]).toMatchObject({ isCovered: false, covers: [{ size: 12 }, { size: 12 }] });
    const adaSide = await world.as(ada);
    const [hers] = (await adaSide.call(listOwnCovers)).covers;
    await adaSide.call(answerCover, { params: { id: String(hers?.id) }, body: { answer: 'yes' } });
    expect((await plan(id)).periods[0]?.isCovered).toBe(true);
    // Three classes in one hall, with one colleague.
    const classes: number[] = [];
    for (let n = 0; n < 3; n += 1)
      classes.push(
        await makeVacancy(world.db, {
          schoolId,
          teacherId: await makeTeacher(world.db, schoolId),
          start: '14:30',
          end: '15:15',
        }),
      );
    const hall = { kind: 'study_hall', room: 'Cafeteria' };
    for (const each of classes) expect((await ask(each, '4', ben, hall)).status).toBe(201);
    expect(
      (
        await ask(
          await makeVacancy(world.db, {
            schoolId,
            teacherId: await makeTeacher(world.db, schoolId),
            start: '14:30',
            end: '15:15',
          }),
          '4',
          ben,
        )
      ).body.code,
    ).toBe('cover_not_free');
  });

  it('notifies a colleague who prefers that, and asks no one who never covers on that day', async () => {
    const benSide = await world.as(ben);
    await benSide.call(putOwnCoverWishes, { body: { consent: 'always', neverOn: ['friday'], isVolunteer: true } });
    expect(await benSide.call(getOwnCoverWishes)).toEqual({
      consent: 'always',
      neverOn: ['friday'],
      isVolunteer: true,
    });
    const id = await classOut();
    expect((await ask(id, '1', ben)).body).toEqual({ asked: 0, told: 1 });
    expect((await plan(id)).periods[0]?.isCovered).toBe(true);
    await benSide.call(putOwnCoverWishes, { body: { consent: 'ask', neverOn: ['monday'], isVolunteer: false } });
    const other = await makeVacancy(world.db, { schoolId, teacherId: absent, start: '14:30', end: '15:15' });
    await timetable(absent, ['1', '2', '4'], 1);
    expect((await ask(other, '4', ben)).body.error).toBe("Ben Free doesn't cover on this day. Choose someone else.");
    // The front office releases the colleague.
    const [cover] = (await plan(id)).periods[0]?.covers ?? [];
    const params = { id: String(cover?.id) };
    await admin.call(cancelCover, { params });
    await admin.call(cancelCover, { params });
    expect(await noticesOf(ben)).toEqual(['cover_asked', 'cover_canceled']);
    expect((await benSide.try(answerCover, { params, body: { answer: 'yes' } })).body.code).toBe('cover_settled');
  });
});

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
  it('credits the periods that were covered, once they are over, at the rate of when they were sent', async () => {
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

  it('are read from a file with all its errors, and stored only without any', async () => {
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

  it('of a file are read with all its errors, and stored only with the form', async () => {
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

  it('of a file keep each cell on one line, and can’t contain characters that can’t be stored', async () => {
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

    // Classes have begun at 8:00, so the day keeps its bells.
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
