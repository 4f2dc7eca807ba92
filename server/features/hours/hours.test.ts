import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerOwnHours,
  approveAllHours,
  approveHours,
  correctHours,
  editHours,
  getDueCorrections,
  getHours,
  getPaySettings,
  listOwnHours,
  lockHours,
  importEmployeeIds,
  putEmployeeId,
  putPaySettings,
  removeCorrection,
} from '#contract/hours.ts';
import { listCandidates } from '#contract/candidates.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, correctVacancy, deleteVacancy } from '#contract/vacancy-staff.ts';
import { getWorkLimits, putWorkLimits } from '#contract/work-limits.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { exportPresets } from '#domain/hours-export.ts';
import { defaultPaySettings, type PaySettings } from '#domain/pay.ts';
import { sql } from '#server/db/database.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/eligible.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

type Hours = ReplyOf<typeof getHours>;
type Line = Hours['rows'][number];

let world: World;
let school: { id: number; name: string };
let teacherId: number;
let annId: number;
let adminId: number;
let colleagueId: number;
let admin: Caller;
let colleague: Caller;
let ann: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  school = await makeSchool(world.db, { timeZone: 'America/New_York' });
  teacherId = await makeTeacher(world.db, school.id, { fullName: 'Mia Berg' });
  annId = await makeSubstitute(world.db, [school.id], { fullName: 'Ann Cole' });
  adminId = await makeAdmin(world.db, school.id, { fullName: 'Sam Office' });
  colleagueId = await makeAdmin(world.db, school.id, { fullName: 'Pat Office' });
  admin = await world.as(adminId);
  colleague = await world.as(colleagueId);
  ann = await world.as(annId);
});

/** Returns a past assignment of Ann's, by default on November 18 and 19 and so on. */
const worked = (date = '2026-11-18', parts: Partial<Parameters<typeof makeVacancy>[1]> = {}) =>
  makeVacancy(world.db, { schoolId: school.id, teacherId, date, status: 'filled', substituteId: annId, ...parts });
const hours = (query: Record<string, string> = {}, caller = admin) => caller.call(getHours, { query });
const seen = ({ key, version, minutes, cents }: Line) => ({ key, version, minutes, cents });
const first = ({ rows }: Hours): Line => {
  if (rows[0] === undefined) throw new Error('There is no line.');
  return rows[0];
};
async function pay(parts: Partial<PaySettings>) {
  const { version } = await admin.call(getPaySettings);
  return admin.call(putPaySettings, {
    body: { version, settings: { ...defaultPaySettings, regularCents: 16_000, ...parts } },
  });
}
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const lock = (caller: Caller, { period, totals }: Hours) =>
  caller.try(lockHours, {
    body: { ...period, lines: totals.lines, minutes: totals.minutes, cents: totals.cents },
  });
