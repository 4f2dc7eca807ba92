import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPushEndpoint } from '#domain/push-endpoint.ts';
import type { PushNotice } from '#domain/push.ts';
import type { Config } from '#server/core/config.ts';
import type { PushDevice } from '#server/notifications/push-devices.ts';
import { presentable } from '#server/notifications/transport.ts';
import type { PushKeys } from '#server/security/keys.ts';

/** A push service's answer. `isGone`: the browser has unsubscribed or been unsubscribed. */
type PushAnswer =
  | { isAccepted: true }
  | { isAccepted: false; isPermanent: boolean; isGone: boolean; reason: string; waitMs: number };

/** The message for a device: its text, and a tag that makes a repeated one replace the first. */
type Push = { notice: PushNotice; mark: string; lifetime: number };

export type PushService = {
  /**
   * Sends one push, encrypted for this device. `beforePost` is awaited when it is ready. If that fails, nothing is
   * sent.
   */
  send(device: PushDevice, push: Push, beforePost?: () => Promise<void>): Promise<PushAnswer>;
  /** Closes connections. */
  close(): void;
};

const patienceMs = 10_000;
/** The maximum delay before a retry, even if a push service asks for a longer one, in ms. */
const longestWaitMs = 3_600_000;
/** How many characters of a refusal are read. */
const mostSaid = 1024;

/** Opens the connection to push services. Imports the encryption library only here. */
export async function openPushService(config: Config, keys: PushKeys): Promise<PushService> {
  const { default: webPush } = await import('web-push');
  const loopback = config.PUSH_TO_LOOPBACK === 'on';
  const agents = {
    'https:': new https.Agent({ keepAlive: true, maxSockets: 20, lookup: publicOnly(loopback) }),
    'http:': new http.Agent({ keepAlive: true, lookup: publicOnly(loopback) }),
  };
  const vapidDetails = { ...keys, subject: contactOf(config) };
  /** Encrypts a push for this device. Returns null if its keys don't allow that. */
  const encrypted = ({ endpoint, p256dh, auth }: PushDevice, { notice, mark, lifetime }: Push) => {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ ...notice, mark }), {
        vapidDetails,
        TTL: lifetime,
        urgency: notice.isUrgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      });
    } catch {
      return null;
    }
  };

  return {
    send: async (device, push, beforePost = async () => {}) => {
      const { endpoint } = device;
      // The rules for addresses may have become stricter since this one was stored.
      if (!isPushEndpoint(endpoint, { loopback }))
        return refusal({ isPermanent: true, reason: 'This is not the address of a push service.' });
      const request = encrypted(device, push);
      if (request === null)
        return refusal({ isPermanent: true, reason: 'It could not be encrypted for this browser.' });
      try {
        await beforePost();
        const { status, retryAfter, said } = await post(
          new URL(endpoint),
          request.headers,
          request.body ?? Buffer.alloc(0),
          agents,
        );
        return answerOf(status, retryAfter, presentable(said, endpoint));
      } catch (error) {
        return refusal({
          isPermanent: error instanceof ForbiddenAddress,
          reason: presentable(error instanceof Error ? error.message : String(error), endpoint),
        });
      }
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

/** Returns the contact for push services (RFC 8292): the installation's address, or the sender address of its email. */
function contactOf({ PUBLIC_URL, MAIL_FROM }: Config): string {
  return PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
}

type Refusal = { isPermanent: boolean; isGone?: boolean; reason: string; waitMs?: number };

function refusal({ isPermanent, isGone = false, reason, waitMs = 0 }: Refusal): PushAnswer {
  return { isAccepted: false, isPermanent, isGone, reason, waitMs };
}

function answerOf(status: number, retryAfter: string | undefined, said: string): PushAnswer {
  if (status >= 200 && status < 300) return { isAccepted: true };
  if (status === 404 || status === 410)
    return refusal({ isPermanent: true, isGone: true, reason: 'This browser no longer accepts push notifications.' });
  const reason = `The push service answered ${status}${said === '' ? '' : `: ${said}`}`;
  const isForNow = status === 408 || status === 429 || status >= 500;
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return refusal({ isPermanent: !isForNow, reason, waitMs: Math.min(seconds * 1000, longestWaitMs) });
}

type Answered = { status: number; retryAfter: string | undefined; said: string };

/**
 * One POST that follows no redirects and times out after ten seconds. The other side may close a keep-alive connection
 * just as it is reused, so such a failure is retried on a new connection. If both arrive, the device
 * replaces the first.
 */
function post(
  to: URL,
  headers: http.OutgoingHttpHeaders,
  body: Buffer,
  agents: { 'http:': http.Agent; 'https:': https.Agent },
  signal = AbortSignal.timeout(patienceMs),
): Promise<Answered> {
  const options = { method: 'POST', headers, signal };
  return new Promise((resolve, reject) => {
    const request =
      to.protocol === 'https:'
        ? https.request(to, { ...options, agent: agents['https:'] })
        : http.request(to, { ...options, agent: agents['http:'] });
    request.on('error', (error) => {
      if (signal.aborted) return reject(new Error('The push service did not answer in time.'));
      if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        return resolve(post(to, headers, body, agents, signal));
      reject(error);
    });
    request.on('response', (response) => {
      let said = '';
      const answer = () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], said });
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        said += part;
        if (said.length < mostSaid) return;
        answer();
        response.destroy();
      });
      response.on('error', reject);
      response.on('end', answer);
    });
    request.end(body);
  });
}

/** A name that resolves to a private network, where there are no push services. */
class ForbiddenAddress extends Error {}

/**
 * Resolves a name for a connection and keeps only public addresses. Subscribers choose the address and must not be able
 * to reach addresses that only this machine can. The connection uses exactly the checked address, so changing the DNS
 * record in between doesn't help.
 */
function publicOnly(loopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const open = addresses.filter(({ address }) => isPublicAddress(address, loopback));
      const [first] = open;
      if (first === undefined)
        return callback(new ForbiddenAddress("This push service's name doesn't resolve to a public address."), '');
      return options.all === true ? callback(null, open) : callback(null, first.address, first.family);
    });
  };
}

// Source: IANA's special-purpose registries of IPv4 and IPv6 (RFC 6890 and its successors).
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits, 'ipv4');
/** All of today's public IPv6 addresses, except those for documentation and for tunnels to IPv4. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

/** Returns whether an address can be a public server's. `loopback` also allows this machine's own 127.0.0.1. */
export function isPublicAddress(address: string, loopback: boolean): boolean {
  if (loopback && address === '127.0.0.1') return true;
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
