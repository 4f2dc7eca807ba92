import { describe, expect, it } from 'vitest';
import {
  approveAllHours,
  editHours,
  getPaySettings,
  importEmployeeIds,
  putEmployeeId,
  putPaySettings,
} from '#contract/hours.ts';
import { exportPresets } from '#domain/hours-export.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import {
  world,
  school,
  annId,
  admin,
  colleague,
  ann,
  worked,
  hours,
  pay,
  statuses,
  setUpHourStage,
} from '#test/hour-stage.ts';

setUpHourStage();

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
        sql`select substitute_id as id, employee_id as number from employee_ids where school_id = ${school.id}
            order by 2`,
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
