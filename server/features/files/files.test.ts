import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { getUser, type User } from '#contract/person.ts';
import { removeProfileImage, removeResume } from '#contract/users.ts';
import { emptyFile } from '#domain/person.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';
import { deflatedZipOf, zipOf } from '#test/zip.ts';

let world: World;
let oak: number;
let substituteId: number;
let substitute: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  oak = (await makeSchool(world.db)).id;
  substituteId = await makeSubstitute(world.db, [oak]);
  substitute = await world.as(substituteId);
  admin = await world.as(await makeAdmin(world.db, oak));
});

type File = { field: 'profileImage' | 'resume'; name: string; bytes: Buffer; type?: string };

async function upload(
  files: File[],
  data?: object,
  caller = substitute,
  id = substituteId,
): Promise<{ status: number; body: ErrorBody & User }> {
  const form = new FormData();
  if (data !== undefined) form.set('data', JSON.stringify(data));
  for (const { field, name, bytes, type = 'application/octet-stream' } of files)
    form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const response = await fetch(`${world.url}/api/users/${id}`, {
    method: 'PATCH',
    body: form,
    headers: { cookie: caller.cookie ?? '' },
  });
  return { status: response.status, body: (await response.json()) as ErrorBody & User };
}

function download(
  url: string | null | undefined,
  caller: Caller,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${world.url}${url}`, { headers: { cookie: caller.cookie ?? '', ...headers } });
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const docx = zipOf({
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': '<w:document/>',
});
const cfb = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(512),
  ]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const picture = () => sharp({ create: { width: 900, height: 600, channels: 3, background: '#36c' } });

describe('a photo', () => {
  it('is redrawn: upright, small, and without metadata', async () => {
    const bytes = await picture()
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('SecretCamera')).toBe(true);
    const { status, body } = await upload([{ field: 'profileImage', name: 'me.jpg', bytes }], { bio: 'With a photo' });
    expect([status, body.bio]).toEqual([200, 'With a photo']);
    const response = await download(body.profileImageUrl, admin);
    const shown = Buffer.from(await response.arrayBuffer());
    const { format, width, height, exif } = await sharp(shown).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 341, height: 512, exif: undefined });
    expect(shown.includes('SecretCamera')).toBe(false);
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'cache-control', 'content-disposition'].map((name) => [
          name,
          response.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename=photo.webp`,
    });
    const again = await download(body.profileImageUrl, admin, { 'if-none-match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it.each(['png', 'webp', 'gif', 'avif', 'tiff'] as const)('may be %s', async (format) => {
    const { status } = await upload([
      { field: 'profileImage', name: `me.${format}`, bytes: await picture().resize(40).toFormat(format).toBuffer() },
    ]);
    expect(status).toBe(200);
  });

  it.each([
    ['SVG, which can run', svg, 'me.svg', 415],
    ['a page that calls itself a photo', html, 'me.png', 415],
    ['a photo in its first bytes only', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), html]), 'me.png', 415],
    ['a PDF', pdf, 'me.jpg', 415],
    ['more than 8 MB', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(8 * 1024 * 1024)]), 'me.jpg', 413],
  ])('is not %s', async (_what, bytes, name, status) => {
    const answer = await upload([{ field: 'profileImage', name, bytes, type: 'image/png' }], {
      bio: 'must not be saved',
    });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, ['profileImage']]);
    expect(await substitute.call(getUser, { params: { id: String(substituteId) } })).toMatchObject({
      profileImageUrl: null,
      bio: null,
    });
  });

  it('with more pixels than any camera has is refused without decoding', async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(8 * 1024 * 1024);
    expect((await upload([{ field: 'profileImage', name: 'me.png', bytes: bomb }])).status).toBe(413);
  });

  it('can be removed, and a replaced one is deleted', async () => {
    const bytes = await picture().png().toBuffer();
    const first = (await upload([{ field: 'profileImage', name: 'a.png', bytes }])).body.profileImageUrl;
    const second = (await upload([{ field: 'profileImage', name: 'b.png', bytes }])).body.profileImageUrl;
    expect((await download(first, substitute)).status).toBe(404);
    const params = { id: String(substituteId) };
    expect((await admin.try(removeProfileImage, { params })).status).toBe(403);
    expect(await substitute.call(removeProfileImage, { params })).toMatchObject({ profileImageUrl: null });
    expect((await download(second, substitute)).status).toBe(404);
    expect(await world.db.query(sql`select 1 from files where owner_id = ${substituteId}`)).toEqual([]);
  });
});

