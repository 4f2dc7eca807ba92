import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordAttendance } from '#contract/attendance.ts';
import { getBoard } from '#contract/board.ts';
import {
  answerCover,
  getCoverCounts,
  getCoverPlan,
  listOwnCovers,
  sendCovers,
  undoCoverAnswer,
} from '#contract/cover.ts';
import { changeDay } from '#contract/day-change.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { deleteVacancy } from '#contract/vacancy-staff.ts';
import { swapSubstitutes } from '#contract/vacancy-swap.ts';
import { sql } from '#server/db/database.ts';
import { creditedPeriods } from '#server/features/cover/queries.ts';
import { saveBells, saveTimetable } from '#test/bells.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let admin: Caller;
/** The absent teacher of the uncovered class, who teaches in periods 1 and 2. */
let out: number;
/** The teacher whom the substitute is booked for, who teaches in period 1. */
let away: number;
let dana: number;
let danaSide: Caller;
let uncovered: number;
let booked: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  schoolId = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, schoolId));
  out = await makeTeacher(world.db, schoolId, { fullName: 'Out Today' });
  away = await makeTeacher(world.db, schoolId, { fullName: 'Away Too' });
  dana = await makeSubstitute(world.db, [schoolId], { fullName: 'Dana Reyes' });
  danaSide = await world.as(dana);
  await saveBells(admin, { planningMinutes: 3000 });
  await saveTimetable(admin, out, ['1', '2']);
  await saveTimetable(admin, away, ['1']);
  uncovered = await makeVacancy(world.db, { schoolId, teacherId: out, start: '12:00', end: '15:15' });
  booked = await book(away, dana);
});

const book = (teacherId: number, substituteId: number, more = {}) =>
  makeVacancy(world.db, {
    schoolId,
    teacherId,
    substituteId,
    status: 'filled',
    start: '12:00',
    end: '15:15',
    ...more,
  });
const plan = () => admin.call(getCoverPlan, { query: { vacancyId: String(uncovered) } });
const ask = (colleagueId: number, period = '2') =>
  admin.try(sendCovers, { body: { asks: [{ vacancyId: uncovered, period, colleagueId }] } });
const substitutesIn = async () =>
  (await plan()).colleagues.filter(({ isSubstitute }) => isSubstitute).map(({ id, free }) => [id, free]);
const kindsOf = async (id: number) =>
  (
    await world.db.query<{ kind: string }>(
      sql`select kind from notices where recipient_id = ${id} and kind like 'cover%' order by id`,
    )
  ).map(({ kind }) => kind);
const statesOf = async () =>
  (
    await world.db.query<{ state: string }>(
      sql`select state from covers where school_id = ${schoolId} and booking_id is not null`,
    )
  ).map(({ state }) => state);
/** Dana covers period 2, and has said yes. */
async function coverPeriodTwo(): Promise<number> {
  expect((await ask(dana)).body).toEqual({ asked: 1, told: 0 });
  // Until the answer, her booking says only that there is a question.
  expect((await danaSide.call(getVacancy, { params: { id: String(booked) } })).alsoCovers).toBeNull();
  const [own] = (await danaSide.call(listOwnCovers)).covers;
  const id = own?.id ?? 0;
  await danaSide.call(answerCover, { params: { id: String(id) }, body: { answer: 'yes' } });
  return id;
}

it('offers a booked substitute in the free periods of the booking, before teachers, and covers the class with a yes', async () => {
  const ada = await makeTeacher(world.db, schoolId, { fullName: 'Ada Free' });
  await saveTimetable(admin, ada, ['4']);
  const { periods, colleagues } = await plan();
  expect(periods.map(({ period, proposedId }) => [period, proposedId])).toEqual([
    ['1', null],
    ['2', dana],
  ]);
  expect(colleagues[0]).toMatchObject({
    id: dana,
    isSubstitute: true,
    isAsked: true,
    free: ['2'],
    obstacles: [{ period: '1', obstacle: 'teaching' }],
  });
  expect((await ask(dana, '1')).body.error).toBe('Dana Reyes is teaching then. Choose someone else.');
  const onCard = async (who: Caller) =>
    (await who.call(listVacancies, { query: { status: 'filled' } })).map(({ id, alsoCovers }) => [id, alsoCovers]);
  expect(await onCard(danaSide)).toEqual([[booked, undefined]]);
  const id = await coverPeriodTwo();
  expect(await onCard(danaSide)).toEqual([[booked, 'You also cover period 2 in Room 12.']]);
  expect(await onCard(admin)).toEqual([[booked, undefined]]);
  expect((await danaSide.call(listOwnCovers)).covers).toMatchObject([
    { id, state: 'accepted', period: '2', room: 'Room 12', teacherName: 'Out Today', can: ['no'] },
  ]);
  const [notice] = await world.db.query<{ facts: { to: string } }>(
    sql`select facts from notices where recipient_id = ${dana} and kind = 'cover_asked'`,
  );
  expect(notice?.facts.to).toBe('substitute');
  expect((await admin.call(getBoard)).lines.find((line) => line.id === uncovered)?.inside).toMatchObject({
    covered: 1,
    people: ['Dana Reyes'],
  });
  // Paid for the day: no credit, no place in the teachers' counts, and nothing that another substitute sees.
  const later = new Date('2026-11-25T12:00:00Z');
  const span = { from: '2026-11-23', to: '2026-11-23', accountCode: '' };
  expect(await creditedPeriods(world.db, schoolId, span, later)).toEqual([]);
  expect((await admin.call(getCoverCounts)).people).toEqual([]);
  const other = await world.as(await makeSubstitute(world.db, [schoolId]));
  expect((await other.call(listOwnCovers)).covers).toEqual([]);
  const theirs = { params: { id: String(id) }, body: { answer: 'no' as const } };
  expect((await other.try(answerCover, theirs)).status).toBe(404);
  // After a No, Undo restores it while the booking lasts.
  world.time.now = new Date(mondayMorning.getTime() + 60_000);
  await danaSide.call(answerCover, theirs);
  expect((await danaSide.call(undoCoverAnswer, { params: { id: String(id) } })).state).toBe('accepted');
  await danaSide.call(answerCover, theirs);
  await world.db.execute(
    sql`update vacancies set end_time = '12:45', ends_at = starts_at + interval '45 minutes' where id = ${booked}`,
  );
  expect((await danaSide.try(undoCoverAnswer, { params: { id: String(id) } })).body.code).toBe('undo_too_late');
});

