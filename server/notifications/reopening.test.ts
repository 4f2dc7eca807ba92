import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getPush } from '#contract/push.ts';
import { connectionConfig } from '#server/db/database.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { openLinks } from '#server/notifications/links.ts';
import { openPushTransport } from '#server/notifications/push-transport.ts';
import { makeTeacher, makeSchool } from '#test/make.ts';
import { type PushStandIn, standInForPush } from '#test/push-stand-in.ts';
import { openWorld, type World } from '#test/world.ts';

// Resources that all deliveries share must be reopened after a failure. delivery-worker.test.ts tests the carrier.
let service: PushStandIn;
let world: World;
let owner: pg.Client;
let delivery: Delivery;
beforeAll(async () => {
  service = await standInForPush();
  world = await openWorld(service.settings);
  owner = new pg.Client(connectionConfig(world.database.owner));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
  await service.close();
});
beforeEach(() => {
  delivery = {
    id: 1,
    noticeId: 1,
    schoolId: null,
    address: '+15185550101',
    device: null,
    recipientId: 1,
    recipientName: 'Ann Lee',
    nameAtNumber: null,
    recipientIsGone: false,
    attempts: 1,
    kind: 'account_approved',
    facts: { to: 'substitute', name: 'Ann Lee', school: 'Oak' },
    isUrgent: false,
    createdAt: world.time.now,
    vacancyId: null,
    vacancy: null,
    school: null,
    quiet: { from: '05:00', to: '05:00', urgentMayDisturb: false },
    timeZone: 'America/New_York',
    sentToday: 0,
  };
});

/** Runs this while the installation's keys cannot be read. */
async function withoutKeys<Result>(work: () => Promise<Result>): Promise<Result> {
  await owner.query('alter table secrets rename to secrets_away');
  try {
    return await work();
  } finally {
    await owner.query('alter table secrets_away rename to secrets');
  }
}

const deps = () => ({ db: world.db, config: world.config, clock: () => world.time.now });

it('the key of links is read again for the next notification', async () => {
  const links = openLinks(world.db, world.config);
  await withoutKeys(() => expect(links.of(delivery)).rejects.toThrow('secrets'));
  expect((await links.of(delivery)).open).toContain(world.config.PUBLIC_URL);
});

it('the transport to push services is reopened for the next push', async () => {
  const person = await world.as(await makeTeacher(world.db, (await makeSchool(world.db)).id));
  const { publicKey } = await person.call(getPush);
  const { endpoint, keys } = service.subscribe(publicKey);
  const push = { ...delivery, device: { id: 1, endpoint, ...keys } };
  const transport = openPushTransport(deps());
  const outcomes: Outcome[] = [];
  const note = async (outcome: Outcome) => void outcomes.push(outcome);
  await withoutKeys(() => expect(transport.deliver(push, note, () => true)).rejects.toThrow('secrets'));
  await transport.deliver(push, note, () => true);
  expect(outcomes).toEqual([{ status: 'sent' }]);
  transport.close();
});
