import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { updateSchool } from '#contract/schools.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { exportUsers, previewImport } from '#contract/invitations.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { parse } from 'csv-parse/sync';
import { sql } from '#server/db/database.ts';
import { docsBytes, openapiBytes } from '#server/features/system/openapi.ts';
import { openReadiness } from '#server/features/system/readiness.ts';
import { networkOf } from '#server/http/address.ts';
import { arrival } from '#server/http/arrival.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let admin: Caller;
let teacher: Caller;
let teacherId: number;
let oak: number;
beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: '1', LOGIN_ATTEMPTS_PER_MINUTE: '2' });
  oak = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, oak);
  [admin, teacher] = [await world.as(await makeAdmin(world.db, oak)), await world.as(teacherId)];
});
afterAll(() => world.close());

/** The same application, put together in another way; it listens only where a test lets it. */
const appWith = (config: Partial<Config>, options: Partial<AppOptions> = {}) =>
  buildApp(
    {
      db: world.db,
      config: { ...world.config, ...config },
      clock: () => world.time.now,
      draining: () => false,
      live: world.live,
    },
    { webFolder: null, ...options },
  );

async function refusalOf(response: Response): Promise<[number, string]> {
  const { error, code } = (await response.json()) as ErrorBody;
  expect(error).toMatch(/^[A-Z'].*\.$/);
  return [response.status, code];
}

describe('a multipart call that is none', () => {
  const send = (type: string, body: string) =>
    fetch(`${world.url}/api/users/${teacherId}`, {
      method: 'PATCH',
      body,
      headers: { cookie: teacher.cookie ?? '', 'content-type': type },
    });

  it.each([
    ['has no boundary', 'multipart/form-data', '--x\r\n\r\nhello\r\n--x--\r\n'],
    ['has an empty boundary', 'multipart/form-data; boundary=', '--x\r\n\r\nhello\r\n--x--\r\n'],
    [
      'ends before its end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="data"\r\n',
    ],
    [
      'has a broken head of a part',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="data"\r\n: \u0001:\r\n\r\n{}\r\n--x--\r\n',
    ],
    ['is empty', 'multipart/form-data; boundary=x', ''],
  ])('because it %s is refused with a sentence, never a 500', async (_why, type, body) => {
    const response = await send(type, body);
    if (response.status !== 200) expect((await refusalOf(response))[0]).toBe(400);
  });
});

describe('the origin of a call', () => {
  it('counts with its scheme: a page of the same name over http may be anybody on the way', async () => {
    const app = await appWith({ PUBLIC_URL: 'https://first.example' });
    const statusFrom = async (origin: string, host: string) => {
      const payload = { username: 'origin_test', password: 'wrong' };
      return (await app.inject({ method: 'POST', url: '/api/login', payload, headers: { origin, host } })).statusCode;
    };
    expect(await statusFrom('http://first.example', 'first.example')).toBe(403);
    expect(await statusFrom('https://first.example', 'first.example')).toBe(401);
    expect(await statusFrom('https://second.example', 'second.example')).toBe(401);
    expect(await statusFrom('null', 'first.example')).toBe(403);
    await app.close();
  });

  it('may be http where the installation is, and no other scheme', async () => {
    const statusFrom = async (origin: string) =>
      (await fetch(`${world.url}/api/logout`, { method: 'POST', headers: { origin } })).status;
    const { host } = new URL(world.url);
    expect(await statusFrom(`http://${host}`)).toBe(200);
    expect(await statusFrom(`https://${host}`)).toBe(200);
    expect(await statusFrom(`ftp://${host}`)).toBe(403);
  });
});

describe('an address that limits count by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('is the whole /64: a new address of it for each guess changes nothing', async () => {
    const nobody = await world.as(null);
    const guess = async (address: string) =>
      (await nobody.try(login, { body: { username: 'guessed', password: 'wrong' } }, { 'x-forwarded-for': address }))
        .status;
    expect([
      await guess('2001:db8:1:2::1'),
      await guess('2001:db8:1:2:ffff::2'),
      await guess('2001:db8:1:2:1:2:3:4'),
    ]).toEqual([401, 401, 429]);
    expect(await guess('2001:db8:1:3::1')).toBe(401);
    expect([await guess('203.0.113.9'), await guess('::ffff:203.0.113.9'), await guess('203.0.113.9')]).toEqual([
      401, 401, 429,
    ]);
  });
});

describe('what anybody may ask for', () => {
  it('is written once: the document of all calls, and its page', () => {
    expect(docsBytes()).toBe(docsBytes());
    expect(openapiBytes('https://first.example')).toBe(openapiBytes('https://first.example'));
    expect(openapiBytes('https://first.example').equals(openapiBytes('http://first.example'))).toBe(false);
  });

  it('asks the database once, however many ask at the same moment whether it is ready', async () => {
    let asked = 0;
    const isReady = openReadiness();
    const ask = async () => (asked += 1) > 0;
    expect(new Set(await Promise.all(Array.from({ length: 500 }, () => isReady(ask))))).toEqual(new Set([true]));
    expect(asked).toBe(1);
  });

  it('is not answered out of memory when the database was not ready', async () => {
    const isReady = openReadiness();
    expect(await isReady(async () => false)).toBe(false);
    expect(await isReady(async () => true)).toBe(true);
  });
});

