import { defaultReportMinutes } from '#domain/attendance.ts';
import { addDays, localDate } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import type { DemoVacancy } from '#server/demo/absence.ts';
import type { DemoPerson } from '#server/demo/people.ts';
import { demoZone } from '#server/demo/schools.ts';
import { type Ids, insertRows } from '#server/demo/write.ts';

const minute = 60_000;
/** How many days back the schools have recorded attendance. */
const days = 120;
const answer = 'My bus was canceled and the office line was busy. I wrote to Ms. Whitfield at 8:10. I am sorry.';

type Row = {
  index: number;
  state: 'here' | 'late' | 'no_show';
  arrived: number | null;
  minutesLate: number | null;
  how: 'office' | 'code';
  answeredAt: Date | null;
};

/**
 * Writes attendance: nearly everyone on past days, with one no-show that its substitute answered. Today, most of those
 * due by now have come, one is late, and a few haven't signed in yet.
 */
export async function writeAttendance(
  tx: Tx,
  { ids, people, vacancies }: { ids: Ids; people: readonly DemoPerson[]; vacancies: readonly DemoVacancy[] },
  now: Date,
): Promise<void> {
  const adminOf = (school: DemoVacancy['school']) =>
    people.find((person) => person.role === 'school_admin' && person.isApproved && person.school === school)?.number;
  const rows = attendanceUntil(vacancies, now).flatMap((row) => {
    const vacancy = vacancies[row.index];
    const substitute = vacancy?.state.substituteId ?? null;
    const recordedBy = vacancy === undefined ? undefined : adminOf(vacancy.school);
    if (vacancy === undefined || substitute === null || recordedBy === undefined) return [];
    return [
      {
        vacancy_id: ids.vacancy(row.index),
        substitute_id: ids.person(substitute),
        school_id: ids.school(vacancy.school),
        state: row.state,
        arrived_at: row.arrived === null ? null : new Date(row.arrived),
        minutes_late: row.minutesLate,
        recorded_how: row.how,
        recorded_by_id: ids.person(row.how === 'code' ? substitute : recordedBy),
        recorded_at: new Date(row.arrived ?? vacancy.state.startsAt.getTime() + 20 * minute),
        answer: row.answeredAt === null ? null : answer,
        answered_at: row.answeredAt,
      },
    ];
  });
  await insertRows(tx, 'attendance', rows);
}

function attendanceUntil(vacancies: readonly DemoVacancy[], now: Date): Row[] {
  const today = localDate(now, demoZone);
  const oldest = addDays(today, -days);
  const held = vacancies
    .map((vacancy, index) => ({ vacancy, index }))
    .filter(
      ({ vacancy: { date, state } }) => state.status === 'filled' && !state.deletedAt && date <= today && date > oldest,
    );
  const missed = held.findLast(
    ({ vacancy: { school, date } }) => school === 'cedar' && date <= addDays(today, -10) && date > addDays(today, -60),
  );
  return held.flatMap(({ vacancy, index }, nth): Row[] => {
    const startsAt = vacancy.state.startsAt.getTime();
    const due = startsAt - defaultReportMinutes * minute;
    if (index === missed?.index)
      return [
        {
          index,
          state: 'no_show',
          arrived: null,
          minutesLate: null,
          how: 'office',
          answeredAt: new Date(startsAt + 140 * minute),
        },
      ];
    const isLate = vacancy.date === today ? nth % 4 === 1 : nth % 23 === 5;
    const minutesLate = isLate ? 6 + (nth % 15) : null;
    const arrived = isLate ? startsAt + (minutesLate ?? 0) * minute : due - ((nth * 7) % 14) * minute;
    // One substitute is still on the way.
    if (arrived > now.getTime() || (vacancy.date === today && nth % 4 === 3)) return [];
    const how = isLate || nth % 3 === 0 ? 'office' : 'code';
    return [{ index, state: isLate ? 'late' : 'here', arrived, minutesLate, how, answeredAt: null }];
  });
}
