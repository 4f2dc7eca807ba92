import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '#server/core/config.ts';
import { networkOf } from '#server/http/address.ts';
import { cookieName } from '#server/http/session.ts';
import type { Session } from '#server/security/sessions.ts';

/**
 * Identifies a caller before its request is handled: by its account if this process knows the session, or else by its
 * address.
 */
export type Caller = { key: string; isKnown: boolean };

export type Callers = {
  /** Returns the caller of a request without asking the database. */
  of(request: IncomingMessage): Caller;
  /** Remembers a session that the database has confirmed. */
  note(session: Session): void;
};

/** Limits the sessions that a process remembers. Each takes about 150 bytes. */
const mostKnown = 50_000;

/**
 * Remembers which account each recent session belongs to. This decides only about the share of an overloaded server,
 * never about access: every call that isn't refused reads its session from the database. It keeps hashes, not the
 * tokens.
 */
export function makeCallers(config: Config): Callers {
  const accounts = new Map<string, number>();
  const name = `${cookieName(config)}=`;
  return {
    of(request) {
      const token = cookieOf(request.headers.cookie, name);
      const account = token === undefined ? undefined : accounts.get(hash('sha256', token, 'base64'));
      return account === undefined
        ? { key: networkOf(addressOf(request, config.TRUST_PROXY)), isKnown: false }
        : { key: keyOfAccount(account), isKnown: true };
    },
    note({ tokenHash, actor }) {
      const key = tokenHash.toString('base64');
      if (accounts.has(key)) return;
      const [oldest] = accounts.size < mostKnown ? [] : accounts.keys();
      if (oldest !== undefined) accounts.delete(oldest);
      accounts.set(key, actor.id);
    },
  };
}

/** Returns the key of a signed-in caller, wherever it calls from. No address looks like it. */
export function keyOfAccount(id: number): string {
  return `account ${id}`;
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  return header
    ?.split('; ')
    .find((part) => part.startsWith(name))
    ?.slice(name.length);
}

/** Returns the address that Fastify's `request.ip` would be: the entry of X-Forwarded-For before our own proxies. */
function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const own = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (proxies === 0 || forwarded === undefined) return own;
  const hops = String(forwarded).split(',');
  return hops.at(-Math.min(proxies, hops.length))?.trim() ?? own;
}
