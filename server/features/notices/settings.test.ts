import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMessages, listNotices, sendMessage } from '#contract/messages.ts';
import {
  getNoticeSettings,
  getUnsubscribe,
  putNoticeSettings,
  resubscribe,
  unsubscribe,
} from '#contract/notice-settings.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

const publicUrl = 'http://firstbell.example.org';
let catcher: MailCatcher;
let world: World;
let worker: TestWorker;
let schoolId: number;
let teacher: Caller;
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({ SMTP_URL: catcher.url, PUBLIC_URL: publicUrl });
  worker = await openWorker(world);
  schoolId = (await makeSchool(world.db)).id;
  teacher = await world.as(await makeTeacher(world.db, schoolId));
});
afterAll(async () => {
  await worker.stop();
  await world.close();
  await catcher.close();
});

const write = (id: number) =>
  teacher.call(sendMessage, { body: { subject: 'Hello', message: 'Hello', recipients: [id] } });
const mailTo = (address: string) => until(() => catcher.mails.find(({ to }) => to === address));

describe('notification settings', () => {
  it('start with everything on, and list the role’s topics', async () => {
    const substitute = await world.as(await makeSubstitute(world.db, [schoolId], { email: 'new@example.org' }));
    expect(await substitute.call(getNoticeSettings)).toEqual({
      choices: ['offers', 'requests', 'changes', 'messages', 'account'].map((topic) => ({
        topic,
        email: true,
        sms: true,
        push: topic !== 'account',
      })),
      quietHours: { from: '21:00', to: '05:00', urgentMayDisturb: false },
      smsNumber: null,
      email: 'new@example.org',
      isSetUp: { email: true, sms: false },
    });
    const admin = await world.as(await makeAdmin(world.db, schoolId));
    expect((await admin.call(getNoticeSettings)).choices.map(({ topic }) => topic)).toEqual([
      'requests',
      'changes',
      'reminders',
      'account',
    ]);
  });

  it('can turn mail off, which the sender sees, while the application still notifies', async () => {
    const id = await makeSubstitute(world.db, [schoolId]);
    const substitute = await world.as(id);
    const kept = await substitute.call(putNoticeSettings, {
      body: {
        choices: [{ topic: 'messages', email: false, sms: true }],
        quietHours: { from: '22:00', to: '04:30', urgentMayDisturb: true },
      },
    });
    expect(kept).toMatchObject({ quietHours: { from: '22:00', to: '04:30', urgentMayDisturb: true } });
    expect(kept.choices.filter(({ email }) => !email).map(({ topic }) => topic)).toEqual(['messages']);
    expect(await write(id)).toMatchObject({ recipients: 1, emailsSent: 0 });
    expect(await substitute.call(listNotices)).toHaveLength(1);
    expect((await teacher.call(listMessages))[0]?.notificationStatus).toMatchObject([
      { channel: 'email', status: 'not_wanted' },
    ]);
  });

  it('cannot turn off mail about one’s account', async () => {
    const substitute = await world.as(await makeSubstitute(world.db, [schoolId]));
    const kept = await substitute.call(putNoticeSettings, {
      body: { choices: [{ topic: 'account', email: false, sms: false }] },
    });
    expect(kept.choices.find(({ topic }) => topic === 'account')).toEqual({
      topic: 'account',
      email: true,
      sms: false,
      push: false,
    });
  });
});

describe('the link in a mail', () => {
  it('turns off its topic with one click in the mail program, without sign-in, and its page can undo it', async () => {
    const id = await makeSubstitute(world.db, [schoolId], { email: 'reader@example.org' });
    await write(id);
    const mail = await mailTo('reader@example.org');
    const address = /^<(.*)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const token = address.split('/').at(-1) ?? '';
    const visitor = await world.as(null);
    const params = { token };

    const opened = await fetch(address.replace(publicUrl, world.url), { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `${publicUrl}/unsubscribe/${token}`]);
    expect(await visitor.call(getUnsubscribe, { params })).toEqual({ topic: 'messages', isStopped: false });

    const clicked = await fetch(address.replace(publicUrl, world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(200);
    expect(await visitor.call(getUnsubscribe, { params })).toEqual({ topic: 'messages', isStopped: true });
    expect(await write(id)).toMatchObject({ emailsSent: 0 });

    await visitor.call(resubscribe, { params });
    expect(await write(id)).toMatchObject({ emailsSent: 1 });
    await visitor.call(unsubscribe, { params, body: {} });
    expect(await write(id)).toMatchObject({ emailsSent: 0 });
  });

  it('cannot be guessed, and has no other use', async () => {
    const id = await makeSubstitute(world.db, [schoolId], { email: 'careful@example.org' });
    await write(id);
    const mail = await mailTo('careful@example.org');
    const stop = /unsubscribe\/([\w-]+)>/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const other = `${stop.slice(0, 7)}${stop[7] === 'B' ? 'C' : 'B'}${stop.slice(8)}`;
    for (const token of [other, stop.slice(1), 'x', `${stop}A`]) {
      expect((await (await world.as(null)).try(unsubscribe, { params: { token }, body: {} })).status).toBe(404);
    }
  });
});
