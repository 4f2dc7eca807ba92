import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A received push: its decrypted content and its headers. */
type CaughtPush = { device: string; headers: IncomingHttpHeaders; said: Record<string, unknown> };

/**
 * The stand-in's answer: accepts the push, returns a status with text and headers, never answers, or closes the
 * connection.
 */
type PushVerdict = 'accept' | { status: number; text?: string; headers?: Record<string, string> } | 'hang' | 'reset';

/** A browser that subscribed there. */
export type StandInBrowser = { name: string; endpoint: string; keys: { p256dh: string; auth: string } };

export type PushStandIn = {
  settings: Record<string, string>;
  port: number;
  /** The accepted pushes. */
  caught: CaughtPush[];
  /** The device of every call received, accepted or not. */
  calls: string[];
  /** The errors of calls that a push service would refuse: a signature, a key, a size. */
  faults: string[];
  decide: (device: string) => PushVerdict | Promise<PushVerdict>;
  /** Returns a browser that accepts pushes from the installation with this public key. */
  subscribe(publicKey: string): StandInBrowser;
  close(): Promise<void>;
};

type Subscription = { keys: ECDH; auth: Buffer; publicKey: string };

/**
 * Returns a push service on the loopback address. It decrypts each push like the browser would, which a real one can't.
 * If it listens elsewhere, its callers' loopback address must lead there: FirstBell accepts no other address without
 * https.
 */
export async function standInForPush(host = '127.0.0.1'): Promise<PushStandIn> {
  const subscriptions = new Map<string, Subscription>();
  let origin = '';
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await buffer(request);
      const device = request.url?.slice(1) ?? '';
      standIn.calls.push(device);
      const answer = (status: number, text = '', headers: Record<string, string> = {}) =>
        response.writeHead(status, headers).end(text);
      const subscription = subscriptions.get(device);
      const verdict = subscription === undefined ? { status: 404 } : await standIn.decide(device);
      if (verdict === 'hang') return;
      if (verdict === 'reset') return void request.socket.destroy();
      if (verdict !== 'accept') return answer(verdict.status, verdict.text, verdict.headers);
      try {
        if (subscription === undefined) throw new Error('Nobody has subscribed.');
        if (
          request.method !== 'POST' ||
          request.headers['content-encoding'] !== 'aes128gcm' ||
          !/^\d+$/.test(String(request.headers['ttl']))
        )
          throw new Error('This is no push.');
        if (body.length > 4096) throw new Error('A push may have 4096 bytes.');
        checkSender(request.headers.authorization ?? '', subscription.publicKey, origin);
        standIn.caught.push({
          device,
          headers: request.headers,
          said: JSON.parse(decrypt(body, subscription).toString('utf8')) as Record<string, unknown>,
        });
        answer(201);
      } catch (error) {
        standIn.faults.push(String(error));
        answer(403);
      }
    };
    void take();
  });
  const standIn: PushStandIn = {
    settings: { PUSH_TO_LOOPBACK: 'on' },
    port: 0,
    caught: [],
    calls: [],
    faults: [],
    decide: () => 'accept',
    subscribe: (publicKey) => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const name = randomBytes(9).toString('base64url');
      subscriptions.set(name, { keys, auth, publicKey });
      return {
        name,
        endpoint: `${origin}/${name}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  standIn.port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${standIn.port}`;
  return standIn;
}

/**
 * VAPID (RFC 8292): a token for this service, valid for less than a day, signed with the key that the browser
 * subscribed to.
 */
function checkSender(authorization: string, publicKey: string, origin: string): void {
  const { token = '', key = '' } = /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {};
  if (key !== publicKey) throw new Error('The browser subscribed to another key.');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature does not fit.');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  const left = exp - Date.now() / 1000;
  if (aud !== origin || left <= 0 || left > 86_400 || !/^(mailto:|https:)/.test(sub))
    throw new Error(`The token says ${JSON.stringify({ aud, left, sub })}.`);
}

/** Decrypts the body of a push as a browser does (RFC 8291 over RFC 8188, one record). */
function decrypt(body: Buffer, { keys, auth }: Subscription): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const hkdf = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const secret = hkdf(
    keys.computeSecret(sender),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]),
    32,
  );
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and padding.
  return plain.subarray(0, plain.lastIndexOf(2));
}
