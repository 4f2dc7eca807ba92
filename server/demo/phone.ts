import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Config } from '#server/core/config.ts';
import { pageOfTexts, type PhoneText } from '#server/demo/phone-page.ts';

/** The maximum number of texts kept. Older ones are dropped. */
const mostTexts = 200;
/** The maximum length of a form, in characters. */
const longestForm = 20_000;

/** The carrier of a demo: it shows text messages on a page instead of sending them, and delivers replies from there. */
export type DemoPhone = {
  /** The address of the page. */
  url: string;
  /** FirstBell's settings for sending texts to this phone. */
  settings: Pick<Config, 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_API_URL' | 'SMS_REPLIES'>;
  close(): Promise<void>;
};

/**
 * Opens the carrier at a free port of the loopback address. It accepts messages like Twilio's API, and posts delivery
 * reports and replies to FirstBell, signed like Twilio's. FirstBell is reached at `address()`, and knows itself as
 * `publicUrl`.
 */
export async function openDemoPhone({
  publicUrl,
  address,
}: {
  publicUrl: string;
  address: () => string;
}): Promise<DemoPhone> {
  const account = `AC${randomBytes(16).toString('hex')}`;
  const token = randomBytes(24).toString('hex');
  const texts: PhoneText[] = [];
  const keep = (text: PhoneText) => {
    texts.push(text);
    texts.splice(0, texts.length - mostTexts);
  };

  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${address()}${path}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signatureOf(`${publicUrl}${path}`, fields, token) },
      body: new URLSearchParams(fields),
    });
    return response.text();
  };

  /** Reports to FirstBell that a text was delivered. */
  const deliver = (sid: string, callback: string) => {
    const path = callback.replace(publicUrl, '');
    if (path.startsWith('/')) void post(path, { MessageSid: sid, MessageStatus: 'delivered' }).catch(() => {});
  };

  const accept = (form: URLSearchParams, response: ServerResponse) => {
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    keep({ number: form.get('To') ?? '', body: form.get('Body') ?? '', isReply: false });
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid, status: 'queued' }));
    deliver(sid, form.get('StatusCallback') ?? '');
  };

  const reply = async (form: URLSearchParams, response: ServerResponse) => {
    const [number, body] = [form.get('number') ?? '', (form.get('text') ?? '').trim()];
    if (body !== '' && texts.some((one) => one.number === number)) {
      keep({ number, body, isReply: true });
      const MessageSid = `SM${randomUUID().replaceAll('-', '')}`;
      const answer = await post('/api/twilio/inbound', { MessageSid, From: number, Body: body });
      const [, callback, said] = /<Message(?: statusCallback="([^"<]*)")?>([^<]*)</.exec(answer) ?? [];
      if (said !== undefined) {
        keep({ number, body: unescaped(said), isReply: false });
        deliver(`SM${randomUUID().replaceAll('-', '')}`, unescaped(callback ?? ''));
      }
    }
    response.writeHead(303, { location: '/' }).end();
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url } = request;
    if (method === 'GET' && url === '/') return void response.writeHead(200, headers).end(pageOfTexts(texts));
    const isApi = url === `/2010-04-01/Accounts/${account}/Messages.json`;
    if (method !== 'POST' || !(isApi || url === '/reply')) return void response.writeHead(404).end();
    const login = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
    // A page from elsewhere must not answer in the visitor's name.
    const isAllowed = isApi ? request.headers.authorization === login : isOwnPage(request);
    if (!isAllowed) return void response.writeHead(403).end();
    const form = new URLSearchParams((await textOf(request)).slice(0, longestForm));
    return isApi ? accept(form, response) : reply(form, response);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(502).end('FirstBell did not answer.'));
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  // The server decides how long the process lives, not the phone.
  server.unref();
  return {
    url,
    settings: {
      TWILIO_ACCOUNT_SID: account,
      TWILIO_AUTH_TOKEN: token,
      TWILIO_FROM: '+12185550100',
      TWILIO_API_URL: url,
      SMS_REPLIES: true,
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Returns Twilio's signature of a call. */
function signatureOf(url: string, fields: Record<string, string>, token: string): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha1', token)
    .update(url + sorted.flat().join(''))
    .digest('base64');
}

/** Listens on a free port of the loopback address, and returns it. */
async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error("The demo's phone has no port.");
  return bound.port;
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === `http://${host}` && /^127\.0\.0\.1:\d+$/.test(host ?? '');
}
