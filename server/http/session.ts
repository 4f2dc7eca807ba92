import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '#contract/accounts.ts';
import type { Actor } from '#domain/permissions.ts';
import { sessionLimits } from '#domain/person.ts';
import type { Role } from '#domain/role.ts';
import type { Config } from '#server/config.ts';
import { type Queryable, sql, type Sql } from '#server/db/database.ts';

/** Who makes a call: what permissions ask (`actor`), and what the person's own screens show (`user`). */
export type Session = { tokenHash: Buffer; actor: Actor; user: SessionUser };

const hashOf = (token: string) => createHash('sha256').update(token).digest();

function isSecure(config: Config): boolean {
  return config.PUBLIC_URL.startsWith('https:');
}

// On https the __Host- prefix keeps a neighbouring host from setting the cookie.
function cookieName(config: Config): string {
  return isSecure(config) ? '__Host-firstbell' : 'firstbell';
}

/** Begins a session: 256 random bits go to the browser, only their hash to the database. */
export async function beginSession(db: Queryable, userId: number, userAgent: string | null, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.execute(sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, user_agent)
    values (${hashOf(token)}, ${userId}, ${now}, ${now}, ${userAgent?.slice(0, 300) ?? null})`);
  return token;
}

/** Hands the session's token to the browser. */
export function setSessionCookie(reply: FastifyReply, config: Config, token: string, role: Role): void {
  reply.setCookie(cookieName(config), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    path: '/',
    maxAge: Math.floor(sessionLimits(role).absoluteMs / 1000),
  });
}

/** Takes the session's token out of the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), { httpOnly: true, sameSite: 'lax', secure: isSecure(config), path: '/' });
}

/** Ends the session that this request carries, if it does. */
export async function endSession(db: Queryable, request: FastifyRequest, config: Config): Promise<void> {
  const token = request.cookies[cookieName(config)];
  if (token !== undefined) await db.execute(sql`delete from sessions where token_hash = ${hashOf(token)}`);
}

/** Ends every session of a person, or every one but `except`: disabling, deleting and resetting end them at once. */
export async function endSessionsOf(db: Queryable, userId: number, except: Buffer | null = null): Promise<void> {
  await db.execute(sql`delete from sessions where user_id = ${userId} and (${except}::bytea is null or token_hash <> ${except})`);
}

type SessionRow = Omit<SessionUser, 'selectedSchoolIds' | 'pendingAccess'> & {
  createdAt: Date;
  lastSeenAt: Date;
  selectedSchoolIds: number[];
  visibleSchoolIds: number[];
};

/** Where the logo or banner of school `c` is, or null; the address changes with the picture. */
export function schoolImageUrl(kind: 'logo' | 'banner'): Sql {
  return kind === 'logo'
    ? sql`(select '/api/schools/' || c.id || '/logo?v=' || i.id from school_images i where i.school_id = c.id and i.kind = 'logo')`
    : sql`(select '/api/schools/' || c.id || '/banner?v=' || i.id from school_images i where i.school_id = c.id and i.kind = 'banner')`;
}

const person = sql`
  u.id, u.username, u.full_name as "fullName", u.role, u.school_id as "schoolId", u.is_approved as "isApproved",
  u.is_active as "isActive", u.is_platform_owner as "isPlatformOwner", u.email, u.password_set_by_other as "passwordSetByOther",
  '/api/files/' || u.profile_image_file_id as "profileImageUrl",
  case when u.role = 'substitute' then coalesce((select array_agg(l.school_id order by l.selected_at, l.school_id) from substitute_schools l
    where l.substitute_id = u.id and l.is_selected), '{}') else '{}' end as "selectedSchoolIds",
  case when u.role = 'substitute' then coalesce((select array_agg(l.school_id) from substitute_schools l join schools c on c.id = l.school_id
    where l.substitute_id = u.id and l.is_selected and l.rejected_at is null and c.is_active), '{}') else '{}' end as "visibleSchoolIds",
  case when u.role = 'substitute' then coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone, 'isActive', c.is_active, 'logoUrl', ${schoolImageUrl('logo')}, 'bannerUrl', ${schoolImageUrl('banner')}) order by l.selected_at, c.id)
    from substitute_schools l join schools c on c.id = l.school_id where l.substitute_id = u.id and l.is_selected), '[]')
  else coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone, 'isActive', c.is_active, 'logoUrl', ${schoolImageUrl('logo')}, 'bannerUrl', ${schoolImageUrl('banner')})) from schools c where c.id = u.school_id), '[]') end as schools`;

/** The session that a request carries, or null. One query; the last use is written at most once a minute. */
export async function readSession(db: Queryable, request: FastifyRequest, config: Config, now: Date): Promise<Session | null> {
  const token = request.cookies[cookieName(config)];
  if (token === undefined || token.length > 100) return null;
  const tokenHash = hashOf(token);
  const [row] = await db.query<SessionRow>(sql`select s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", ${person}
    from sessions s join users u on u.id = s.user_id where s.token_hash = ${tokenHash} and u.deleted_at is null and u.is_active`);
  if (row === undefined) return null;
  const limits = sessionLimits(row.role);
  const idle = now.getTime() - row.lastSeenAt.getTime();
  if (idle > limits.idleMs || now.getTime() - row.createdAt.getTime() > limits.absoluteMs) {
    await db.execute(sql`delete from sessions where token_hash = ${tokenHash}`);
    return null;
  }
  if (idle > 60_000) await db.execute(sql`update sessions set last_seen_at = ${now} where token_hash = ${tokenHash}`);
  return { tokenHash, ...present(row, config) };
}

/** A person as their own session shows them, right after signing in or registering. */
export async function readPerson(db: Queryable, userId: number, config: Config): Promise<{ actor: Actor; user: SessionUser }> {
  const [row] = await db.query<SessionRow>(sql`select now() as "createdAt", now() as "lastSeenAt", ${person} from users u where u.id = ${userId}`);
  if (row === undefined) throw new Error(`Person ${userId} vanished within one transaction.`);
  return present(row, config);
}

function present(row: SessionRow, config: Config): { actor: Actor; user: SessionUser } {
  const { createdAt: _createdAt, lastSeenAt: _lastSeenAt, visibleSchoolIds, selectedSchoolIds, ...user } = row;
  return {
    actor: {
      id: row.id,
      role: row.role,
      isApproved: row.isApproved,
      isActive: row.isActive,
      isPlatformOwner: row.isPlatformOwner,
      schoolId: row.schoolId,
      selectedSchoolIds: visibleSchoolIds,
      schoolActive: row.schoolId === null || row.schools.some((school) => school.isActive),
    },
    user: { ...user, selectedSchoolIds: JSON.stringify(selectedSchoolIds), pendingAccess: config.PENDING_SUBSTITUTE_ACCESS },
  };
}

/** The session of a call that only signed-in people can make. */
export function currentSession(call: { session: Session | null }): Session {
  if (call.session === null) throw new Error('A call without a session reached what needs one.');
  return call.session;
}
