import { describe, expect, it } from 'vitest';
import { getBoard } from '#contract/board.ts';
import { answerCover, cancelCover, getCoverCounts, listOwnCovers, sendCovers } from '#contract/cover.ts';
import { getOwnCoverWishes, putOwnCoverWishes } from '#contract/cover-settings.ts';
import { getVacancyReport } from '#contract/reports.ts';
import { createVacancy } from '#contract/absences.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import {
  world,
  schoolId,
  admin,
  adminId,
  absent,
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
    expect((await ask(id, '1', ben)).body).toMatchObject({
      code: 'cover_taken',
      error: 'A colleague has already been asked to take this period. Check it, then try again.',
    });
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
