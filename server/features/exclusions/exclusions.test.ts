import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getReach } from '#contract/absences.ts';
import { listCandidates } from '#contract/candidates.ts';
import { approveExclusion, endExclusion, listExclusions, putExclusion } from '#contract/exclusions.ts';
import { getOwnFit } from '#contract/own-fit.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { rankedCandidates } from '#server/features/vacancies/candidates/ranked.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { until } from '#test/until.ts';
import type { Caller } from '#test/world.ts';

let stage: Stage;
/** A substitute of the stage's school and of another one. */
let cy: number;
let sub: Caller;
let elsewhere: { id: number; teacherId: number };
/** Another teacher of the stage's school. */
let colleagueId: number;
beforeAll(async () => {
  stage = await openStage();
  const { db } = stage.world;
  const other = await makeSchool(db);
  elsewhere = { id: other.id, teacherId: await makeTeacher(db, other.id) };
  colleagueId = await makeTeacher(db, stage.school.id, { fullName: 'Cole League' });
  cy = await makeSubstitute(db, [stage.school.id, other.id], { fullName: 'Cy Park' });
  sub = await stage.world.as(cy);
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from exclusions`);
});

const about = (id = cy) => ({ params: { id: String(id) } });
const body = (parts: { reason?: string; endsOn?: string | null } = {}) => ({
  reason: 'Left the class alone.',
  endsOn: null,
  ...parts,
});
const exclude = (caller: Caller, parts = {}) => caller.call(putExclusion, { ...about(), body: body(parts) });
const idOf = async (caller: Caller = stage.admin) => (await caller.call(listExclusions, about()))[0]?.id ?? 0;
const answer = async (call: typeof approveExclusion | typeof endExclusion, caller: Caller = stage.admin) =>
  caller.call(call, { ...about(), body: { exclusionId: await idOf(caller) } });
const request = (id: number, caller = sub) =>
  caller.try(updateVacancy, { params: { id: String(id) }, body: { status: 'pending_approval' } });
const outcome = async (id: number) => {
  const { status, body: reply } = await request(id);
  return [status, reply.code, reply.error];
};
const refusal = (sentence: string) => [409, 'not_offered', `${sentence} Ask its front office.`];
const ofSchool = refusal('This school is not offering you jobs.');
const ofTeacher = refusal('This school is not offering you this job.');
const fitting = async () =>
  (await sub.call(listVacancies, { query: { status: 'open', fits: 'true' } })).map(({ id }) => id);

const isBlocked = async () =>
  (
    await stage.world.db.query(
      sql`select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
  ).length > 0;

describe('a substitute whom an administrator excludes', () => {
  it('gets no offer of the school and can’t request, but sees the vacancy and why it doesn’t fit', async () => {
    const { admin, teacher, world } = stage;
    const { id, params } = await stage.vacancy();
    expect((await teacher.call(getReach, { params })).unavailable).toBe(0);
    await exclude(admin);
    await teacher.call(notifySubstitutes, { params, body: {} });
    const told = await stage.told(id);
    expect(told.map(([, who]) => who)).toContain(stage.ids.ann);
    expect(told.map(([, who]) => who)).not.toContain(cy);
    expect((await teacher.call(getReach, { params })).unavailable).toBe(1);
    const [row] = await vacanciesOf(world.db, [id], null, world.time.now);
    if (row === undefined) throw new Error('The vacancy is missing.');
    expect((await rankedCandidates(world.db, row, world.time.now)).map((one) => one.id)).not.toContain(cy);
    const candidates = await admin.call(listCandidates, { params });
    expect(candidates.find((one) => one.id === cy)?.why).toContain('excluded');
    const seen = await sub.call(getVacancy, { params });
    expect(seen.clash).toEqual({ kind: 'excluded', sentence: 'This school is not offering you jobs.' });
    expect(seen.can).not.toContain('request');
    expect(await fitting()).toEqual([]);
    expect(await outcome(id)).toEqual(ofSchool);
    const fit = await sub.call(getOwnFit);
    expect(fit).toMatchObject({
      open: 1,
      fit: 0,
      rules: [{ rule: 'excluded', count: 1 }],
      excludedBy: [{ isWhole: true }],
    });
    expect(JSON.stringify([seen, fit])).not.toContain('alone');
  });

  it('keeps bookings, and works at other schools as before', async () => {
    const booked = await stage.vacancy({ date: '2026-11-25', status: 'filled', substituteId: cy });
    await exclude(stage.admin);
    expect((await sub.call(getVacancy, { params: booked.params })).substituteId).toBe(cy);
    const id = await makeVacancy(stage.world.db, {
      schoolId: elsewhere.id,
      teacherId: elsewhere.teacherId,
      date: '2026-11-26',
    });
    expect(await fitting()).toEqual([id]);
    expect((await request(id)).status).toBe(200);
  });

  it('is offered jobs again after the last day, by the school’s clock', async () => {
    const { world, ids } = stage;
    const { id } = await stage.vacancy({ date: '2026-12-02' });
    const past = await stage.admin.try(putExclusion, { ...about(), body: body({ endsOn: '2026-11-22' }) });
    expect([past.status, Object.keys(past.body.fields ?? {})]).toEqual([400, ['endsOn']]);
    await exclude(stage.admin, { endsOn: '2026-11-24' });
    // In New York, November 24 isn't over yet.
    world.time.now = new Date('2026-11-25T04:59:00Z');
    expect(await outcome(id)).toEqual(ofSchool);
    world.time.now = new Date('2026-11-25T05:00:00Z');
    // The earlier session has expired.
    const admin = await world.as(ids.admin);
    expect(await admin.call(listExclusions, about())).toEqual([]);
    // The same people can be excluded again.
    await exclude(admin, { endsOn: '2026-11-25', reason: 'Again.' });
    expect(await outcome(id)).toEqual(ofSchool);
    world.time.now = new Date('2026-11-26T05:00:00Z');
    expect((await request(id)).status).toBe(200);
  });

  it('is offered jobs again once an administrator ends it, and the log doesn’t give the reason', async () => {
    const { admin, world } = stage;
    const { id } = await stage.vacancy();
    await exclude(admin);
    await exclude(admin);
    const twice = await admin.try(putExclusion, { ...about(), body: body({ reason: 'Another one.' }) });
    expect([twice.status, twice.body.code]).toEqual([409, 'already_excluded']);
    const exclusionId = await idOf();
    await answer(endExclusion);
    const gone = await admin.try(endExclusion, { ...about(), body: { exclusionId } });
    expect([gone.status, gone.body.code]).toEqual([409, 'exclusion_gone']);
    expect((await request(id)).status).toBe(200);
    const log = await world.db.query<{ act: string; detail: object }>(
      sql`select act, detail from audit_log where subject_id = ${cy} order by id desc limit 2`,
    );
    expect(log).toEqual([
      { act: 'exclusion.end', detail: { of: 'school' } },
      { act: 'exclusion.begin', detail: { of: 'school' } },
    ]);
  });

  it('can’t request a class while being excluded', async () => {
    const { world, school } = stage;
    const { id } = await stage.vacancy();
    let requesting: ReturnType<typeof request> | undefined;
    await world.db.inTransaction(async (tx) => {
      await tx.query(sql`select from users where id = ${cy} for update`);
      requesting = request(id);
      await until(isBlocked);
      await tx.execute(sql`insert into exclusions (school_id, substitute_id, reason, asked_at, approved_at)
        values (${school.id}, ${cy}, 'Late', now(), now())`);
    });
    expect((await requesting)?.body.code).toBe('not_offered');
    expect(await stage.history(id)).toEqual([]);
  });

  it('is excluded only after a request in progress', async () => {
    let isDone = false;
    let excluding: Promise<unknown> | undefined;
    await stage.world.db.inTransaction(async (tx) => {
      // Locks the person, as a request does.
      await tx.query(sql`select from users where id = ${cy} for no key update`);
      excluding = exclude(stage.admin).then(() => (isDone = true));
      await until(async () => isDone || (await isBlocked()));
      expect(isDone).toBe(false);
    });
    await excluding;
    expect(await stage.admin.call(listExclusions, about())).toHaveLength(1);
  });

  it('is excluded once, even in parallel with a request', async () => {
    const { id } = await stage.vacancy();
    const [, asked, ...others] = await Promise.all([
      exclude(stage.admin),
      request(id),
      stage.admin.try(putExclusion, { ...about(), body: body() }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200]);
    expect([200, 409]).toContain(asked.status);
    expect(await stage.admin.call(listExclusions, about())).toHaveLength(1);
  });
});

describe('a teacher’s wish', () => {
  it('has no effect until an administrator agrees, and then only on the teacher’s own classes', async () => {
    const { admin, teacher, world, school, ids } = stage;
    const own = await stage.vacancy();
    const others = await makeVacancy(world.db, { schoolId: school.id, teacherId: colleagueId, date: '2026-11-25' });
    await exclude(teacher);
    expect(await fitting()).toEqual([own.id, others]);
    const notices = await world.db.query(
      sql`select kind, recipient_id as "to", facts from notices where kind = 'exclusion_asked'`,
    );
    expect(notices).toMatchObject([{ to: ids.admin, facts: { name: 'Cy Park', teacher: 'Tess Teacher' } }]);
    expect(JSON.stringify(notices)).not.toContain('alone');
    expect(await admin.call(listExclusions, about())).toMatchObject([
      { teacherName: 'Tess Teacher', reason: 'Left the class alone.', isPending: true },
    ]);
    expect((await teacher.try(approveExclusion, { ...about(), body: { exclusionId: await idOf() } })).status).toBe(403);
    await answer(approveExclusion);
    expect(await fitting()).toEqual([others]);
    expect(await outcome(own.id)).toEqual(ofTeacher);
    expect(await sub.call(getOwnFit)).toMatchObject({ excludedBy: [{ isWhole: false }] });
    expect((await request(others)).status).toBe(200);
  });

  it('is answered to its teacher alone, whether an administrator agrees or declines', async () => {
    const { admin, teacher, world, ids } = stage;
    await world.db.execute(sql`delete from notices where kind = 'exclusion_answered'`);
    const answers = () =>
      world.db.query(
        sql`select recipient_id as "to", facts from notices where kind = 'exclusion_answered' order by id`,
      );
    const facts = (isAgreed: boolean) => ({ to: 'teacher', name: 'Cy Park', by: 'Adam Admin', isAgreed });
    await exclude(teacher);
    await answer(endExclusion);
    expect(await answers()).toEqual([{ to: ids.teacher, facts: facts(false) }]);
    await exclude(teacher);
    await answer(approveExclusion);
    const both = [
      { to: ids.teacher, facts: facts(false) },
      { to: ids.teacher, facts: facts(true) },
    ];
    expect(await answers()).toEqual(both);
    // A teacher's own withdrawal and a school's own exclusion answer nobody.
    await answer(endExclusion, teacher);
    await exclude(teacher);
    await answer(endExclusion, teacher);
    await exclude(admin);
    await answer(endExclusion);
    expect(await answers()).toEqual(both);
  });

  it('tells its teacher when an administrator ends it, but not when its last day is over', async () => {
    const { admin, teacher, world, ids } = stage;
    await world.db.execute(sql`delete from notices where kind = 'exclusion_ended'`);
    const ended = () =>
      world.db.query(
        sql`select recipient_id as "to", facts, school_id as "schoolId" from notices where kind = 'exclusion_ended'`,
      );
    await exclude(teacher);
    await answer(approveExclusion);
    await answer(endExclusion);
    const facts = { to: 'teacher', name: 'Cy Park', by: 'Adam Admin' };
    const once = [{ to: ids.teacher, facts, schoolId: stage.school.id }];
    expect(await ended()).toEqual(once);
    // A teacher knows that they ended it, and a school's own exclusion has no teacher.
    await exclude(teacher);
    await answer(approveExclusion);
    await answer(endExclusion, teacher);
    await exclude(admin);
    await answer(endExclusion);
    expect(await ended()).toEqual(once);
    await exclude(teacher);
    await answer(approveExclusion);
    const exclusionId = await idOf();
    await world.db.execute(sql`update exclusions set ends_on = '2026-11-01' where id = ${exclusionId}`);
    expect((await admin.try(endExclusion, { ...about(), body: { exclusionId } })).status).toBe(200);
    expect(await ended()).toEqual(once);
  });

  it('is seen and ended by its teacher, not by a colleague', async () => {
    const { teacher, admin, world } = stage;
    const colleague = await world.as(colleagueId);
    await exclude(admin, { reason: 'From the office.' });
    await exclude(teacher);
    expect(await teacher.call(listExclusions, about())).toMatchObject([{ reason: 'Left the class alone.' }]);
    expect(await colleague.call(listExclusions, about())).toEqual([]);
    const exclusionId = await idOf(teacher);
    expect((await colleague.try(endExclusion, { ...about(), body: { exclusionId } })).status).toBe(409);
    await answer(endExclusion, teacher);
    expect(await teacher.call(listExclusions, about())).toEqual([]);
    expect(await admin.call(listExclusions, about())).toMatchObject([{ teacherName: null, isPending: false }]);
  });
});
