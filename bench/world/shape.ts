import { defaultVacancySettings } from '#domain/shift.ts';
import { addDays, instantOf, weekdayOf } from '#domain/time.ts';
import { type Chance, chanceFrom } from '#server/demo/chance.ts';

/**
 * The United States' schools, as far as substitutes are concerned. Schools and teachers: National Center for Education
 * Statistics, Digest of Education Statistics, tables 105.50 and 208.20; substitutes: Bureau of Labor Statistics,
 * Occupational Employment, 25-3031, with those who work a few days; absences: about 8 % of teachers on a school day.
 */
const country = { schools: 98_000, teachers: 3_200_000, substitutes: 600_000, absencesADay: 250_000 };

/** The instant of every world: a Monday morning, 5:45 AM in New York. */
export const worldMorning = new Date('2026-11-23T10:45:00Z');
export const worldDay = '2026-11-23';

/** A part of the country. */
type WorldSize = { schools: number; substitutes: number };

/** Returns this share of the country, with at least one school. */
export function partOfCountry(share: number): WorldSize {
  return {
    schools: Math.max(1, Math.round(country.schools * share)),
    substitutes: Math.max(20, Math.round(country.substitutes * share)),
  };
}

const zones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;
const reasons = ['Illness', 'Illness', 'Illness', 'Personal', 'Family Illness', 'Bereavement', 'Paternity Leave'];
const titles = [
  'Grade 2, all day',
  'Algebra I, periods 1 to 5',
  'U.S. History',
  'Biology lab',
  'Afternoon reading groups',
  'Spanish II',
  'Orchestra',
];
const notes =
  'Plans are on the desk. The seating chart is in the blue folder, and the class next door knows the routine.';
const given = [
  'Ana',
  'Ben',
  'Chen',
  'Dina',
  'Emeka',
  'Fay',
  'Gus',
  'Hana',
  'Ivo',
  'June',
  'Kofi',
  'Lena',
  'Milo',
  'Noor',
  'Otis',
  'Pia',
];
const family = [
  'Adler',
  'Brooks',
  'Cruz',
  'Diaz',
  'Evans',
  'Farah',
  'Green',
  'Haas',
  'Ito',
  'Jones',
  'Khan',
  'Lopez',
  'Mbeki',
  'Nolan',
  'Ortiz',
  'Price',
];
const shifts = [
  ['full_day', '08:00', '15:00'],
  ['full_day', '07:30', '14:30'],
  ['morning', '08:00', '12:00'],
  ['afternoon', '12:30', '15:00'],
] as const;

/** School days in the past and future: a year has 180, and absences are posted up to a month ahead. */
const daysBehind = 180;
const daysAhead = 20;
const seed = 20_261_121;
const absentShare = country.absencesADay / country.teachers;
const filledShare = 0.85;

/** A row for COPY: null is written as \N. */
type Row = readonly (string | number | boolean | null)[];
export type Table = { name: string; columns: readonly string[]; rows: Iterable<Row> };

const nameOf = (n: number) =>
  `${given[n % given.length]} ${family[Math.floor(n / given.length) % family.length]} ${Math.floor(n / 256)}`;

/** The people of a world: ids are contiguous per role, and school s has `staff[s]` teachers. */
type Population = {
  staff: readonly number[];
  firstTeacher: number;
  teachers: number;
  firstSubstitute: number;
  substitutes: number;
};

/** Returns the people of a world of this size. */
export function populationOf({ schools, substitutes }: WorldSize, chance: Chance = chanceFrom(seed)): Population {
  const staff = Array.from({ length: schools }, () => staffOf(chance));
  const teachers = staff.reduce((sum, count) => sum + count, 0);
  return { staff, firstTeacher: schools + 2, teachers, firstSubstitute: schools + 2 + teachers, substitutes };
}

/**
 * Returns the world as tables in the order in which they can be written; the same for the same size, row for row.
 *
 * Users are numbered: the platform owner is 1, the admin of school s is 1 + s, then come the teachers school by school,
 * then the substitutes. Everyone has a session whose token is `tokenOf` their id.
 */
