import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licenses, licensesFile, licensesPage } from './licenses.ts';
import { billOfMaterials } from './sbom.ts';

/**
 * Licenses that require including their text, or disclosing changes to their own files. None of them affects our code.
 */
const known = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
];

test('every package has a known license, and docs/licenses.md lists it', () => {
  expect(
    licenses()
      .map(({ license }) => license)
      .filter((license) => !known.includes(license)),
  ).toEqual([]);
  expect(readFileSync(licensesFile, 'utf8'), 'run node scripts/licenses.ts').toBe(licensesPage());
});

test('the bill of materials lists every package once, with its license and the checksum of its archive', () => {
  const { bomFormat, specVersion, components } = billOfMaterials(new Date('2026-11-23T10:45:00Z'));
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  const wanted = licenses().flatMap(({ product, tools }) => [...product, ...tools]);
  expect(components.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(wanted.toSorted());
  const fastify = components.find(({ name }) => name === 'fastify');
  expect([fastify?.purl.startsWith('pkg:npm/fastify@5'), fastify?.scope]).toEqual([true, 'required']);
  expect(components.find(({ name }) => name === '@node-rs/argon2')?.purl).toMatch(/^pkg:npm\/%40node-rs\/argon2@/);
  for (const { name, hashes } of components) expect([name, hashes?.[0]?.content.length]).toEqual([name, 128]);
});
