import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { listSchools, updateSchool } from '#contract/schools.ts';
import { getUser } from '#contract/person.ts';
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
import type { Config } from '#server/core/config.ts';
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

/** Returns the same application with other settings. It doesn't listen until a test makes it. */
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

describe('a malformed multipart call', () => {
  const send = (type: string, body: string) =>
    fetch(`${world.url}/api/users/${teacherId}`, {
      method: 'PATCH',
      body,
      headers: { cookie: teacher.cookie ?? '', 'content-type': type },
    });
  const data = 'content-disposition: form-data; name="data"\r\n';
  const change = '{"fullName":"Changed Name"}';

  it.each([
    ['has no boundary', 'multipart/form-data', `--x\r\n${data}\r\n${change}\r\n--x--\r\n`],
    ['has an empty boundary', 'multipart/form-data; boundary=', `--x\r\n${data}\r\n${change}\r\n--x--\r\n`],
    ['stops before its closing boundary', 'multipart/form-data; boundary=x', `--x\r\n${data}`],
  ])('that %s is refused with a sentence', async (_what, type, body) => {
    expect(await refusalOf(await send(type, body))).toEqual([400, expect.any(String)]);
  });

  it('is read without a header line that has no name, and changes nothing when it has no parts', async () => {
    const own = { params: { id: String(teacherId) } };
    const sendParts = (body: string) => send('multipart/form-data; boundary=x', body);
    expect((await sendParts(`--x\r\n${data}: \u0001:\r\n\r\n{"bio":"Read."}\r\n--x--\r\n`)).status).toBe(200);
    const before = await teacher.call(getUser, own);
    expect(before.bio).toBe('Read.');
    expect((await sendParts('')).status).toBe(200);
    expect(await teacher.call(getUser, own)).toEqual(before);
  });
});