export function worldOf(size: WorldSize, passwordHash: string, hashOf: (token: string) => string): Table[] {
  const { schools, substitutes } = size;
  const today = worldDay;
  const chance = chanceFrom(seed);
  const { staff, firstTeacher, firstSubstitute } = populationOf(size, chance);
  const teacherStart: number[] = [];
  let next = firstTeacher;
  for (const count of staff) {
    teacherStart.push(next);
    next += count;
  }
  const choices = Array.from({ length: substitutes }, () => choicesOf(chance, schools));
  const substitutesOf: number[][] = staff.map(() => []);
  choices.forEach((chosen, n) => chosen.forEach((school) => substitutesOf[school]?.push(firstSubstitute + n)));
  const began = `${addDays(today, -400)} 12:00:00+00`;
  const days = [
    ...workdaysBetween(addDays(today, -daysBehind * 2), addDays(today, -1), daysBehind * 2).slice(-daysBehind),
    ...workdaysBetween(today, addDays(today, daysAhead * 2), daysAhead),
  ];

  function* schoolRows(): Iterable<Row> {
    for (let s = 0; s < schools; s += 1) {
      yield [
        s + 1,
        `School ${s + 1} of ${family[s % family.length]}`,
        `${s + 1} School Street`,
        `Town ${Math.floor(s / 12)}`,
        'Minnesota',
        zones[s % 4] ?? null,
        JSON.stringify(defaultVacancySettings),
        s + 2,
        began,
      ];
    }
  }
  function* userRows(): Iterable<Row> {
    const person = (id: number, role: string, schoolId: number | null, isOwner = false): Row => [
      id,
      `user_${id}`,
      passwordHash,
      role,
      nameOf(id),
      schoolId,
      true,
      isOwner,
      `user_${id}@example.org`,
      role === 'substitute'
        ? '{"monday":"all_day","tuesday":"all_day","wednesday":"all_day","thursday":"all_day","friday":"morning","saturday":"unavailable","sunday":"unavailable"}'
        : null,
      began,
    ];
    yield person(1, 'overall_admin', null, true);
    for (let s = 0; s < schools; s += 1) yield person(s + 2, 'school_admin', s + 1);
    for (let s = 0; s < schools; s += 1)
      for (let n = 0; n < (staff[s] ?? 0); n += 1) yield person((teacherStart[s] ?? 0) + n, 'teacher', s + 1);
    for (let n = 0; n < substitutes; n += 1) yield person(firstSubstitute + n, 'substitute', null);
  }
  function* choiceRows(): Iterable<Row> {
    for (let n = 0; n < substitutes; n += 1)
      for (const school of choices[n] ?? []) yield [firstSubstitute + n, school + 1, began, began];
  }
  function* sessionRows(): Iterable<Row> {
    for (let id = 1; id < firstSubstitute + substitutes; id += 1)
      yield [`\\x${hashOf(tokenOf(id))}`, id, `${today} 10:00:00+00`, `${today} 10:00:00+00`];
  }
  const absences = [...absencesOf({ days, today, staff, teacherStart, substitutesOf }, chance)];
  const timesOf = shiftTimes(days);
  function* vacancyRows(): Iterable<Row> {
    for (const one of absences) {
      const [type, startTime, endTime] = shifts[one.shift] ?? shifts[0];
      const { start, end } = timesOf(one);
      const posted = start - one.leadHours * 60;
      const at = textOfMinute(posted);
      const taker = one.substitute;
      yield [
        one.id,
        one.school + 1,
        one.teacher,
        one.teacher,
        one.date,
        startTime,
        endTime,
        textOfMinute(start),
        textOfMinute(end),
        type,
        titles[one.id % titles.length] ?? null,
        reasons[one.id % reasons.length] ?? null,
        notes,
        one.status,
        one.status === 'filled' ? taker : null,
        one.status === 'open' ? null : taker,
        one.status === 'open' ? null : textOfMinute(posted + 20),
        one.status === 'filled' ? true : null,
        one.leadHours < 12,
        at,
        at,
      ];
    }
  }
  function* historyRows(): Iterable<Row> {
    for (const one of absences) {
      const posted = timesOf(one).start - one.leadHours * 60;
      yield [one.id, one.school + 1, 'posted', textOfMinute(posted), one.teacher, null];
      if (one.status !== 'open')
        yield [one.id, one.school + 1, 'requested', textOfMinute(posted + 20), one.substitute, one.substitute];
      if (one.status === 'filled')
        yield [one.id, one.school + 1, 'approved', textOfMinute(posted + 40), one.teacher, one.substitute];
    }
  }
  // A message at every school each week of the year, to up to ten of its substitutes.
  function* messageRows(): Iterable<Row> {
    for (let s = 0; s < schools; s += 1) {
      for (let week = 0; week < 36; week += 1) {
        const to = (substitutesOf[s] ?? []).slice(0, 10);
        if (to.length > 0)
          yield [
            s + 1,
            teacherStart[s] ?? null,
            'Field day',
            'We need two more pairs of hands on the lawn.',
            `{${to.join(',')}}`,
            `${days[week * 5]} 15:00:00+00`,
          ];
      }
    }
  }
  // Notifications of the latest absences: to up to eight substitutes each, some of them read.
  const told = absences.slice(-Math.round((absences.length / days.length) * 40));
  function* noticeRows(): Iterable<Row> {
    for (const one of told) {
      const facts = JSON.stringify({
        to: 'substitute',
        vacancy: {
          school: `School ${one.school + 1}`,
          address: `${one.school + 1} School Street`,
          title: titles[one.id % titles.length],
          teacher: nameOf(one.teacher),
          date: one.date,
          start: '08:00',
          end: '15:00',
          isUrgent: false,
          mayNeedChanges: false,
          reason: 'Illness',
          notes,
          plansLink: null,
        },
      });
      const at = `${addDays(one.date, -1)} 11:00:00+00`;
      for (const substitute of (substitutesOf[one.school] ?? []).slice(0, 8))
        yield [
          `vacancy:${one.id}:posted`,
          'vacancy_posted',
          substitute,
          one.school + 1,
          one.id,
          facts,
          at,
          one.id % 3 === 0 ? null : at,
        ];
    }
  }
  return [
    {
      name: 'schools',
      columns: ['id', 'name', 'address', 'city', 'state', 'time_zone', 'vacancy_settings', 'admin_id', 'created_at'],
      rows: schoolRows(),
    },
    {
      name: 'users',
      columns: [
        'id',
        'username',
        'password_hash',
        'role',
        'full_name',
        'school_id',
        'is_approved',
        'is_platform_owner',
        'email',
        'general_availability',
        'created_at',
      ],
      rows: userRows(),
    },
    {
      name: 'substitute_schools',
      columns: ['substitute_id', 'school_id', 'selected_at', 'approved_at'],
      rows: choiceRows(),
    },
    { name: 'sessions', columns: ['token_hash', 'user_id', 'created_at', 'last_seen_at'], rows: sessionRows() },
    {
      name: 'vacancies',
      columns: [
        'id',
        'school_id',
        'teacher_id',
        'created_by_id',
        'date',
        'start_time',
        'end_time',
        'starts_at',
        'ends_at',
        'shift_type',
        'description',
        'absence_reason',
        'additional_notes',
        'status',
        'substitute_id',
        'requested_by_id',
        'requested_at',
        'confirmed',
        'is_urgent',
        'created_at',
        'updated_at',
      ],
      rows: vacancyRows(),
    },
    {
      name: 'vacancy_history',
      columns: ['vacancy_id', 'school_id', 'kind', 'at', 'actor_id', 'substitute_id'],
      rows: historyRows(),
    },
    {
      name: 'messages',
      columns: ['school_id', 'sender_id', 'subject', 'body', 'recipient_ids', 'created_at'],
      rows: messageRows(),
    },
    {
      name: 'notices',
      columns: ['cause', 'kind', 'recipient_id', 'school_id', 'vacancy_id', 'facts', 'created_at', 'read_at'],
      rows: noticeRows(),
    },
  ];
}

