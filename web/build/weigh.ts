import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Returns the size of a build file on the wire: its `.br`, which is what the server sends. */
function weightOf(directory: string, file: string): number {
  const path = join(directory, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** Everything that loads before a page is ready: its HTML, styles, scripts, and their static imports. */
export function firstLoad(directory: string, page: string): Map<string, number> {
  const html = readFileSync(join(directory, page), 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  return weighed(directory, [page, ...linked]);
}

/** Returns the additional files of an app page with these screens: their chunks and static imports. */
export function withScreens(directory: string, page: string, screens: readonly string[]): Map<string, number> {
  const linked = [...firstLoad(directory, page).keys()];
  return weighed(directory, [...linked, ...screens]);
}

function weighed(directory: string, files: readonly string[]): Map<string, number> {
  const weights = new Map<string, number>();
  const visit = (file: string) => {
    if (weights.has(file)) return;
    weights.set(file, weightOf(directory, file));
    if (!file.endsWith('.js')) return;
    const code = readFileSync(join(directory, file), 'utf8');
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      visit(`assets/${basename(imported ?? '')}`);
  };
  files.forEach(visit);
  return weights;
}

/** Returns the sum, in bytes. */
export function total(weights: Map<string, number>): number {
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}
