// `npm run --silent sbom` prints a bill of materials of the lock file, in CycloneDX 1.5 JSON.
import { lockedPackages } from './licenses.ts';

/** Returns the bill of materials. Build and test tools are marked as excluded. */
export function billOfMaterials(now: Date) {
  const { version, packages } = lockedPackages();
  // The @ of a scope is written as %40 in a package URL.
  const purlOf = (name: string, of: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${of}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application',
        'bom-ref': purlOf('firstbell', version),
        name: 'firstbell',
        version,
        purl: purlOf('firstbell', version),
      },
    },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': purlOf(one.name, one.version),
      name: one.name,
      version: one.version,
      purl: purlOf(one.name, one.version),
      scope: one.isTool ? 'excluded' : 'required',
      licenses: [one.license.includes(' ') ? { expression: one.license } : { license: { id: one.license } }],
      ...(one.sha512 !== null && { hashes: [{ alg: 'SHA-512', content: one.sha512 }] }),
    })),
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(billOfMaterials(new Date()), null, 2)}\n`);
