import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTeacherReport, getTrends, getVacancyReport } from '#contract/reports.ts';
import { leadTimeOf, leadTimes, percentOf } from '#domain/report.ts';
import { shiftTypes } from '#domain/shift.ts';
import { addDays } from '#domain/time.ts';
import { absenceReasons, vacancyStatuses } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { teacherReport } from '#test/teacher-report.ts';
import { vacancyReport } from '#test/vacancy-report.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  schoolId = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, schoolId));
});

const names = ['Ann', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal', 'Ivy', 'Jo', 'Kim', 'Lou'];
const absence = fc.record({
  teacher: fc.nat({ max: names.length - 1 }),
  day: fc.integer({ min: -40, max: 40 }),
  start: fc.constantFrom('07:45', '08:00', '10:30'),
  end: fc.constantFrom('11:45', '12:00', '15:00'),
  shiftType: fc.constantFrom(...shiftTypes),
  reason: fc.constantFrom(...absenceReasons, null),
  status: fc.constantFrom(...vacancyStatuses),
  postedBefore: fc.integer({ min: 0, max: 6 }),
  filledAfter: fc.integer({ min: 1, max: 5000 }),
  isDeleted: fc.boolean(),
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe('the reports of a month', () => {
  it('match a naive count over all vacancies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(absence, { maxLength: 60 }), async (absences) => {
        const { id } = await makeSchool(world.db);
        const reader = await world.as(await makeAdmin(world.db, id));
        const teachers = await Promise.all(names.map((fullName) => makeTeacher(world.db, id, { fullName })));
        const made = await Promise.all(
          absences.map(async (drawn) => {
            const date = addDays('2026-11-15', drawn.day);
            const substituteId = drawn.status === 'open' ? null : await makeSubstitute(world.db, [id]);
            const teacherId = teachers[drawn.teacher] ?? 0;
            const vacancyId = await makeVacancy(world.db, {
              schoolId: id,
              teacherId,
              date,
              start: drawn.start,
              end: drawn.end,
              status: drawn.status,
              reason: drawn.reason,
              substituteId: drawn.status === 'filled' ? substituteId : null,
              requestedById: drawn.status === 'pending_approval' ? substituteId : null,
            });
            const postedAt = new Date(`${addDays(date, -drawn.postedBefore)}T15:00:00Z`);
            await world.db.execute(
              sql`update vacancies set shift_type = ${drawn.shiftType}, created_at = ${postedAt},
                  deleted_at = ${drawn.isDeleted ? postedAt : null} where id = ${vacancyId}`,
            );
            if (drawn.status === 'filled') {
              for (const minutes of [drawn.filledAfter / 2, drawn.filledAfter]) {
                await world.db.execute(
                  sql`insert into vacancy_history (vacancy_id, school_id, kind, at)
                      values (${vacancyId}, ${id}, 'approved', ${new Date(postedAt.getTime() + minutes * 60_000)})`,
                );
              }
            }
            return {
              ...drawn,
              id: vacancyId,
              date,
              startTime: drawn.start,
              endTime: drawn.end,
              teacherId,
              teacherName: names[drawn.teacher] ?? '',
              absenceReason: drawn.reason,
            };
          }),
        );
        const standing = made.filter((row) => !row.isDeleted);
        const inMonth = standing.filter(({ date }) => date.startsWith('2026-11'));

        const vacancies = await reader.call(getVacancyReport, { query: { month: '2026-11', limit: '200' } });
        expect(vacancies).toMatchObject(vacancyReport(inMonth));
        expect(vacancies.deleted).toBe(made.filter((row) => row.isDeleted && row.date.startsWith('2026-11')).length);
        expect(vacancies.days).toHaveLength(30);
        for (const day of vacancies.days) {
          const { total, open, pending, filled } = vacancyReport(inMonth.filter(({ date }) => date === day.date));
          expect(day).toEqual({ date: day.date, total, open, pending, filled });
        }
        expect(vacancies.rows.map((row) => row.id)).toEqual(
          inMonth
            .toSorted((a, b) => compare(`${a.date} ${a.start}`, `${b.date} ${b.start}`) || a.id - b.id)
            .map((row) => row.id),
        );

        expect(await reader.call(getTeacherReport, { query: { month: '2026-11' } })).toEqual({
          month: '2026-11',
          staff: names.length,
          ...teacherReport(
            inMonth.flatMap((row) =>
              row.absenceReason === null ? [] : [{ ...row, absenceReason: row.absenceReason }],
            ),
            names.length,
          ),
        });

        const trends = await reader.call(getTrends, { query: { month: '2026-11' } });
        const inYear = standing.filter(({ date }) => date >= '2025-12-01' && date <= '2026-11-30');
        for (const month of trends.months)
          expect(month.fillRate).toBe(
            vacancyReport(inYear.filter(({ date }) => date.startsWith(month.month))).fillRate,
          );
        expect(trends.leadTimes).toEqual(
          leadTimes.map((leadTime) => {
            const posted = inYear.filter(({ postedBefore }) => leadTimeOf(postedBefore) === leadTime);
            const filled = posted.filter(({ status }) => status === 'filled').length;
            return { leadTime, total: posted.length, filled, fillRate: percentOf(filled, posted.length) };
          }),
        );
        const minutes = inYear
          .filter(({ status }) => status === 'filled')
          .map(({ filledAfter }) => filledAfter)
          .toSorted((a, b) => a - b);
        const middle =
          minutes.length === 0
            ? null
            : ((minutes[Math.floor((minutes.length - 1) / 2)] ?? 0) +
                (minutes[Math.ceil((minutes.length - 1) / 2)] ?? 0)) /
              2;
        expect(trends.medianMinutesToFill).toBe(middle);
      }),
      { numRuns: 12 },
    );
  });

  it('default to the school’s current month, and include only this school', async () => {
    const other = (await makeSchool(world.db)).id;
    await makeVacancy(world.db, { schoolId: other, teacherId: await makeTeacher(world.db, other) });
    expect(await admin.call(getVacancyReport)).toMatchObject({ month: '2026-11', total: 0, fillRate: null, rows: [] });
    expect((await admin.call(getTrends)).months.map(({ month }) => month)).toEqual([
      '2025-12',
      ...Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`),
    ]);
    expect((await admin.try(getVacancyReport, { query: { month: '2026-13' } })).status).toBe(400);
    const homeless = await world.as(await makeAdmin(world.db, null));
    expect((await homeless.try(getTeacherReport)).status).toBe(403);
  });

  it('are paged without losing or repeating a row', async () => {
    const teacherId = await makeTeacher(world.db, schoolId);
    for (let n = 0; n < 7; n += 1)
      await makeVacancy(world.db, { schoolId, teacherId, date: `2026-11-0${(n % 3) + 1}` });
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer: Awaited<ReturnType<typeof admin.try<typeof getVacancyReport>>> = await admin.try(getVacancyReport, {
        query: { limit: '2', cursor },
      });
      expect(answer.body.total).toBe(7);
      seen.push(...answer.body.rows.map(({ id }) => id));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });
});

describe('an exported report', () => {
  const download = async (path: string) => {
    const response = await fetch(`${world.url}${path}`, { headers: { cookie: admin.cookie ?? '' } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { headers: response.headers, text: bytes.toString('utf8') };
  };

  it('contains every row, opens as UTF-8 and runs no formula', async () => {
    const formula = await makeTeacher(world.db, schoolId, { fullName: '=HYPERLINK("https://evil.example","Zoë")' });
    const substituteId = await makeSubstitute(world.db, [schoolId], { fullName: '@sub, "quoted"' });
    await makeVacancy(world.db, { schoolId, teacherId: formula, status: 'filled', substituteId, date: '2026-11-05' });
    const vacancies = await download('/api/reports/vacancies.csv?month=2026-11');
    expect(vacancies.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(vacancies.headers.get('content-disposition')).toBe('attachment; filename=vacancy-report-2026-11.csv');
    expect(vacancies.text).toBe(
      '\uFEFFDate,Start,End,Teacher,Reason,Substitute,Status,Confirmed,No-show,Grade,Subject,Room\r\n2026-11-05,8:00 AM,3:00 PM,"\'=HYPERLINK(""https://evil.example"",""Zoë"")",Personal,"\'@sub, ""quoted""",Filled,Yes,,,,\r\n',
    );
    expect((await download('/api/reports/teachers.csv')).text).toContain(',1,Personal,7\r\n');
    expect((await download('/api/reports/trends.csv')).text).toContain('2026-11,1,1,100\r\n');
  });
});