/** Records that Ann didn't come. */
const recordNoShow = (id: number) =>
  world.db
    .execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
    values (${id}, ${annId}, ${school.id}, 'no_show', 'office', ${adminId}, now())`);
/** Sessions from November have ended by then. */
async function december() {
  world.time.now = new Date('2026-12-02T15:00:00Z');
  [admin, colleague, ann] = await Promise.all([world.as(adminId), world.as(colleagueId), world.as(annId)]);
}

describe('a pay period', () => {
  it('has every assignment that is over, and none that is not or was not covered', async () => {
    await pay({});
    await worked();
    await worked('2026-11-19', { end: '11:30' });
    await worked('2026-11-23');
    await worked('2026-10-30');
    await makeVacancy(world.db, { schoolId: school.id, teacherId, date: '2026-11-17' });
    const found = await hours();
    expect(found).toMatchObject({
      period: { from: '2026-11-01', to: '2026-11-30' },
      previous: { from: '2026-10-01', to: '2026-10-31' },
      next: { from: '2026-12-01', to: '2026-12-31' },
      locked: null,
      isOver: false,
      totals: { lines: 2, people: 1, minutes: 420 + 210, units: 3, cents: 24_000 },
      approved: { lines: 0 },
      ready: 2,
      exceptions: 0,
    });
    expect(found.rows.map(({ date, minutes, units, state }) => [date, minutes, units, state])).toEqual([
      ['2026-11-18', 420, 2, 'open'],
      ['2026-11-19', 210, 1, 'open'],
    ]);
    expect(found.previousWaits).toBe(true);
    expect(await hours({ date: '2026-10-30' })).toMatchObject({ totals: { lines: 1 }, previousWaits: false });
  });

  it('shows exceptions first, filters, searches and pages', async () => {
    await worked('2026-11-16');
    await worked('2026-11-17', { confirmed: false });
    const bob = await makeSubstitute(world.db, [school.id], { fullName: 'Bob Diaz' });
    await worked('2026-11-12', { substituteId: bob });
    const page = await admin.try(getHours, { query: { limit: '2' } });
    expect(page.body.rows.map(({ date, problems }) => [date, problems])).toEqual([
      ['2026-11-17', ['unconfirmed']],
      ['2026-11-12', []],
    ]);
    const rest = await hours({ limit: '2', cursor: page.headers.get('x-next-cursor') ?? '' });
    expect(rest.rows.map(({ date }) => date)).toEqual(['2026-11-16']);
    expect((await hours({ show: 'exceptions' })).rows).toHaveLength(1);
    expect((await hours({ search: 'diaz' })).rows.map(({ substituteName }) => substituteName)).toEqual(['Bob Diaz']);
    expect(await hours({ show: 'approved' })).toMatchObject({ rows: [], found: 0, totals: { lines: 3 } });
  });

  it('pays a class that the school canceled late, and none that it canceled in time', async () => {
    await pay({ lateMinutes: 120, latePays: 'half', unit: 'hour', regularCents: 2000 });
    const late = await worked('2026-11-20');
    const inTime = await worked('2026-11-19');
    await world.db.execute(sql`update vacancies set deleted_at = starts_at - interval '90 minutes' where id = ${late}`);
    await world.db.execute(sql`update vacancies set deleted_at = starts_at - interval '1 day' where id = ${inTime}`);
    expect((await hours()).rows.map(({ kind, minutes, cents }) => [kind, minutes, cents])).toEqual([
      ['late_cancellation', 210, 7000],
    ]);
  });

  it('pays long-term days after a streak that began before the period', async () => {
    await pay({ longTermDays: 2, longTermCents: 20_000 });
    for (const date of ['2026-10-29', '2026-10-30', '2026-11-02', '2026-11-04']) await worked(date);
    expect((await hours()).rows.map(({ date, kind }) => [date, kind])).toEqual([
      ['2026-11-02', 'long_term'],
      ['2026-11-04', 'regular'],
    ]);
    // The day in between was no school day.
    await world.db.execute(
      sql`update schools set closures = '[{"from":"2026-11-03","to":"2026-11-03","name":"Election Day"}]' where id = ${school.id}`,
    );
    expect((await hours()).rows.map(({ kind }) => kind)).toEqual(['long_term', 'long_term']);
  });

  it('pays the first days of a streak again once it is long enough, if the school’s rate goes back to them', async () => {
    const rule = { longTermDays: 3, longTermCents: 20_000 };
    await pay({ ...rule, longTermRetroactive: true });
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await worked(date);
    const cents = async () => (await hours()).rows.map((row) => row.cents).toSorted((a, b) => a - b);
    expect(await cents()).toEqual([16_000, 16_000, 16_000]);
    await admin.call(approveHours, { body: { lines: (await hours()).rows.map(seen) } });
    await worked('2026-11-19');
    expect(await cents()).toEqual([20_000, 20_000, 20_000, 20_000]);
    // The approved lines must be approved again.
    expect((await hours()).rows.map(({ state, problems }) => [state, problems])).toEqual([
      ...Array.from({ length: 3 }, () => ['open', ['changed']]),
      ['open', []],
    ]);
    await pay({ ...rule, longTermRetroactive: false });
    expect(await cents()).toEqual([16_000, 16_000, 16_000, 20_000]);
  });

  it('corrects the first days of a streak in the next period if theirs is locked', async () => {
    await pay({ longTermDays: 2, longTermCents: 20_000, longTermRetroactive: true });
    for (const date of ['2026-11-27', '2026-11-30']) await worked(date);
    await worked('2026-12-01');
    await worked('2026-12-02');
    const november = () => hours({ date: '2026-11-18' });
    // On December 1, the third day isn't over yet, so both days of November are regular.
    world.time.now = new Date('2026-12-01T15:00:00Z');
    admin = await world.as(adminId);
    await admin.call(approveAllHours, { body: { date: '2026-11-18' } });
    expect((await lock(admin, await november())).status).toBe(200);
    expect(await november()).toMatchObject({ totals: { cents: 32_000 }, exceptions: 0 });

    await december();
    const changed = (await november()).rows;
    expect(changed.map(({ problems, difference }) => [problems, difference])).toEqual(
      Array.from({ length: 2 }, () => [['changed'], { minutes: 0, units: 0, cents: 4000 }]),
    );
    for (const { key, difference } of changed)
      await admin.call(correctHours, { body: { key, ...difference, note: 'Long-term from the first day.' } as never });
    expect(await november()).toMatchObject({ totals: { cents: 32_000 }, exceptions: 0 });
    expect(await hours()).toMatchObject({ totals: { lines: 3, cents: 20_000 + 2 * 4000 } });
  });

  it('counts no day of a no-show in a streak', async () => {
    await pay({ longTermDays: 2, longTermCents: 20_000 });
    for (const date of ['2026-10-29', '2026-11-02']) await worked(date);
    const missed = await worked('2026-10-30');
    expect(first(await hours()).kind).toBe('long_term');
    await recordNoShow(missed);
    expect(first(await hours()).kind).toBe('regular');
  });

  it('counts the time that attendance recorded, and asks about a day on which only this substitute did not sign in', async () => {
    await pay({ unit: 'hour', regularCents: 6000, minimumMinutes: 0 });
    const [late, early, missing, noShow] = [
      await worked('2026-11-16', { start: '08:00', end: '12:00' }),
      await worked('2026-11-17', { start: '08:00', end: '12:00' }),
      await worked('2026-11-17', { start: '12:30', end: '14:30' }),
      await worked('2026-11-18'),
    ];
    await worked('2026-11-19');
    const record = (id: number, state: string, more: { arrived?: string; left?: string; late?: number } = {}) =>
      world.db
        .execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, arrived_at, left_at, minutes_late, recorded_how, recorded_by_id, recorded_at)
        values (${id}, ${annId}, ${school.id}, ${state}, ${more.arrived ?? null}, ${more.left ?? null}, ${more.late ?? null}, 'office', ${adminId}, now())`);
    await record(late, 'late', { arrived: '2026-11-16T13:40:00Z', late: 40 });
    // The substitute arrived early, for which the school doesn't pay.
    await record(early, 'left', { arrived: '2026-11-17T12:40:00Z', left: '2026-11-17T16:00:00Z' });
    await record(noShow, 'no_show');
    const found = (await hours()).rows.map(({ vacancyId, start, end, minutes, problems }) => [
      vacancyId,
      start,
      end,
      minutes,
      problems,
    ]);
    expect(found).toEqual([
      [late, '08:40', '12:00', 200, ['differs']],
      [early, '08:00', '11:00', 180, ['differs']],
      [missing, '12:30', '14:30', 120, ['not_signed_in']],
      [noShow, '08:00', '15:00', 0, ['not_signed_in']],
      [expect.any(Number), '08:00', '15:00', 420, []],
    ]);
  });

  it('follows the clock of the school on the day it changes, and its time zone', async () => {
    await pay({ unit: 'hour', regularCents: 6000, minimumMinutes: 0 });
    await worked('2026-11-01', { start: '00:30', end: '03:00' });
    expect(first(await hours())).toMatchObject({ minutes: 210, cents: 21_000 });
  });
});

