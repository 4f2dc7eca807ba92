import type { Config } from '#server/core/config.ts';

/**
 * Kinds of numbers that get a code. In North America, mobile and fixed-line numbers can't be distinguished. All other
 * kinds cost more or belong to no person: premium rate, shared cost, toll-free, pagers.
 */
const textable: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Returns the sentence that says why no code goes to a number (`+` and digits); null if it may. Satellite phones and
 * international networks have no country, so no setting allows them.
 */
export async function refusalOfNumber(
  { SMS_COUNTRIES }: Pick<Config, 'SMS_COUNTRIES'>,
  number: string,
): Promise<string | null> {
  // The library loads 170 KB of numbering plans on first use, because few calls need them.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(number);
  const country = parsed?.country;
  if (country === undefined || !SMS_COUNTRIES.includes(country))
    return `Text messages only go to mobile numbers in ${inWords(SMS_COUNTRIES)}.`;
  return textable.includes(parsed?.getType()) ? null : 'Text messages only go to mobile numbers.';
}

function inWords(countries: readonly string[]): string {
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const named = countries.map((country) => (country === 'US' ? 'the United States' : (names.of(country) ?? country)));
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(named);
}
