import type { Config } from '#server/config.ts';

/**
 * Kinds of numbers that get a code. North America does not tell mobile numbers from others. Every other kind costs more or
 * belongs to no person: premium rate, shared cost, toll-free, pagers.
 */
const textable: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Why no code goes to a number (`+` and digits), as a sentence; null where one may. A satellite telephone or an international
 * network has no country, so no setting lets one in.
 */
export async function refusalOfNumber(
  { SMS_COUNTRIES }: Pick<Config, 'SMS_COUNTRIES'>,
  number: string,
): Promise<string | null> {
  // A sixth of a megabyte of number plans, for the few calls that need them.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(number);
  const country = parsed?.country;
  if (country === undefined || !SMS_COUNTRIES.includes(country))
    return `Text messages go to mobile numbers of ${inWords(SMS_COUNTRIES)} only.`;
  return textable.includes(parsed?.getType()) ? null : 'Text messages go to mobile numbers only.';
}

function inWords(countries: readonly string[]): string {
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const named = countries.map((country) => (country === 'US' ? 'the United States' : (names.of(country) ?? country)));
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(named);
}
