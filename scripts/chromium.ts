import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The headless shell comes first: it is the same engine without windows, and starts much faster on a small machine.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** No page of a test is open long enough for optimized scripts to pay off. */
export const unoptimizedScripts = '--js-flags=--max-lazy --no-opt --no-maglev';

/** Returns this machine's Chromium, from CHROMIUM or from the usual places. Returns undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named ? [named] : []), ...places].find((place) => existsSync(place));
}

/**
 * Returns this machine's Chromium, and installs it first if we may (as root on Debian or Ubuntu). Throws a sentence
 * if there is none.
 */
export function bringChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    ]) {
      spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  }
  const installed = findChromium();
  if (!installed)
    throw new Error(
      'The stories and the browser tests need Chromium, and none is installed. Install it, or name its program in CHROMIUM.',
    );
  return installed;
}
