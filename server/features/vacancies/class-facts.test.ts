import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createVacancy, previewFirst, proposeAbsence } from '#contract/absences.ts';
import { getBoard } from '#contract/board.ts';
import { listCandidates } from '#contract/candidates.ts';
import { getLink } from '#contract/links.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import { sql } from '#server/db/database.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { dayOut, openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.world.db.execute(
    sql`update users set subjects = 'Math', department = 'Grade 4' where id = ${stage.ids.teacher}`,
  );
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const absence = { ...dayOut, postAnyway: true };
const post = (parts: object = {}) => stage.teacher.call(createVacancy, { body: { ...absence, ...parts } });
const classOf = ({ grade, subject, room }: { grade: string | null; subject: string | null; room: string | null }) => [
  grade,
  subject,
  room,
];

it('a new absence has the class that is proposed, unless it names another or none', async () => {
  expect(classOf(await post())).toEqual(['4', 'Math', null]);
  expect(
    classOf(await stage.admin.call(createVacancy, { body: { ...absence, teacherId: stage.ids.teacher } })),
  ).toEqual(['4', 'Math', null]);
  const own = await post({ date: '2026-11-25', grade: 'K', subject: ' Music ', room: '12' });
  expect(classOf(own)).toEqual(['K', 'Music', '12']);
  expect(own.classInWords).toBe('Kindergarten · Music · Room 12');
  expect(classOf(await stage.teacher.call(proposeAbsence))).toEqual(['K', 'Music', '12']);
  expect(classOf(await post({ date: '2026-11-26' }))).toEqual(['K', 'Music', '12']);
  expect(classOf(await post({ grade: null, subject: null, room: '' }))).toEqual([null, null, null]);
  const refused = await stage.teacher.try(createVacancy, {
    body: { ...absence, grade: '13' as '12', subject: 'x'.repeat(61), room: 'x'.repeat(41) },
  });
  expect(refused.body.fields).toEqual({
    grade: 'This must be one of: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, PK, K.',
    subject: 'This can have at most 60 characters.',
    room: 'This can have at most 40 characters.',
  });
});

it('an edit says what changed, keeps what others changed, and a split keeps the class', async () => {
  const { teacher, admin } = stage;
  const { id, version } = await post({ room: '12', needsGrade: true });
  const params = { id: String(id) };
  await admin.call(updateVacancy, { params, body: { room: 'Gym', version } });
  const conflict = await teacher.try(updateVacancy, { params, body: { room: '14', version } });
  expect([conflict.status, conflict.body.code]).toEqual([409, 'conflict']);
  await teacher.call(updateVacancy, { params, body: { grade: null, subject: 'Art', version } });
  const lines = (await teacher.call(listVacancyHistory, { params })).flatMap(({ changes }) => changes ?? []);
  expect(lines.toSorted()).toEqual(['Room: Gym', 'Subject: Art', 'The grade was removed']);
  const halves = await teacher.call(splitVacancy, { params, body: { at: '12:00', keeps: 'first' } });
  expect(halves.map(classOf)).toEqual([
    [null, 'Art', 'Gym'],
    [null, 'Art', 'Gym'],
  ]);
  expect(halves.map(({ needsGrade }) => needsGrade)).toEqual([true, true]);
});

it('a class’s facts are on the card, in the offer, behind its link and on the board', async () => {
  const { ann, admin, teacher, world, ids } = stage;
  const { id } = await post({ room: 'b2', sendNotifications: true });
  const params = { id: String(id) };
  expect((await ann.call(listVacancies)).map(({ classInWords }) => classInWords)).toEqual(['Grade 4 · Math · Room B2']);
  expect((await ann.call(getVacancy, { params })).room).toBe('b2');
  await teacher.call(notifySubstitutes, { params, body: {} });
  const [notice] = await world.db.query<{ id: number; words: string }>(
    sql`select id, facts #>> '{vacancy,classInWords}' as words from notices
        where vacancy_id = ${id} and recipient_id = ${ids.ann} limit 1`,
  );
  expect(notice?.words).toBe('Grade 4 · Math · Room B2');
  const token = tokenFor(await linkKey(world.db), 'open', notice?.id ?? 0);
  const link = await (await world.as(null)).call(getLink, { params: { token } });
  expect(link.vacancy?.classInWords).toBe('Grade 4 · Math · Room B2');
  const board = await admin.call(getBoard, { query: { date: absence.date } });
  expect(board.lines.map(({ room }) => room)).toEqual(['Room B2']);
});

it('a class’s subject, before its title and teacher, decides whether a substitute knows the subject', async () => {
  const { admin, teacher, ids, world } = stage;
  await world.db.execute(sql`update users set preferred_subjects = 'Music' where id = ${ids.bob}`);
  const { id } = await post({ subject: 'Music' });
  const candidates = await admin.call(listCandidates, { params: { id: String(id) } });
  expect(candidates.map((one) => [one.id, one.subjects])).toEqual([
    [ids.bob, ['Music']],
    [ids.ann, []],
  ]);
  const { date, startTime, endTime, description } = absence;
  const day = { date, startTime, endTime, description };
  const [first] = await teacher.call(previewFirst, { body: { ...day, subject: 'Music' } });
  expect(first).toMatchObject({ id: ids.bob, why: 'Knows the subject' });
  const unsaid = await teacher.call(previewFirst, { body: day });
  expect(unsaid.map(({ why }) => why)).toEqual(['', '']);
});
