import { addDays, instantOf, localDate } from '#domain/time.ts';
import { type Absence, type DemoVacancy, live, spanOf, type Step } from '#server/demo/absence.ts';
import { isSchoolDay, schoolDaysFrom } from '#server/demo/calendar.ts';
import type { Pool } from '#server/demo/cover.ts';
import type { DemoPerson } from '#server/demo/people.ts';
import { demoZone, type SchoolKey } from '#server/demo/schools.ts';
import { teachersOf } from '#server/demo/year.ts';

const minute = 60_000;
const hour = 60 * minute;

type StoryDays = {
  /** The next day that still has a class, which may be today. */
  soonest: string;
  /** Returns the school days whose first bell hasn't rung yet. */
  next: (index: number) => string;
};

/** Returns the days of the stories as seen from `now`, in the schools' time zone. */
export function storyDays(now: Date): StoryDays {
  const today = localDate(now, demoZone);
  const beforeBell = now < instantOf(today, '07:20', demoZone);
  const days = schoolDaysFrom(beforeBell ? today : addDays(today, 1), 13);
  const next = (index: number) => days[index] ?? today;
  return { soonest: isSchoolDay(today) && now < instantOf(today, '14:10', demoZone) ? today : next(0), next };
}

type Told = Partial<Absence> & Pick<Absence, 'date' | 'title' | 'notes' | 'createdAt'> & { steps?: Step[] };

const maya = 'Maya Okafor';

const link = (name: string) => `https://docs.example.org/plans/${name}`;

function request(by: number, at: Date, note?: string): Step {
  return { at, actor: by, event: { type: 'request', by }, ...(note !== undefined && { note }) };
}

function approve(actor: number, substituteId: number, at: Date): Step {
  return { at, actor, event: { type: 'approve', substituteId } };
}

function assign(actor: number, substituteId: number, at: Date): Step {
  return { at, actor, event: { type: 'assign', substituteId } };
}

/**
 * Returns the absences of the demo's named people around `now`, so each of them finds something in every list. Everyone
 * assigned or requesting in them is taken from the pool.
 */
export function liveStories(pool: Pool, people: readonly DemoPerson[], now: Date): DemoVacancy[] {
  const teller = tellerOf(pool, people, now);
  const { daniel, soonest, next } = teller;
  // Daniel's upcoming days are scripted here. On other days, he is available like everyone else.
  const firstDay = localDate(now, demoZone) < soonest ? localDate(now, demoZone) : soonest;
  for (let date = firstDay; date <= next(12); date = addDays(date, 1))
    pool.take(daniel, instantOf(date, '00:00', demoZone), instantOf(addDays(date, 1), '00:00', demoZone));
  return [
    ...todayAtCedarHollow(teller),
    ...absencesOfMaya(teller),
    ...othersAtCedarHollow(teller),
    ...atNorthfield(teller),
    ...weekAtCedarHollow(teller),
    ...atRidgeview(teller),
  ];
}

/** The people and times that the stories name. `tell` plays an absence until now; `nth` is a teacher of a school. */
type Teller = ReturnType<typeof tellerOf>;

function tellerOf(pool: Pool, people: readonly DemoPerson[], now: Date) {
  const { soonest, next } = storyDays(now);
  const teachers = teachersOf(people);
  const named = (from: readonly DemoPerson[], fullName: string): DemoPerson => {
    const found = from.find((each) => each.fullName === fullName);
    if (found === undefined) throw new RangeError(`No one in the demo who can do this is called ${fullName}.`);
    return found;
  };
  const person = (fullName: string) => named(people, fullName).number;
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const tell = (fullName: string, { steps = [], ...told }: Told): DemoVacancy => {
    const owner = named(
      told.reason === null ? people.filter(({ role }) => role === 'school_admin') : teachers,
      fullName,
    );
    if (owner.school === null) throw new RangeError(`${fullName} has no school in the demo.`);
    const absence: Absence = {
      ...anyAbsence,
      school: owner.school,
      teacher: owner.number,
      createdBy: owner.number,
      ...told,
    };
    const lived = live(absence, steps, now);
    const holder = lived.state.substituteId ?? lived.state.requestedById;
    const { startsAt, endsAt } = spanOf(absence);
    if (holder !== null) pool.take(holder, startsAt, endsAt);
    return lived;
  };
  return {
    now,
    soonest,
    next,
    ago,
    /** An absence today was reported at dawn, or just now if it is earlier than that. */
    justPosted: (clock: string, minutes: number) => {
      const dawn = instantOf(soonest, clock, demoZone);
      return dawn < ago(minutes * minute) ? dawn : ago(minutes * minute);
    },
    tell,
    person,
    nth: (school: SchoolKey, index: number) => teachers.filter((each) => each.school === school)[index]?.fullName ?? '',
    carol: person('Carol Whitfield'),
    andre: person('Andre Molina'),
    daniel: person('Daniel Reyes'),
    hannah: person('Hannah Becker'),
    luis: person('Luis Ortega'),
    priya: person('Priya Natarajan'),
  };
}

