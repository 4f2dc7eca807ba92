import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { renderMail } from '#server/notifications/mail.ts';
import { openSmtp, type Smtp } from '#server/notifications/smtp.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';

const mail = renderMail(
  'school_deactivated',
  { to: 'substitute', school: 'Lincoln' },
  { open: 'http://localhost/', isOneTap: false, stop: null },
);
const envelope = { id: '1.1', name: 'Ann', address: 'ann@example.org', now: new Date(), beforeEnd: async () => {} };
const closing: (() => void | Promise<void>)[] = [];
// Timers go on as usual until a test moves them ahead.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
});

async function openCatcher(): Promise<MailCatcher> {
  const catcher = await catchMail();
  closing.push(() => catcher.close());
  return catcher;
}
function open(url: string): Smtp {
  const smtp = openSmtp(url, readConfig({}), 1);
  closing.unshift(() => smtp.close({ force: true }));
  return smtp;
}

it('a mail server that accepts the connection and says nothing has ten seconds', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const sending = open(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`).send(mail, envelope);
  const [socket] = (await once(silent, 'connection')) as [Socket];
  closing.push(() => {
    socket.destroy();
    silent.close();
  });
  vi.advanceTimersByTime(10_000);
  const answer = await sending;
  expect(answer).toMatchObject({ isAccepted: false, isPermanent: false });
  expect(answer.isAccepted ? '' : answer.reason).toMatch(/^(Connection timeout|Greeting never received)$/);
});

it('a mail server that stops answering before it asks for the mail has thirty seconds, then the next mail is sent', async () => {
  const catcher = await openCatcher();
  catcher.admit = () => {
    vi.advanceTimersByTime(30_000);
    catcher.admit = () => {};
    return new Promise(() => {});
  };
  const smtp = open(catcher.url);
  expect(await smtp.send(mail, envelope)).toEqual({
    isAccepted: false,
    isPermanent: false,
    reason: 'The mail server stopped answering.',
  });
  expect(await smtp.send(mail, envelope)).toEqual({ isAccepted: true });
  expect(catcher.mails).toHaveLength(1);
});

it('a mail that the server has asked for is not given up as early, because it may have been accepted', async () => {
  const catcher = await openCatcher();
  catcher.decide = () => {
    vi.advanceTimersByTime(40_000);
    return 'accept';
  };
  expect(await open(catcher.url).send(mail, envelope)).toEqual({ isAccepted: true });
});
