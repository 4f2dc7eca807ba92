import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'deploy/cluster');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const namesOf = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

/** What install.sh itself knows about a machine. */
const ofTheMachine = ['ETCD_API', 'MACHINE', 'OWN_ADDRESS'];

describe('the configuration files', () => {
  const given = namesOf(read('cluster.env'), /^([A-Z0-9_]+)=/gm);

  it('have only values that cluster.env or the machine has, and use all of them', () => {
    const files = globSync('*', { cwd: folder }).filter((name) => !['cluster.env', 'install.sh'].includes(name));
    const used = namesOf(files.map(read).join('\n'), /@([A-Z][A-Z0-9_]+)@/g);
    expect([...used].toSorted()).toEqual([...given, ...ofTheMachine].toSorted());
  });

  it('get each value of cluster.env from install.sh', () => {
    const [, values = ''] = /^values="([^"]+)"/m.exec(read('install.sh')) ?? [];
    expect(values.split(/\s+/).toSorted()).toEqual([...given].toSorted());
  });

  it('let FirstBell write the daily backups where cluster.md puts them', () => {
    const [, backups] = /`BACKUP_DIR=([^`]+)`/.exec(readFileSync(path.join(root, 'docs/cluster.md'), 'utf8')) ?? [];
    for (const unit of ['firstbell.service', 'firstbell-worker.service'])
      expect(/^ReadWritePaths=(.*)$/m.exec(read(unit))?.[1]?.split(' '), unit).toContain(`-${backups}`);
  });

  it('let the monitoring system read metrics', () => {
    expect(read('nftables.conf')).toContain('tcp dport 3000 ip saddr @MONITORING_ADDRESS@ accept');
  });
});