const anyAbsence = {
  shift: 'full_day',
  reason: 'Personal',
  link: null,
  mayNeedChanges: false,
  isUrgent: false,
  bookFirst: false,
} as const;

function todayAtCedarHollow({ tell, nth, carol, hannah, luis, soonest, ago, justPosted, now }: Teller): DemoVacancy[] {
  return [
    tell('Joan Haugen', {
      date: soonest,
      reason: 'Illness',
      isUrgent: true,
      title: 'Grade 2 classroom',
      notes: 'Plans are on the desk. Bus duty at 2:50 PM with Mr. Dahl.',
      link: link('grade-2-any-day'),
      createdAt: justPosted('06:05', 26),
    }),
    tell(maya, {
      date: soonest,
      shift: 'afternoon',
      reason: 'Illness',
      isUrgent: true,
      title: 'Afternoon: spelling and art',
      notes: 'Art supplies are set out in trays. Ms. Haugen next door has the key to the kiln room.',
      createdAt: justPosted('06:20', 31),
    }),
    tell('Carol Whitfield', {
      date: soonest,
      reason: null,
      title: 'Reading tests: a second adult in Room 12',
      notes: 'Hand out the booklets and walk students to the library when they finish. No teaching.',
      createdAt: ago(19 * hour),
    }),
    tell(nth('cedar', 9), {
      date: soonest,
      reason: 'Family Illness',
      title: 'Grade 3, math and science centers',
      notes: 'The centers are set up on the back tables. Please rotate every twenty minutes.',
      createdAt: ago(40 * hour),
      steps: [request(hannah, ago(38 * hour), 'I know this class.'), approve(carol, hannah, ago(37 * hour))],
    }),
    tell(nth('cedar', 6), {
      date: soonest,
      // By noon, the morning is over, and no one can be assigned to it anymore.
      shift: now < instantOf(soonest, '11:30', demoZone) ? 'morning' : 'afternoon',
      reason: 'Illness',
      title: 'Music, grades 3 to 5',
      notes: 'Rhythm sticks are on the shelf. The recorder groups know their order.',
      createdAt: justPosted('05:40', 44),
      steps: [assign(carol, luis, ago(18 * minute))],
    }),
  ];
}

function absencesOfMaya({ tell, person, daniel, hannah, luis, priya, soonest, next, ago }: Teller): DemoVacancy[] {
  return [
    tell(maya, {
      date: next(0),
      shift: 'morning',
      reason: 'Illness',
      isUrgent: next(0) === soonest,
      title: 'Morning block, science fair set-up',
      notes: 'The boards are numbered. Each child knows the table; the volcano goes last.',
      link: link('science-fair-set-up'),
      createdAt: ago(70 * minute),
      steps: [request(priya, ago(9 * minute), 'I can be there by 7:40.')],
    }),
    tell(maya, {
      date: next(1),
      mayNeedChanges: true,
      title: 'Grade 4, fractions and reading groups',
      notes: 'Fraction strips are in the blue bins. The reading groups are on the board.',
      link: link('grade-4-fractions'),
      createdAt: ago(76 * hour),
      steps: [request(daniel, ago(14 * hour))],
    }),
    tell(maya, {
      date: next(6),
      shift: 'afternoon',
      reason: 'Family Illness',
      title: 'Afternoon: writing workshop',
      notes: 'They are in the middle of their letters. Quiet music is fine.',
      createdAt: ago(30 * hour),
      steps: [request(hannah, ago(5 * hour), 'Happy to take it.')],
    }),
    tell(maya, {
      date: next(8),
      title: 'Grade 4, all day',
      notes: 'Regular day: math, PE with Mr. Dahl, science, library.',
      link: link('grade-4-regular-day'),
      createdAt: ago(52 * hour),
    }),
    tell(maya, {
      date: next(3),
      title: 'Grade 4: trip to the nature center',
      notes: 'The bus leaves at 9:00. Two parents come along; lunch is packed.',
      link: link('grade-4-nature-center'),
      createdAt: ago(190 * hour),
      steps: [
        request(luis, ago(170 * hour), 'I have done this trip twice.'),
        approve(person(maya), luis, ago(168 * hour)),
      ],
    }),
    tell(maya, {
      date: next(9),
      shift: 'morning',
      title: 'Grade 4, spelling bee',
      notes: 'The word list is in the top drawer. No helping from the back row.',
      createdAt: ago(120 * hour),
      steps: [request(daniel, ago(100 * hour)), approve(person(maya), daniel, ago(97 * hour))],
    }),
    tell(maya, {
      date: next(4),
      reason: 'Illness',
      title: 'Grade 4 classroom',
      notes: 'Plans follow.',
      createdAt: ago(27 * hour),
      steps: [{ at: ago(6 * hour), actor: person(maya), event: { type: 'remove', by: 'teacher' } }],
    }),
  ];
}

