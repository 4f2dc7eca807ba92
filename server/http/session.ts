import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionLimits } from '#domain/person.ts';
import type { Role } from '#domain/role.ts';
import { isIdentityFresh } from '#domain/second-factor.ts';
import type { Config } from '#server/core/config.ts';
import { Refused } from '#server/core/refused.ts';
import type { Queryable } from '#server/db/database.ts';
import {
  endSessionOfAnotherThan,
  endSessionOfToken,
  isSecure,
  type Session,
  sessionOfToken,
  type SessionActivity,
} from '#server/security/sessions.ts';

/**
 * Returns the name of the session cookie. With https, the __Host- prefix prevents another subdomain from setting it.
 */
export function cookieName(config: Config): string {
  return isSecure(config) ? '__Host-firstbell' : 'firstbell';
}

export function setSessionCookie(reply: FastifyReply, config: Config, token: string, role: Role): void {
  reply.setCookie(cookieName(config), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    path: '/',
    maxAge: Math.floor(sessionLimits(role).absoluteMs / 1000),
  });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), { httpOnly: true, sameSite: 'lax', secure: isSecure(config), path: '/' });
}

/** Ends this request's session, if any. */
export async function endSession(db: Queryable, request: FastifyRequest, config: Config): Promise<void> {
  const token = request.cookies[cookieName(config)];
  if (token !== undefined) await endSessionOfToken(db, token);
}

/** Ends this request's session if it belongs to another person. Signing in takes over the browser. */
export async function endSessionOfAnother(
  db: Queryable,
  request: FastifyRequest,
  config: Config,
  userId: number,
): Promise<void> {
  const token = request.cookies[cookieName(config)];
  if (token !== undefined) await endSessionOfAnotherThan(db, token, userId);
}

/** Returns the request's session, or null. `readsOwnRecord`: with the data that only `GET /api/user` returns. */
export async function readSession(
  db: Queryable,
  request: FastifyRequest,
  config: Config,
  now: Date,
  activity: SessionActivity,
  readsOwnRecord = false,
): Promise<Session | null> {
  const token = request.cookies[cookieName(config)];
  if (token === undefined || token.length > 100) return null;
  return sessionOfToken(db, token, config, now, activity, readsOwnRecord);
}

/** Returns the session of a call that only signed-in users can make. */
export function currentSession(call: { session: Session | null }): Session {
  if (call.session === null) throw new Error('A call without a session reached code that needs one.');
  return call.session;
}

/**
 * Prevents account takeover through an unattended session: sign-in details can be changed only shortly after the
 * password (and code) were entered.
 *
 * @throws {Refused} identity_unproved
 */
export function refuseUnprovedIdentity(call: { session: Session | null; now: Date }): void {
  if (!isIdentityFresh(currentSession(call).provedAt, call.now))
    throw new Refused('identity_unproved', "Confirm that it's you first.");
}
