import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeOwnPassword, login, register } from '#contract/accounts.ts';
import { acceptInvitation } from '#contract/invitations.ts';
import { listNotices } from '#contract/messages.ts';
import { finishSecondFactor, startSecondFactor } from '#contract/second-factor.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { generatedCode, hashOfCode } from '#server/security/codes.ts';
import { otpOf } from '#test/authenticator.ts';
import { makeSchool, makeTeacher, testPassword } from '#test/make.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { callerAt, openWorld, type World } from '#test/world.ts';

let world: World;
let server: ServerProcess;
beforeAll(async () => {
  world = await openWorld();
  world.time.now = new Date();
  server = await startServer('', { ...settingsOf(world.database), LOG_LEVEL: 'info', LOG_REQUESTS: 'on' });
});
afterAll(async () => {
  server.child.kill('SIGINT');
  await server.exited;
  await world.close();
});

const linesWith = (id: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('a server that has started has made the key of codes, so no transaction waits for the one that makes it', async () => {
  expect(await world.db.query(sql`select from secrets where name = 'codes'`)).toHaveLength(1);
});

it('an error, its response header and its log lines share a reference, and people see no internals', async () => {
  const { cookie } = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
  const person = callerAt(server.url, cookie);
  const owner = new pg.Client(connectionConfig(world.database.owner));
  await owner.connect();
  await owner.query('alter table notices rename to notices_away');
  const { status, headers, body } = await person.try(listNotices);
  await owner.query('alter table notices_away rename to notices');
  await owner.end();
  const id = headers.get('x-request-id') ?? '';
  expect([status, body.code, body.error]).toEqual([
    500,
    'internal',
    `Something went wrong on our side. Nothing was changed. Please try again. If it happens again, tell us the reference ${id}.`,
  ]);
  const lines = await until(() => {
    const found = linesWith(id);
    return found.length === 2 && found;
  });
  expect(lines).toEqual([
    expect.objectContaining({
      reqId: id,
      msg: 'call failed',
      err: expect.objectContaining({ message: 'relation "notices" does not exist' }) as object,
    }),
    expect.objectContaining({ reqId: id, msg: 'answered', method: 'GET', route: '/api/notices', status: 500 }),
  ]);
});

it('every request has a line with a unique id and its route, without personal data', async () => {
  const { cookie } = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
  const person = callerAt(server.url, cookie);
  const ids: string[] = [];
  for (const vacancy of ['4711', '4712'])
    ids.push(
      (await person.try(getVacancy, { params: { id: vacancy } }, { 'user-agent': 'secret-agent' })).headers.get(
        'x-request-id',
      ) ?? '',
    );
  expect(new Set(ids).size).toBe(2);
  const [line] = await until(() => {
    const found = ids.flatMap(linesWith);
    return found.length === 2 && found;
  });
  expect(Object.keys(line ?? {}).toSorted()).toEqual([
    'hostname',
    'level',
    'method',
    'ms',
    'msg',
    'pid',
    'reqId',
    'route',
    'status',
    'time',
  ]);
  expect(line).toMatchObject({ reqId: ids[0], route: '/api/vacancies/:id', status: 404 });
  expect(server.output()).not.toMatch(/4711|secret-agent/);
});

it('sign-ins and failures are logged by account number and method, without name, password or code', async () => {
  const school = (await makeSchool(world.db)).id;
  const id = await makeTeacher(world.db, school, { username: 'logged_in' });
  const nobody = callerAt(server.url, null);
  const signIn = async (more: { otp?: string; password?: string } = {}) =>
    (await nobody.try(login, { body: { username: 'logged_in', password: testPassword, ...more } })).headers;
  const sessionOf = (headers: Headers) =>
    callerAt(
      server.url,
      headers
        .getSetCookie()
        .map((one) => one.split(';')[0] ?? '')
        .join('; '),
    );
  const ids: (string | null)[] = [];
  const first = await signIn();
  const person = sessionOf(first);
  ids.push(first.get('x-request-id'));
  ids.push((await signIn({ password: 'not-the-right-one' })).get('x-request-id'));
  ids.push(
    (
      await person.try(changeOwnPassword, {
        body: { currentPassword: 'not-the-right-one', password: 'quartz-lamp-88', confirmPassword: 'quartz-lamp-88' },
      })
    ).headers.get('x-request-id'),
  );
  const { secret } = await person.call(startSecondFactor);
  const code = (away: number) => otpOf(secret, new Date(), away);
  await person.call(finishSecondFactor, { body: { otp: code(0) } });
  const withCode = code(1);
  ids.push((await signIn({ otp: withCode })).get('x-request-id'));
  const invited = await makeTeacher(world.db, school, { username: 'logged_invited' });
  const invitation = generatedCode();
  await world.db.execute(
    sql`insert into invitations (code_hash, user_id, created_at, expires_at)
        values (${hashOfCode(invitation)}, ${invited}, now(), now() + interval '1 day')`,
  );
  ids.push(
    (
      await nobody.try(acceptInvitation, {
        params: { code: invitation },
        body: { password: 'quartz-lamp-88', confirmPassword: 'quartz-lamp-88' },
      })
    ).headers.get('x-request-id'),
  );
  const registered = await nobody.try(register, {
    body: {
      username: 'logged_new',
      password: 'quartz-lamp-88',
      confirmPassword: 'quartz-lamp-88',
      fullName: 'Lou New',
      role: 'teacher',
      schoolId: school,
      email: 'lou@example.org',
    },
  });
  ids.push(registered.headers.get('x-request-id'));
  const events = await until(() => {
    const found = ids.map((request) => linesWith(`"${request}"`).find(({ msg }) => msg === 'security'));
    return found.every((line) => line !== undefined) && found.map(({ event, account, by }) => [event, account, by]);
  });
  expect(events).toEqual([
    ['signed_in', id, 'password'],
    ['sign_in_failed', id, undefined],
    ['identity_refused', id, undefined],
    ['signed_in', id, 'password_and_code'],
    ['signed_in', invited, 'invitation'],
    ['signed_in', registered.body.id, 'registration'],
  ]);
  for (const said of [
    'logged_',
    'Lou New',
    'example.org',
    testPassword,
    'not-the-right-one',
    'quartz-lamp-88',
    `"${withCode}"`,
    invitation,
  ])
    expect(server.output()).not.toContain(said);
});
