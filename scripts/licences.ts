// `node scripts/licences.ts` writes docs/licences.md: every package of the lock file by its licence. A test compares.
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

/** A package of the lock file; `sha512` of its archive in hex, null where the file names none. */
export type LockedPackage = { name: string; version: string; licence: string; sha512: string | null; isTool: boolean };

/** The product's own version, and every package of the lock file once. */
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
    // What stands in two places is the product's where one of them is.
    found.set(`${name} ${version}`, {
      name,
      version,
      licence: license,
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

/** Where the page stands. */
export const licencesFile = path.join(root, 'docs/licences.md');

/** The packages by their licence: those that the product runs with, and those that only build and check it. */
export function licences(): { licence: string; product: string[]; tools: string[] }[] {
  const { packages } = lockedPackages();
  const namesOf = (licence: string, isTool: boolean) =>
    packages
      .filter((one) => one.licence === licence && one.isTool === isTool)
      .map(({ name, version }) => `${name} ${version}`);
  const all = [...new Set(packages.map(({ licence }) => licence))].toSorted((left, right) => (left < right ? -1 : 1));
  return all.map((licence) => ({ licence, product: namesOf(licence, false), tools: namesOf(licence, true) }));
}

/** The page as it must stand. */
export function licencesPage(): string {
  const parts = licences().map(({ licence, product, tools }) => {
    const list = (title: string, names: readonly string[]) =>
      names.length === 0 ? '' : `\n${title} (${names.length}): ${names.join(', ')}\n`;
    return `## ${licence}\n${list('In the product', product)}${list('For building and checking', tools)}`;
  });
  return `# Licences\n\nWritten by \`node scripts/licences.ts\` from the lock file; a test compares. What the web needs is bundled into it, and so stands\nunder 'For building and checking' as well. \`npm run --silent sbom > sbom.json\` writes the same as CycloneDX.\n\n${parts.join('\n')}`;
}

if (import.meta.main) writeFileSync(licencesFile, licencesPage());
