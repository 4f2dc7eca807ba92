import { randomBytes } from 'node:crypto';
import type { SessionUser } from '#contract/session.ts';
import type { Actor } from '#domain/permissions.ts';
import { type Closure, schoolDayFrom } from '#domain/closure.ts';
import { sessionLimits } from '#domain/person.ts';
import { secondFactorState } from '#domain/second-factor.ts';
import { localDate } from '#domain/time.ts';
import type { Config } from '#server/core/config.ts';
import { empty, type Queryable, type Sql, sql } from '#server/db/database.ts';
import { whereWorks } from '#server/db/sql/substitutes.ts';
import { isSchoolAdmin, type Profile } from '#server/db/sql/users.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

/** The caller: the facts that permissions need (`actor`), and those that the person's own screens show (`user`). */
export type Session = {
  id: string;
  tokenHash: Buffer;
  /** When this person last entered the password (and code) here. */
  provedAt: Date;
  actor: Actor;
  user: SessionUser;
  /**
   * The rest of their own record, which only `GET /api/user` returns. It is null in every other call, where `user` also
   * lacks the schools' pictures and closures, and for the reader of a link, who has no session.
   */
  own: OwnRecord | null;
};

/** Returns whether the installation is reached by https. */
export function isSecure(config: Config): boolean {
  return config.PUBLIC_URL.startsWith('https:');
}

/** Starts a session. 256 random bits go to the browser, and only their hash to the database. */
export async function beginSession(
  db: Queryable,
  userId: number,
  userAgent: string | null,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.execute(sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, proved_at, user_agent)
    values (${hashOfToken(token)}, ${userId}, ${now}, ${now}, ${now}, ${userAgent?.slice(0, 300) ?? null})`);
  return token;
}

/** Returns whether the session of this token is still valid. */
export async function isLive(db: Queryable, token: string): Promise<boolean> {
  const found = await db.query(sql`select from sessions where token_hash = ${hashOfToken(token)}`);
  return found.length > 0;
}

export async function endSessionOfToken(db: Queryable, token: string): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${hashOfToken(token)}`);
}

