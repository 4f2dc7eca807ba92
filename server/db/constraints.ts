import { Refused } from '#server/core/refused.ts';

/** Turns the name of a violated constraint into an error that people understand. Nothing else reads these names. */
const refusals: Record<string, () => Refused> = {
  users_username_taken: () =>
    new Refused('username_taken', 'This username is already taken. Choose another.', {
      fields: { username: 'This username is already taken. Choose another.' },
    }),
  vacancies_no_double_booking: () => new Refused('booked_elsewhere', 'This substitute is already booked at that time.'),
  covers_no_double: () =>
    new Refused('cover_taken', 'This colleague is already covering at that time. Choose someone else.'),
  covers_once: () => new Refused('cover_taken', 'This colleague has already been asked for this period.'),
  vacancies_start_before_end: () =>
    new Refused('bad_input', 'The end must be after the start.', {
      fields: { endTime: 'The end must be after the start.' },
    }),
};

/** Returns the refusal for a constraint, or undefined for constraints that should never be violated. */
export function refusalOfConstraint(name: string | undefined): Refused | undefined {
  return name === undefined ? undefined : refusals[name]?.();
}
