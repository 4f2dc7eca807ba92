import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
type CaughtMail = {
  from: string;
  to: string;
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
  pictures: CaughtPicture[];
  raw: string;
};

/** A picture inside a mail, by the name its HTML uses. */
type CaughtPicture = { cid: string; contentType: string; bytes: Buffer };

/** The catcher's answer to a mail: accept it, an SMTP refusal, break the connection, or a promise of one of these. */
export type Verdict = 'accept' | 'cut' | { code: number; says: string };

export type MailCatcher = {
  url: string;
  mails: CaughtMail[];
  /** How many mails were handed over so far, accepted or not. */
  handedOver: number;
  /** How many clients are connected. Once one is gone, everything it sent has been processed. */
  connections: number;
  /** Delays the answer to RCPT, and so the mail itself, until it resolves. The default is to answer immediately. */
  admit: (to: string) => void | Promise<void>;
  /** Decides on each mail. The default is to accept it. */
  decide: (mail: CaughtMail) => Verdict | Promise<Verdict>;
  close(): Promise<void>;
};

/** Returns a real SMTP server, on the loopback address unless another is named. */
export async function catchMail(host = '127.0.0.1'): Promise<MailCatcher> {
  const catcher: MailCatcher = {
    url: '',
    mails: [],
    handedOver: 0,
    connections: 0,
    admit: () => {},
    decide: () => 'accept',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 50,
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const take = async () => catcher.admit(address);
      void take().then(() => callback(), callback);
    },
    onData: (stream, { envelope: { mailFrom, rcptTo }, remotePort }, callback) => {
      const take = async () => {
        const raw = (await buffer(stream)).toString('latin1');
        const mail = readMail(raw, mailFrom === false ? '' : mailFrom.address, rcptTo[0]?.address ?? '');
        catcher.handedOver += 1;
        const verdict = await catcher.decide(mail);
        if (verdict === 'accept') catcher.mails.push(mail);
        if (verdict === 'cut') {
          sockets.get(remotePort)?.destroy();
          return null;
        }
        return verdict === 'accept' ? null : Object.assign(new Error(verdict.says), { responseCode: verdict.code });
      };
      void take().then(callback, callback);
    },
  });
  const sockets = new Map<number, Socket>();
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    sockets.set(remotePort, socket);
    catcher.connections += 1;
    socket.once('close', () => {
      sockets.delete(remotePort);
      // This runs after the data that arrived with its end.
      setImmediate(() => (catcher.connections -= 1));
    });
  });
  // Some tests kill the client, which breaks its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  catcher.url = `smtp://${host}:${(server.server.address() as AddressInfo).port}`;
  return catcher;
}

function readMail(raw: string, from: string, to: string): CaughtMail {
  const { headers } = readPart(raw);
  const parts = partsOf(raw);
  const textOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part === undefined
      ? ''
      : decoded(part.body, part.headers.get('content-transfer-encoding') ?? '').replaceAll('\r\n', '\n');
  };
  const pictures = parts
    .filter((part) => part.headers.get('content-type')?.startsWith('image/'))
    .map((part) => ({
      cid: part.headers.get('content-id') ?? '',
      contentType: part.headers.get('content-type')?.split(';')[0] ?? '',
      bytes: Buffer.from(part.body, 'base64'),
    }));
  return {
    from,
    to,
    headers,
    subject: decodedWords(headers.get('subject') ?? ''),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    pictures,
    raw,
  };
}

/** Returns the leaf parts of a mail, including nested ones. */
function partsOf(raw: string): { headers: Map<string, string>; body: string }[] {
  const { headers, body } = readPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  return boundary === undefined
    ? [{ headers, body }]
    : body
        .split(`--${boundary}`)
        .slice(1, -1)
        .flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
}

function readPart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodedWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    );
}
