import { createECDH, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Queryable, sql } from '#server/db/database.ts';

/** A key of the installation's own, made at the first need and the same for every process. */
async function keyNamed(db: Queryable, name: string, make: () => Buffer): Promise<Buffer> {
  const read = () => db.query<{ value: Buffer }>(sql`select value from secrets where name = ${name}`);
  const [known] = await read();
  if (known !== undefined) return known.value;
  await db.execute(sql`insert into secrets (name, value) values (${name}, ${make()}) on conflict do nothing`);
  const [made] = await read();
  if (made === undefined) throw new Error(`The key ${name} could not be kept.`);
  return made.value;
}

/** What the links in mails and SMS are signed with. */
export async function linkKey(db: Queryable): Promise<KeyObject> {
  return signingKey(await keyNamed(db, 'links', () => randomBytes(32)));
}

/** Bytes as a key to sign with: made once, it signs six times as fast as the bytes themselves. */
export function signingKey(bytes: Buffer): KeyObject {
  return createSecretKey(bytes);
}

/** The pair by which push services know this installation (RFC 8292, P-256), as they want it written: base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/** The installation's pair for push. The private key goes nowhere; browsers subscribe with the public one, and only to it. */
export async function pushKeys(db: Queryable): Promise<PushKeys> {
  const pair = createECDH('prime256v1');
  const privateKey = await keyNamed(db, 'push', () => {
    pair.generateKeys();
    // A small number comes without its leading zeros.
    return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  });
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** What the secrets of second factors are sealed with. */
export function secondFactorKey(db: Queryable): Promise<Buffer> {
  return keyNamed(db, 'second-factor', () => randomBytes(32));
}

/** What codes on their way to somebody are sealed with. */
export function noticeCodeKey(db: Queryable): Promise<Buffer> {
  return keyNamed(db, 'codes', () => randomBytes(32));
}

/** What a link of a notice is for: to open its vacancy and act there, or to stop mails of its topic. */
type Purpose = 'open' | 'stop';

const idBytes = 6;
const markBytes = 12;

/** A link's token for a notice: its number and 96 bits that only this installation can make. It names nobody. */
export function tokenFor(key: KeyObject, purpose: Purpose, noticeId: number): string {
  const id = Buffer.alloc(idBytes);
  id.writeUIntBE(noticeId, 0, idBytes);
  return Buffer.concat([id, markOf(key, purpose, id)]).toString('base64url');
}

/** The notice that a token was made for, for this purpose; null where it was not made here. */
export function noticeOfToken(key: KeyObject, purpose: Purpose, token: string): number | null {
  if (!/^[A-Za-z0-9_-]{24}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(bytes.subarray(idBytes), markOf(key, purpose, id)) ? id.readUIntBE(0, idBytes) : null;
}

function markOf(key: KeyObject, purpose: Purpose, id: Buffer): Buffer {
  return createHmac('sha256', key).update(purpose).update(id).digest().subarray(0, markBytes);
}