describe('approving', () => {
  it('keeps what was approved when the rate changes, and asks again when the day does', async () => {
    await pay({});
    const id = await worked();
    const line = first(await hours());
    expect(await admin.call(approveHours, { body: { lines: [seen(line)] } })).toEqual({ approved: 1 });
    await pay({ regularCents: 99_900 });
    const approved = first(await hours());
    expect(approved).toMatchObject({ state: 'approved', cents: 16_000, approvedBy: 'Sam Office', problems: [] });
    const bob = await makeSubstitute(world.db, [school.id], { fullName: 'Bob Diaz' });
    await admin.call(correctVacancy, {
      params: { id: String(id) },
      body: { substituteId: bob, reason: 'Bob was there' },
    });
    expect(first(await hours())).toMatchObject({
      state: 'open',
      substituteName: 'Bob Diaz',
      cents: 99_900,
      problems: ['changed'],
      approvedBy: null,
    });
  });

  it('of two administrators at once, one approves', async () => {
    await worked();
    const line = seen(first(await hours()));
    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((caller) => caller.try(approveHours, { body: { lines: [line] } })),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    expect(first(await hours())).toMatchObject({ state: 'approved', version: 1 });
  });

  it('refuses a line that was edited in between, another school’s, and one that pays something else', async () => {
    await worked();
    const line = first(await hours());
    await colleague.call(editHours, {
      params: { key: line.key },
      body: {
        version: 0,
        times: { start: '08:00', end: '12:00', breakMinutes: 0 },
        accountCode: null,
        note: 'Left early',
      },
    });
    expect((await admin.try(approveHours, { body: { lines: [seen(line)] } })).body.code).toBe('conflict');
    const edited = first(await hours());
    expect(edited).toMatchObject({
      minutes: 240,
      isEntered: true,
      note: 'Left early',
      problems: ['differs'],
      version: 1,
    });
    expect((await admin.try(approveHours, { body: { lines: [{ ...seen(edited), minutes: 420 }] } })).body.code).toBe(
      'conflict',
    );
    const stranger = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    expect((await stranger.try(approveHours, { body: { lines: [seen(edited)] } })).status).toBe(404);
    expect(
      (
        await stranger.try(editHours, {
          params: { key: edited.key },
          body: { version: 1, times: null, accountCode: null },
        })
      ).status,
    ).toBe(404);
    expect((await admin.try(approveHours, { body: { lines: [seen(edited)] } })).status).toBe(200);
  });

  it('approves all but the exceptions', async () => {
    await worked('2026-11-16');
    await worked('2026-11-17');
    await worked('2026-11-18', { confirmed: false });
    expect(await admin.call(approveAllHours, { body: { date: '2026-11-20' } })).toEqual({ approved: 2, left: 1 });
    expect(await admin.call(approveAllHours, { body: { date: '2026-11-20' } })).toEqual({ approved: 0, left: 1 });
    expect(await hours()).toMatchObject({ approved: { lines: 2 }, ready: 0, exceptions: 1 });
  });

  it('settles an approved day whose class was deleted', async () => {
    const id = await worked();
    await admin.call(approveAllHours, { body: { date: '2026-11-20' } });
    await admin.call(deleteVacancy, { params: { id: String(id) } });
    const line = first(await hours());
    expect(line).toMatchObject({ state: 'open', problems: ['changed'], cents: 0, minutes: 0 });
    await admin.call(approveHours, { body: { lines: [seen(line)] } });
    expect((await hours()).rows).toEqual([]);
  });
});

