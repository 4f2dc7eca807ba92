import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { confirmEmail, getEmailLink, sendEmailLink } from '#contract/email-links.ts';
import { listNotices, listOutbox, sendMessage } from '#contract/messages.ts';
import { getUser } from '#contract/person.ts';
import { updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { codesOf } from '#test/codes.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, testPassword } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let visitor: Caller;
beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:1' });
  oak = (await makeSchool(world.db)).id;
  visitor = await world.as(null);
});
afterAll(() => world.close());
beforeEach(() => (world.time.now = mondayMorning));

const at = (id: number) => ({ params: { id: String(id) } });
const later = (ms: number) => (world.time.now = new Date(world.time.now.getTime() + ms));
const hour = 3_600_000;
/** Returns the codes that were mailed to a person, oldest first, with their addresses. */
const linksOf = async (id: number) => {
  const sent = await world.db.query<{ address: string }>(
    sql`select d.address from notices n join deliveries d on d.notice_id = n.id
        where n.recipient_id = ${id} and n.kind = 'email_link' order by n.id`,
  );
  const codes = await codesOf(world.db, id);
  return sent.map(({ address }, place) => ({ address, code: codes[place] ?? '' }));
};
const lastLink = async (id: number) => (await linksOf(id)).at(-1)?.code ?? '';
/** Returns the address of the last message to a person, or why it wasn't sent. */
async function wrote(id: number) {
  const teacher = await world.as(await makeTeacher(world.db, oak));
  await teacher.call(sendMessage, { body: { subject: 'Hello', message: 'Hello', recipients: [id] } });
  const [row] = await world.db.query<{ address: string | null; status: string; reason: string | null }>(
    sql`select address, status, reason from deliveries where recipient_id = ${id} order by id desc limit 1`,
  );
  return row;
}
const signsIn = async (username: string) =>
  (await visitor.try(login, { body: { username, password: testPassword } })).status === 200;

describe('a changed address', () => {
  it('replaces the previous one once its owner follows the link, and not before', async () => {
    const id = await makeSubstitute(world.db, [oak], { email: 'before@example.org' });
    const self = await world.as(id);
    const saved = await self.call(updateUser, { ...at(id), body: { email: 'After@example.org' } });
    expect([saved.email, saved.emailConfirmed]).toEqual(['After@example.org', false]);
    expect((await wrote(id))?.address).toBe('before@example.org');
    expect([await signsIn('before@example.org'), await signsIn('after@example.org')]).toEqual([true, false]);

    const [link] = await linksOf(id);
    expect(link?.address).toBe('After@example.org');
    const params = { code: link?.code.toUpperCase() ?? '' };
    for (const looks of [1, 2]) {
      expect((await visitor.call(getEmailLink, { params })).email, `look ${looks}`).toBe('After@example.org');
      expect((await self.call(getUser, at(id))).emailConfirmed).toBe(false);
    }
    await visitor.call(confirmEmail, { params });
    expect((await self.call(getUser, at(id))).emailConfirmed).toBe(true);
    expect((await wrote(id))?.address).toBe('After@example.org');
    expect([await signsIn('before@example.org'), await signsIn('after@example.org')]).toEqual([false, true]);
    expect((await visitor.try(confirmEmail, { params })).status, 'once').toBe(404);
  });

  it('needs no link if it is the trusted one again', async () => {
    const id = await makeTeacher(world.db, oak, { email: 'there.and.back@example.org' });
    const self = await world.as(id);
    await self.call(updateUser, { ...at(id), body: { email: 'elsewhere@example.org' } });
    const code = await lastLink(id);
    later(1000);
    const back = await self.call(updateUser, { ...at(id), body: { email: 'There.and.back@example.org' } });
    expect(back.emailConfirmed).toBe(true);
    expect(await linksOf(id)).toHaveLength(1);
    expect((await visitor.try(confirmEmail, { params: { code } })).status, 'the profile says another one').toBe(404);
  });

  it('can be confirmed for a week with a code that is stored as a hash, hidden from others, and only for its owner', async () => {
    const user = await visitor.call(register, {
      body: {
        username: 'linked_up',
        email: 'linked@example.org',
        role: 'substitute',
        fullName: 'Lin Linked',
        password: 'orchard-violin-7',
        confirmPassword: 'orchard-violin-7',
      },
    });
    const code = await lastLink(user.id);
    const [kept] = await world.db.query<{ row: string }>(
      sql`select row_to_json(l)::text as row from email_links l where user_id = ${user.id}`,
    );
    expect(kept?.row).not.toContain(code);
    const self = await world.as(user.id);
    expect(await self.call(listNotices)).toEqual([]);
    const owner = await world.as(await makeOwner(world.db));
    expect(JSON.stringify(await owner.call(listOutbox))).not.toContain(code);
    for (const wrong of ['x', `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`])
      expect((await visitor.try(confirmEmail, { params: { code: wrong } })).status).toBe(404);
    later(7 * 24 * hour);
    expect((await visitor.try(getEmailLink, { params: { code } })).status).toBe(404);
    later(-1);
    expect((await visitor.try(getEmailLink, { params: { code } })).body.username).toBe('linked_up');
  });

  it('gets at most three links a day, and each of them works', async () => {
    const id = await makeSubstitute(world.db, [oak], { isApproved: false, email: 'slow.mail@example.org' });
    const self = await world.as(id);
    const statuses = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await self.try(sendEmailLink)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const [first] = await linksOf(id);
    await visitor.call(confirmEmail, { params: { code: first?.code ?? '' } });
    expect(await self.call(sendEmailLink)).toEqual({ email: 'slow.mail@example.org', isSetUp: true });
    expect(await linksOf(id), 'none for what is confirmed').toHaveLength(3);
    const bare = await world.as(await makeTeacher(world.db, oak, { email: null }));
    expect((await bare.try(sendEmailLink)).body.fields).toEqual({ email: 'Enter your email address first.' });
  });
});

