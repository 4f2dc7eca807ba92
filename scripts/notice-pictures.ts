// Takes pictures of every email, one sheet per topic, and writes the page that shows them. `npm run pictures notices`.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { pictureId } from '#domain/mail.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { noticeTopics } from '#domain/notice-topics.ts';
import { renderMail } from '#server/notifications/mail.ts';
import type { MailPicture } from '#server/notifications/school-pictures.ts';
import {
  kindsInDarkMode,
  mailedKindsOf,
  noticeSamples,
  noticesPage,
  sampleLinks,
  sampleSchool,
} from './notices-page.ts';

/** The width of an email on a phone, in px. */
const mailWidth = 390;
const mostColumns = 3;

/** Returns a sample logo, attached like a school's. */
async function drawLogo(): Promise<MailPicture> {
  const tree = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="20" fill="#1d6b4f"/><path d="M48 14 24 52h13L20 76h56L59 52h13z" fill="#fff"/></svg>`;
  return { kind: 'logo', contentType: 'image/png', bytes: await sharp(Buffer.from(tree)).png().toBuffer() };
}

function mailOf(kind: NoticeKind, logo: MailPicture): string {
  const { html } = renderMail(kind, noticeSamples[kind], sampleLinks(kind), { name: sampleSchool, pictures: [logo] });
  return html.replaceAll(`cid:${pictureId('logo')}`, `data:image/png;base64,${logo.bytes.toString('base64')}`);
}

const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Writes the sheets into `folder`, and the page into its parent. */
export async function pictureNotices(browser: Browser, folder: string): Promise<void> {
  const logo = await drawLogo();
  const draw = async (name: string, kinds: readonly NoticeKind[], colorScheme: 'light' | 'dark') => {
    const columns = Math.min(mostColumns, kinds.length);
    const context = await browser.newContext({
      viewport: { width: columns * (mailWidth + 16) + 16, height: 600 },
      deviceScaleFactor: 1.5,
      colorScheme,
      locale: 'en-US',
    });
    const page = await context.newPage();
    const inColumns = Array.from({ length: columns }, (_, column) =>
      kinds.filter((_kind, index) => index % columns === column),
    );
    await page.setContent(`<meta name="color-scheme" content="${colorScheme}"><style>
      body { margin: 0; padding: 16px; display: flex; gap: 16px; align-items: start; background: ${colorScheme === 'dark' ? '#0c0d10' : '#d9dde3'}; }
      div { width: ${mailWidth}px; } p { margin: 0 0 4px; font: 13px ui-monospace, monospace; color: ${colorScheme === 'dark' ? '#aab0bb' : '#3b424e'}; }
      iframe { display: block; width: ${mailWidth}px; border: 0; border-radius: 8px; margin-bottom: 16px; }
    </style>${inColumns.map((some) => `<div>${some.map((kind) => `<p>${kind}</p><iframe srcdoc="${quoted(mailOf(kind, logo))}"></iframe>`).join('')}</div>`).join('')}`);
    await page.waitForLoadState('load');
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll('iframe'))
        frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`;
    });
    const shot = await page.screenshot({ fullPage: true });
    await writeFile(
      path.join(folder, `${name}.png`),
      await sharp(shot).png({ palette: true, colors: 16, effort: 10 }).toBuffer(),
    );
    await context.close();
    process.stdout.write(`✓ ${name}\n`);
  };
  for (const topic of noticeTopics) await draw(`notices-${topic}`, mailedKindsOf(topic), 'light');
  await draw('notices-dark', kindsInDarkMode, 'dark');
  await writeFile(path.join(folder, '../notices.md'), noticesPage());
}
