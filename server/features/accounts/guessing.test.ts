import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { resetPassword } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeTeacher, testPassword } from '#test/make.ts';
import { callerAt, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
beforeAll(async () => {
  // Every guess comes from a different address. Another test covers the limit per address.
  world = await openWorld({ LOGIN_ATTEMPTS_PER_MINUTE: '100000', TRUST_PROXY: '1' });
  oak = (await makeSchool(world.db)).id;
});
afterAll(() => world.close());

let address = 0;
async function signIn(username: string, password: string, cookie: string | null = null) {
  address += 1;
  return callerAt(world.url, cookie).try(
    login,
    { body: { username, password } },
    { 'x-forwarded-for': `10.0.${address >> 8}.${address & 255}` },
  );
}
const deviceOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('firstbell-device='))
    ?.split(';')[0] ?? null;
const looksLike = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body];

describe('a hundred wrong passwords in a row', () => {
  it('are the limit, even in parallel; the owner is notified and can still sign in on known devices', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'guessed_often' });
    const home = deviceOf((await signIn('guessed_often', testPassword)).headers);
    expect(home).not.toBeNull();
    // Five guesses at once: even a slow and busy machine hashes that many before the server refuses to queue more.
    const answers: Awaited<ReturnType<typeof signIn>>[] = [];
    for (let from = 0; from < 130; from += 5)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 5 }, (_, guess) => signIn('guessed_often', `guess ${from + guess}`)),
        )),
      );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await world.db.query(sql`select failed_sign_ins as count from users where id = ${id}`)).toEqual([
      { count: 100 },
    ]);

    const right = await signIn('guessed_often', testPassword);
    expect(looksLike(right), 'the right password on an unknown device looks like a wrong one').toEqual(
      looksLike(await signIn('nobody_of_that_name', testPassword)),
    );
    expect(looksLike(await signIn('guessed_often', testPassword, 'firstbell-device=made-up'))).toEqual(
      looksLike(right),
    );
    const notices = await world.db.query(
      sql`select facts ->> 'event' as event from notices where recipient_id = ${id}`,
    );
    expect(notices).toEqual([{ event: 'guessed_at' }]);

    expect((await signIn('guessed_often', 'a slip', home)).status).toBe(401);
    expect((await signIn('guessed_often', testPassword, home)).status).toBe(200);
    expect((await signIn('guessed_often', testPassword)).status, 'from then on everywhere').toBe(200);
  });

  it('are reset when an administrator sets a new password', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'guessed_reset' });
    await world.db.execute(sql`update users set failed_sign_ins = 100 where id = ${id}`);
    expect((await signIn('guessed_reset', testPassword)).status).toBe(401);
    await (
      await world.as(await makeAdmin(world.db, oak))
    ).call(resetPassword, { body: { userId: id, newPassword: 'matrix-river-31' } });
    expect((await signIn('guessed_reset', 'matrix-river-31')).status).toBe(200);
  });

  it('give a known device twenty more attempts, and only for its own account', async () => {
    await makeTeacher(world.db, oak, { username: 'their_neighbour' });
    const foreign = deviceOf((await signIn('their_neighbour', testPassword)).headers);
    const id = await makeTeacher(world.db, oak, { username: 'guessed_near' });
    const own = deviceOf((await signIn('guessed_near', testPassword)).headers);
    await world.db.execute(sql`update users set failed_sign_ins = 100 where id = ${id}`);
    expect((await signIn('guessed_near', testPassword, foreign)).status).toBe(401);
    for (let slip = 0; slip < 20; slip += 1) await signIn('guessed_near', 'a slip', own);
    expect((await signIn('guessed_near', testPassword, own)).status).toBe(401);
  });
});