describe('an approval', () => {
  const applicant = async (email: string) => {
    const id = await makeSubstitute(world.db, [oak], { isApproved: false, email });
    return { id, self: await world.as(id) };
  };
  const approve = async (id: number) =>
    (await world.as(await makeAdmin(world.db, oak))).call(updateUser, { ...at(id), body: { isApproved: true } });

  it('vouches for the address, so approved people have nothing to confirm', async () => {
    const { id, self } = await applicant('in.view@example.org');
    expect((await self.call(getUser, at(id))).emailConfirmed).toBe(false);
    await approve(id);
    expect((await self.call(getUser, at(id))).emailConfirmed).toBe(true);
    expect(await wrote(id)).toMatchObject({ address: 'in.view@example.org', status: 'queued' });
  });

  it('does not vouch for an address that changed while the administrator looked', async () => {
    const { id, self } = await applicant('shown@example.org');
    await self.call(updateUser, { ...at(id), body: { email: 'swapped@example.org' } });
    later(hour / 2);
    await approve(id);
    expect((await self.call(getUser, at(id))).emailConfirmed).toBe(false);
    expect(await wrote(id)).toEqual({
      address: null,
      status: 'dropped',
      reason: 'This email address is not confirmed yet.',
    });
    expect(await signsIn('swapped@example.org')).toBe(false);
  });
});

describe('an address of several accounts', () => {
  it('signs in to the one whose owner confirmed it, or else the one that had it first', async () => {
    const [older, newer] = ['shared_older', 'shared_newer'];
    await makeTeacher(world.db, oak, { username: older, email: 'shared@example.org' });
    const id = await makeTeacher(world.db, oak, { username: newer, email: 'shared@example.org' });
    const whose = async () =>
      (await visitor.call(login, { body: { username: 'shared@example.org', password: testPassword } })).username;
    expect(await whose()).toBe(older);
    await world.db.execute(sql`update users set email_proved = true where id = ${id}`);
    expect(await whose()).toBe(newer);
  });
});
