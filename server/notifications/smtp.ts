import { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import * as z from 'zod/mini';
import type { Config } from '#server/core/config.ts';
import { pictureId } from '#domain/mail.ts';
import type { Mail } from '#server/notifications/mail.ts';
import { mailPart, sendComposed } from '#server/notifications/nodemailer.ts';
import { presentable } from '#server/notifications/transport.ts';

/** The mail server's answer. A permanent refusal would be the same on every retry. */
type SmtpAnswer = { isAccepted: true } | { isAccepted: false; isPermanent: boolean; reason: string };

/**
 * The recipient. `id` is the same for every attempt, so email clients recognize a duplicate. `beforeEnd` is awaited
 * when everything but the final dot has been sent. The server can't have accepted anything before that.
 */
type Envelope = { id: string; name: string; address: string; now: Date; beforeEnd: () => Promise<void> };

/** The mail server from the settings. */
export type Smtp = {
  send(mail: Mail, envelope: Envelope): Promise<SmtpAnswer>;
  /** Closes all connections. `force` includes those in the middle of a mail. */
  close(options?: { force: boolean }): void;
};

/** The time in ms to connect, including the greeting and its encryption. */
const connectingMs = 10_000;
/** The time in ms until the server asks for the mail, having accepted its sender and recipient. */
const beforeMailMs = 30_000;
/**
 * The time in ms for the answer to a mail. It is long, because a mail without an answer may have been accepted, and is
 * sent again.
 */
const answerMs = 60_000;

/** Opens up to `connections` connections to the server at `url`, as needed. */
export function openSmtp(url: string, config: Config, connections: number): Smtp {
  const transport: Transporter<SMTPPool.SentMessageInfo> = createTransport({
    ...partsOf(url),
    pool: true,
    maxConnections: connections,
    // If the connection breaks, the mail may have been accepted. The worker decides, knowing the recorded attempt.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: connectingMs,
    greetingTimeout: connectingMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail, envelope) => {
      const hanging = new AbortController();
      let timeout: NodeJS.Timeout | undefined;
      try {
        const composed = composedFor(mail, envelope, config);
        const raw = await composed.build();
        timeout = setTimeout(() => hanging.abort(), beforeMailMs);
        const bytes = () => endingAfter(raw, () => clearTimeout(timeout), envelope.beforeEnd);
        await sendComposed(transport, composed, bytes, hanging.signal);
        return { isAccepted: true };
      } catch (error) {
        if (hanging.signal.aborted)
          return { isAccepted: false, isPermanent: false, reason: 'The mail server stopped answering.' };
        return refusalOf(error, envelope.address);
      } finally {
        clearTimeout(timeout);
      }
    },
    close: (options) => transport.close(options),
  };
}

function composedFor(mail: Mail, { id, name, address, now }: Envelope, { MAIL_FROM, PUBLIC_URL }: Config) {
  return new MailComposer({
    from: MAIL_FROM,
    to: { name, address },
    subject: mail.subject,
    text: mailPart('plain', mail.text),
    html: mailPart('html', mail.html),
    attachments: mail.pictures.map(({ kind, contentType, bytes }) => ({
      cid: pictureId(kind),
      filename: `${kind}.${contentType === 'image/png' ? 'png' : 'jpg'}`,
      contentType,
      content: bytes,
      contentDisposition: 'inline' as const,
    })),
    date: now,
    messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
    // Prevents automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.stopUrl !== null && {
        'List-Unsubscribe': `<${mail.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(mail.isUrgent && { priority: 'high' as const }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}

/**
 * Yields these bytes, then their end once `wait` resolves. Calls `onAsked` when they are first asked for. Written by
 * hand, because for a generator, Node creates an abort signal and an error for every mail.
 */
function endingAfter(bytes: Buffer, onAsked: () => void, wait: () => Promise<void>): Readable {
  let isGiven = false;
  return new Readable({
    read() {
      if (isGiven) {
        wait().then(
          () => this.push(null),
          (error: Error) => this.destroy(error),
        );
        return;
      }
      isGiven = true;
      onAsked();
      this.push(bytes);
    },
  });
}

function partsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/** Refusals with a cause beyond this mail. The server may be fixed by the next attempt. */
const aboutTheServer = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONNECTION', 'EPROTOCOL', 'ETLS']);

/** A mail that can't be sent as it is, detected before contacting the server. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE']);

const smtpError = z.object({
  code: z.optional(z.string()),
  response: z.optional(z.string()),
  permanent: z.optional(z.boolean()),
  message: z.optional(z.string()),
});

function refusalOf(error: unknown, address: string): SmtpAnswer {
  const { code = '', response, permanent = aboutTheMail.has(code), message } = smtpError.safeParse(error).data ?? {};
  const said = response ?? message ?? 'The mail server gave no reason.';
  return { isAccepted: false, isPermanent: permanent && !aboutTheServer.has(code), reason: presentable(said, address) };
}
