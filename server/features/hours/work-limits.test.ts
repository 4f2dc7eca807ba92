import { describe, expect, it } from 'vitest';
import { listCandidates } from '#contract/candidates.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { getWorkLimits, putWorkLimits } from '#contract/work-limits.ts';
import { sql } from '#server/db/database.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import {
  world,
  school,
  teacherId,
  annId,
  admin,
  colleague,
  ann,
  worked,
  statuses,
  recordNoShow,
  setUpHourStage,
} from '#test/hour-stage.ts';

setUpHourStage();

describe('limits of a substitute’s work', () => {
  const limits = { weekMinutes: null, monthMinutes: null, assignmentDays: null, yearDays: null };
  const limit = (version: number, parts: Partial<typeof limits> | object, caller = admin) =>
    caller.try(putWorkLimits, { params: { id: String(annId) }, body: { version, ...limits, ...parts } });
  const stored = () => admin.call(getWorkLimits, { params: { id: String(annId) } });
  const openClass = (date = '2026-11-25') => makeVacancy(world.db, { schoolId: school.id, teacherId, date });
  const candidate = async (id: number) =>
    (await admin.call(listCandidates, { params: { id: String(id) } })).find((each) => each.id === annId);

  it('warn at 80 %, and beyond them only an administrator books, with a reason', async () => {
    expect((await limit(0, { weekMinutes: 1000 })).status).toBe(200);
    await worked('2026-11-23');
    const near = await openClass('2026-11-24');
    expect(await candidate(near)).toMatchObject({ limits: ['14:00 of 16:40 hours that week'], isOverLimit: false });
    await ann.call(updateVacancy, { params: { id: String(near) }, body: { status: 'pending_approval' } });
    await admin.call(updateVacancy, { params: { id: String(near) }, body: { status: 'filled', substituteId: annId } });
    const over = await openClass();
    expect(await candidate(over)).toMatchObject({ limits: ['21:00 of 16:40 hours that week'], isOverLimit: true });
    expect(
      (await ann.try(updateVacancy, { params: { id: String(over) }, body: { status: 'pending_approval' } })).body,
    ).toMatchObject({
      code: 'over_limit',
      error: expect.stringContaining('21:00 of 16:40 hours') as string,
    });
    const assign = (body: object) =>
      admin.try(assignSubstitute, { params: { id: String(over) }, body: { substituteId: annId, ...body } });
    expect((await assign({})).body.code).toBe('over_limit');
    const [row] = await vacanciesOf(world.db, [over], null, world.time.now);
    if (row === undefined) throw new Error('There is no such vacancy.');
    expect(await eligibleSubstitutes(world.db, row, null, world.time.now)).toEqual([]);
    expect((await assign({ overLimitReason: 'The principal agreed.' })).status).toBe(200);
    expect(
      await world.db.query(sql`select reason from vacancy_history where vacancy_id = ${over} and kind = 'assigned'`),
    ).toEqual([{ reason: 'The principal agreed.' }]);
    expect(
      await world.db.query(
        sql`select detail from audit_log where act = 'hours.over_limit' and school_id = ${school.id}`,
      ),
    ).toEqual([{ detail: { vacancy: over } }]);
  });

  it('leave out a day of a no-show', async () => {
    await limit(0, { weekMinutes: 1000 });
    const missed = await worked('2026-11-23');
    const next = await openClass();
    expect(await candidate(next)).toMatchObject({ limits: ['14:00 of 16:40 hours that week'] });
    await recordNoShow(missed);
    expect((await candidate(next))?.limits).toEqual([]);
  });

  it('count days at other schools of the district, and lose no edit', async () => {
    const sister = await makeSchool(world.db);
    const elsewhere = await makeTeacher(world.db, sister.id);
    await makeVacancy(world.db, {
      schoolId: sister.id,
      teacherId: elsewhere,
      date: '2026-09-14',
      status: 'filled',
      substituteId: annId,
    });
    await limit(0, { yearDays: 1 });
    const id = await openClass();
    expect((await candidate(id))?.isOverLimit).toBe(false);
    await world.db
      .execute(sql`with made as (insert into districts (name, created_at) values (${`District ${school.id}`}, now())
          returning id, name)
      update schools s set district_id = made.id, district = made.name from made
        where s.id in (${school.id}, ${sister.id})`);
    expect((await candidate(id))?.limits).toEqual(['2 of 1 days this school year']);
    const { version } = await stored();
    const both = [limit(version, { yearDays: 5 }), limit(version, { yearDays: 9 }, colleague)];
    expect(statuses(await Promise.all(both))).toEqual([200, 409]);
    expect((await limit(version + 1, {})).status).toBe(200);
    expect(await stored()).toEqual({ ...limits, version: 0 });
    const stranger = await makeSubstitute(world.db, [sister.id]);
    expect((await admin.try(getWorkLimits, { params: { id: String(stranger) } })).status).toBe(404);
  });

  it('that were set again aren’t overwritten by a form that was filled from removed ones', async () => {
    await limit(0, { yearDays: 1 });
    const { version } = await stored();
    await limit(version, {});
    await limit(0, { yearDays: 20 }, colleague);
    const late = await limit(version, { yearDays: 2 });
    expect([late.status, late.body.current]).toEqual([409, await stored()]);
    expect(await stored()).toMatchObject({ yearDays: 20 });
  });
});
