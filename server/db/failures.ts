import pg from 'pg';
import { Refused } from '#server/core/refused.ts';
import { refusalOfConstraint } from '#server/db/constraints.ts';

const deadlock = '40P01';
const serialization = '40001';
/** Returns whether the database rolled work back because of others, so it can be tried again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === deadlock || error.code === serialization);
}

/**
 * The database's own failures: stopping, starting or canceling (57), out of resources or connections (53), a disk error
 * (58).
 */
const troubles = ['53', '57', '58'];

/** A violated constraint becomes a refusal with an error message. An unreachable database becomes 'unavailable'. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    if (isOfStandby(error)) return new Refused('unavailable', unavailable, { cause: error });
    if (error.code?.startsWith('23')) return refusalOfConstraint(error.constraint) ?? error;
    if (troubles.includes(error.code?.slice(0, 2) ?? ''))
      return new Refused('unavailable', unavailable, { cause: error });
    return error;
  }
  return isConnectionFailure(error) ? new Refused('unavailable', unavailable, { cause: error }) : error;
}

/** The sentence of every refusal because of the database. */
export const unavailable = 'FirstBell cannot reach its database right now. Please try again in a moment.';

/** Returns whether the connection failed, rather than the statement. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === 'FATAL' || error.severity === 'PANIC' || isOfStandby(error);
  if (!(error instanceof Error)) return false;
  // A host name with several addresses fails with the errors of all of them.
  return (
    'errno' in error ||
    error instanceof AggregateError ||
    /timeout|terminated|Connection|not queryable/i.test(error.message)
  );
}

/**
 * Refusals of a database that has no connection left, or is stopping or starting. It may accept the next attempt, as
 * after a lost connection (08).
 */
const passing = ['53300', '57P01', '57P02', '57P03'];
/** System calls on files. Their failures aren't about the database. */
const ofFiles = ['open', 'scandir', 'stat'];

/**
 * Returns whether the database can't be reached now, but might be soon. A wrong password or database name won't pass.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return isOfStandby(error) || error.code?.startsWith('08') === true || passing.includes(error.code ?? '');
  if (error instanceof Error && 'syscall' in error && ofFiles.includes(String(error.syscall))) return false;
  return isConnectionFailure(error);
}

const readOnly = '25006';
/** Returns whether PostgreSQL refused to write because it is a standby. A primary becomes one in a failover. */
export function isOfStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === readOnly;
}

/** Returns whether our timeout ended a statement. A live, reachable database ends it earlier, by its own timeout. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
