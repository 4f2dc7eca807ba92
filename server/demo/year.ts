import type { ShiftType } from '#domain/shift.ts';
import { addDays, instantOf, localDate, weekdayOf } from '#domain/time.ts';
import type { AbsenceReason } from '#domain/vacancy.ts';
import { type Absence, type DemoVacancy, live, spanOf } from '#server/demo/absence.ts';
import { schoolDaysBetween, schoolDaysFrom, seasonOf } from '#server/demo/calendar.ts';
import type { Chance } from '#server/demo/chance.ts';
import { wordsFor } from '#server/demo/classes.ts';
import { coverOf, type Pool } from '#server/demo/cover.ts';
import { type DemoPerson, worksSince } from '#server/demo/people.ts';
import { demoSchool, demoZone } from '#server/demo/schools.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The span of the demo's absences in days before and after today. */
const yearAround = { before: 274, after: 91 } as const;

/**
 * The probability that a teacher's absence begins on an ordinary day. With its length, this makes about eleven days a
 * year.
 */
const startsAbsence = 0.052;
const weekdayFactor: Record<string, number> = {
  monday: 1.2,
  tuesday: 0.9,
  wednesday: 0.85,
  thursday: 0.95,
  friday: 1.25,
};

type Teacher = DemoPerson & { school: NonNullable<DemoPerson['school']>; course: NonNullable<DemoPerson['course']> };

/** Returns the approved teachers of the district. */
export function teachersOf(people: readonly DemoPerson[]): Teacher[] {
  return people.filter(
    (person): person is Teacher =>
      person.role === 'teacher' && person.isApproved && person.school !== null && person.course !== null,
  );
}

/**
 * Returns a year of ordinary absences around `now`, in their current state. Future ones are included only if already
 * posted. `isKept` says which teachers' days are written separately.
 */
export function liveYear(
  pool: Pool,
  people: readonly DemoPerson[],
  now: Date,
  isKept: (teacher: number, date: string) => boolean,
): DemoVacancy[] {
  const { chance } = pool;
  const today = localDate(now, demoZone);
  const teachers = teachersOf(people);
  const usual = usualSubstitutes(pool, teachers);
  const absent = new Set<string>();
  const vacancies: DemoVacancy[] = [];
  const lastDay = addDays(today, yearAround.after);
  for (const date of schoolDaysBetween(addDays(today, -yearAround.before), lastDay)) {
    for (const teacher of teachers) {
      if (absent.has(`${teacher.number} ${date}`)) continue;
      if (
        !chance.happens(
          startsAbsence *
            seasonOf(date) *
            (weekdayFactor[weekdayOf(date)] ?? 1) *
            (0.5 + ((teacher.number * 7) % 11) / 10),
        )
      )
        continue;
      const reason = chance.pick(reasons);
      const days = schoolDaysFrom(date, lengthOf(chance, reason)).filter(
        (each) => each <= lastDay && !absent.has(`${teacher.number} ${each}`) && !isKept(teacher.number, each),
      );
      for (const each of days) absent.add(`${teacher.number} ${each}`);
      let wanted = usual.get(teacher.number) ?? null;
      for (const absence of postings(chance, teacher, reason, days)) {
        const { steps, holder } = coverOf(pool, absence, wanted);
        wanted = holder ?? wanted;
        if (absence.createdAt <= now) vacancies.push(live(absence, steps, now));
      }
    }
  }
  return vacancies;
}

const reasons: readonly AbsenceReason[] = [
  ...Array.from({ length: 42 }, () => 'Illness' as const),
  ...Array.from({ length: 32 }, () => 'Personal' as const),
  ...Array.from({ length: 20 }, () => 'Family Illness' as const),
  ...Array.from({ length: 4 }, () => 'Bereavement' as const),
  'Paternity Leave',
];

function lengthOf(chance: Chance, reason: AbsenceReason): number {
  if (reason === 'Paternity Leave') return chance.between(8, 10);
  if (reason === 'Bereavement') return chance.between(2, 3);
  return chance.happens(0.76) ? 1 : chance.between(2, 3);
}

/** Most teachers have a regular substitute. */
function usualSubstitutes(pool: Pool, teachers: readonly Teacher[]): Map<number, number> {
  const usual = new Map<number, number>();
  for (const teacher of teachers) {
    const known = pool.substitutes.filter(
      (person) => person.keenness > 0.8 && worksSince(person, teacher.school) !== null,
    );
    if (known.length > 0 && pool.chance.happens(0.7)) usual.set(teacher.number, pool.chance.pick(known).number);
  }
  const [maya] = teachers;
  const [daniel] = pool.substitutes;
  if (maya !== undefined && daniel !== undefined) usual.set(maya.number, daniel.number);
  return usual;
}

/** Returns an absence of several days as it is posted: all days at the time the first becomes known. */
function postings(chance: Chance, teacher: Teacher, reason: AbsenceReason, days: readonly string[]): Absence[] {
  const [first] = days;
  if (first === undefined) return [];
  const { school, course, number } = teacher;
  const shift: ShiftType = days.length > 1 ? 'full_day' : shiftOf(chance, teacher);
  const createdAt = postedAt(chance, reason, first, spanOf({ school, date: first, shift }).startsAt);
  const { title, notes } = wordsFor(chance, course);
  const hasPlans = chance.happens(0.55);
  const mayNeedChanges = chance.happens(0.08);
  return days.map((date) => ({
    school,
    teacher: number,
    createdBy: number,
    date,
    shift,
    title,
    notes,
    reason,
    mayNeedChanges,
    createdAt,
    link: hasPlans
      ? `https://docs.example.org/plans/${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${date}`
      : null,
    isUrgent:
      date === first &&
      spanOf({ school, date, shift }).startsAt.getTime() - createdAt.getTime() < 5 * 60 * minute &&
      chance.happens(0.6),
    bookFirst: false,
  }));
}

function shiftOf(chance: Chance, { school }: Teacher): ShiftType {
  const { settings } = demoSchool(school);
  const part = chance.next();
  if (settings.allowMorningShift && part < 0.14) return 'morning';
  return settings.allowAfternoonShift && part > 0.86 ? 'afternoon' : 'full_day';
}

/**
 * Returns the time at which an absence becomes known: the night before or at dawn for an illness, weeks ahead for a
 * plan.
 */
function postedAt(chance: Chance, reason: AbsenceReason, date: string, startsAt: Date): Date {
  const clock = (onDate: string, from: string, minutes: number) =>
    new Date(instantOf(onDate, from, demoZone).getTime() + Math.floor(chance.next() * minutes) * minute);
  const dawn = () => new Date(Math.min(clock(date, '05:05', 130).getTime(), startsAt.getTime() - 25 * minute));
  const evening = () => clock(addDays(date, -1), '16:30', 345);
  const ahead = (least: number, most: number) => clock(addDays(date, -chance.between(least, most)), '06:50', 840);
  const part = chance.next();
  switch (reason) {
    case 'Illness':
      return part < 0.68 ? dawn() : part < 0.95 ? evening() : ahead(1, 2);
    case 'Family Illness':
      return part < 0.45 ? dawn() : part < 0.85 ? evening() : ahead(1, 4);
    case 'Bereavement':
      return ahead(1, 3);
    case 'Paternity Leave':
      return ahead(28, 56);
    case 'Personal':
      if (part > 0.72) return ahead(20, 88);
      return part < 0.06
        ? evening()
        : new Date(
            clock(addDays(date, -2), '07:00', 800).getTime() - Math.min(Math.floor(chance.waiting(13)), 60) * day,
          );
  }
}
