/**
 * The parameters of the simulated mornings. docs/fill.md lists every figure: with its published source, or as an
 * assumption.
 */
export interface World {
  name: string;
  vacanciesPerDay: number;
  substitutes: number;
  schools: number;
  /** The side of the square in which schools and people are spread. */
  side: number;
  /** This many recent messages halve the chance that a person looks at the next one. If infinite, no one tires. */
  fatigue: number;
  /** The share of vacancies posted on the same morning. The other lead times share the rest in their proportions. */
  sameMorning: number;
}

const base: World = {
  name: 'base',
  side: 1,
  vacanciesPerDay: 300,
  substitutes: 1000,
  schools: 60,
  fatigue: 200,
  sameMorning: 0.2,
};

export const worlds: readonly World[] = [
  base,
  { ...base, name: 'no fatigue', fatigue: Infinity },
  { ...base, name: 'strong fatigue', fatigue: 100 },
  { ...base, name: 'scarce supply', substitutes: 600 },
  { ...base, name: '40 % same morning', sameMorning: 0.4 },
  { ...base, name: 'one school, 28 substitutes', side: 0.4, vacanciesPerDay: 5, substitutes: 28, schools: 1 },
];

export const days = { warmUp: 5, measured: 15 } as const;
export const allDays = days.warmUp + days.measured;

/** Minutes since midnight. */
export const startOfSchool = 7 * 60 + 30;
export const dayMinutes = 24 * 60;
export const awake = { from: 5 * 60 + 30, to: 22 * 60 } as const;

/** The parameters of people. */
export const people = {
  active: 0.54,
  free: 0.66,
  /** The chances that people say they are free: when they are free, and when they aren't. */
  saysFree: { free: 0.97, busy: 0.68 },
  radius: 0.3,
  radiusSpread: [0.6, 1.4],
  farthest: 1.2,
  look: 0.6,
  recentHalvesAfterDays: 7,
  answer: { median: 15, sigma: 1.4 },
  yes: {
    constant: -0.6,
    attractiveness: 0.9,
    distance: -1.2,
    usualDistance: 0.7,
    eagerness: 0.7,
    taste: 1,
    noise: 0.6,
  },
  /** The share of people who decline, of those who looked at a vacancy and don't want it. The others don't answer. */
  declines: 0.3,
  reminder: 0.6,
} as const;

const subjects = 6;
const strictSubject = 0.4;

/**
 * Returns a number from 0 to 1 that depends on the seed and the names of what happens, never on the order of events:
 * all policies get the same people, days and moods (common random numbers).
 */
export function chanceOf(seed: number, ...names: readonly number[]): number {
  let hash = seed | 0;
  for (const name of names) {
    hash = Math.imul(hash ^ (name + 0x9e3779b9), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** Returns a standard normal number that depends on the seed and the names. */
export function normalOf(seed: number, ...names: readonly number[]): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chanceOf(seed, 1, ...names)));
  return radius * Math.cos(2 * Math.PI * chanceOf(seed, 2, ...names));
}

export interface Vacancy {
  id: number;
  day: number;
  school: number;
  postedAt: number;
  /** The required subject. It is null if there is none. */
  subject: number | null;
  lead: Lead;
}

export const leads = ['same morning', 'day before', '2–3 days', '4–11 days'] as const;
export type Lead = (typeof leads)[number];

interface Substitute {
  x: number;
  y: number;
  radius: number;
  isActive: boolean;
  eagerness: number;
  subjects: ReadonlySet<number>;
}

export interface Town {
  seed: number;
  world: World;
  schools: readonly { x: number; y: number; attractiveness: number }[];
  substitutes: readonly Substitute[];
  /** The substitutes of each school, who would travel there. */
  ofSchool: readonly (readonly number[])[];
  vacancies: readonly Vacancy[];
}

/** Returns the town for a seed: its schools, its people, and the absences on all days. */
export function townOf(world: World, seed: number): Town {
  const at = (kind: number, nth: number) => ({
    x: world.side * chanceOf(seed, kind, nth, 1),
    y: world.side * chanceOf(seed, kind, nth, 2),
  });
  const schools = Array.from({ length: world.schools }, (_, nth) => ({
    ...at(10, nth),
    attractiveness: world.schools === 1 ? 0 : 2 * chanceOf(seed, 11, nth) - 1,
  }));
  const [narrow, wide] = people.radiusSpread;
  const substitutes = Array.from({ length: world.substitutes }, (_, nth): Substitute => {
    const first = Math.floor(chanceOf(seed, 23, nth) * subjects);
    const second = Math.floor(chanceOf(seed, 24, nth) * subjects);
    return {
      ...at(20, nth),
      radius: people.radius * (narrow + (wide - narrow) * chanceOf(seed, 21, nth)),
      isActive: chanceOf(seed, 22, nth) < people.active,
      eagerness: people.yes.eagerness * normalOf(seed, 25, nth),
      subjects: new Set(chanceOf(seed, 26, nth) < 0.5 ? [first] : [first, second]),
    };
  });
  const ofSchool = schools.map((school) =>
    substitutes.flatMap((person, nth) => (distanceOf(person, school) <= people.farthest * person.radius ? [nth] : [])),
  );
  const vacancies = Array.from({ length: allDays * world.vacanciesPerDay }, (_, id): Vacancy => {
    const day = Math.floor(id / world.vacanciesPerDay);
    const lead = leadOf(world, chanceOf(seed, 30, id));
    return {
      id,
      day,
      lead,
      school: Math.floor(chanceOf(seed, 31, id) * world.schools),
      postedAt: postedAt(lead, day, chanceOf(seed, 32, id), chanceOf(seed, 33, id)),
      subject: chanceOf(seed, 34, id) < strictSubject ? Math.floor(chanceOf(seed, 35, id) * subjects) : null,
    };
  });
  return { seed, world, schools, substitutes, ofSchool, vacancies };
}

export function distanceOf(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function leadOf({ sameMorning }: World, chance: number): Lead {
  if (chance < sameMorning) return 'same morning';
  const rest = (chance - sameMorning) / (1 - sameMorning);
  if (rest < 0.15 / 0.8) return 'day before';
  return rest < 0.3 / 0.8 ? '2–3 days' : '4–11 days';
}

function postedAt(lead: Lead, day: number, chance: number, hour: number): number {
  const between = (from: number, to: number, share: number) => from + (to - from) * share;
  if (lead === 'same morning') return day * dayMinutes + between(5 * 60, 7 * 60 + 10, chance);
  if (lead === 'day before') return (day - 1) * dayMinutes + between(9 * 60, 21.5 * 60, chance);
  const [fewest, most] = lead === '2–3 days' ? [2, 3] : [4, 11];
  const before = fewest + Math.floor(chance * (most - fewest + 1));
  return (day - before) * dayMinutes + between(7 * 60, 17 * 60, hour);
}
