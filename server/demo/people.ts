import { everyDay, type AvailabilityValue, type DateStatus, type Week } from '#domain/availability.ts';
import type { Role } from '#domain/role.ts';
import { addDays, instantOf, localDate } from '#domain/time.ts';
import { schoolDaysFrom } from '#server/demo/calendar.ts';
import type { Chance } from '#server/demo/chance.ts';
import { type Course, courses, introductions, preferredSubjects, qualifications } from '#server/demo/classes.ts';
import { type Look, type Name, nameGiver } from '#server/demo/names.ts';
import { demoSchool, demoZone, type SchoolKey } from '#server/demo/schools.ts';

type Choice = {
  school: SchoolKey;
  selectedAt: Date;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  /** When an approval by another school in the district began to count. */
  admittedAt?: Date;
};

/** A person of the demo district. `number` counts from 1 and identifies them until the database assigns an id. */
export type DemoPerson = {
  number: number;
  username: string;
  fullName: string;
  look: Look;
  role: Role;
  school: SchoolKey | null;
  isApproved: boolean;
  email: string;
  phone: string | null;
  smsOptIn: boolean;
  qualifications: string | null;
  preferredSubjects: string | null;
  bio: string | null;
  course: Course | null;
  /** A substitute's weekly availability. It is null if it was never saved. */
  week: Week | null;
  dates: { date: string; status: DateStatus; notes: string | null }[];
  choices: Choice[];
  createdAt: Date;
  /** How often a substitute takes a class, 1 being average. */
  keenness: number;
  hasPhoto: boolean;
};

/** Returns when the person began to work at a school. Returns null if they don't work there. */
export function worksSince(person: DemoPerson, school: SchoolKey): Date | null {
  const choice = person.choices.find((each) => each.school === school);
  return choice?.approvedAt ?? choice?.admittedAt ?? null;
}

const day = 24 * 60 * 60 * 1000;

type Parts = Partial<DemoPerson> & { fullName: string; look: Look; role: Role };

/** Creates everyone in the district except the platform owner: 40 teachers, 60 substitutes, and the administrators. */
export function makePeople(chance: Chance, now: Date): DemoPerson[] {
  const people: DemoPerson[] = [];
  const taken = new Set<string>();
  const add = (parts: Parts): DemoPerson => {
    const number = people.length + 1;
    const plain = parts.fullName
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, '')
      .replaceAll(' ', '_');
    let username = parts.username ?? plain;
    if (taken.has(username)) username = `${username}_${number}`;
    taken.add(username);
    const person: DemoPerson = {
      number,
      username,
      school: null,
      isApproved: true,
      email: `${plain.replaceAll('_', '.')}@example.org`,
      phone: `(218) 555-${String(100 + (number % 100)).padStart(4, '0')}`,
      smsOptIn: false,
      qualifications: null,
      preferredSubjects: null,
      bio: null,
      course: null,
      week: null,
      dates: [],
      choices: [],
      createdAt: new Date(now.getTime() - chance.between(400, 700) * day),
      keenness: 1,
      hasPhoto: chance.happens(0.9),
      ...parts,
    };
    people.push(person);
    return person;
  };
  const nextName = nameGiver(chance);
  addAdmins(add, now);
  addTeachers(add, nextName, now);
  addSubstitutes(add, nextName, chance, now);
  return people;
}

type Add = (parts: Parts) => DemoPerson;
type AddSubstitute = (parts: Omit<Parts, 'role'>) => DemoPerson;

function addAdmins(add: Add, now: Date): void {
  const role = 'school_admin';
  // Soon after the schools and before everyone whom they approve.
  const createdAt = daysBefore(now, 728);
  add({
    username: 'admin',
    fullName: 'Carol Whitfield',
    look: 'a',
    role,
    school: 'cedar',
    createdAt,
    hasPhoto: true,
    bio: 'Principal of Cedar Hollow. The office opens at 7:00.',
  });
  add({
    username: 'admin2',
    fullName: 'Andre Molina',
    look: 'b',
    role,
    school: 'northfield',
    createdAt,
    hasPhoto: true,
    bio: 'Assistant principal. Please park in lot C.',
  });
  add({
    fullName: 'Beth Kowalski',
    look: 'a',
    role,
    school: 'ridgeview',
    isApproved: false,
    createdAt: daysBefore(now, 0.8),
    hasPhoto: false,
  });
}

// The first teachers of each school, in the order of its courses.
const knownTeachers: Record<SchoolKey, readonly (Name & { username?: string })[]> = {
  cedar: [
    { fullName: 'Maya Okafor', look: 'a', username: 'teacher' },
    { fullName: 'Joan Haugen', look: 'a' },
    { fullName: 'Peter Dahl', look: 'b' },
  ],
  northfield: [
    { fullName: 'Samuel Brandt', look: 'b' },
    { fullName: 'Lucia Marino', look: 'a' },
  ],
  ridgeview: [
    { fullName: 'Ana Petrova', look: 'a' },
    { fullName: 'Karl Nyberg', look: 'b' },
  ],
};

