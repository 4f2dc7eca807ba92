import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { getInvitation, importUsers } from '#contract/invitations.ts';
import { listNotices, listOutbox } from '#contract/messages.ts';
import { askForPasswordLink, getPasswordLink } from '#contract/password-links.ts';
import { startSms } from '#contract/sms.ts';
import { raw, sql } from '#server/db/database.ts';
import { cleanUp } from '#server/worker/clean-up.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue } from '#server/jobs/job.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { awaitCodesOf, codesOf } from '#test/codes.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let worker: TestWorker;
let mail: MailCatcher;
let oak: number;
let visitor: Caller;
beforeAll(async () => {
  mail = await catchMail();
  world = await openWorld({ SMTP_URL: mail.url });
  worker = await openWorker(world, [deliverMail, mailPasswordLink, cleanUp]);
  oak = (await makeSchool(world.db)).id;
  visitor = await world.as(null);
});
afterAll(async () => {
  await worker.stop();
  await world.close();
  await mail.close();
});

afterEach(() => {
  mail.decide = () => 'accept';
});

const later = (minutes: number) => (world.time.now = new Date(world.time.now.getTime() + minutes * 60_000));

/**
 * Returns every table of the application and the job queue that contains this word, as in a backup or a copy of the
 * database.
 */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await world.db.query<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.db.query(
      sql`select from ${raw(name)} t where position(${word} in t::text) > 0
          or position(${Buffer.from(word).toString('hex')} in t::text) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
const waiting = async () => (await world.db.query(sql`select from notice_codes`)).length;
const fateOf = async (recipientId: number) =>
  world.db.query(
    sql`select d.status, d.reason from deliveries d join notices n on n.id = d.notice_id
        where n.recipient_id = ${recipientId} order by d.id`,
  );
const linkIn = (text: string) => /\/(?:invitations|new-password)\/([a-z0-9-]+)/.exec(text)?.[1] ?? '';

describe('a copy of the database', () => {
  it('never contains a usable code: sealed until its mail is delivered, and deleted afterward', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'forgot_it' });
    const admin = await world.as(await makeAdmin(world.db, oak));
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    mail.decide = () => opened.then(() => 'accept' as const);
    await visitor.call(askForPasswordLink, { body: { username: 'forgot_it' } });
    const answer = await admin.try(
      importUsers,
      { body: { role: 'teacher', csv: 'Full name,Username,Email\nMia Mail,mia_m,mia@example.org\nSid Slip,sid_s,' } },
      { 'idempotency-key': 'import-of-two' },
    );
    const slip = answer.body.slips[0]?.code ?? '';
    const [link = ''] = await awaitCodesOf(world.db, id);
    const [mia] = await world.db.query<{ id: number }>(sql`select id from users where username = 'mia_m'`);
    const [invitation = ''] = await codesOf(world.db, mia?.id ?? 0);
    for (const code of [link, invitation, slip]) {
      expect(code).toMatch(/^[a-z0-9-]{19}$/);
      expect(await tablesWith(code)).toEqual([]);
      expect(await tablesWith(code.replaceAll('-', ''))).toEqual([]);
    }
    open();
    await until(async () => mail.mails.length >= 2 && (await waiting()) === 0);
    const mailed = mail.mails.map(({ text }) => linkIn(text)).toSorted();
    expect(mailed, 'the mails contain them').toEqual([link, invitation].toSorted());
    for (const code of mailed) expect(await tablesWith(code)).toEqual([]);
    expect((await visitor.try(getPasswordLink, { params: { code: link } })).status).toBe(200);
    expect((await visitor.try(getInvitation, { params: { code: invitation } })).status).toBe(200);
    // A repeated call gets the slip again: it has the key, which the database doesn't.
    const again = await admin.try(
      importUsers,
      { body: { role: 'teacher', csv: 'Full name,Username,Email\nMia Mail,mia_m,mia@example.org\nSid Slip,sid_s,' } },
      { 'idempotency-key': 'import-of-two' },
    );
    expect(again.body).toEqual(answer.body);
    for (const notice of await (await world.as(mia?.id ?? 0)).call(listNotices))
      expect(JSON.stringify(notice)).not.toContain(invitation);
  });

  it('keeps no code of a mail that was refused for good or was too late', async () => {
    const refused = await makeTeacher(world.db, oak, { username: 'no_mailbox' });
    mail.decide = () => ({ code: 550, says: 'no such mailbox' });
    await visitor.call(askForPasswordLink, { body: { username: 'no_mailbox' } });
    await until(async () => (await fateOf(refused)).length === 1 && (await waiting()) === 0);
    expect(await fateOf(refused)).toEqual([{ status: 'failed', reason: expect.any(String) as string }]);

    const late = await makeTeacher(world.db, oak, { username: 'late_mail' });
    mail.decide = () => ({ code: 451, says: 'later' });
    await visitor.call(askForPasswordLink, { body: { username: 'late_mail' } });
    await until(async () => JSON.stringify(await fateOf(late)).includes('later'));
    expect(await waiting(), 'it will be retried').toBe(1);
    mail.decide = () => 'accept';
    later(31);
    await worker.knock();
    await until(async () => (await waiting()) === 0);
    expect(await fateOf(late)).toEqual([{ status: 'dropped', reason: 'The code no longer worked.' }]);
  });

  it('keeps a code sealed for the owner, for ten minutes, when SMS is not set up', async () => {
    const person = await world.as(await makeSubstitute(world.db, [oak]));
    await person.call(startSms, { body: { phone: '(518) 555-0101', agreed: true } });
    const owner = await world.as(await makeOwner(world.db));
    const shown = async () => JSON.stringify((await owner.call(listOutbox, { query: { channel: 'sms' } }))[0]);
    const code = /Your code is (\d{6})\./.exec(await shown())?.[1] ?? '';
    expect(code, 'the owner reads it').toMatch(/^\d{6}$/);
    expect(await tablesWith(`code": "${code}`)).toEqual([]);
    later(11);
    expect(await shown()).toContain('Your code is ······');
    await enqueue(world.db, cleanUp, {});
    await until(async () => (await waiting()) === 0);
  });

  it('does not reveal the reply to a registration', async () => {
    const body = {
      username: 'quillfeather_9',
      password: 'orchard-violin-7',
      confirmPassword: 'orchard-violin-7',
      fullName: 'Quill Feather',
      email: 'quill@example.org',
      role: 'teacher' as const,
      schoolId: oak,
    };
    await visitor.try(register, { body }, { 'idempotency-key': 'quill-registers' });
    expect(await tablesWith('quillfeather_9')).toEqual(['public.users']);
  });
});