function othersAtCedarHollow({ tell, person, nth, carol, daniel, hannah, luis, next, ago }: Teller): DemoVacancy[] {
  return [
    tell('Peter Dahl', {
      date: next(1),
      shift: 'morning',
      reason: 'Family Illness',
      title: 'PE, grades K to 5',
      notes: 'Parachute games. The equipment room code is at the office.',
      createdAt: ago(20 * hour),
      steps: [assign(carol, luis, ago(3 * hour))],
    }),
    tell('Peter Dahl', {
      date: next(2),
      title: 'PE and recess games',
      notes: 'Soccer if it is dry, jump ropes if not.',
      createdAt: ago(48 * hour),
      steps: [request(hannah, ago(2 * hour), 'Glad to help.')],
    }),
    tell(nth('cedar', 3), {
      date: next(2),
      reason: 'Bereavement',
      title: 'Kindergarten',
      notes: 'The aide, Mrs. Lund, knows everything. Rest time is at 12:45.',
      createdAt: ago(11 * hour),
    }),
    tell('Joan Haugen', {
      date: next(7),
      title: 'Grade 2, all day',
      notes: 'Library at 10:15. Please read chapter nine aloud.',
      link: link('grade-2-chapter-nine'),
      createdAt: ago(130 * hour),
      steps: [request(daniel, ago(125 * hour)), approve(person('Joan Haugen'), daniel, ago(124 * hour))],
    }),
    // Daniel teaches Grade 2 that day, and has a free period for this class.
    tell(nth('cedar', 11), {
      date: next(7),
      reason: 'Personal',
      title: 'Grade 5, fractions and state reports',
      notes: 'The reports are in the tray by the window. Partners are listed on the board.',
      createdAt: ago(35 * minute),
    }),
  ];
}

function atNorthfield({
  tell,
  person,
  nth,
  andre,
  daniel,
  priya,
  soonest,
  next,
  ago,
  justPosted,
}: Teller): DemoVacancy[] {
  return [
    tell('Lucia Marino', {
      date: soonest,
      reason: 'Illness',
      isUrgent: true,
      title: 'Algebra I and Geometry',
      notes: 'Worksheets are in the tray marked SUB. Period 3 is lively; the seating chart helps.',
      createdAt: justPosted('05:50', 22),
    }),
    tell('Samuel Brandt', {
      date: next(1),
      title: 'Biology 9, periods 1 to 4',
      notes: 'Microscope lab in period 3; the lab aide will be with you.',
      link: link('biology-9-lab'),
      createdAt: ago(64 * hour),
    }),
    tell('Samuel Brandt', {
      date: next(4),
      title: 'Biology: review day',
      notes: 'The review game is ready on the screen. Prizes are in the drawer.',
      createdAt: ago(90 * hour),
      steps: [assign(andre, daniel, ago(4 * hour))],
    }),
    tell(nth('northfield', 3), {
      date: next(1),
      reason: 'Family Illness',
      title: 'English 10, five periods',
      notes: 'They read act two aloud; the parts are on the board.',
      createdAt: ago(33 * hour),
      steps: [request(priya, ago(45 * minute), 'I taught this play last spring.')],
    }),
    tell(nth('northfield', 5), {
      date: next(2),
      title: 'U.S. History, five periods',
      notes: 'The documentary is cued. The questions are due at the bell.',
      link: link('us-history-documentary'),
      createdAt: ago(144 * hour),
      steps: [
        request(daniel, ago(140 * hour), 'I can stay for the club as well.'),
        approve(person(nth('northfield', 5)), daniel, ago(131 * hour)),
      ],
    }),
    tell(nth('northfield', 9), {
      date: next(5),
      title: 'Spanish I and II',
      notes: 'Vocabulary bingo, then the workbook. The key is at the office.',
      createdAt: ago(26 * hour),
    }),
  ];
}

function weekAtCedarHollow({ tell, nth, next, ago }: Teller): DemoVacancy[] {
  return [10, 11, 12].map((index) =>
    tell(nth('cedar', 8), {
      date: next(index),
      reason: 'Personal',
      title: 'Grade 5, all subjects',
      notes: 'A week of fractions and the weather project. The plan for each day is in the blue folder.',
      job: '5e8f1c6a-2b1d-4c1e-9a54-0d6f3b7a9c21',
      createdAt: ago(4 * hour),
    }),
  );
}

function atRidgeview({ tell, nth, daniel, soonest, next, ago }: Teller): DemoVacancy[] {
  return [
    tell('Ana Petrova', {
      date: next(3),
      reason: 'Family Illness',
      title: 'Choir and general music',
      notes: 'Section leaders know the warm-up. The accompaniments are on the stand.',
      createdAt: ago(18 * hour),
    }),
    tell('Karl Nyberg', {
      date: next(5),
      title: 'Grade 6 math, five periods',
      notes: 'Lesson 4.2 and the practice page. Calculators stay in the cart.',
      createdAt: ago(110 * hour),
      steps: [request(daniel, ago(109 * hour)), approve(daniel, daniel, ago(109 * hour))],
    }),
    tell(nth('ridgeview', 5), {
      date: next(0),
      shift: 'morning',
      reason: 'Illness',
      isUrgent: next(0) === soonest,
      title: 'Earth Science 8',
      notes: 'Rock samples are on the cart. Gloves on, please.',
      createdAt: ago(50 * minute),
    }),
  ];
}
