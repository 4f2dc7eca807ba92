import { createECDH, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Queryable, sql } from '#server/db/database.ts';

/** Returns a key of this installation, created when first needed and shared by all processes. */
async function keyNamed(db: Queryable, name: string, make: () => Buffer): Promise<Buffer> {
  const read = () => db.query<{ value: Buffer }>(sql`select value from secrets where name = ${name}`);
  const [known] = await read();
  if (known !== undefined) return known.value;
  await db.execute(sql`insert into secrets (name, value) values (${name}, ${make()}) on conflict do nothing`);
  const [made] = await read();
  if (made === undefined) throw new Error(`The key ${name} could not be stored.`);
  return made.value;
}

/** Returns the key that signs links in emails and SMS. */
export async function linkKey(db: Queryable): Promise<KeyObject> {
  return signingKey(await keyNamed(db, 'links', () => randomBytes(32)));
}

/**
 * The bytes of that key, to be read together with the notification that a link claims to belong to. Null if there is no
 * key yet.
 */
export const linkKeyBytes = sql`(select value from secrets where name = 'links')`;

/** Bytes as a signing key: created once, it signs six times as fast as the raw bytes. */
export function signingKey(bytes: Buffer): KeyObject {
  return createSecretKey(bytes);
}

/**
 * The key pair that identifies this installation to push services (RFC 8292, P-256), base64url-encoded as they expect.
 */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * Returns the installation's key pair for push. The private key never leaves it. Browsers subscribe with the public
 * one.
 */
export async function pushKeys(db: Queryable): Promise<PushKeys> {
  const pair = createECDH('prime256v1');
  const privateKey = await keyNamed(db, 'push', () => {
    pair.generateKeys();
    // Small numbers lack their leading zeros.
    return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  });
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Returns the key that seals the secrets of second factors. */
export function secondFactorKey(db: Queryable): Promise<Buffer> {
  return keyNamed(db, 'second-factor', () => randomBytes(32));
}

/** Returns the key that seals codes waiting to be sent. */
export function noticeCodeKey(db: Queryable): Promise<Buffer> {
  return keyNamed(db, 'codes', () => randomBytes(32));
}

/** The purpose of a notification's link: to open its vacancy and act there, or to unsubscribe from its topic. */
type Purpose = 'open' | 'stop';

const idBytes = 6;
const markBytes = 12;

/**
 * Returns a notification link's token: its number and 96 bits that only this installation can compute. It contains no
 * name.
 */
export function tokenFor(key: KeyObject, purpose: Purpose, noticeId: number): string {
  const id = Buffer.alloc(idBytes);
  id.writeUIntBE(noticeId, 0, idBytes);
  return Buffer.concat([id, markOf(key, purpose, id)]).toString('base64url');
}

/** Returns the notification that a token with this purpose belongs to. Returns null if the token isn't ours. */
export function noticeOfToken(key: KeyObject, purpose: Purpose, token: string): number | null {
  const claimed = claimedNotice(token);
  if (claimed === null) return null;
  const bytes = Buffer.from(token, 'base64url');
  const mark = markOf(key, purpose, bytes.subarray(0, idBytes));
  return timingSafeEqual(bytes.subarray(idBytes), mark) ? claimed : null;
}

/**
 * Returns the notification that a token claims to belong to, before its mark is checked. Returns null if it isn't a
 * token.
 */
export function claimedNotice(token: string): number | null {
  if (!/^[A-Za-z0-9_-]{24}$/.test(token)) return null;
  return Buffer.from(token, 'base64url').readUIntBE(0, idBytes);
}

/**
 * Returns the 6 digits that substitutes enter to sign in at a school on a date. Only this installation can compute
 * them.
 */
export function signInCodeOf(key: KeyObject, schoolId: number, date: string): string {
  const mark = createHmac('sha256', key).update(`sign-in:${schoolId}:${date}`).digest();
  // The number has 48 bits, so that no code is noticeably more likely than another.
  return String(mark.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

function markOf(key: KeyObject, purpose: Purpose, id: Buffer): Buffer {
  return createHmac('sha256', key).update(purpose).update(id).digest().subarray(0, markBytes);
}