describe('a file of several types at once', () => {
  it('as a photo, is no longer a page, a script or an archive', async () => {
    const second = Buffer.concat([html, zipOf({ 'evil.txt': 'EVIL-ENTRY' })]);
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const bytes = Buffer.concat([await picture().resize(64).toFormat(format).toBuffer(), second]);
      const { status, body } = await upload([{ field: 'profileImage', name: `me.${format}`, bytes }]);
      if (status !== 200) {
        expect(status, format).toBe(415);
        continue;
      }
      const served = Buffer.from(await (await download(body.profileImageUrl, substitute)).arrayBuffer());
      expect(/script|EVIL-ENTRY/.test(served.toString('latin1')), format).toBe(false);
      expect(body.profileImageUrl, 'an address that tells nothing').toMatch(/^\/api\/files\/[0-9a-f-]{36}$/);
    }
  });

  it('as a resume, is never unpacked beyond a megabyte', async () => {
    // 1 GB of zeros, compressed. Unpacking it would exhaust the memory.
    const bomb = deflatedZipOf('[Content_Types].xml', 1024 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    expect((await upload([{ field: 'resume', name: 'resume.docx', bytes: bomb }])).status).toBe(415);
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024);
  });
});

describe('a resume', () => {
  it.each([
    ['pdf', pdf, 'application/pdf', 'inline'],
    ['docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment'],
    ['doc', cfb('WordDocument'), 'application/msword', 'attachment'],
  ])('may be .%s, and is returned unchanged', async (extension, bytes, contentType, disposition) => {
    const { status, body } = await upload([
      { field: 'resume', name: `C:\\Users\\me\\Résumé <final>.${extension}`, bytes },
    ]);
    expect([status, body.resumeName]).toEqual([200, `Résumé _final_.${extension}`]);
    const response = await download(body.resumeUrl, admin);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-disposition')).toBe(
      `${disposition}; filename="R?sum? _final_.${extension}"; filename*=UTF-8''R%C3%A9sum%C3%A9%20_final_.${extension}`,
    );
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*base-uri 'none'/);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const saved = await download(`${body.resumeUrl}?download=true`, admin);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it.each([
    ['a page with the name of a PDF', html, 'resume.pdf'],
    ['a PDF with the name of a page', pdf, 'resume.html'],
    ['a PDF with the name of a Word file', pdf, 'resume.docx'],
    ['a page in front of a PDF', Buffer.concat([html, pdf]), 'resume.pdf'],
    ['any zip', zipOf({ 'a.txt': 'hello' }), 'resume.docx'],
    ['a spreadsheet of old', cfb('Workbook'), 'resume.doc'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]), 'resume.doc'],
    ['plain text', Buffer.from('I can teach.'), 'resume.txt'],
  ])('is not %s', async (_what, bytes, name) => {
    const answer = await upload([{ field: 'resume', name, bytes, type: 'application/pdf' }]);
    expect([answer.status, answer.body.fields]).toEqual([
      415,
      { resume: 'The resume must be a .pdf, .doc or .docx file.' },
    ]);
  });

  it('without content is refused: it may be a file in the cloud that was never downloaded', async () => {
    for (const file of [
      { field: 'resume', name: 'cv.pdf', bytes: Buffer.alloc(0) },
      { field: 'profileImage', name: 'me.png', bytes: Buffer.alloc(0) },
    ] as const) {
      const { status, body } = await upload([file], { bio: 'Not saved' });
      expect([status, body.fields]).toEqual([400, { [file.field]: emptyFile }]);
    }
    expect((await substitute.call(getUser, { params: { id: String(substituteId) } })).bio).not.toBe('Not saved');
  });

  it('has at most 10 MB', async () => {
    expect(
      (
        await upload([
          {
            field: 'resume',
            name: 'long.pdf',
            bytes: Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024 - pdf.length)]),
          },
        ])
      ).status,
    ).toBe(200);
    expect(
      (
        await upload([
          { field: 'resume', name: 'long.pdf', bytes: Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]) },
        ])
      ).status,
    ).toBe(413);
  });

  it('can be removed only by its owner, and no one can read it afterward', async () => {
    const { resumeUrl } = (await upload([{ field: 'resume', name: 'resume.pdf', bytes: pdf }])).body;
    const params = { id: String(substituteId) };
    expect((await admin.try(removeResume, { params })).status).toBe(403);
    expect((await download(resumeUrl, admin)).status).toBe(200);
    expect(await substitute.call(removeResume, { params })).toMatchObject({ resumeUrl: null, resumeName: null });
    expect((await download(resumeUrl, admin)).status).toBe(404);
    expect(await world.db.query(sql`select 1 from files where owner_id = ${substituteId} and kind = 'resume'`)).toEqual(
      [],
    );
  });

  it("can't be uploaded for another person", async () => {
    expect((await upload([{ field: 'resume', name: 'r.pdf', bytes: pdf }], undefined, admin)).status).toBe(403);
  });
});