it('offers no one who is unconfirmed, absent, elsewhere, or booked where no one knows the periods', async () => {
  const [unsure, extra, unknown, elsewhere, early] = await Promise.all(
    ['Unsure', 'Extra', 'Unknown', 'Elsewhere', 'Early'].map((fullName) =>
      makeSubstitute(world.db, [schoolId], { fullName }),
    ),
  );
  const teacher = async (classes: readonly string[] = []) => {
    const id = await makeTeacher(world.db, schoolId);
    if (classes.length > 0) await saveTimetable(admin, id, classes);
    return id;
  };
  const far = (await makeSchool(world.db)).id;
  await book(await teacher(['1']), unsure ?? 0, { confirmed: false });
  await book(await teacher(['1']), extra ?? 0, { reason: null });
  await book(await teacher(), unknown ?? 0);
  await book(await makeTeacher(world.db, far), elsewhere ?? 0, { schoolId: far });
  await book(await teacher(['1']), early ?? 0, { end: '13:00' });
  expect(await substitutesIn()).toEqual([
    [dana, ['2']],
    [early, []],
  ]);
  for (const id of [unsure, extra, unknown, elsewhere]) expect((await ask(id ?? 0)).status).toBe(404);
  expect((await ask(early ?? 0)).body.error).toBe("Early isn't booked for the whole period. Choose someone else.");
  world.time.now = new Date('2026-11-23T17:10:00Z');
  const missing = { params: { id: String(booked) }, body: { act: 'no_show' as const } };
  await coverPeriodTwo();
  await admin.call(recordAttendance, missing);
  expect(await statesOf()).toEqual(['canceled']);
  expect(await substitutesIn()).toEqual([[early, []]]);
  expect((await ask(dana)).status).toBe(404);
});

it.each([
  [
    'is released',
    1,
    1,
    () => admin.call(releaseSubstitute, { params: { id: String(booked) }, body: { reason: 'Sick' } }),
  ],
  [
    'gives the booking back',
    0,
    1,
    () => danaSide.call(releaseSubstitute, { params: { id: String(booked) }, body: { reason: 'Sick' } }),
  ],
  ['loses the booking', 1, 1, () => admin.call(deleteVacancy, { params: { id: String(booked) } })],
  [
    'is booked for a shorter time',
    1,
    1,
    () => admin.call(updateVacancy, { params: { id: String(booked) }, body: { endTime: '13:00' } }),
  ],
  [
    'has no school that day',
    1,
    0,
    () =>
      admin.call(changeDay, {
        body: { date: '2026-11-23', change: { type: 'close', name: 'Snow day' } },
      }),
  ],
  [
    'changes places with another substitute',
    1,
    1,
    async () => {
      const other = await makeSubstitute(world.db, [schoolId]);
      const id = await book(await makeTeacher(world.db, schoolId), other);
      await admin.call(swapSubstitutes, { params: { id: String(booked) }, body: { with: id } });
    },
  ],
])('ends the cover when the substitute %s, and notifies both sides once', async (_, toDana, toAdmin, act) => {
  const second = await makeAdmin(world.db, schoolId);
  await coverPeriodTwo();
  await act();
  expect(await statesOf()).toEqual(['canceled']);
  expect((await kindsOf(second)).filter((kind) => kind === 'cover_declined')).toHaveLength(toAdmin);
  expect((await kindsOf(dana)).filter((kind) => kind === 'cover_canceled')).toHaveLength(toDana);
});

it('keeps the cover when the booking changes but still includes the period', async () => {
  await coverPeriodTwo();
  await admin.call(updateVacancy, { params: { id: String(booked) }, body: { endTime: '13:40' } });
  expect(await statesOf()).toEqual(['accepted']);
});

it('leaves no cover without its booking, whether the release or the question comes first', async () => {
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([
      ask(dana),
      admin.try(releaseSubstitute, { params: { id: String(booked) }, body: { reason: 'Sick' } }),
    ]);
    expect(
      await world.db.query(sql`select from covers c join vacancies b on b.id = c.booking_id
        where c.state in ('asked', 'accepted') and b.substitute_id is distinct from c.colleague_id`),
    ).toEqual([]);
    booked = await book(away, dana);
  }
});
