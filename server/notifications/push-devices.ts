import { sessionLimits } from '#domain/person.ts';
import { roles } from '#domain/role.ts';
import { join, type Queryable, sql, type Sql, type Tx } from '#server/db/database.ts';

/** The destination of a push, and its encryption keys. */
export type PushDevice = { id: number; endpoint: string; p256dh: string; auth: string };

/** The maximum number of devices per person. Another one replaces the oldest. */
const devicesOfPerson = 10;

/**
 * Returns whether the session `s` of the person `u` is valid now, in SQL. An expired one may not have been deleted yet.
 */
function isLive(now: Date): Sql {
  const since = (ms: number) => new Date(now.getTime() - ms);
  const limits = roles.map((role) => {
    const { idleMs, absoluteMs } = sessionLimits(role);
    return sql`(u.role = ${role} and s.last_seen_at >= ${since(idleMs)} and s.created_at >= ${since(absoluteMs)})`;
  });
  return sql`(u.is_active and u.deleted_at is null and (${join(limits, ' or ')}))`;
}

/** Returns the device of a claimed delivery `c` to the person `u`, in SQL. Returns null if its session is over. */
export function deviceOfDelivery(now: Date): Sql {
  return sql`(select jsonb_build_object('id', p.id, 'endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth)
    from push_devices p join sessions s on s.token_hash = p.session_hash
      where p.id = c.device_id and p.user_id = u.id and ${isLive(now)})`;
}

/** A device as its browser describes it. */
export type NewDevice = {
  sessionHash: Buffer;
  userId: number;
  endpoint: string;
  service: string;
  p256dh: string;
  auth: string;
};

/**
 * Stores the device of a session, replacing an older one. A browser in which another person's session turned on push
 * now belongs to this session: two people never share one.
 */
export async function keepDevice(tx: Tx, device: NewDevice, now: Date): Promise<void> {
  const { sessionHash, userId, endpoint, service, p256dh, auth } = device;
  // The row is locked, so that two concurrent calls of one person can't both exceed the limit.
  await tx.query(sql`select from users where id = ${userId} for no key update`);
  await tx.execute(sql`delete from push_devices where session_hash = ${sessionHash} and endpoint <> ${endpoint}`);
  // A session that has just ended stores nothing.
  await tx.execute(sql`insert into push_devices (session_hash, user_id, endpoint, service, p256dh, auth, created_at)
    select token_hash, user_id, ${endpoint}, ${service}, ${p256dh}, ${auth}, ${now} from sessions
      where token_hash = ${sessionHash} for key share
    on conflict (endpoint) do update set session_hash = excluded.session_hash, user_id = excluded.user_id,
      p256dh = excluded.p256dh, auth = excluded.auth`);
  await tx.execute(sql`delete from push_devices
    where user_id = ${userId} and id not in (select id from push_devices where user_id = ${userId} order by id desc
      limit ${devicesOfPerson})`);
}

/** Deletes the session's device. */
export async function dropDeviceOfSession(db: Queryable, sessionHash: Buffer): Promise<void> {
  await db.execute(sql`delete from push_devices where session_hash = ${sessionHash}`);
}

/** Deletes a device that its push service reports as permanently gone. */
export async function dropDevice(db: Queryable, id: number): Promise<void> {
  await db.execute(sql`delete from push_devices where id = ${id}`);
}

/** A browser that receives push notifications, as its owner sees it. */
export type OwnDevice = { userAgent: string | null; createdAt: Date; isCurrent: boolean };

/** Returns a person's devices, this session's first. */
export async function devicesOf(db: Queryable, userId: number, sessionHash: Buffer, now: Date): Promise<OwnDevice[]> {
  return db.query<OwnDevice>(sql`select s.user_agent as "userAgent", p.created_at as "createdAt",
      p.session_hash = ${sessionHash} as "isCurrent"
    from push_devices p join sessions s on s.token_hash = p.session_hash join users u on u.id = p.user_id
    where p.user_id = ${userId} and ${isLive(now)} order by "isCurrent" desc, p.id desc`);
}
