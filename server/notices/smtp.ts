import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import type { Mail } from '#server/notices/mail.ts';

/** What the mail server made of a mail; a permanent refusal would come again at any other try. */
type SmtpAnswer = { isAccepted: true } | { isAccepted: false; isPermanent: boolean; reason: string };

/** Whom a mail goes to. `id` is the same at every try, so that mail programs know a repetition. */
type Envelope = { id: string; name: string; address: string; now: Date };

/** The mail server of the settings. */
export type Smtp = {
  send(mail: Mail, envelope: Envelope): Promise<SmtpAnswer>;
  /** Closes all connections; with `force` also those in the middle of a mail. */
  close(options?: { force: boolean }): void;
};

/** Opens at most `connections` connections to the server at `url`, each when it is needed. */
export function openSmtp(url: string, { MAIL_FROM, PUBLIC_URL }: Config, connections: number): Smtp {
  const transport = createTransport({
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
    send: async (mail, { id, name, address, now }) => {
      try {
        await transport.sendMail({
          from: MAIL_FROM,
          to: { name, address },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          date: now,
          messageId: `<${id}@${host}>`,
          // An answer of a machine to a machine is nobody's wish.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...(mail.isUrgent && { priority: 'high' as const }),
        });
        return { isAccepted: true };
      } catch (error) {
        return refusalOf(error, address);
      }
    },
    close: (options) => transport.close(options),
  };
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

const smtpError = z.object({ code: z.optional(z.string()), response: z.optional(z.string()), permanent: z.optional(z.boolean()), message: z.optional(z.string()) });

function refusalOf(error: unknown, address: string): SmtpAnswer {
  const { code = '', response, permanent = aboutTheMail.has(code), message } = smtpError.safeParse(error).data ?? {};
  const said = response ?? message ?? 'The mail server gave no reason.';
  return { isAccepted: false, isPermanent: permanent && !aboutTheServer.has(code), reason: presentable(said, address) };
}

// The sender reads the reason too, and may not be one to whom the address is shown.
function presentable(said: string, address: string): string {
  return said.replaceAll(address, 'this address').replace(/[\p{Cc}\s]+/gu, ' ').trim().slice(0, 300);
}
