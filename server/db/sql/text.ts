/** Returns a LIKE or ILIKE pattern for texts that contain these characters literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
