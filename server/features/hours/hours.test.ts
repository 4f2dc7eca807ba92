import { describe, expect, it } from 'vitest';
import { approveAllHours, approveHours, correctHours, editHours, getHours, putEmployeeId } from '#contract/hours.ts';
import { correctVacancy, deleteVacancy } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeVacancy } from '#test/make.ts';
import { type Caller } from '#test/world.ts';
import {
  world,
  school,
  teacherId,
  annId,
  adminId,
  admin,
  colleague,
  worked,
  hours,
  seen,
  first,
  pay,
  statuses,
  lock,
  recordNoShow,
  moveTo,
  december,
  setUpHourStage,
} from '#test/hour-stage.ts';

setUpHourStage();

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
      sql`update schools set closures = '[{"from":"2026-11-03","to":"2026-11-03","name":"Election Day"}]'
          where id = ${school.id}`,
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
    await moveTo('2026-12-01T15:00:00Z');
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
      world.db.execute(sql`insert into attendance
            (vacancy_id, substitute_id, school_id, state, arrived_at, left_at, minutes_late, recorded_how,
            recorded_by_id, recorded_at)
        values (${id}, ${annId}, ${school.id}, ${state}, ${more.arrived ?? null}, ${more.left ?? null},
          ${more.late ?? null}, 'office', ${adminId}, now())`);
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

  it('follows the school’s time zone, even on the day its clock changes', async () => {
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

  it('succeeds for one of two administrators at once', async () => {
    await worked();
    const line = seen(first(await hours()));
    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((caller) => caller.try(approveHours, { body: { lines: [line] } })),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    expect(first(await hours())).toMatchObject({ state: 'approved', version: 1 });
  });

  it('refuses a line that was edited in between, another school’s, and one that now pays a different amount', async () => {
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

it('names a substitute’s number only at schools that know them', async () => {
  const stranger = await makeSubstitute(world.db, [(await makeSchool(world.db)).id]);
  const set = (id: number, employeeId: string | null) =>
    admin.try(putEmployeeId, { params: { id: String(id) }, body: { employeeId } });
  expect((await set(stranger, 'E-1')).status).toBe(404);
  expect((await set(annId, 'E-1')).status).toBe(200);
  expect((await set(annId, '')).status).toBe(200);
  expect(await world.db.query(sql`select from employee_ids where school_id = ${school.id}`)).toEqual([]);
});
