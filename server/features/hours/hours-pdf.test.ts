import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  approveAllHours,
  getHours,
  getPaySettings,
  lockHours,
  putEmployeeId,
  putPaySettings,
} from '#contract/hours.ts';
import { defaultPaySettings, formatCents, formatMinutes, type PaySettings } from '#domain/pay.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { pdfTexts } from '#test/pdf.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let school: { id: number; name: string };
let teacherId: number;
let annId: number;
let bobId: number;
let adminId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  school = await makeSchool(world.db, { timeZone: 'America/New_York' });
  teacherId = await makeTeacher(world.db, school.id, { fullName: 'Mia Berg' });
  annId = await makeSubstitute(world.db, [school.id], { fullName: 'Ann Żak' });
  bobId = await makeSubstitute(world.db, [school.id], { fullName: 'Bob Diaz' });
  adminId = await makeAdmin(world.db, school.id, { fullName: 'Sam Office' });
  admin = await world.as(adminId);
});

const worked = (date: string, substituteId: number, parts: Partial<Parameters<typeof makeVacancy>[1]> = {}) =>
  makeVacancy(world.db, { schoolId: school.id, teacherId, date, status: 'filled', substituteId, ...parts });
async function pay(parts: Partial<PaySettings>) {
  const { version } = await admin.call(getPaySettings);
  await admin.call(putPaySettings, {
    body: { version, settings: { ...defaultPaySettings, regularCents: 16_000, regularCode: 'SUB', ...parts } },
  });
}
async function summary(caller = admin, date = '2026-11-20') {
  const response = await fetch(`${world.url}/api/hours.pdf?date=${date}`, { headers: { cookie: caller.cookie ?? '' } });
  const file = Buffer.from(await response.arrayBuffer());
  return { response, pages: response.ok ? await pdfTexts(file) : [] };
}
/** Returns the texts that follow this one on its row. */
function rowOf(texts: readonly string[], name: string, cells: number): string[] {
  const at = texts.indexOf(name);
  return at < 0 ? [] : texts.slice(at, at + cells);
}

describe('the summary of a pay period as a PDF', () => {
  it('adds up to the screen to the cent and the minute, one row per person', async () => {
    await pay({ regularCents: 16_333, longTermDays: null });
    await admin.call(putEmployeeId, { params: { id: String(bobId) }, body: { employeeId: 'E-7' } });
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await worked(date, annId);
    await worked('2026-11-16', bobId, { start: '08:10', end: '11:25' });
    await worked('2026-11-17', bobId, { start: '12:05', end: '15:02' });
    await admin.call(approveAllHours, { body: { date: '2026-11-20' } });
    // The line isn't approved, so it is listed but not in the totals.
    await worked('2026-11-19', bobId);
    const { response, pages } = await summary();
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=hours-2026-11-01-to-2026-11-30.pdf');
    const texts = pages.flat();
    const { approved } = await admin.call(getHours, { query: { date: '2026-11-20' } });
    const totals = [formatMinutes(approved.minutes), String(approved.units / 2), formatCents(approved.cents)];
    expect(rowOf(texts, 'Ann Żak', 5)).toEqual(['Ann Żak', '3', '21:00', '3', '$489.99']);
    expect(rowOf(texts, 'Bob Diaz', 5)).toEqual(['Bob Diaz', 'E-7', '2', '6:12', '1']);
    expect(rowOf(texts, '2 substitutes', 5)).toEqual(['2 substitutes', '5', ...totals]);
    expect(rowOf(texts, 'SUB (regular)', 5)).toEqual(['SUB (regular)', '5', ...totals]);
    expect(texts).toContain(school.name);
    expect(texts).toContain('As of November 23, 2026. This pay period isn’t locked yet.');
    expect(texts).toContain('1 line is not approved and not in this summary.');
    expect(texts.join(' ')).not.toContain('letters that this file can’t show');
    const [entry] = await world.db.query<{ act: string }>(
      sql`select act from audit_log where school_id = ${school.id} order by id desc limit 1`,
    );
    expect(entry?.act).toBe('hours.export');
  });

  it('says who locked the period, and leaves out columns that the school’s pay doesn’t need', async () => {
    await pay({ unit: 'hour', regularCents: null });
    await worked('2026-10-12', bobId);
    await admin.call(approveAllHours, { body: { date: '2026-10-12' } });
    const { period, totals } = await admin.call(getHours, { query: { date: '2026-10-12' } });
    const { lines, minutes, cents } = totals;
    await admin.call(lockHours, { body: { ...period, lines, minutes, cents } });
    const texts = (await summary(admin, '2026-10-12')).pages.flat();
    expect(texts).toContain('Locked by Sam Office on November 23, 2026.');
    expect(rowOf(texts, 'Bob Diaz', 3)).toEqual(['Bob Diaz', '1', '7:00']);
    for (const missing of ['Amount', 'Paid days', 'Periods', 'Notes']) expect(texts).not.toContain(missing);
  });

  it('has the periods that colleagues covered apart from the sums', async () => {
    await pay({ unit: 'period' });
    const vacancyId = await makeVacancy(world.db, { schoolId: school.id, teacherId, date: '2026-11-18' });
    const colleague = await makeTeacher(world.db, school.id, { fullName: 'Ada Free' });
    await world.db.execute(sql`insert into cover_periods
          (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title, room, parts)
      values (${vacancyId}, '1', ${school.id}, '2026-11-18', '08:00', '08:45', '2026-11-18 13:00Z', '2026-11-18 13:45Z',
        'Algebra', '', 1)`);
    await world.db
      .execute(sql`insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time,
          starts_at, ends_at, kind, place, state, asked_at, asked_by_id, answered_at, cents, pay_code)
      values (${vacancyId}, '1', ${school.id}, ${colleague}, '2026-11-18', '08:00', '08:45', '2026-11-18 13:00Z',
        '2026-11-18 13:45Z', 'period', 'r', 'accepted', now(), ${adminId}, now(), 2500, 'COV')`);
    const texts = (await summary()).pages.flat();
    expect(texts).toContain('Periods covered by colleagues, not included above');
    expect(rowOf(texts, 'Ada Free', 5)).toEqual(['Ada Free', '1', '0:45', '$25.00', 'Total']);
    expect(rowOf(texts, '0 substitutes', 5)).toEqual(['0 substitutes', '0', '0:00', '0', '$0.00']);
  });

  it('says so if a name has letters that it can’t show', async () => {
    await pay({});
    await makeVacancy(world.db, {
      schoolId: school.id,
      teacherId,
      date: '2026-11-16',
      status: 'filled',
      substituteId: await makeSubstitute(world.db, [school.id], { fullName: '王 Wang' }),
    });
    await admin.call(approveAllHours, { body: { date: '2026-11-20' } });
    expect((await summary()).pages.flat().join(' ')).toContain('Some names have letters that this file can’t show.');
  });

  it('is only for the school’s administrators', async () => {
    expect((await summary(await world.as(bobId))).response.status).toBe(403);
  });
});
