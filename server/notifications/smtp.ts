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

/** What the mail server made of a mail; a permanent refusal would come again at any other try. */
type SmtpAnswer = { isAccepted: true } | { isAccepted: false; isPermanent: boolean; reason: string };

/**
 * Whom a mail goes to. `id` is the same at every try, so that mail programs know a repetition. `beforeEnd` is waited
 * for when all of the mail has gone out but its end: before it the server cannot have accepted anything.
 */
type Envelope = { id: string; name: string; address: string; now: Date; beforeEnd: () => Promise<void> };

/** The mail server of the settings. */
export type Smtp = {
  send(mail: Mail, envelope: Envelope): Promise<SmtpAnswer>;
  /** Closes all connections; with `force` also those in the middle of a mail. */
  close(options?: { force: boolean }): void;
};

/** Opens at most `connections` connections to the server at `url`, each when it is needed. */
export function openSmtp(url: string, { MAIL_FROM, PUBLIC_URL }: Config, connections: number): Smtp {
  const transport: Transporter<SMTPPool.SentMessageInfo> = createTransport({
    ...partsOf(url),
    pool: true,
    maxConnections: connections,
    // A mail whose connection broke may have been accepted: that is ours to decide, with the try written down.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(PUBLIC_URL).hostname;
  return {
    send: async (mail, { id, name, address, now, beforeEnd }) => {
      try {
        const composed = new MailComposer({
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
          messageId: `<${id}@${host}>`,
          // An answer of a machine to a machine is nobody's wish.
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
        const raw = await composed.build();
        await sendComposed(transport, composed, () => endingAfter(raw, beforeEnd));
        return { isAccepted: true };
      } catch (error) {
        return refusalOf(error, address);
      }
    },
    close: (options) => transport.close(options),
  };
}

/** These bytes, and their end once `wait` is over. By hand: for a generator, Node makes an abort signal and an error with it for every mail. */
function endingAfter(bytes: Buffer, wait: () => Promise<void>): Readable {
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

/** Refusals that say nothing about this one mail: another try may find the server set right. */
const aboutTheServer = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONNECTION', 'EPROTOCOL', 'ETLS']);

/** A mail that cannot be sent as it is, found before the server was asked. */
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