describe('a body that anybody may send', () => {
  const send = async (type: string, body: string) =>
    (await fetch(`${world.url}/api/login`, { method: 'POST', body, headers: { 'content-type': type } })).status;

  it('has 32 KB, for it is a few short fields', async () => {
    expect(await send('application/json', JSON.stringify({ username: 'x'.repeat(33_000), password: 'x' }))).toBe(413);
  });

  it('is not taken apart where no form is taken', async () => {
    expect(await send('application/x-www-form-urlencoded', 'a&'.repeat(300_000))).toBe(415);
  });
});

describe('a request that arrives slowly', () => {
  it.each([
    ['its head', 'POST /api/login HTTP/1.1\r\nhost: x\r\n'],
    [
      'its body',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    ],
  ])('is ended shortly after its time, when it stops within %s', async (_where, sent) => {
    const app = await appWith({}, { arrival: { headMs: 100, requestMs: 200, lookMs: 20 } });
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as { port: number };
      const socket = connect(port, '127.0.0.1');
      socket.write(sent);
      const parts: Buffer[] = [];
      for await (const part of socket) parts.push(part as Buffer);
      expect(Buffer.concat(parts).toString()).toContain('This request took too long to arrive.');
    } finally {
      await app.close();
    }
  });

  it('has ten seconds for its head and thirty in all, and is looked at every second', () => {
    expect(arrival).toEqual({ headMs: 10_000, requestMs: 30_000, lookMs: 1000 });
  });
});

describe('a cell with line ends', () => {
  it.each(['\n', '\r', '\r\n'])('stays one cell: %j', async (end) => {
    const qualifications = `First${end}Second`;
    const substitute = await makeSubstitute(world.db, [oak]);
    await world.db.execute(sql`update users set qualifications = ${qualifications} where id = ${substitute}`);
    const { url, query } = { url: exportUsers.path, query: 'role=substitute' };
    const csv = await (await fetch(`${world.url}${url}?${query}`, { headers: { cookie: admin.cookie ?? '' } })).text();
    // A spreadsheet takes any of the three for the end of a row that stands in no quotes.
    const bare = csv.replaceAll(/"(?:[^"]|"")*"/g, '');
    expect(bare.split(/\r\n/).filter((row) => /[\r\n]/.test(row))).toEqual([]);
    const cells = parse(csv, { bom: true, record_delimiter: ['\r\n'] }).flat();
    expect(cells).toContain(qualifications);
  });
});

describe('a name that passes for another', () => {
  const latin = 'Maria Lopez';
  const body = (fullName: string) => ({
    username: 'maria_lopez',
    password: 'copper-lantern-3',
    confirmPassword: 'copper-lantern-3',
    fullName,
  });
  it.each([
    ['an invisible character', 'Maria\u200B Lopez', 'This name contains invisible characters.'],
    ['a turned direction', 'Maria \u202ELopez', 'This name contains invisible characters.'],
    [
      'a Cyrillic letter',
      latin.replace('a', '\u0430'),
      'This name mixes letters of different alphabets that look alike. Use one alphabet in each word.',
    ],
  ])('by %s is refused wherever a name is given', async (_what, fullName, sentence) => {
    const nobody = await world.as(null);
    const registered = await nobody.try(register, {
      body: { ...body(fullName), role: 'teacher', schoolId: oak, email: 'maria@example.org' },
    });
    const created = await admin.try(createUser, { body: { ...body(fullName), role: 'teacher' } });
    const changed = await teacher.try(updateUser, { params: { id: String(teacherId) }, body: { fullName } });
    for (const answer of [registered, created, changed])
      expect([answer.status, answer.body.fields]).toEqual([400, { fullName: sentence }]);
    const csv = `Full name,Username\n${fullName},maria_lopez`;
    const { problems } = await admin.call(previewImport, { body: { role: 'teacher', csv } });
    expect(problems.map((problem) => problem.sentence)).toEqual([sentence]);
    const school = await admin.try(updateSchool, { params: { id: String(oak) }, body: { name: fullName } });
    expect([school.status, school.body.fields]).toEqual([400, { name: sentence }]);
  });
});

describe('a file of people made to keep the server busy', () => {
  const head = 'Full name,Username,Qualifications\n';
  it.each([
    ['a cell of line ends', `${head}Ann Lee,ann_lee,"${'\n'.repeat(200_000)}"`],
    ['a cell of quotation marks', `${head}Ann Lee,ann_lee,${'"'.repeat(400_000)}`],
    ['a cell of formulas', `${head}Ann Lee,ann_lee,"${"\n'=".repeat(90_000)}"`],
    ['nothing but rows', head + '\n'.repeat(400_000)],
    ['one row of cells', head + ','.repeat(400_000)],
    ['a first row of cells', `Full name,Username${',x'.repeat(200_000)}`],
  ])('by %s costs little', async (_what, csv) => {
    // In time of the processor: a busy machine is no failure.
    const began = process.cpuUsage();
    const { status } = await admin.try(previewImport, { body: { role: 'teacher', csv } });
    const { user } = process.cpuUsage(began);
    expect([200, 400]).toContain(status);
    expect(user / 1e6).toBeLessThan(4);
  });
});