/** Ends the session with this token if it belongs to anyone but this person. */
export async function endSessionOfAnotherThan(db: Queryable, token: string, userId: number): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${hashOfToken(token)} and user_id <> ${userId}`);
}

/** Ends all sessions of a person, except `except`. Disabling, deleting and resetting take effect immediately. */
export async function endSessionsOf(db: Queryable, userId: number, except: Buffer | null = null): Promise<void> {
  await db.execute(sql`delete from sessions
    where user_id = ${userId} and (${except}::bytea is null or token_hash <> ${except})`);
}

/**
 * A school that the user belongs to or chose, and whether a substitute's approval counts there. Most calls don't read
 * its closures.
 */
type SchoolRow = SessionUser['schools'][number] & { worksThere: boolean; closures?: Closure[] };

/** The person of a session, as the database has them. */
export type PersonRow = Omit<
  SessionUser,
  'selectedSchoolIds' | 'pendingAccess' | 'secondFactor' | 'joinedAt' | 'schools' | 'noDecider'
> & {
  noDecider?: boolean;
  joinedAt: Date;
  hasSecondFactor: boolean;
  schools: SchoolRow[];
};

type SessionRow = PersonRow & { createdAt: Date; lastSeenAt: Date };

const pictures = sql`left join school_images logo on logo.school_id = c.id and logo.kind = 'logo'
    left join school_images banner on banner.school_id = c.id and banner.kind = 'banner'`;
const schoolParts = sql`'id', c.id, 'name', c.name, 'timeZone', c.time_zone, 'isActive', c.is_active`;
const pageParts = sql`, 'logoUrl', '/api/schools/' || c.id || '/logo?v=' || logo.id, 'bannerUrl',
    '/api/schools/' || c.id || '/banner?v=' || banner.id, 'closures', c.closures`;

const personWith = (parts: Sql, joins: Sql) => sql`
  u.id, u.username, u.full_name as "fullName", u.role, u.school_id as "schoolId", u.is_approved as "isApproved",
    u.rejected_at is not null as "isRejected",
  u.is_active as "isActive", u.is_platform_owner as "isPlatformOwner", u.email,
    u.password_set_by_other as "passwordSetByOther", u.created_at as "joinedAt",
  '/api/files/' || u.profile_image_file_id as "profileImageUrl",
  exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
  coalesce(case when u.role = 'substitute'
    then (select json_agg(json_build_object(${schoolParts}${parts}, 'worksThere', l.works_here)
    order by l.selected_at, c.id)
      from substitute_schools l join schools c on c.id = l.school_id ${joins}
        where l.substitute_id = u.id and l.is_selected)
    else (select json_agg(json_build_object(${schoolParts}${parts}, 'worksThere', true)) from schools c ${joins}
      where c.id = u.school_id) end, '[]') as schools`;

/**
 * Only the pending page needs it, so it isn't read for other people. A substitute may have no school that could decide.
 */
const noDecider = sql`(not u.is_approved and (u.role = 'teacher' or u.role = 'substitute'
    and exists (select from substitute_schools l where l.substitute_id = u.id and l.is_selected))
  and not exists (select from users a
  where ${isSchoolAdmin}
    and (a.school_id = u.school_id or a.school_id in (select l.school_id from substitute_schools l
      where l.substitute_id = u.id and l.is_selected)))) as "noDecider"`;
const person = sql`${personWith(pageParts, pictures)}, ${noDecider}`;

/**
 * The columns of a `PersonRow`, over `u` (users). Every call runs this query. With everything that `GET /api/user`
 * shows, it took
 * 0.25 ms instead of 0.2 (bench/world at a tenth).
 */
export const caller = personWith(empty, empty);

/** The fields that `GET /api/user` adds to a session's person: the rest of their own record. */
type OwnRecord = Omit<Profile, 'email'> & {
  resumeUrl: string | null;
  generalAvailability: string | null;
  smsOptIn: boolean;
  /** The ids as a JSON array. */
  approvedSchoolIds: string;
};

// Read together with the session. A separate statement made the hottest call a third slower.
const ownRecord = sql`json_build_object('phone', u.phone, 'resumeUrl', '/api/files/' || u.resume_file_id,
    'qualifications', u.qualifications,
  'preferredSubjects', u.preferred_subjects, 'bio', u.bio, 'gender', u.gender, 'department', u.department,
    'subjects', u.subjects,
  'generalAvailability', u.general_availability::text, 'smsOptIn', u.sms_opt_in,
  'approvedSchoolIds', case when u.role = 'substitute'
    then coalesce((select '[' || string_agg(l.school_id::text, ',' order by l.selected_at, l.school_id) || ']'
    from substitute_schools l where l.substitute_id = u.id and l.approved_at is not null), '[]') else '[]' end) as own`;
const ownAndPerson = sql`${ownRecord}, ${person}`;

/** The latest session activity, which this process may know before the database. */
export type SessionActivity = {
  note(tokenHash: Buffer, at: Date): void;
  /** Returns the recorded activity that hasn't been written yet, or null. */
  of(tokenHash: Buffer): Date | null;
};

/**
 * Returns the session with this token, or null, with one query. Activity is recorded at most once a minute.
 * `readsOwnRecord` also reads the data that only `GET /api/user` returns.
 */
export async function sessionOfToken(
  db: Queryable,
  token: string,
  config: Config,
  now: Date,
  activity: SessionActivity,
  readsOwnRecord: boolean,
): Promise<Session | null> {
  const tokenHash = hashOfToken(token);
  const [row] = await db.query<SessionRow & { sessionId: string; provedAt: Date; own?: OwnRecord }>(sql`
    select s.id as "sessionId", coalesce(s.proved_at, s.created_at) as "provedAt", s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt", ${readsOwnRecord ? ownAndPerson : caller}
    from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${tokenHash} and u.deleted_at is null and u.is_active`);
  if (row === undefined) return null;
  const lastSeenAt = activity.of(tokenHash) ?? row.lastSeenAt;
  if (isOver({ role: row.role, createdAt: row.createdAt, lastSeenAt }, now)) {
    await db.execute(sql`delete from sessions where token_hash = ${tokenHash}`);
    return null;
  }
  if (now.getTime() - lastSeenAt.getTime() > 60_000) activity.note(tokenHash, now);
  const { actor, user } = personOf(row, config, now);
  return { id: row.sessionId, tokenHash, provedAt: row.provedAt, actor, user, own: row.own ?? null };
}

function isOver(
  { role, createdAt, lastSeenAt }: Pick<SessionRow, 'role' | 'createdAt' | 'lastSeenAt'>,
  now: Date,
): boolean {
  const limits = sessionLimits(role);
  return (
    now.getTime() - lastSeenAt.getTime() > limits.idleMs || now.getTime() - createdAt.getTime() > limits.absoluteMs
  );
}

type ActorRow = Pick<
  SessionRow,
  'id' | 'role' | 'isApproved' | 'isActive' | 'isPlatformOwner' | 'schoolId' | 'createdAt' | 'lastSeenAt'
> & {
  sessionId: string;
  selectedSchoolIds: number[];
  schoolActive: boolean;
};

const visibleSchools = sql`case when u.role = 'substitute'
    then coalesce((select array_agg(l.school_id) from ${whereWorks(sql`u.id`)}), '{}') else '{}' end`;

/**
 * Returns the users of these sessions now, by session id. Ended sessions are missing. This doesn't count as session
 * activity.
 */
export async function actorsOfSessions(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, Actor>> {
  const rows = await db.query<ActorRow>(sql`select s.id as "sessionId", s.created_at as "createdAt",
        s.last_seen_at as "lastSeenAt",
      u.id, u.role, u.is_approved as "isApproved", u.is_active as "isActive", u.is_platform_owner as "isPlatformOwner",
        u.school_id as "schoolId",
      ${visibleSchools} as "selectedSchoolIds",
        coalesce((select c.is_active from schools c where c.id = u.school_id), true) as "schoolActive"
    from sessions s join users u on u.id = s.user_id
      where s.token_hash = any(${tokenHashes}::bytea[]) and u.deleted_at is null and u.is_active`);
  return new Map(
    rows
      .filter((row) => !isOver(row, now))
      .map(({ sessionId, createdAt: _created, lastSeenAt: _seen, ...actor }) => [sessionId, actor]),
  );
}

/** Returns the person as in their own session, right after they sign in or register. */
export async function readPerson(
  db: Queryable,
  userId: number,
  config: Config,
  now: Date,
): Promise<Pick<Session, 'actor' | 'user'>> {
  const [row] = await db.query<PersonRow>(sql`select ${person} from users u where u.id = ${userId}`);
  if (row === undefined) throw new Error(`Person ${userId} vanished within one transaction.`);
  return personOf(row, config, now);
}

/** Returns what stands in for the session of a person who answers by a link or a text message. */
export function sessionWithout(who: Pick<Session, 'actor' | 'user'>): Session {
  return { id: '', tokenHash: Buffer.alloc(0), provedAt: new Date(0), ...who, own: null };
}

/** Returns the person of a row with the columns of `caller`, as in their own session. */
// It lists every field by name, because removing fields from a row would cost each call more.
export function personOf(row: PersonRow, config: Config, now: Date): Pick<Session, 'actor' | 'user'> {
  const chosen = row.role === 'substitute' ? row.schools : [];
  return { actor: actorOf(row, chosen), user: userOf(row, chosen, config, now) };
}

function actorOf(row: PersonRow, chosen: readonly SchoolRow[]): Actor {
  const { id, role, schoolId, isApproved, isActive, isPlatformOwner, schools } = row;
  return {
    id,
    role,
    isApproved,
    isActive,
    isPlatformOwner,
    schoolId,
    selectedSchoolIds: chosen.filter((school) => school.isActive && school.worksThere).map((school) => school.id),
    schoolActive: schoolId === null || schools.some((school) => school.isActive),
  };
}

function userOf(row: PersonRow, chosen: readonly SchoolRow[], config: Config, now: Date): SessionUser {
  const nextSchoolDay = nextSchoolDayOf(chosen, now);
  const { id, role, schoolId, isApproved, isActive, isPlatformOwner, schools } = row;
  return {
    id,
    username: row.username,
    fullName: row.fullName,
    role,
    schoolId,
    isApproved,
    ...(row.isRejected && !isApproved && { isRejected: true }),
    isActive,
    isPlatformOwner,
    email: row.email,
    profileImageUrl: row.profileImageUrl,
    selectedSchoolIds: JSON.stringify(chosen.map((school) => school.id)),
    passwordSetByOther: row.passwordSetByOther,
    joinedAt: row.joinedAt.toISOString(),
    secondFactor: secondFactorState(role, { isOn: row.hasSecondFactor, isEnforced: isSecure(config) }),
    schools: schools.map((school) => ({
      id: school.id,
      name: school.name,
      timeZone: school.timeZone,
      isActive: school.isActive,
      logoUrl: school.logoUrl,
      bannerUrl: school.bannerUrl,
      ...(!school.worksThere && { isWaiting: true }),
    })),
    ...(nextSchoolDay !== undefined && { nextSchoolDay }),
    pendingAccess: config.PENDING_SUBSTITUTE_ACCESS,
    ...(row.noDecider === true && { noDecider: true as const }),
  };
}

/**
 * Returns the first day from today on when one of these schools is open, by its own date. Returns undefined if the
 * closures weren't read.
 */
function nextSchoolDayOf(schools: readonly SchoolRow[], now: Date): string | undefined {
  return schools
    .flatMap(({ timeZone, closures }) =>
      closures === undefined ? [] : [schoolDayFrom(localDate(now, timeZone), closures)],
    )
    .toSorted()[0];
}

/** Records that the person of this session has just entered the password (and code) again. */
export async function markProved(db: Queryable, { tokenHash }: Session, now: Date): Promise<void> {
  await db.execute(sql`update sessions set proved_at = ${now} where token_hash = ${tokenHash}`);
}
