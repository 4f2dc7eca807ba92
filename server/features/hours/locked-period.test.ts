import { describe, expect, it } from 'vitest';
import {
  answerOwnHours,
  approveAllHours,
  approveHours,
  correctHours,
  editHours,
  getDueCorrections,
  listOwnHours,
  removeCorrection,
} from '#contract/hours.ts';
import { correctVacancy } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeSubstitute } from '#test/make.ts';
import {
  world,
  school,
  annId,
  admin,
  colleague,
  ann,
  worked,
  hours,
  seen,
  first,
  pay,
  statuses,
  lock,
  december,
  setUpHourStage,
} from '#test/hour-stage.ts';

setUpHourStage();

describe('a locked period', () => {
  async function lockedNovember() {
    await pay({});
    await worked();
    await december();
    await admin.call(approveAllHours, { body: { date: '2026-11-18' } });
    expect((await lock(admin, await hours({ date: '2026-11-18' }))).status).toBe(200);
    return first(await hours({ date: '2026-11-18' }));
  }

  it('must be over, approved, and as it was shown', async () => {
    await worked();
    expect((await lock(admin, await hours())).body.error).toBe("This pay period isn't over yet.");
    await december();
    const november = () => hours({ date: '2026-11-18' });
    expect((await lock(admin, await november())).body.error).toBe('1 line is not approved yet.');
    await admin.call(approveAllHours, { body: { date: '2026-11-18' } });
    const shown = await november();
    expect((await lock(admin, { ...shown, totals: { ...shown.totals, minutes: 1 } })).body.code).toBe('conflict');
    expect((await lock(admin, { ...shown, period: { from: '2026-11-02', to: '2026-11-30' } })).body.code).toBe(
      'conflict',
    );
    const answers = await Promise.all([lock(admin, shown), lock(colleague, shown)]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(await november()).toMatchObject({
      locked: { by: expect.stringContaining('Office') as string },
      approved: { lines: 1 },
    });
  });

  it('refuses every change by anyone', async () => {
    const line = await lockedNovember();
    expect(line.state).toBe('locked');
    const { vacancyId } = line;
    const key = `v${vacancyId}`;
    expect(
      (await admin.try(editHours, { params: { key }, body: { version: 1, times: null, accountCode: null } })).body.code,
    ).toBe('period_locked');
    expect((await admin.try(approveHours, { body: { lines: [seen(line)] } })).body.code).toBe('period_locked');
    expect((await admin.try(approveAllHours, { body: { date: '2026-11-18' } })).body.code).toBe('period_locked');
    expect(
      (await ann.try(answerOwnHours, { params: { id: String(vacancyId) }, body: { answer: 'confirmed' } })).body.code,
    ).toBe('period_locked');
    for (const statement of [
      sql`update worked_days set cents = 1 where vacancy_id = ${vacancyId}`,
      sql`delete from worked_days where vacancy_id = ${vacancyId}`,
      sql`update pay_periods set last_day = last_day - 1 where school_id = ${school.id}`,
      sql`delete from pay_periods where school_id = ${school.id}`,
    ])
      await expect(world.db.execute(statement)).rejects.toThrow('locked');
    await pay({ period: 'weekly', regularCents: 1 });
    expect(first(await hours({ date: '2026-11-18' }))).toMatchObject({ cents: 16_000, state: 'locked' });
    expect((await hours({ date: '2026-12-01' })).period).toEqual({ from: '2026-12-01', to: '2026-12-06' });
  });

  it('outlives its vacancy, its person and its school', async () => {
    const line = await lockedNovember();
    await world.db.execute(sql`delete from vacancies where id = ${line.vacancyId}`);
    await world.db.query(sql`select forget_people(${[annId]}::bigint[], ${world.time.now})`);
    expect(first(await hours({ date: '2026-11-18' }))).toMatchObject({
      substituteName: 'Ann Cole',
      cents: 16_000,
      difference: null,
    });
    await world.db.execute(sql`update schools set deletion_began_at = now() where id = ${school.id}`);
    for (;;) {
      const [row] = await world.db.query<{ gone: number | null }>(
        sql`select delete_school_slice(${school.id}, 1000) as gone`,
      );
      if (row?.gone === null) break;
    }
    expect(
      await world.db.query(
        sql`select w.substitute_name as name, w.cents, p.school_name as school from worked_days w
            join pay_periods p on p.id = w.pay_period_id where w.id = ${Number(line.key.slice(1))}`,
      ),
    ).toEqual([{ name: 'Ann Cole', cents: 16_000, school: school.name }]);
  });

  it('is corrected by an entry of the first open period', async () => {
    const line = await lockedNovember();
    const bob = await makeSubstitute(world.db, [school.id], { fullName: 'Bob Diaz' });
    await admin.call(correctVacancy, {
      params: { id: String(line.vacancyId) },
      body: { substituteId: bob, reason: 'Bob was there' },
    });
    const changed = first(await hours({ date: '2026-11-18' }));
    expect(changed).toMatchObject({
      problems: ['changed'],
      difference: { minutes: -420, units: -2, cents: -16_000 },
      substituteName: 'Ann Cole',
    });
    expect(await admin.call(getDueCorrections)).toEqual([
      { period: { from: '2026-11-01', to: '2026-11-30' }, lines: 1 },
    ]);
    const correction = { key: changed.key, ...changed.difference, note: 'Bob taught this class.' };
    const made = await admin.call(correctHours, { body: correction as never });
    expect(made.date).toBe('2026-12-02');
    expect(first(await hours())).toMatchObject({
      kind: 'correction',
      cents: -16_000,
      state: 'approved',
      note: 'Bob taught this class.',
    });
    expect(first(await hours({ date: '2026-11-18' }))).toMatchObject({ difference: null, problems: [] });
    expect(await admin.call(getDueCorrections)).toEqual([]);
    await admin.call(removeCorrection, { params: { key: made.key } });
    expect(first(await hours({ date: '2026-11-18' })).difference).toEqual({ minutes: -420, units: -2, cents: -16_000 });
    expect((await admin.try(removeCorrection, { params: { key: changed.key } })).status).toBe(404);
    await worked('2026-12-01');
    const open = first(await hours());
    expect((await admin.try(correctHours, { body: { ...correction, key: open.key } as never })).status).toBe(404);
  });
});

describe('a substitute', () => {
  it('sees their own days, confirms one and disputes another', async () => {
    await pay({});
    const [one, two] = [await worked('2026-11-16'), await worked('2026-11-17')];
    const bob = await makeSubstitute(world.db, [school.id]);
    await worked('2026-11-16', { substituteId: bob });
    const own = await ann.call(listOwnHours);
    expect(own.schools).toHaveLength(1);
    expect(own.schools[0]).toMatchObject({ takesAnswers: true, totals: { lines: 2, cents: 32_000 }, isLocked: false });
    expect(own.schools[0]?.lines.map(({ vacancyId }) => vacancyId)).toEqual([two, one]);
    const answer = (id: number, body: object, caller = ann) =>
      caller.try(answerOwnHours, { params: { id: String(id) }, body: body as { answer: 'confirmed' } });
    expect((await answer(one, { answer: 'confirmed' })).status).toBe(200);
    expect((await answer(two, { answer: 'disputed' })).body.code).toBe('reason_required');
    expect((await answer(two, { answer: 'disputed', words: 'I stayed until 4.' })).status).toBe(200);
    expect((await answer(one, { answer: 'confirmed' }, await world.as(bob))).status).toBe(404);
    const line = first(await hours());
    expect(line).toMatchObject({ vacancyId: two, problems: ['disputed'], words: 'I stayed until 4.' });
    await admin.call(approveHours, { body: { lines: [seen(line)] } });
    expect((await hours({ show: 'approved' })).rows).toMatchObject([
      { vacancyId: two, problems: [], state: 'approved' },
    ]);
    // A dispute after the approval asks again.
    await answer(two, { answer: 'disputed', words: 'Still 4.' });
    expect(first(await hours())).toMatchObject({ vacancyId: two, state: 'open', problems: ['disputed'] });
  });

  it('who erases the account is still paid under their name', async () => {
    await pay({});
    await worked();
    await world.db.query(sql`select forget_people(${[annId]}::bigint[], ${world.time.now})`);
    expect(first(await hours())).toMatchObject({ substituteName: 'Ann Cole', cents: 16_000 });
  });
});
