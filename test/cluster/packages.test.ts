import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingPackages, onlyRootCanInstall } from '#test/cluster/packages.ts';

const page = readFileSync(new URL('../../docs/cluster.md', import.meta.url), 'utf8');
/** Every Debian has these. */
const base = ['openssl', 'util-linux', 'iproute2'];

it('names each missing package, and asks for those that docs/cluster.md installs', () => {
  const all = missingPackages(() => false, null);
  const [, installed = ''] = /apt-get install -y --no-install-recommends (postgresql .+)/.exec(page) ?? [];
  expect(all.filter((name) => !base.includes(name)).toSorted()).toEqual(installed.split(' ').toSorted());
  expect(missingPackages((file) => !file.endsWith('/patroni'), '15')).toEqual(['patroni']);
  expect(missingPackages(() => true, '15')).toEqual([]);
  expect(onlyRootCanInstall(['patroni', 'postgresql'])).toBe(
    'These packages of Debian are missing, and only root can install them: patroni postgresql',
  );
});
