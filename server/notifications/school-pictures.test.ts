import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '#contract/messages.ts';
import { sql } from '#server/db/database.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { openWorld, type World } from '#test/world.ts';

let catcher: MailCatcher;
let world: World;
let worker: TestWorker | null = null;
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({ SMTP_URL: catcher.url, MAIL_FROM: 'FirstBell <bell@example.org>' });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const webp = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#3366cc80' } })
    .webp()
    .toBuffer();

async function keep(schoolId: number, kind: 'logo' | 'banner', bytes: Buffer): Promise<void> {
  await world.db.execute(sql`delete from school_images where school_id = ${schoolId} and kind = ${kind}`);
  await world.db.execute(
    sql`insert into school_images (school_id, kind, content_type, bytes, created_at)
        values (${schoolId}, ${kind}, 'image/webp', ${bytes}, ${world.time.now})`,
  );
}

/** Returns a school whose teacher messages its substitute, and the received mail. */
async function openWriters(name: string) {
  const { id } = await makeSchool(world.db, { name });
  const teacher = await world.as(await makeTeacher(world.db, id));
  const substitute = await makeSubstitute(world.db, [id], { email: `somebody_${id}@example.org` });
  worker = await openWorker(world);
  const mail = async (subject: string) => {
    await teacher.call(sendMessage, {
      body: { subject, message: 'The plans are on my desk.', recipients: [substitute] },
    });
    return until(async () => catcher.mails.find((caught) => caught.subject === subject));
  };
  return { schoolId: id, mail };
}

describe('the mail of a school', () => {
  it('embeds its logo and banner in formats that every mail program shows', async () => {
    const { schoolId, mail } = await openWriters('Lincoln "A&B"');
    expect((await mail('Before')).pictures).toEqual([]);
    await keep(schoolId, 'logo', await webp(512, 256));
    await keep(schoolId, 'banner', await webp(1600, 600));
    const { html, text, pictures } = await mail('With both');
    expect(pictures.map(({ cid, contentType }) => [cid, contentType])).toEqual([
      ['<banner@firstbell>', 'image/jpeg'],
      ['<logo@firstbell>', 'image/png'],
    ]);
    for (const { cid } of pictures) expect(html).toContain(`src="cid:${cid.slice(1, -1)}"`);
    expect(html).toContain('alt="Lincoln &quot;A&amp;B&quot;"');
    expect(html).not.toMatch(/src="(?!cid:)/);
    expect(text).toContain('The plans are on my desk.');
    const sizes = await Promise.all(pictures.map(async ({ bytes }) => sharp(bytes).metadata()));
    expect(sizes).toMatchObject([
      { format: 'jpeg', width: 1216, height: 304 },
      { format: 'png', width: 192, height: 96 },
    ]);
  });

  it('has a new picture immediately, and none once it was removed', async () => {
    const { schoolId, mail } = await openWriters('Changing');
    await keep(schoolId, 'logo', await webp(100, 50));
    const [first] = (await mail('First')).pictures;
    await keep(schoolId, 'logo', await webp(50, 50));
    const [second] = (await mail('Second')).pictures;
    expect([(await sharp(first?.bytes).metadata()).width, (await sharp(second?.bytes).metadata()).width]).toEqual([
      100, 50,
    ]);
    await world.db.execute(sql`delete from school_images where school_id = ${schoolId}`);
    expect((await mail('Third')).pictures).toEqual([]);
  });

  it('arrives without a picture that cannot be rendered, which is logged', async () => {
    const { schoolId, mail } = await openWriters('Broken');
    await keep(schoolId, 'logo', Buffer.from('RIFF'));
    const { pictures, html } = await mail('All the same');
    expect([pictures, html.includes('<img')]).toEqual([[], false]);
    await expect(worker?.stop()).rejects.toThrow('a school picture could not be drawn for mail');
    worker = null;
  });
});
