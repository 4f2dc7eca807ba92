import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { type DemoPhone, openDemoPhone } from '#server/demo/phone.ts';
import { pageOfTexts } from '#server/demo/phone-page.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';

const publicUrl = 'http://firstbell.example.org';
const number = '+15185550111';
let phone: DemoPhone;
let stage: Stage;
beforeAll(async () => {
  phone = await openDemoPhone({ publicUrl, address: () => stage.world.url });
  const { SMS_REPLIES: _on, ...settings } = phone.settings;
  stage = await openStage({ ...(settings as Record<string, string>), SMS_REPLIES: 'on', PUBLIC_URL: publicUrl });
  await stage.world.db.execute(sql`update users set sms_number = ${number} where id = ${stage.ids.ann}`);
});
afterAll(async () => {
  await stage.world.close();
  await phone.close();
});

const page = async () => (await fetch(phone.url)).text();
const reply = (text: string, headers: Record<string, string> = { origin: phone.url }, to = number) =>
  fetch(`${phone.url}/reply`, { method: 'POST', headers, body: new URLSearchParams({ number: to, text }) });

it('shows the text of an offer, and the reply accepts it', async () => {
  expect(await page()).toContain('No text messages yet');
  const vacancy = await stage.vacancy();
  const worker = await openWorker(stage.world);
  await stage.teacher.call(notifySubstitutes, { params: vacancy.params, body: { sendEmail: false, sendSMS: true } });
  const code = await until(async () => /Reply (Y\d+)/.exec(await page())?.[1]);
  await until(
    async () =>
      (await stage.world.db.query(sql`select from deliveries where channel = 'sms' and status = 'delivered'`)).length,
  );
  await worker.stop();
  expect((await reply(code)).status).toBe(200);
  const shown = await page();
  expect(shown).toContain(`Reply: </span>${code}<`);
  expect(shown.indexOf('FirstBell: ', shown.indexOf('Reply: </span>'))).toBeGreaterThan(0);
  expect(await stage.history(vacancy.id)).toContain('requested');
});

it('shows only one text about a booking made by reply: the answer', async () => {
  const vacancy = await stage.vacancy({ bookFirst: true, isUrgent: true });
  const worker = await openWorker(stage.world);
  await stage.teacher.call(notifySubstitutes, { params: vacancy.params, body: { sendEmail: false, sendSMS: true } });
  const code = await until(async () => /Reply (Y\d+) to be booked/.exec(await page())?.[1]);
  await reply(code);
  await until(
    async () =>
      (
        await stage.world.db.query(sql`select from deliveries d join notices n on n.id = d.notice_id
          where n.vacancy_id = ${vacancy.id} and n.kind = 'request_approved' and d.channel = 'sms'
            and d.status = 'delivered'`)
      ).length,
  );
  await worker.stop();
  const shown = await page();
  expect(shown).toContain("You're booked: ");
  expect(shown).not.toContain('Request approved');
});

it('accepts texts only from FirstBell, and replies only from its own page', async () => {
  const before = await page();
  const { TWILIO_ACCOUNT_SID } = phone.settings;
  const path = `${phone.url}/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}/Messages.json`;
  expect((await fetch(path, { method: 'POST', body: 'To=1&Body=2' })).status).toBe(403);
  expect((await reply('N1', {})).status).toBe(403);
  expect((await reply('N1', { origin: 'https://example.org' })).status).toBe(403);
  const rebound = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: 'example.org', origin: 'http://example.org' };
    request(`${phone.url}/reply`, { method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end('text=N1');
  });
  expect(rebound).toBe(403);
  expect((await fetch(`${phone.url}/other`)).status).toBe(404);
  await reply('N1', { origin: phone.url }, '+15185550199');
  await reply('  ');
  expect(await page()).toBe(before);
});

it('shows texts as they are', () => {
  const shown = pageOfTexts([{ number: '"1"', body: '<b>Y & N</b>', isReply: false }]);
  expect(shown).toContain('&lt;b&gt;Y &amp; N&lt;/b&gt;');
  expect(shown).toContain('value="&quot;1&quot;"');
});