/** Returns the token of a person's session, before it is hashed. */
export function tokenOf(id: number): string {
  return `bench-token-${id}`;
}

/** Returns the number of a school's teachers: 5 to 200, most schools small, 33 on average as in the country. */
function staffOf(chance: Chance): number {
  return Math.min(200, Math.max(5, Math.round(5 + chance.waiting(27))));
}

/** Returns the schools that a substitute chose: 1 to 12 near home, four on average. */
function choicesOf(chance: Chance, schools: number): number[] {
  const count = Math.min(12, schools, 1 + Math.floor(chance.waiting(3)));
  const home = chance.between(0, schools - 1);
  const chosen = new Set([home]);
  for (let tries = 0; chosen.size < count && tries < 50; tries += 1)
    chosen.add((home + chance.between(-20, 20) + schools) % schools);
  return [...chosen];
}

type Absence = {
  id: number;
  school: number;
  teacher: number;
  place: number;
  date: string;
  shift: number;
  leadHours: number;
  status: 'open' | 'pending_approval' | 'filled';
  substitute: number | null;
};
type Calendar = {
  days: readonly string[];
  today: string;
  staff: readonly number[];
  teacherStart: readonly number[];
  substitutesOf: readonly number[][];
};

/** Returns every absence of the year. No one is booked twice on one day. */
function* absencesOf({ days, today, staff, teacherStart, substitutesOf }: Calendar, chance: Chance): Iterable<Absence> {
  let id = 0;
  for (const [place, date] of days.entries()) {
    const ahead = place - daysBehind;
    // Every absence up to today is already posted. The later a future day is, the fewer of its absences are.
    const known = date <= today ? 1 : 0.35 / Math.max(1, ahead);
    const busy = new Set<number>();
    for (const [school, teachers] of staff.entries()) {
      const expected = teachers * absentShare * known;
      const count = Math.floor(expected) + (chance.happens(expected % 1) ? 1 : 0);
      for (let n = 0; n < count; n += 1) {
        id += 1;
        const free = freeAmong(substitutesOf[school] ?? [], busy, chance);
        const draw = chance.next();
        const share = date < today ? filledShare : 0.6;
        const status =
          free === null || draw > share + 0.1
            ? 'open'
            : draw <= share
              ? 'filled'
              : date < today
                ? 'open'
                : 'pending_approval';
        if (status === 'filled' && free !== null) busy.add(free);
        yield {
          id,
          school,
          place,
          date,
          status,
          teacher: (teacherStart[school] ?? 0) + ((place * 7 + n * 3) % teachers),
          shift: chance.pickWeighted([0, 1, 2, 3], (shift) => [6, 2, 1, 1][shift] ?? 0) ?? 0,
          leadHours: chance.happens(0.45) ? 2 : 12 + Math.round(chance.waiting(60)),
          substitute: status === 'open' ? null : free,
        };
      }
    }
  }
}

