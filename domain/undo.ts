/**
 * Seconds in which an answer can be undone: `offered` by the screen, and `accepted` by the server, so that a tap at the last
 * moment still arrives in time. Notifications about the answer wait until then.
 */
export const undoSeconds = { offered: 8, accepted: 10 } as const;

/** Minutes after a substitute's own yes in which they can undo it without a reason, and without a record of a cancellation. */
export const yesUndoMinutes = 5;

/** The facts about a vacancy that decide whether its substitute can undo their yes. */
interface Booked {
  status: string;
  substituteId: number | null;
  requestedById: number | null;
  requestedAt: Date | null;
  startsAt: Date;
}

/**
 * Returns until when its substitute can undo the yes that got them this class: for 5 minutes after their request, whether it was booked at
 * once or approved since, but not after the class has begun. Returns null if there is no such yes: an assignment by an administrator isn't
 * one, even if it was confirmed.
 */
export function yesUndoUntil({ status, substituteId, requestedById, requestedAt, startsAt }: Booked): Date | null {
  if (status !== 'filled' || requestedAt === null || requestedById !== substituteId) return null;
  return new Date(Math.min(requestedAt.getTime() + yesUndoMinutes * 60_000, startsAt.getTime()));
}

/** Returns whether it undoes the yes if this person ends the assignment now. */
export function undoesYes(booked: Booked, by: { id: number; role: string }, now: Date): boolean {
  const until = by.role === 'substitute' && by.id === booked.substituteId ? yesUndoUntil(booked) : null;
  return until !== null && now < until;
}
