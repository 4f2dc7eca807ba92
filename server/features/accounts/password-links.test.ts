import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { currentUser } from '#contract/session.ts';
import { listNotices } from '#contract/messages.ts';
import { askForPasswordLink, getPasswordLink, choosePassword } from '#contract/password-links.ts';
import { sql } from '#server/db/database.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { codesOf } from '#test/codes.ts';
import { makeSchool, makeTeacher, testPassword } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let worker: TestWorker;
let oak: number;
let visitor: Caller;
beforeAll(async () => {
  world = await openWorld();
  worker = await openWorker(world, [mailPasswordLink]);
  oak = (await makeSchool(world.db)).id;
  visitor = await world.as(null);
});
afterAll(async () => {
  await worker.stop();
  await world.close();
});

const chosen = { password: 'granite-harbor-9', confirmPassword: 'granite-harbor-9' };
const waiting = async () =>
  (await world.db.query(sql`select from graphile_worker.jobs where task_identifier = 'mail-password-link'`)).length;
const linksOf = (id: number) => codesOf(world.db, id);
const later = (minutes: number) => (world.time.now = new Date(world.time.now.getTime() + minutes * 60_000));

async function ask(username: string): Promise<void> {
  await visitor.call(askForPasswordLink, { body: { username } });
  await until(async () => (await waiting()) === 0);
}

async function teacherWithLink(username: string) {
  const id = await makeTeacher(world.db, oak, { username });
  await ask(username);
  const [code = ''] = await linksOf(id);
  return { id, code, caller: await world.as(id) };
}

describe('a forgotten password', () => {
  it('gets the same answer for every name, and a link is mailed to the owner', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'forgot_one', email: 'forgot@example.org' });
    const answers = [];
    for (const username of [
      'forgot_one',
      '@FORGOT_ONE',
      'forgot@example.org',
      'nobody_of_that_name',
      'nobody@example.org',
    ]) {
      const { status, body } = await visitor.try(askForPasswordLink, { body: { username } });
      answers.push(JSON.stringify([status, body]));
      await until(async () => (await waiting()) === 0);
    }
    expect(new Set(answers)).toEqual(new Set(['[200,{"isSetUp":false}]']));
    expect(await linksOf(id), 'one in five minutes').toHaveLength(1);
    expect(
      await world.db.query(
        sql`select d.address from deliveries d join notices n on n.id = d.notice_id
            where n.kind = 'password_link' and n.recipient_id = ${id}`,
      ),
    ).toEqual([{ address: 'forgot@example.org' }]);
    expect(await (await world.as(id)).call(listNotices), 'not for the user of an open session').toEqual([]);
  });

  it('is replaced once with the link, which signs no one in, ends every session and sends a notification', async () => {
    const { id, code, caller } = await teacherWithLink('forgot_two');
    expect(await visitor.call(getPasswordLink, { params: { code } })).toMatchObject({ username: 'forgot_two' });
    const weak = await visitor.try(choosePassword, {
      params: { code },
      body: { password: 'forgot_two1', confirmPassword: 'forgot_two1' },
    });
    expect([weak.status, Object.keys(weak.body.fields ?? {})]).toEqual([400, ['password']]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        visitor.try(choosePassword, { params: { code: code.toUpperCase() }, body: chosen }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect(answers.every(({ headers }) => headers.get('set-cookie') === null)).toBe(true);
    expect((await caller.try(currentUser)).status).toBe(401);
    expect((await visitor.try(login, { body: { username: 'forgot_two', password: testPassword } })).status).toBe(401);
    expect((await visitor.try(login, { body: { username: 'forgot_two', password: chosen.password } })).status).toBe(
      200,
    );
    expect(
      await world.db.query(
        sql`select facts ->> 'event' as event from notices where recipient_id = ${id} and kind = 'account_security'`,
      ),
    ).toEqual([{ event: 'password_changed' }]);
  });

  it('does not bypass the second factor', async () => {
    const { id, code } = await teacherWithLink('forgot_three');
    await world.db.execute(
      sql`insert into second_factors (user_id, secret, created_at, confirmed_at) values (${id}, 'x', now(), now())`,
    );
    await visitor.call(choosePassword, { params: { code }, body: chosen });
    expect(
      (await visitor.try(login, { body: { username: 'forgot_three', password: chosen.password } })).body.code,
    ).toBe('second_factor_required');
  });

  it('has links that are valid for half an hour, even with a newer one, until one is used', async () => {
    const { id, code } = await teacherWithLink('forgot_four');
    later(6);
    await ask('forgot_four');
    const [, second = ''] = await linksOf(id);
    expect((await visitor.try(getPasswordLink, { params: { code } })).status).toBe(200);
    later(25);
    expect((await visitor.try(getPasswordLink, { params: { code } })).status).toBe(404);
    expect((await visitor.try(getPasswordLink, { params: { code: second } })).status).toBe(200);
    await ask('forgot_four');
    const third = (await linksOf(id)).at(-1) ?? '';
    later(5);
    expect((await visitor.try(choosePassword, { params: { code: second }, body: chosen })).status).toBe(404);
    await ask('forgot_four');
    const fourth = (await linksOf(id)).at(-1) ?? '';
    expect(new Set([code, second, third, fourth]).size).toBe(4);
    await visitor.call(choosePassword, { params: { code: third }, body: chosen });
    expect((await visitor.try(getPasswordLink, { params: { code: fourth } })).status).toBe(404);
    expect((await visitor.try(getPasswordLink, { params: { code: 'made-up' } })).status).toBe(404);
  });

  it('gets no link for a disabled account', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'forgot_five', isActive: false });
    await ask('forgot_five');
    expect(await linksOf(id)).toEqual([]);
  });
});
