/** The default time zone if the state suggests none. */
export const defaultTimeZone = 'America/New_York';

/** Code, name, and the time zone of most of the state's people. */
const states = [
  ['AL', 'Alabama', 'America/Chicago'],
  ['AK', 'Alaska', 'America/Anchorage'],
  ['AZ', 'Arizona', 'America/Phoenix'],
  ['AR', 'Arkansas', 'America/Chicago'],
  ['CA', 'California', 'America/Los_Angeles'],
  ['CO', 'Colorado', 'America/Denver'],
  ['CT', 'Connecticut', 'America/New_York'],
  ['DE', 'Delaware', 'America/New_York'],
  ['DC', 'District of Columbia', 'America/New_York'],
  ['FL', 'Florida', 'America/New_York'],
  ['GA', 'Georgia', 'America/New_York'],
  ['HI', 'Hawaii', 'Pacific/Honolulu'],
  ['ID', 'Idaho', 'America/Boise'],
  ['IL', 'Illinois', 'America/Chicago'],
  ['IN', 'Indiana', 'America/Indiana/Indianapolis'],
  ['IA', 'Iowa', 'America/Chicago'],
  ['KS', 'Kansas', 'America/Chicago'],
  ['KY', 'Kentucky', 'America/New_York'],
  ['LA', 'Louisiana', 'America/Chicago'],
  ['ME', 'Maine', 'America/New_York'],
  ['MD', 'Maryland', 'America/New_York'],
  ['MA', 'Massachusetts', 'America/New_York'],
  ['MI', 'Michigan', 'America/Detroit'],
  ['MN', 'Minnesota', 'America/Chicago'],
  ['MS', 'Mississippi', 'America/Chicago'],
  ['MO', 'Missouri', 'America/Chicago'],
  ['MT', 'Montana', 'America/Denver'],
  ['NE', 'Nebraska', 'America/Chicago'],
  ['NV', 'Nevada', 'America/Los_Angeles'],
  ['NH', 'New Hampshire', 'America/New_York'],
  ['NJ', 'New Jersey', 'America/New_York'],
  ['NM', 'New Mexico', 'America/Denver'],
  ['NY', 'New York', 'America/New_York'],
  ['NC', 'North Carolina', 'America/New_York'],
  ['ND', 'North Dakota', 'America/Chicago'],
  ['OH', 'Ohio', 'America/New_York'],
  ['OK', 'Oklahoma', 'America/Chicago'],
  ['OR', 'Oregon', 'America/Los_Angeles'],
  ['PA', 'Pennsylvania', 'America/New_York'],
  ['RI', 'Rhode Island', 'America/New_York'],
  ['SC', 'South Carolina', 'America/New_York'],
  ['SD', 'South Dakota', 'America/Chicago'],
  ['TN', 'Tennessee', 'America/Chicago'],
  ['TX', 'Texas', 'America/Chicago'],
  ['UT', 'Utah', 'America/Denver'],
  ['VT', 'Vermont', 'America/New_York'],
  ['VA', 'Virginia', 'America/New_York'],
  ['WA', 'Washington', 'America/Los_Angeles'],
  ['WV', 'West Virginia', 'America/New_York'],
  ['WI', 'Wisconsin', 'America/Chicago'],
  ['WY', 'Wyoming', 'America/Denver'],
  ['AS', 'American Samoa', 'Pacific/Pago_Pago'],
  ['GU', 'Guam', 'Pacific/Guam'],
  ['MP', 'Northern Mariana Islands', 'Pacific/Saipan'],
  ['PR', 'Puerto Rico', 'America/Puerto_Rico'],
  ['VI', 'U.S. Virgin Islands', 'America/St_Thomas'],
  ['VI', 'Virgin Islands', 'America/St_Thomas'],
] as const;

const zones = new Map<string, string>();
for (const [code, name, zone] of states) {
  zones.set(code.toLowerCase(), zone);
  zones.set(name.toLowerCase(), zone);
}

/** The time zones of the states and territories, each once, most used first. */
export const timeZonesOfStates: readonly string[] = [
  ...new Set([defaultTimeZone, 'America/Chicago', 'America/Denver', 'America/Los_Angeles', ...zones.values()]),
];

/**
 * Returns the suggested time zone for a school in a US state or territory, given by name or postal code in any case. An
 * unknown state gives `defaultTimeZone`. People can change it.
 */
export function timeZoneOfState(state: string): string {
  return zones.get(state.trim().toLowerCase()) ?? defaultTimeZone;
}

/**
 * Returns whether this is the name of an IANA time zone. Plain offsets ('+05:00') are refused because they have no
 * daylight saving time.
 */
export function isTimeZone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Za-z]+\//.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The hours in which a school notifies substitutes in waves, by its own clock. `from` is earlier than `until`. */
export interface OfferHours {
  from: string;
  until: string;
}

/** The hours of a school that didn't choose others. */
export const usualOfferHours: OfferHours = { from: '05:30', until: '21:00' };

/** The sentence for hours that end before they begin. */
export const offerHoursProblem = 'Enter a time after the first one.';

/** A school's choices of who is notified of its vacancies first. */
export const schoolOfferings = ['everyone', 'best_matches', 'favorites'] as const;

export type SchoolOffering = (typeof schoolOfferings)[number];
