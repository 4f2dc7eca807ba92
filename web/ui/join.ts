/** Class names that apply, in one string; false, null, undefined and empty ones fall out. */
export function join(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
