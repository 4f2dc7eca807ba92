import { setTimeout as delay } from 'node:timers/promises';
import { type Machine, signal } from '#test/cluster/machine.ts';
import { ask, patronictl, services } from '#test/cluster/reach.ts';
import { chance, type limits } from '#test/cluster/settings.ts';

/** Something that fails, or that an administrator does. */
export type Fault = {
  name: string;
  limit: keyof typeof limits;
  /** The fault kills a process of FirstBell, which may be sending. */
  killsSender?: true;
  /** Causes the fault. It ends on its own, or in `after`, which runs once people can write again. */
  act: (primary: Machine, machines: readonly Machine[]) => Promise<void> | void;
  after?: (primary: Machine) => Promise<void> | void;
};
const toEtcd = ['tcp dport { 2379, 2380 }', 'tcp sport { 2379, 2380 }'];
const toPostgres = ['tcp dport 5432', 'tcp sport 5432'];
const onlyPostgres = (machine: Machine) => {
  const patroni = new Set(machine.processes('patroni'));
  return machine.processes('postgres').filter((id) => !patroni.has(id));
};
/** Each of these moves the primary to another machine. */
export const moving: readonly Fault[] = [
  {
    name: 'machine of the primary lost, with all on it',
    limit: 'kill',
    killsSender: true,
    act: (primary) => primary.crash(services[primary.n] ?? [], ''),
    after: (primary) => {
      for (const service of services[primary.n] ?? []) primary.start(service);
    },
  },
  {
    name: 'kill -9 of the primary and its Patroni',
    limit: 'kill',
    act: (primary) => primary.crash(['patroni'], 'postgres'),
    after: (primary) => primary.start('patroni'),
  },
  {
    name: 'primary stopped politely, without a switchover before',
    limit: 'kill',
    act: (primary) => primary.stop('patroni'),
    after: (primary) => primary.start('patroni'),
  },
  {
    name: 'primary and its Patroni frozen, then awake again',
    limit: 'kill',
    act: (primary) => signal('SIGSTOP', [...primary.processes('patroni'), ...primary.processes('postgres')]),
    after: (primary) => signal('SIGCONT', [...primary.processes('postgres'), ...primary.processes('patroni')]),
  },
  {
    name: 'PostgreSQL of the primary frozen, then awake again',
    limit: 'kill',
    act: (primary) => signal('SIGSTOP', onlyPostgres(primary)),
    after: (primary) => signal('SIGCONT', onlyPostgres(primary)),
  },
  {
    name: 'primary cut off from etcd',
    limit: 'kill',
    act: (primary) => primary.cut(...toEtcd),
    after: (primary) => primary.connect(),
  },
  {
    name: 'switchover by patronictl',
    limit: 'planned',
    act: (primary) => void patronictl(primary, 'switchover', '--force'),
  },
];
/** These faults leave the primary where it is, or may do so. */
export const staying: readonly Fault[] = [
  {
    name: 'kill -9 of PostgreSQL alone',
    limit: 'kill',
    act: (primary) => signal('SIGKILL', onlyPostgres(primary)),
  },
  {
    name: 'synchronous standby cut off from the primary, for 15 s',
    limit: 'kill',
    act: async (primary, machines) => {
      const name = ask(primary, "select application_name from pg_stat_replication where sync_state = 'sync' limit 1");
      const standby = machines.find(({ n }) => `pg${n}` === name);
      standby?.cut(...toPostgres);
      await delay(15_000);
      standby?.connect();
    },
  },
  {
    name: 'kill -9 of an etcd',
    limit: 'kill',
    act: (_primary, machines) => chance.pick(machines).kill('etcd'),
  },
  {
    name: 'kill -9 of a HAProxy',
    limit: 'kill',
    act: async (_primary, machines) => {
      const machine = chance.pick(machines);
      const processes = machine.processes('haproxy');
      await machine.kill('haproxy');
      signal('SIGKILL', processes);
    },
  },
  {
    name: 'kill -9 of a FirstBell server',
    limit: 'kill',
    killsSender: true,
    act: (_primary, machines) => chance.pick(machines.slice(0, 2)).kill('firstbell'),
  },
  {
    name: 'kill -9 of the worker',
    limit: 'kill',
    killsSender: true,
    act: async (_primary, machines) => machines[2]?.kill('worker'),
  },
];
