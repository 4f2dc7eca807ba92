// `node scripts/licenses.ts` generates docs/licenses.md: every package in the lock file by license. A test checks it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const root = path.join(import.meta.dirname, '..');
const lock = z.object({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      integrity: z.optional(z.string()),
      dev: z.optional(z.boolean()),
    }),
  ),
});

/** A package in the lock file. `sha512` of its archive in hex, or null if the file has none. */
export type LockedPackage = { name: string; version: string; license: string; sha512: string | null; isTool: boolean };

/** Licenses that the packages state only in a file. */
const statedInFile: Readonly<Record<string, string>> = { 'dejavu-fonts-ttf': 'Bitstream-Vera', 'png-js': 'MIT' };

/** Returns the product's own version, and every package in the lock file once. */
export function lockedPackages(): { version: string; packages: LockedPackage[] } {
  const { version: own, packages } = lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const found = new Map<string, LockedPackage>();
  for (const [place, { version = '', license = 'unknown', integrity, dev = false }] of Object.entries(packages)) {
    if (place === '') continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const before = found.get(`${name} ${version}`);
    const sha512 =
      integrity?.startsWith('sha512-') === true
        ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
        : null;
    // A package in two places belongs to the product if one of them does.
    found.set(`${name} ${version}`, {
      name,
      version,
      license: statedInFile[name] ?? license,
      sha512,
      isTool: dev && (before?.isTool ?? true),
    });
  }
  return {
    version: own,
    packages: [...found.values()].toSorted((left, right) =>
      `${left.name} ${left.version}` < `${right.name} ${right.version}` ? -1 : 1,
    ),
  };
}

/** The location of the page. */
export const licensesFile = path.join(root, 'docs/licenses.md');

/** Returns the packages by license: those used at run time, and those used only for building and checking. */
export function licenses(): { license: string; product: string[]; tools: string[] }[] {
  const { packages } = lockedPackages();
  const namesOf = (license: string, isTool: boolean) =>
    packages
      .filter((one) => one.license === license && one.isTool === isTool)
      .map(({ name, version }) => `${name} ${version}`);
  const all = [...new Set(packages.map(({ license }) => license))].toSorted((left, right) => (left < right ? -1 : 1));
  return all.map((license) => ({ license, product: namesOf(license, false), tools: namesOf(license, true) }));
}

/** Returns the generated page. */
export function licensesPage(): string {
  const parts = licenses().map(({ license, product, tools }) => {
    const list = (title: string, names: readonly string[]) =>
      names.length === 0 ? '' : `\n${title} (${names.length}): ${names.join(', ')}\n`;
    return `## ${license}\n${list('In the product', product)}${list('For building and checking', tools)}`;
  });
  return `# Licenses\n\n\`node scripts/licenses.ts\` generates this page from the lock file, and a test checks it. The web's packages are bundled at build time, so they are\nlisted under 'For building and checking'. \`npm run --silent sbom > sbom.json\` writes the same as CycloneDX.\n\n${parts.join('\n')}`;
}

if (import.meta.main) writeFileSync(licensesFile, licensesPage());
