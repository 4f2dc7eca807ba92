// 'Room 12', 'Rm. B204', 'room # 7': the ways in which people write the number on a door.
const pattern = /\b(?:room|rm\.?) ?(?:(?:#|no\.?) ?)?([a-z]{0,2}-?\d{1,4}[a-z]?)\b/i;

/**
 * Returns the room of a class as its teacher wrote it, from the first text that names one: 'Room 12'. Returns null if
 * none does. Often only the notes name it, and the day sheet has a column for it.
 */
export function roomIn(...texts: readonly string[]): string | null {
  for (const text of texts) {
    const number = pattern.exec(text.replaceAll(/\s+/g, ' '))?.[1];
    if (number !== undefined) return `Room ${number.toUpperCase()}`;
  }
  return null;
}

const bare = /^[a-z]{0,2}-?\d{1,4}[a-z]?$/i;

/** Returns a room as people say it: 'Room 204' for '204', and 'Gym' unchanged. */
export function roomName(room: string): string {
  return bare.test(room) ? `Room ${room.toUpperCase()}` : room;
}