function addTeachers(add: Add, nextName: () => Name, now: Date): void {
  for (const school of ['cedar', 'northfield', 'ridgeview'] as const) {
    courses[school].forEach((course, index) => {
      const known = knownTeachers[school][index];
      add({
        ...(known ?? nextName()),
        role: 'teacher',
        school,
        course,
        ...(known?.username === 'teacher' && {
          hasPhoto: true,
          bio: 'Grade 4, science fair, and the garden behind the gym.',
        }),
      });
    });
  }
  const waiting = [
    { fullName: 'Felix Arndt', look: 'b', school: 'cedar', course: courses.cedar[8], createdAt: daysBefore(now, 0.1) },
    {
      fullName: 'Ingrid Solheim',
      look: 'a',
      school: 'cedar',
      course: courses.cedar[5],
      createdAt: daysBefore(now, 2.3),
    },
    {
      fullName: 'Tariq Bashir',
      look: 'b',
      school: 'northfield',
      course: courses.northfield[1],
      createdAt: daysBefore(now, 1.2),
    },
  ] as const;
  for (const teacher of waiting) add({ role: 'teacher', isApproved: false, hasPhoto: false, ...teacher });
}

/** Adds the substitutes. The order counts, because each person draws from the same random numbers. */
function addSubstitutes(add: Add, nextName: () => Name, chance: Chance, now: Date): void {
  const addSubstitute: AddSubstitute = (parts) => add({ role: 'substitute', ...parts });
  addKnownSubstitutes(addSubstitute, now);
  addApplicants(addSubstitute, now);
  for (let known = 11; known < substituteCount; known += 1) {
    const days = chance.happens(0.12) ? chance.between(5, 60) : chance.between(300, 720);
    const person = addSubstitute({
      ...nextName(),
      ...anySubstitute(chance),
      // Recent arrivals began at another school, so Cedar Hollow has people new from the district.
      ...approvedAt(now, days <= 60 ? someSchools(chance).toReversed() : someSchools(chance), days),
    });
    // Every second one gets text messages. From the hundredth person on, phone numbers repeat.
    person.smsOptIn = known % 2 === 0 && person.number < 100;
    if (chance.happens(0.2))
      person.dates = [
        {
          date: chance.pick(soonDates(now)).date,
          status: chance.pick(['unavailable', 'preferred'] as const),
          notes: null,
        },
      ];
  }
}

const all = ['cedar', 'northfield', 'ridgeview'] as const;

function addKnownSubstitutes(add: AddSubstitute, now: Date): void {
  add({
    username: 'substitute',
    fullName: 'Daniel Reyes',
    look: 'b',
    hasPhoto: true,
    smsOptIn: true,
    keenness: 3,
    preferredSubjects: 'Math, Science',
    qualifications: 'Minnesota Tier 3 license, Elementary K–6; B.S. Mathematics, 2018',
    bio: 'Former lab technician. Numbers, microscopes, and a calm room.',
    week: week('all_day'),
    dates: soonDates(now),
    ...approvedAt(now, all, 380),
  });
  add({
    fullName: 'Hannah Becker',
    look: 'a',
    hasPhoto: true,
    keenness: 3,
    preferredSubjects: 'Math, Science',
    qualifications: 'Minnesota Tier 4 license, Mathematics 5–12',
    week: week('all_day'),
    ...approvedAt(now, all, 500),
  });
  add({
    fullName: 'Luis Ortega',
    look: 'b',
    hasPhoto: true,
    keenness: 2,
    preferredSubjects: 'Physical Education, History',
    qualifications: 'Coaching certificate; B.S. Kinesiology',
    week: week('all_day', { friday: 'morning' }),
    ...approvedAt(now, ['cedar', 'ridgeview'], 430),
  }).choices.push({ school: 'northfield', selectedAt: daysBefore(now, 1.6), approvedAt: null, rejectedAt: null });
  add({
    fullName: 'Priya Natarajan',
    look: 'a',
    hasPhoto: true,
    keenness: 2,
    preferredSubjects: 'English, Art',
    qualifications: 'B.A. English, University of Minnesota Duluth',
    ...approvedAt(now, ['cedar', 'northfield'], 320),
  });
  add({
    fullName: 'Otto Lindgren',
    look: 'b',
    keenness: 0.2,
    preferredSubjects: 'Music',
    qualifications: 'B.M. Music Education',
    week: everyDay('unavailable'),
    ...approvedAt(now, ['cedar'], 600),
  });
}