describe('entering times', () => {
  it('loses no edit, and goes back to the plan', async () => {
    await worked();
    const { key } = first(await hours());
    const edit = (caller: Caller, version: number, end: string) =>
      caller.try(editHours, {
        params: { key },
        body: { version, times: { start: '08:00', end, breakMinutes: 30 }, accountCode: '100-20', note: null },
      });
    const answers = await Promise.all([edit(admin, 0, '14:00'), edit(colleague, 0, '13:00')]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.current).toMatchObject({
      version: 1,
      start: '08:00',
      breakMinutes: 30,
      accountCode: '100-20',
    });
    expect(first(await hours())).toMatchObject({ breakMinutes: 30, accountCode: '100-20', version: 1 });
    await admin.call(editHours, { params: { key }, body: { version: 1, times: null, accountCode: null } });
    expect(first(await hours())).toMatchObject({ start: '08:00', end: '15:00', isEntered: false, version: 2 });
    expect((await edit(admin, 2, '08:00')).body.fields).toEqual({ 'times.end': 'The end must be after the start.' });
  });
});

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

  it('refuses every change, whoever makes it', async () => {
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
        sql`select w.substitute_name as name, w.cents, p.school_name as school from worked_days w join pay_periods p on p.id = w.pay_period_id where w.id = ${Number(line.key.slice(1))}`,
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

describe('limits of a substitute’s work', () => {
  const limits = { weekMinutes: null, monthMinutes: null, assignmentDays: null, yearDays: null };
  const limit = (version: number, parts: Partial<typeof limits> | object, caller = admin) =>
    caller.try(putWorkLimits, { params: { id: String(annId) }, body: { version, ...limits, ...parts } });
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
      .execute(sql`with made as (insert into districts (name, created_at) values (${`District ${school.id}`}, now()) returning id, name)
      update schools s set district_id = made.id, district = made.name from made where s.id in (${school.id}, ${sister.id})`);
    expect((await candidate(id))?.limits).toEqual(['2 of 1 days this school year']);
    expect(statuses(await Promise.all([limit(1, { yearDays: 5 }), limit(1, { yearDays: 9 }, colleague)]))).toEqual([
      200, 409,
    ]);
    expect((await limit(2, {})).status).toBe(200);
    expect(await admin.call(getWorkLimits, { params: { id: String(annId) } })).toEqual({ ...limits, version: 0 });
    const stranger = await makeSubstitute(world.db, [sister.id]);
    expect((await admin.try(getWorkLimits, { params: { id: String(stranger) } })).status).toBe(404);
  });
});

