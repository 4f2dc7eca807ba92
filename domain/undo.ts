/**
 * Seconds to undo an answer on the screen, and until the server refuses it, so a last tap arrives in time.
 * Notifications wait until then.
 */
export const undoSeconds = { offered: 8, accepted: 10 } as const;

/** Minutes in which substitutes can undo their own yes without a reason. */
export const yesUndoMinutes = 5;

/** The facts that decide whether a substitute can undo their yes. */
interface Booked {
  status: string;
  substituteId: number | null;
  requestedById: number | null;
  requestedAt: Date | null;
  startsAt: Date;
}

/**
 * Returns the time until which a substitute can undo the request that got them a class: at the latest, when it begins.
 * It is null if they were assigned.
 */
export function yesUndoUntil({ status, substituteId, requestedById, requestedAt, startsAt }: Booked): Date | null {
  if (status !== 'filled' || requestedAt === null || requestedById !== substituteId) return null;
  return new Date(Math.min(requestedAt.getTime() + yesUndoMinutes * 60_000, startsAt.getTime()));
}

/** Returns whether this person would undo their yes by ending the assignment now. */
export function undoesYes(booked: Booked, by: { id: number; role: string }, now: Date): boolean {
  const until = by.role === 'substitute' && by.id === booked.substituteId ? yesUndoUntil(booked) : null;
  return until !== null && now < until;
}
