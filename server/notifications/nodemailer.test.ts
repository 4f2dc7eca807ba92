import MailComposer from 'nodemailer/lib/mail-composer';
import manifest from 'nodemailer/package.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { mailPart } from '#server/notifications/nodemailer.ts';

it('nodemailer is the version whose internals nodemailer.ts uses', () => {
  expect(manifest.version, 'Read nodemailer.ts against the new version, send a mail, then write it here.').toBe(
    '10.6.0',
  );
});

it.each(['plain', 'html'] as const)('a %s part is encoded as the composer encodes it', async (kind) => {
  const text = `Café = 50 %,\r\nfor Ms. Hale\r\nand ${'a long line '.repeat(20)}\r\n. \r\n.\r\n`;
  const usual = { textEncoding: 'quoted-printable' as const, ...(kind === 'plain' ? { text } : { html: text }) };
  const own = kind === 'plain' ? { text: mailPart(kind, text) } : { html: mailPart(kind, text) };
  const bodyOf = async (mail: typeof usual | typeof own) =>
    (await new MailComposer(mail).compile().build()).toString().split('\r\n\r\n').slice(1).join('\r\n\r\n').trimEnd();
  expect(await bodyOf(own)).toBe(await bodyOf(usual));
});
