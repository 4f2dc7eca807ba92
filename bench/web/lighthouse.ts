import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import * as z from 'zod/mini';
import { findChromium } from '../../scripts/chromium.ts';
import { screens, segments } from '../../scripts/gallery-scenes.ts';
import { users } from '../../scripts/gallery-worlds.ts';
import { demoPassword } from '#server/demo/sign-ins.ts';

const runs = 5;
const port = 9333;
const score = z.object({ score: z.nullable(z.number()) });
const report = z.object({
  lhr: z.object({
    finalDisplayedUrl: z.string(),
    categories: z.object({ performance: z.optional(score), accessibility: score, 'best-practices': score }),
    audits: z.record(
      z.string(),
      z.object({
        id: z.string(),
        score: z.nullable(z.number()),
        numericValue: z.optional(z.number()),
        scoreDisplayMode: z.string(),
      }),
    ),
  }),
});
const program = z.object({
  default: z.custom<(address: string, flags: object) => Promise<unknown>>((value) => typeof value === 'function'),
});
type Report = z.infer<typeof report>['lhr'];

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
const percent = ({ score: value }: { score: number | null } = { score: null }) => Math.round((value ?? 0) * 100);

/**
 * Lighthouse as on a phone: five runs on a sign-in page and each role's home, one on every other screen (accessibility
 * and best practices do not vary). It isn't a dependency: it is loaded from `folder`, where it must be installed.
 * `parts` can be `homes` or `screens`.
 */
export async function runLighthouse(
  folder: string,
  url: string,
  parts: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { default: lighthouse } = program.parse(
    await import(pathToFileURL(path.join(folder, 'node_modules/lighthouse/core/index.js')).href),
  );
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const look = async (address: string, cookie: string | null, categories: readonly string[]): Promise<Report> => {
    const answer = await lighthouse(`${url}${address}`, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
      disableStorageReset: true,
      ...(cookie === null ? {} : { extraHeaders: { Cookie: cookie } }),
    });
    const { lhr } = report.parse(answer);
    // A page without access redirects to one that scores just as well.
    if (new URL(lhr.finalDisplayedUrl).pathname !== address)
      throw new Error(`Lighthouse looked at ${lhr.finalDisplayedUrl}, not at ${address}.`);
    return lhr;
  };
  const failing = ({ audits }: Report) =>
    Object.values(audits)
      .filter(({ score: value, scoreDisplayMode }) => scoreDisplayMode === 'binary' && value !== null && value < 1)
      .map(({ id }) => id);
  say(
    '| | performance | accessibility | best practices | LCP, ms | CLS | TBT, ms | falls short in |\n|---|---|---|---|---|---|---|---|',
  );
  const row = async (name: string, address: string, cookie: string | null, times: number) => {
    const reports: Report[] = [];
    const categories = [...(times > 1 ? ['performance'] : []), 'accessibility', 'best-practices'];
    for (let run = 0; run < times; run += 1) reports.push(await look(address, cookie, categories));
    const of = (id: string) => (times > 1 ? median(reports.map(({ audits }) => audits[id]?.numericValue ?? NaN)) : NaN);
    const figure = (value: number, digits = 0) => (Number.isNaN(value) ? '' : value.toFixed(digits));
    const categoryOf = (category: 'accessibility' | 'best-practices') =>
      Math.min(...reports.map(({ categories: scores }) => percent(scores[category])));
    const performance =
      times > 1 ? String(median(reports.map(({ categories: scores }) => percent(scores.performance)))) : '';
    const short = [...new Set(reports.flatMap(failing))].filter((id) =>
      categoryOf('accessibility') < 100 || categoryOf('best-practices') < 100 || times > 1 ? id : false,
    );
    say(
      `| ${name} | ${performance} | ${categoryOf('accessibility')} | ${categoryOf('best-practices')} | ${figure(of('largest-contentful-paint'))} | ${figure(of('cumulative-layout-shift'), 3)} | ${figure(of('total-blocking-time'))} | ${short.join(', ')} |`,
    );
  };
  try {
    if (parts.length === 0 || parts.includes('homes')) await row('sign-in', '/auth/teacher', null, runs);
    for (const segment of segments) {
      const answer = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: users.demo[segment], password: demoPassword }),
      });
      const cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      if (parts.length === 0 || parts.includes('homes'))
        await row(`home of ${segment}`, `/dashboard/${segment}`, cookie, runs);
      if (parts.length > 0 && !parts.includes('screens')) continue;
      for (const screen of screens[segment].filter((name) => name !== ''))
        await row(`${segment}/${screen}`, `/dashboard/${segment}/${screen}`, cookie, 1);
    }
  } finally {
    await browser.close();
  }
}