describe('the origin of a call', () => {
  it('includes its scheme: an http page of the same host may come from anyone on the network', async () => {
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

  it('may be http when the installation is http, but never another scheme', async () => {
    const statusFrom = async (origin: string) =>
      (await fetch(`${world.url}/api/logout`, { method: 'POST', headers: { origin } })).status;
    const { host } = new URL(world.url);
    expect(await statusFrom(`http://${host}`)).toBe(200);
    expect(await statusFrom(`https://${host}`)).toBe(200);
    expect(await statusFrom(`ftp://${host}`)).toBe(403);
  });
});

describe('the network address that limits count', () => {
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

  it('is the whole /64, so using a new address for each guess does not help', async () => {
    const visitor = await world.as(null);
    const guess = async (address: string) =>
      (await visitor.try(login, { body: { username: 'guessed', password: 'wrong' } }, { 'x-forwarded-for': address }))
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

describe('a page that anyone may request', () => {
  it('is rendered once: the OpenAPI document and its page', () => {
    expect(docsBytes()).toBe(docsBytes());
    expect(openapiBytes('https://first.example')).toBe(openapiBytes('https://first.example'));
    expect(openapiBytes('https://first.example').equals(openapiBytes('http://first.example'))).toBe(false);
  });

  it('checks the database once for any number of simultaneous readiness requests', async () => {
    let asked = 0;
    const isReady = openReadiness();
    const ask = async () => (asked += 1) > 0;
    expect(new Set(await Promise.all(Array.from({ length: 500 }, () => isReady(ask))))).toEqual(new Set([true]));
    expect(asked).toBe(1);
  });

  it('is not answered from the cache after the database was not ready', async () => {
    const isReady = openReadiness();
    expect(await isReady(async () => false)).toBe(false);
    expect(await isReady(async () => true)).toBe(true);
  });
});

describe('a body that anyone may send', () => {
  const send = async (type: string, body: string) =>
    (await fetch(`${world.url}/api/login`, { method: 'POST', body, headers: { 'content-type': type } })).status;

  it('is limited to 32 KB', async () => {
    expect(await send('application/json', JSON.stringify({ username: 'x'.repeat(33_000), password: 'x' }))).toBe(413);
  });

  it('is not parsed as a form where forms are not accepted', async () => {
    expect(await send('application/x-www-form-urlencoded', 'a&'.repeat(300_000))).toBe(415);
  });
});

describe('a cursor made by hand', () => {
  const handMade = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
  it.each([
    ['a null character', ['\u0000', 1]],
    ['half a character', ['\uD800', 1]],
    ['no text', [1, 1]],
    ['no place', { key: 'a' }],
  ])('with %s is refused, not passed to the database', async (_what, place) => {
    const visitor = await world.as(null);
    for (const caller of [visitor, admin]) {
      const { status, body } = await caller.try(listSchools, { query: { cursor: handMade(place) } });
      expect([status, body.fields]).toEqual([400, { cursor: 'This cursor does not belong to this list.' }]);
    }
  });
});

describe('a request that arrives slowly', () => {
  it.each([
    ['its head', { headMs: 100, requestMs: 120_000, lookMs: 20 }, 'POST /api/login HTTP/1.1\r\nhost: x\r\n'],
    [
      'its body',
      { headMs: 100, requestMs: 200, lookMs: 20 },
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    ],
  ])('is closed soon after its time limit when it stops in the middle of %s', async (_where, limits, sent) => {
    const app = await appWith({}, { arrival: limits });
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as { port: number };
      const socket = connect(port, '127.0.0.1');
      socket.write(sent);
      const began = performance.now();
      const parts: Buffer[] = [];
      for await (const part of socket) parts.push(part as Buffer);
      expect(Buffer.concat(parts).toString()).toContain('This request took too long to arrive.');
      // By default, Node checks every 30 seconds.
      expect(performance.now() - began).toBeLessThan(20_000);
    } finally {
      await app.close();
    }
  });

  it('is not answered before it begins: a browser would take the reply for that to its next request', async () => {
    const app = await appWith({}, { arrival: { headMs: 100, requestMs: 200, lookMs: 20 } });
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as { port: number };
      const parts: Buffer[] = [];
      for await (const part of connect(port, '127.0.0.1')) parts.push(part as Buffer);
      expect(Buffer.concat(parts).toString()).toBe('');
    } finally {
      await app.close();
    }
  });

  it('has 10 seconds for its headers and 30 in all, checked every second', () => {
    expect(arrival).toEqual({ headMs: 10_000, requestMs: 30_000, lookMs: 1000 });
  });
});

describe('an exported cell with line breaks', () => {
  it.each(['\n', '\r', '\r\n'])('stays one cell: %j', async (end) => {
    const qualifications = `First${end}Second`;
    const substitute = await makeSubstitute(world.db, [oak]);
    await world.db.execute(sql`update users set qualifications = ${qualifications} where id = ${substitute}`);
    const { url, query } = { url: exportUsers.path, query: 'role=substitute' };
    const csv = await (await fetch(`${world.url}${url}?${query}`, { headers: { cookie: admin.cookie ?? '' } })).text();
    // Outside of quotes, a spreadsheet treats any of the three as the end of a row.
    const bare = csv.replaceAll(/"(?:[^"]|"")*"/g, '');
    expect(bare.split(/\r\n/).filter((row) => /[\r\n]/.test(row))).toEqual([]);
    const cells = parse(csv, { bom: true, record_delimiter: ['\r\n'] }).flat();
    expect(cells).toContain(qualifications);
  });
});

describe('a name that looks like another', () => {
  const latin = 'Maria Lopez';
  const body = (fullName: string) => ({
    username: 'maria_lopez',
    password: 'copper-lantern-3',
    confirmPassword: 'copper-lantern-3',
    fullName,
  });
  it.each([
    [
      'an invisible character',
      'Maria\u200B Lopez',
      'This name contains invisible characters. Remove them or type the name again.',
    ],
    [
      'a direction override',
      'Maria \u202ELopez',
      'This name contains invisible characters. Remove them or type the name again.',
    ],
    [
      'a Cyrillic letter',
      latin.replace('a', '\u0430'),
      'This name mixes letters from alphabets that look alike. Use one alphabet in each word.',
    ],
  ])('because of %s is refused wherever a name can be entered', async (_what, fullName, sentence) => {
    const visitor = await world.as(null);
    const registered = await visitor.try(register, {
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

describe('an import file made to keep the server busy', () => {
  const head = 'Full name,Username,Qualifications\n';
  it.each([
    ['a cell of line breaks', `${head}Ann Lee,ann_lee,"${'\n'.repeat(200_000)}"`],
    ['a cell of quotation marks', `${head}Ann Lee,ann_lee,${'"'.repeat(400_000)}`],
    ['a cell of formulas', `${head}Ann Lee,ann_lee,"${"\n'=".repeat(90_000)}"`],
    ['empty rows', head + '\n'.repeat(400_000)],
    ['one row of cells', head + ','.repeat(400_000)],
    ['a header row of cells', `Full name,Username${',x'.repeat(200_000)}`],
  ])('with %s takes little processor time', async (_what, csv) => {
    // Processor time, so that a busy machine doesn't fail the test.
    const began = process.cpuUsage();
    const { status } = await admin.try(previewImport, { body: { role: 'teacher', csv } });
    const { user } = process.cpuUsage(began);
    expect([200, 400]).toContain(status);
    expect(user / 1e6).toBeLessThan(4);
  });
});
