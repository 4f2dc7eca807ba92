import {
  awake,
  chanceOf,
  dayMinutes,
  distanceOf,
  normalOf,
  people,
  type Town,
  type Vacancy,
} from '#bench/fill/world.ts';

// The behavior of the people in a simulated town. Each answer depends only on the seed.

/** Returns whether a substitute really has this day free. */
export function isFree({ seed }: Town, substitute: number, day: number): boolean {
  return chanceOf(seed, 50, substitute, day) < people.free;
}

/** Returns whether their weekly availability lists it as free. */
export function isSaidFree(town: Town, substitute: number, day: number): boolean {
  const { free, busy } = people.saysFree;
  return chanceOf(town.seed, 51, substitute, day) < (isFree(town, substitute, day) ? free : busy);
}

/** Returns whether they teach the subject of a class. */
export function isQualified({ substitutes }: Town, substitute: number, { subject }: Vacancy): boolean {
  return subject === null || substitutes[substitute]?.subjects.has(subject) === true;
}

/** Returns whether they would say yes to this class if they looked. */
export function wouldTake({ seed, schools, substitutes }: Town, substitute: number, vacancy: Vacancy): boolean {
  const person = substitutes[substitute];
  const school = schools[vacancy.school];
  if (person === undefined || school === undefined) return false;
  const { yes } = people;
  const uniform = chanceOf(seed, 52, vacancy.id, substitute);
  return (
    yes.constant +
      yes.attractiveness * school.attractiveness +
      yes.distance * (distanceOf(person, school) / person.radius - yes.usualDistance) +
      person.eagerness +
      yes.taste * normalOf(seed, 53, vacancy.school, substitute) +
      yes.noise * Math.log(uniform / (1 - uniform)) >
    0
  );
}

/** Returns the time after this many waking minutes. */
export function afterWaking(from: number, minutes: number): number {
  let at = from;
  let left = minutes;
  for (;;) {
    const time = at % dayMinutes < 0 ? (at % dayMinutes) + dayMinutes : at % dayMinutes;
    const midnight = at - time;
    if (time < awake.from) at = midnight + awake.from;
    else if (time >= awake.to) at = midnight + dayMinutes + awake.from;
    else if (left <= awake.to - time) return at + left;
    else {
      left -= awake.to - time;
      at = midnight + dayMinutes + awake.from;
    }
  }
}
