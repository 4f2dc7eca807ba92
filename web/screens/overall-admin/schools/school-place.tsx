import type { School } from '#contract/schools.ts';

/** Returns a school's city and state, by which schools with the same name differ. */
export function placeOf({ city, state }: Pick<School, 'city' | 'state'>): string {
  return [city, state].filter(Boolean).join(', ');
}

/** Says in a question where the school is. Renders nothing if that is unknown. */
export function SchoolPlace({ of: school }: { of: School }) {
  const place = placeOf(school);
  return place === '' ? null : <p className="text-ink-3 wrap-anywhere">{place}</p>;
}