/** Adds the people who wait for a school's decision. */
function addApplicants(add: AddSubstitute, now: Date): void {
  add({
    username: 'newcomer',
    fullName: 'Nora Feldman',
    look: 'a',
    hasPhoto: true,
    preferredSubjects: 'Math, Science',
    qualifications: 'B.A. Elementary Education, 2019',
    bio: 'Classroom aide for four years, now ready for a room of my own.',
    week: week('all_day', { friday: 'morning' }),
    ...waitingAt(now, ['cedar', 'ridgeview'], 0.2),
  });
  add({
    fullName: 'Tom Lindqvist',
    look: 'b',
    hasPhoto: true,
    preferredSubjects: 'History, Physical Education',
    qualifications: 'Minnesota short-call substitute license',
    ...waitingAt(now, ['cedar', 'northfield'], 1.1),
  });
  add({
    fullName: 'Grace Nwosu',
    look: 'a',
    hasPhoto: true,
    preferredSubjects: 'Music, Art',
    qualifications: 'B.M. Music Education',
    week: week('morning'),
    ...waitingAt(now, ['cedar'], 3.2),
  });
  add({
    fullName: 'Hugo Bernard',
    look: 'b',
    preferredSubjects: 'English',
    qualifications: 'M.Ed. Curriculum and Instruction',
    ...waitingAt(now, ['northfield'], 0.6),
  });
  add({
    fullName: 'Selma Aydin',
    look: 'a',
    hasPhoto: false,
    preferredSubjects: 'Science',
    ...waitingAt(now, [], 5),
  });
  // This person was rejected once and has applied again.
  add({
    fullName: 'Calvin Moss',
    look: 'b',
    preferredSubjects: 'History',
    qualifications: 'B.A. History; short-call substitute license',
    ...waitingAt(now, ['cedar'], 210),
    choices: [
      { school: 'cedar', selectedAt: daysBefore(now, 0.9), approvedAt: null, rejectedAt: daysBefore(now, 160) },
    ],
  });
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** Returns the choices of someone who joined that many days ago and was approved by each of these schools. */
function approvedAt(now: Date, schools: readonly SchoolKey[], days: number): Pick<DemoPerson, 'createdAt' | 'choices'> {
  return {
    createdAt: daysBefore(now, days),
    choices: schools.map((school, index) => {
      const selectedAt = daysBefore(now, days - index);
      const next = addDays(localDate(selectedAt, demoZone), 1);
      const at = instantOf(next, `10:${String((days * 7) % 60).padStart(2, '0')}`, demoZone);
      // Recent arrivals are still new to the schools that rely on the first school's approval.
      const isShared = index > 0 && days <= 60 && !demoSchool(school).approvesItself;
      return {
        school,
        selectedAt,
        approvedAt: isShared ? null : at,
        rejectedAt: null,
        ...(isShared && { admittedAt: at }),
      };
    }),
  };
}

function waitingAt(now: Date, schools: readonly SchoolKey[], days: number) {
  const selectedAt = daysBefore(now, days);
  return {
    createdAt: selectedAt,
    isApproved: false,
    choices: schools.map((school) => ({ school, selectedAt, approvedAt: null, rejectedAt: null })),
  };
}

function week(onSchoolDays: AvailabilityValue, days: Partial<Week> = {}): Week {
  return { ...everyDay(onSchoolDays), saturday: 'unavailable', sunday: 'unavailable', ...days };
}

const substituteCount = 60;

/** Daniel's date exceptions: a day off, and days he would prefer. */
function soonDates(now: Date): DemoPerson['dates'] {
  const days = schoolDaysFrom(addDays(localDate(now, demoZone), 1), 17);
  const said: [number, DateStatus, string | null][] = [
    [13, 'unavailable', 'Dentist, then my sister visits'],
    [11, 'preferred', null],
    [12, 'preferred', null],
    [15, 'available', 'Also from 7:00'],
  ];
  return said.flatMap(([index, status, notes]) => ({ date: days[index] ?? '', status, notes }));
}

function someSchools(chance: Chance): SchoolKey[] {
  const keys: SchoolKey[] = ['cedar', 'northfield', 'ridgeview'];
  const wanted = chance.pick([1, 1, 2, 2, 2, 3]);
  while (keys.length > wanted) keys.splice(chance.between(0, keys.length - 1), 1);
  return keys;
}

function anySubstitute(chance: Chance): Partial<DemoPerson> {
  const first = chance.pick(preferredSubjects);
  const second = chance.pick(preferredSubjects.filter((subject) => subject !== first));
  return {
    preferredSubjects: chance.happens(0.7) ? `${first}, ${second}` : first,
    qualifications: chance.happens(0.85) ? chance.pick(qualifications) : null,
    bio: chance.happens(0.6) ? chance.pick(introductions) : null,
    smsOptIn: false,
    keenness: 0.4 + chance.waiting(0.9),
    week: chance.pick([
      null,
      null,
      week('all_day'),
      week('all_day'),
      week('all_day', { wednesday: 'unavailable', friday: 'morning' }),
      week('unavailable', { monday: 'all_day', tuesday: 'all_day', thursday: 'all_day' }),
      week('morning'),
      week('afternoon', { tuesday: 'all_day', thursday: 'all_day' }),
      everyDay('all_day'),
    ]),
  };
}