describe('the payroll file', () => {
  const text = async (caller = admin, query = {}) => {
    const response = await fetch(`${world.url}/api/hours.csv?${new URLSearchParams(query)}`, {
      headers: { cookie: caller.cookie ?? '' },
    });
    return { status: response.status, lines: (await response.text()).split('\r\n') };
  };

  it('has one substitute after the other, with each one’s days in order', async () => {
    const aaron = await makeSubstitute(world.db, [school.id], { fullName: 'aaron Ames' });
    await pay({});
    await worked('2026-11-17');
    await worked('2026-11-16', { teacherId: await makeTeacher(world.db, school.id) });
    await worked('2026-11-18', { substituteId: aaron });
    await admin.call(approveAllHours, { body: { date: '2026-11-20' } });
    // The file omits lines that aren't approved.
    await worked('2026-11-19', { substituteId: aaron });
    const { lines } = await text();
    expect(lines.slice(1, -1).map((line) => line.split(',').slice(1, 3))).toEqual([
      ['aaron Ames', '2026-11-18'],
      ['Ann Cole', '2026-11-16'],
      ['Ann Cole', '2026-11-17'],
    ]);
  });

  it('has the approved lines in the saved columns, and adds up to the screen', async () => {
    await pay({ regularCode: 'SUB', accountCode: '=1+1' });
    await admin.call(putEmployeeId, { params: { id: String(annId) }, body: { employeeId: 'E-7' } });
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18'])
      await worked(date, date.endsWith('18') ? { end: '11:00' } : {});
    expect((await text()).lines.slice(1)).toEqual(['']);
    await admin.call(approveAllHours, { body: { date: '2026-11-20' } });
    const { lines } = await text();
    expect(lines[0]).toBe(
      'Employee ID,Substitute,Date,Start,End,Minutes,Units,Kind of day,Pay code,Account code,Amount',
    );
    expect(lines[1]).toBe("E-7,Ann Cole,2026-11-16,8:00 AM,3:00 PM,420,1,Regular,SUB,'=1+1,160");
    const { totals } = await hours();
    const sum = (column: number) => lines.slice(1, -1).reduce((all, row) => all + Number(row.split(',')[column]), 0);
    expect([sum(5), sum(10) * 100]).toEqual([totals.minutes, totals.cents]);
    const { version } = await admin.call(getPaySettings);
    await admin.call(putPaySettings, { body: { version, export: exportPresets.codes } });
    expect((await text()).lines).toEqual([
      'Employee ID,Substitute,Pay code,Account code,Days worked,Minutes,Units,Amount',
      "E-7,Ann Cole,SUB,'=1+1,3,1020,2.5,400",
      '',
    ]);
    expect((await text(ann)).status).toBe(403);
  });

  it('is not overwritten by a form that was opened before', async () => {
    const { version } = await pay({});
    const body = { version, export: exportPresets.codes };
    const answers = await Promise.all([admin, colleague].map((caller) => caller.try(putPaySettings, { body })));
    expect(statuses(answers)).toEqual([200, 409]);
  });
});

