/**
 * Returns a North American number the way people write it: '(218) 555-0147'. Returns any other text as it is, such as
 * an email address.
 */
export function phoneInWords(text: string): string {
  return text.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
