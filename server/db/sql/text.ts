/** The pattern of LIKE and ILIKE for texts that contain these characters, whatever they are. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
