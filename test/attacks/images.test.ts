import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { sql } from '#server/db/database.ts';
import { makePeople, makeSchool, testPassword } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let people: { id: number; cookie: string }[];
beforeAll(async () => {
  world = await openWorld();
  const { id: school } = await makeSchool(world.db);
  const ids = await makePeople(
    world.db,
    Array.from({ length: 8 }, (_, n) => ({
      role: 'substitute' as const,
      username: `painter_${n}`,
      chose: [school],
      isApproved: n < 5,
    })),
  );
  people = await Promise.all(ids.map(async (id) => ({ id, cookie: (await world.as(id)).cookie ?? '' })));
});
afterAll(() => world.close());

async function send(person: number, bytes: Buffer): Promise<{ status: number; body: ErrorBody }> {
  const { id, cookie } = people[person] ?? { id: 0, cookie: '' };
  const form = new FormData();
  form.set('profileImage', new Blob([new Uint8Array(bytes)]), 'me.jpg');
  const response = await fetch(`${world.url}/api/users/${id}`, { method: 'PATCH', body: form, headers: { cookie } });
  return { status: response.status, body: (await response.json()) as ErrorBody };
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' }, limitInputPixels: false });

/** Returns the same JPEG with this size in its header. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const claim = Buffer.from(jpeg);
  const head = [0xc0, 0xc2].map((kind) => claim.indexOf(Buffer.of(0xff, kind))).find((at) => at > 0) ?? 0;
  claim.writeUInt16BE(height, head + 5);
  claim.writeUInt16BE(width, head + 7);
  return claim;
}

/** Returns the same AVIF with this size in its header. */
function avifClaiming(avif: Buffer, width: number, height: number): Buffer {
  const claim = Buffer.from(avif);
  const size = claim.indexOf('ispe') + 8;
  claim.writeUInt32BE(width, size);
  claim.writeUInt32BE(height, size + 4);
  return claim;
}

describe('images made to exhaust the server', () => {
  it('are processed one at a time while the server keeps answering', async () => {
    const bytes = await plain(4000, 3000)
      .jpeg({ progressive: true, quality: 50, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const before = process.memoryUsage().rss;
    let mostMemory = 0;
    const watch = setInterval(() => (mostMemory = Math.max(mostMemory, process.memoryUsage().rss)), 20);
    let answered = 0;
    const uploads = people.flatMap((_, person) =>
      Array.from({ length: 3 }, async () => {
        const answer = await send(person, bytes);
        answered += 1;
        return answer;
      }),
    );
    const visitor = await world.as(null);
    const signIns = [];
    for (let n = 0; n < 5; n += 1)
      signIns.push((await visitor.try(login, { body: { username: `painter_${n}`, password: testPassword } })).status);
    expect(signIns).toEqual([200, 200, 200, 200, 200]);
    expect(answered, 'uploads are still running').toBeLessThan(uploads.length);
    const answers = await Promise.all(uploads);
    clearInterval(watch);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const { status, body } of answers)
      if (status === 429) expect(body.error).toMatch(/^(Many images|Many files|Your other files) .* (minute|done)\.$/);
    expect(answers.some(({ body }) => body.error?.startsWith('Your other files'))).toBe(true);
    // The image process uses the memory: 75 MB for 12 megapixels.
    expect((mostMemory - before) / 1024 / 1024).toBeLessThan(150);
  });

  it('are refused by the size in their header, before anything is decoded', async () => {
    const small = plain(64, 64);
    const baseline = await small.clone().jpeg().toBuffer();
    const progressive = await small.clone().jpeg({ progressive: true }).toBuffer();
    const answers = [
      await send(0, claiming(baseline, 8200, 6200)),
      await send(0, claiming(progressive, 12_600, 9450)),
      await send(0, claiming(progressive, 6000, 4200)),
      await send(0, avifClaiming(await small.clone().avif({ effort: 0 }).toBuffer(), 4800, 3600)),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([413, 'too_large', ['profileImage']]);
      expect(body.error).toMatch(/^This image has too many pixels\. Use one with at most 50 megapixels/);
    }
    expect((await send(0, claiming(baseline, 8160, 6120))).status, 'the largest phone photos are accepted').toBe(200);
  });

  it('are limited to 60 a day for each person', async () => {
    const bytes = await plain(8, 8).png().toBuffer();
    expect((await send(1, bytes)).status).toBe(200);
    await world.db.execute(sql`update attempts set count = 60 where key = ${`uploads:${people[1]?.id}`}`);
    const { status, body } = await send(1, bytes);
    expect([status, body.error]).toEqual([429, 'Too many attempts. Please try again in 24 hours.']);
    expect((await send(2, bytes)).status).toBe(200);
    const monday = world.time.now;
    world.time.now = new Date(monday.getTime() + 24 * 3_600_000 + 1000);
    expect((await send(1, bytes)).status).toBe(200);
    world.time.now = monday;
  });

  it('are limited to 200 a day from one network for people whom no school has approved, however many accounts they make', async () => {
    const bytes = await plain(8, 8).png().toBuffer();
    const [approved, one, other] = [4, 6, 7];
    expect((await send(one, bytes)).status).toBe(200);
    await world.db.execute(sql`update attempts set count = 199 where key = 'uploads-from:127.0.0.0/24'`);
    expect([(await send(one, bytes)).status, (await send(other, bytes)).status]).toEqual([200, 429]);
    expect((await send(approved, bytes)).status).toBe(200);
  });
});
