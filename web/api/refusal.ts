import { ApiError } from '#web/api/errors.ts';

/** The caller may not see the record, or it is gone. Too many calls (429) or a slow one (408) say nothing about it. */
const refusals = [403, 404, 409, 410];

/**
 * Returns whether a query has nothing to show: it never loaded, or the server refuses it now. Any other failed
 * refresh doesn't remove what has loaded.
 */
export function hasNothing({ data, error }: { data: unknown; error: Error | null }): boolean {
  return error !== null && (data === undefined || (error instanceof ApiError && refusals.includes(error.status)));
}

/** Returns whether an error is about a field of the form, which then shows it. */
export function isAboutField(error: Error | null): boolean {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
}