describe("the 'data' part of a form", () => {
  const text = JSON.stringify({ bio: 'Beside files' });
  const send = async (part: string) => {
    const body = `--x\r\n${part}\r\n--x\r\nContent-Disposition: form-data; name="resume"; filename="r.pdf"\r\n\r\n${pdf.toString('latin1')}\r\n--x\r\nContent-Disposition: form-data; name="profileImage"; filename=""\r\n\r\n\r\n--x--\r\n`;
    const response = await fetch(`${world.url}/api/users/${substituteId}`, {
      method: 'PATCH',
      body,
      headers: { cookie: substitute.cookie ?? '', 'content-type': 'multipart/form-data; boundary=x' },
    });
    return { status: response.status, body: (await response.json()) as ErrorBody & User };
  };

  it.each([
    ['plain text', 'Content-Disposition: form-data; name="data"'],
    ['of the type of JSON', 'Content-Disposition: form-data; name="data"\r\nContent-Type: application/json'],
    [
      "a browser's blob",
      'Content-Disposition: form-data; name="data"; filename="blob"\r\nContent-Type: application/json',
    ],
  ])('may be %s', async (_how, head) => {
    const { status, body } = await send(`${head}\r\n\r\n${text}`);
    expect([status, body.bio, body.resumeName]).toEqual([200, 'Beside files', 'r.pdf']);
    const broken = await send(`${head}\r\n\r\n{"bio":`);
    expect([broken.status, broken.body]).toEqual([
      400,
      { error: "The 'data' part is not valid JSON.", code: 'bad_input' },
    ]);
  });
});

describe('a file', () => {
  it('is visible with the person; a resume only to admins and teachers of a requested or covered vacancy, and reading it is recorded', async () => {
    const { body } = await upload([
      { field: 'resume', name: 'r.pdf', bytes: pdf },
      { field: 'profileImage', name: 'p.png', bytes: await picture().png().toBuffer() },
    ]);
    const elm = (await makeSchool(world.db)).id;
    const teacherId = await makeTeacher(world.db, oak);
    const teacher = await world.as(teacherId);
    const people: Record<string, Caller> = {
      themself: substitute,
      admin,
      teacher,
      'another substitute': await world.as(await makeSubstitute(world.db, [oak])),
      'teacher elsewhere': await world.as(await makeTeacher(world.db, elm)),
      'admin elsewhere': await world.as(await makeAdmin(world.db, elm)),
      nobody: await world.as(null),
    };
    const statuses = async (url: string | null | undefined) => {
      const found: Record<string, number> = {};
      for (const [who, caller] of Object.entries(people)) found[who] = (await download(url, caller)).status;
      return found;
    };
    const others = { 'another substitute': 404, 'teacher elsewhere': 404, 'admin elsewhere': 404, nobody: 401 };
    expect(await statuses(body.profileImageUrl)).toEqual({ themself: 200, admin: 200, teacher: 200, ...others });
    expect(await statuses(body.resumeUrl)).toEqual({ themself: 200, admin: 200, teacher: 404, ...others });
    const asked = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId,
      status: 'pending_approval',
      requestedById: substituteId,
      date: '2026-12-01',
    });
    expect((await download(body.resumeUrl, teacher)).status, 'who decides on a request').toBe(200);
    await world.db.execute(
      sql`update vacancies set status = 'open', requested_by_id = null, requested_at = null where id = ${asked}`,
    );
    expect((await download(body.resumeUrl, teacher)).status).toBe(404);
    await makeVacancy(world.db, { schoolId: oak, teacherId, status: 'filled', substituteId, date: '2026-12-01' });
    expect((await download(body.resumeUrl, teacher)).status).toBe(200);
    const log = await world.db.query<{ act: string; count: number }>(
      sql`select act, count(*)::int as count from audit_log where subject_id = ${substituteId} group by act`,
    );
    expect(log).toEqual([{ act: 'resume.read', count: 3 }]);
    expect((await download('/api/files/nonsense', admin)).status).toBe(400);
    expect((await download('/api/files/00000000-0000-4000-8000-000000000000', admin)).status).toBe(404);
  });
});