it('saves times and the employee ID in one call, or neither', async () => {
  const key = `v${await worked('2026-11-16')}`;
  const edit = (version: number, employeeId?: string | null) =>
    admin.try(editHours, {
      params: { key },
      body: {
        version,
        times: { start: '08:00', end: '14:00', breakMinutes: 0 },
        accountCode: null,
        ...(employeeId !== undefined && { employeeId }),
      },
    });
  const stored = () =>
    world.db.query<{ id: string }>(sql`select employee_id as id from employee_ids where school_id = ${school.id}`);
  expect((await edit(9, 'E-1')).status).toBe(409);
  expect(await stored()).toEqual([]);
  expect((await edit(0, 'E-1')).status).toBe(200);
  expect(await stored()).toEqual([{ id: 'E-1' }]);
  expect((await edit(1)).status).toBe(200);
  expect(await stored()).toEqual([{ id: 'E-1' }]);
  expect((await edit(2, null)).status).toBe(200);
  expect(await stored()).toEqual([]);
});

it('imports employee IDs of substitutes and teachers from a file, all or none', async () => {
  const teacher = await makeTeacher(world.db, school.id, { fullName: 'Tara Teach' });
  const elsewhere = (await makeSchool(world.db)).id;
  await makeTeacher(world.db, elsewhere, { fullName: 'Elsa Where' });
  const read = (rows: string, save: boolean) =>
    admin.call(importEmployeeIds, { body: { csv: `Employee ID,Name\n${rows}`, save } });
  const stored = async () =>
    (
      await world.db.query<{ id: number; number: string }>(
        sql`select substitute_id as id, employee_id as number from employee_ids where school_id = ${school.id} order by 2`,
      )
    ).map(({ id, number }) => [id, number]);
  const wrong = await read('E-1,Ann Cole\nE-2,Elsa Where', true);
  expect(wrong).toEqual({
    changed: 1,
    people: 1,
    problems: [{ row: 3, sentence: 'No one at your school is named “Elsa Where”.' }],
    isSaved: false,
  });
  const rows = '"E-1","Cole, Ann"\nT-9,Tara Teach\n,Nobody';
  expect(await read(rows, false)).toEqual({ changed: 2, people: 2, problems: [], isSaved: false });
  expect(await stored()).toEqual([]);
  expect((await read(rows, true)).isSaved).toBe(true);
  const both = [
    [annId, 'E-1'],
    [teacher, 'T-9'],
  ];
  expect(await stored()).toEqual(both);
  // A person who isn't in the next file keeps the ID.
  expect(await read('E-1,Ann Cole', true)).toMatchObject({ changed: 0, isSaved: true });
  expect(await stored()).toEqual(both);
  await world.db.execute(sql`delete from employee_ids where school_id = ${school.id}`);
});

it('names a substitute’s number only at schools that know them', async () => {
  const stranger = await makeSubstitute(world.db, [(await makeSchool(world.db)).id]);
  const set = (id: number, employeeId: string | null) =>
    admin.try(putEmployeeId, { params: { id: String(id) }, body: { employeeId } });
  expect((await set(stranger, 'E-1')).status).toBe(404);
  expect((await set(annId, 'E-1')).status).toBe(200);
  expect((await set(annId, '')).status).toBe(200);
  expect(await world.db.query(sql`select from employee_ids where school_id = ${school.id}`)).toEqual([]);
});
