import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentUser } from '#contract/session.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { deleteSchool, getSchool, type School, updateSchool } from '#contract/schools.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, schoolId));
});
afterAll(() => world.close());

async function upload(
  files: Record<string, Buffer>,
  caller = admin,
): Promise<{ status: number; body: School & ErrorBody }> {
  const form = new FormData();
  for (const [field, bytes] of Object.entries(files))
    form.set(field, new Blob([new Uint8Array(bytes)]), `${field}.png`);
  const response = await fetch(`${world.url}/api/schools/${schoolId}`, {
    method: 'PATCH',
    body: form,
    headers: { cookie: caller.cookie ?? '' },
  });
  return { status: response.status, body: (await response.json()) as School & ErrorBody };
}
const download = (url: string | null | undefined, caller: Caller, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${url}`, { headers: { cookie: caller.cookie ?? '', ...headers } });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#3366cc80' } })
    .png()
    .toBuffer();

describe('a school’s logo and banner', () => {
  it('are redrawn, small and still transparent, and are visible only to the school’s people', async () => {
    const { status, body } = await upload({ logo: await picture(1200, 600), banner: await picture(4000, 1000) });
    expect([status, body.logoUrl, body.bannerUrl]).toEqual([
      200,
      expect.stringMatching(`^/api/schools/${schoolId}/logo\\?v=`),
      expect.stringMatching(`^/api/schools/${schoolId}/banner\\?v=`),
    ]);
    const teacher = await world.as(await makeTeacher(world.db, schoolId));
    const substitute = await world.as(await makeSubstitute(world.db, [schoolId]));
    const owner = await world.as(await makeOwner(world.db));
    for (const who of [admin, teacher, substitute, owner]) {
      const logo = await download(body.logoUrl, who);
      const { format, width, height, hasAlpha } = await sharp(Buffer.from(await logo.arrayBuffer())).metadata();
      expect([logo.status, format, width, height, hasAlpha]).toEqual([200, 'webp', 512, 256, true]);
      expect(logo.headers.get('content-disposition')).toBe('inline; filename=logo.webp');
    }
    expect(
      await sharp(Buffer.from(await (await download(body.bannerUrl, admin)).arrayBuffer())).metadata(),
    ).toMatchObject({ width: 1600, height: 400 });
    for (const who of [teacher, substitute])
      expect((await who.call(currentUser)).schools).toMatchObject([
        { logoUrl: body.logoUrl, bannerUrl: body.bannerUrl },
      ]);
    const stranger = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
    expect((await download(body.logoUrl, stranger)).status).toBe(404);
    expect((await download(body.logoUrl, await world.as(null))).status).toBe(401);
    const etag = (await download(body.logoUrl, admin)).headers.get('etag') ?? '';
    expect((await download(body.logoUrl, admin, { 'if-none-match': etag })).status).toBe(304);
  });

  it('get a new address when they change, and can be removed', async () => {
    const before = (await upload({ logo: await picture(90, 90) })).body.logoUrl;
    const after = (await upload({ logo: await picture(80, 80) })).body.logoUrl;
    expect(after).not.toBe(before);
    const params = { id: String(schoolId) };
    expect(await admin.call(updateSchool, { params, body: { name: 'Renamed beside' } })).toMatchObject({
      logoUrl: after,
    });
    expect(await admin.call(updateSchool, { params, body: { logoUrl: null, bannerUrl: null } })).toMatchObject({
      logoUrl: null,
      bannerUrl: null,
    });
    expect((await download(after, admin)).status).toBe(404);
    expect(await admin.call(getSchool, { params })).toMatchObject({ logoUrl: null });
  });

  it.each([
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
    ],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['half a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415],
    ['nine megabytes', Buffer.alloc(9 * 1024 * 1024), 413],
  ])('cannot be %s', async (_what, bytes, status) => {
    const answer = await upload({ logo: bytes });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, ['logo']]);
  });

  it('are changed by the school’s admin, recorded, and deleted with the school', async () => {
    const logo = await picture(10, 10);
    const teacher = await world.as(await makeTeacher(world.db, schoolId));
    const neighbor = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    expect([(await upload({ logo }, teacher)).status, (await upload({ logo }, neighbor)).status]).toEqual([403, 404]);
    await upload({ logo });
    const [act] = await world.db.query(
      sql`select act, detail from audit_log where school_id = ${schoolId} order by id desc limit 1`,
    );
    expect(act).toEqual({
      act: 'school.edit',
      detail: { changes: [{ field: 'logo', from: null, to: 'a new picture' }] },
    });
    await (await world.as(await makeOwner(world.db))).call(deleteSchool, { params: { id: String(schoolId) } });
    expect(await world.db.query(sql`select 1 from school_images where school_id = ${schoolId}`)).toEqual([]);
  });
});
