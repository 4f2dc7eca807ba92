import { ApiError } from '#web/api/errors.ts';

/** Returns whether the call lost a race or broke a rule: the vacancy no longer matches its card. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Returns whether the vacancy was deleted, or is no longer visible to this person. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'vacancy_gone');
}
