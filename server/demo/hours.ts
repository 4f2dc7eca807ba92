import { payPeriodOf } from '#domain/pay-period.ts';
import { defaultPaySettings, type PaySettings } from '#domain/pay.ts';
import { addDays, localDate, weekdayOf, weekdays } from '#domain/time.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { demoSchool, demoZone } from '#server/demo/schools.ts';
import { writeApprovals, writeLock } from '#server/features/hours/approve-hours.ts';
import { periodAt, savePay } from '#server/features/hours/settings.ts';
import { inReadingOrder, linesOf } from '#server/features/hours/view.ts';
import { exportPresets } from '#domain/hours-export.ts';

/**
 * Returns how Cedar Hollow pays: by the day, every two weeks, more after ten days in the same class. Its period is in
 * its second week.
 */
const settingsOn = (today: string): PaySettings => ({
  ...defaultPaySettings,
  period: 'biweekly',
  periodAnchor: addDays(today, -7 - weekdays.indexOf(weekdayOf(today))),
  regularCents: 17_500,
  longTermCents: 21_000,
  longTermDays: 10,
  longTermGapDays: 1,
  lateMinutes: 120,
  regularCode: 'SUB-DAY',
  longTermCode: 'SUB-LT',
  lateCode: 'SUB-CXL',
  accountCode: '100-11-5230',
});

/**
 * Cedar Hollow's payroll: the pay period before the current one is locked, and in the current one some days are
 * approved, one is disputed, and one differs from its plan.
 */
export async function writeHours(tx: Tx, now: Date): Promise<void> {
  const settings = settingsOn(localDate(now, demoZone));
  const { name } = demoSchool('cedar');
  const [school] = await tx.query<{ id: number; adminId: number; admin: string }>(sql`
    select s.id, a.id as "adminId", a.full_name as admin
    from schools s join users a on a.id = s.admin_id where s.name = ${name}`);
  if (school === undefined) throw new Error(`The demo has no administrator for ${name}.`);
  const pay = { settings, export: exportPresets.days, version: 0 };
  await savePay(tx, school.id, pay, new Date(now.getTime() - 200 * 86_400_000));
  await tx.execute(sql`insert into employee_ids (school_id, substitute_id, employee_id)
    select ${school.id}, s.id, 'S' || (4000 + row_number() over (order by s.id))
      from (select distinct substitute_id as id from vacancies
      where school_id = ${school.id} and status = 'filled' and ends_at <= ${now}) s`);
  // Retired teachers may work 29 hours a week.
  await tx.execute(sql`insert into work_limits (school_id, substitute_id, week_minutes)
    select school_id, substitute_id, 29 * 60 from employee_ids
      where school_id = ${school.id} and substitute_id % 4 = 0`);
  const place = { schoolId: school.id, zone: demoZone, pay };
  const approver = { id: school.adminId, name: school.admin, now };
  const { from } = payPeriodOf({ kind: settings.period, anchor: settings.periodAnchor }, localDate(now, demoZone));
  const last = periodAt(pay, [], addDays(from, -1));
  await writeApprovals(tx, approver, school.id, await linesOf(tx, { ...place, period: last }, now));
  await writeLock(tx, approver, { schoolId: school.id, schoolName: name }, { ...last, ...settings });
  // The office learned after the lock that someone had left early, so a correction is due.
  await tx.execute(sql`update attendance set state = 'left', left_at = v.starts_at + interval '3 hours'
    from vacancies v where v.id = attendance.vacancy_id
      and v.id = (select w.id from vacancies w join attendance a on a.vacancy_id = w.id
      where w.school_id = ${school.id} and w.date between ${last.from} and ${last.to} and w.shift_type = 'full_day'
        and a.state = 'here' and a.substitute_id = w.substitute_id
      order by w.date, w.id limit 1)`);
  const current = inReadingOrder(await linesOf(tx, { ...place, period: periodAt(pay, [], from) }, now)).map(
    ({ line }) => line,
  );
  const [first, second, third, ...more] = current.filter(
    ({ vacancyId, kind }) => vacancyId !== null && kind !== 'late_cancellation',
  );
  if (first)
    await tx.execute(sql`insert into worked_days
        (school_id, vacancy_id, substitute_id, date, answer, words, answered_at)
      values (${school.id}, ${first.vacancyId}, ${first.substituteId}, ${first.date}, 'disputed',
        'I stayed until 4:15 for the parent meeting.', ${now})`);
  if (second)
    await tx.execute(sql`insert into worked_days
        (school_id, vacancy_id, substitute_id, date, entered_start, entered_end, entered_break, note)
      values (${school.id}, ${second.vacancyId}, ${second.substituteId}, ${second.date}, ${second.start},
        ${second.start}::time + interval '2 hours', 0, 'Went home ill.')`);
  if (third)
    await tx.execute(sql`insert into worked_days (school_id, vacancy_id, substitute_id, date, answer, answered_at)
      values (${school.id}, ${third.vacancyId}, ${third.substituteId}, ${third.date}, 'confirmed', ${now})`);
  await writeApprovals(tx, approver, school.id, more.slice(0, Math.floor(more.length / 2)));
}
