/** Joins class names into one string. False, null, undefined and empty ones are skipped. */
export function join(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
