import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Returns whether a text can be a phone number. Without a country code, it is read as North American. */
export function isPhone(text: string): boolean {
  return parsePhoneNumberFromString(text, 'US')?.isPossible() ?? false;
}

/** The digits that numbers are compared by. A leading country code makes no difference. */
const comparedDigits = 10;

/** Returns the comparison key of a phone number. Returns null for a text with too few digits. */
export function phoneKey(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < comparedDigits ? null : digits.slice(-comparedDigits);
}