function freeAmong(substitutes: readonly number[], busy: ReadonlySet<number>, chance: Chance): number | null {
  const start = chance.between(0, Math.max(0, substitutes.length - 1));
  for (let n = 0; n < Math.min(8, substitutes.length); n += 1) {
    const candidate = substitutes[(start + n) % substitutes.length];
    if (candidate !== undefined && !busy.has(candidate)) return candidate;
  }
  return null;
}

/** Memoizes: a year has few dates, times and time zones, and a world asks for them millions of times. */
function remembered<Answer>(answer: (question: number) => Answer): (question: number) => Answer {
  const known = new Map<number, Answer>();
  return (question) => {
    let found = known.get(question);
    if (found === undefined) {
      found = answer(question);
      known.set(question, found);
    }
    return found;
  };
}

/** A minute since 1970 as text. */
const textOfMinute = remembered((minute) => new Date(minute * 60_000).toISOString());

/** Returns the start and end of a shift on a date at a school, in minutes since 1970. */
function shiftTimes(days: readonly string[]): (absence: Absence) => { start: number; end: number } {
  const minuteOf = (date: string, time: string, zone: string) => instantOf(date, time, zone).getTime() / 60_000;
  const timesOf = remembered((code) => {
    const [date = '', zone = zones[0]] = [days[Math.floor(code / 16)], zones[Math.floor(code / 4) % 4]];
    const [, start, end] = shifts[code % 4] ?? shifts[0];
    return { start: minuteOf(date, start, zone), end: minuteOf(date, end, zone) };
  });
  return ({ place, school, shift }) => timesOf(place * 16 + (school % 4) * 4 + shift);
}

/** Returns the weekdays between two dates, inclusive, at most `most` of them. */
function workdaysBetween(from: string, to: string, most: number): string[] {
  const days: string[] = [];
  for (let date = from; date <= to && days.length < most; date = addDays(date, 1)) {
    const weekday = weekdayOf(date);
    if (weekday !== 'saturday' && weekday !== 'sunday') days.push(date);
  }
  return days;
}
