import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { getPush, putPushDevice } from '#contract/push.ts';
import { sendMessage } from '#contract/messages.ts';
import { type Connection, connectionConfig, databaseOf, openPool, sql } from '#server/db/database.ts';
import { holdLease, type Lease, leaseClass } from '#server/jobs/lease.ts';
import { type DeliveryWorker, openDeliveryWorker } from '#server/notifications/delivery-worker.ts';
import { listenerOf, openProxy, type Proxy } from '#test/faults/proxy.ts';
import { catchMail, type MailCatcher, type Verdict } from '#test/mail-catcher.ts';
import { makeAdmin, makeSchool, makeSubstitute } from '#test/make.ts';
import { type PushStandIn, standInForPush } from '#test/push-stand-in.ts';
import { standInForTwilio, type TwilioStandIn } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let mail: MailCatcher;
let twilio: TwilioStandIn;
let push: PushStandIn;
let world: World;
let proxy: Proxy;
let admin: Caller;
let schoolId: number;
beforeAll(async () => {
  [mail, twilio, push] = await Promise.all([catchMail(), standInForTwilio(), standInForPush()]);
  world = await openWorld({ SMTP_URL: mail.url, ...twilio.settings, ...push.settings });
  proxy = await openProxy(listenerOf(connectionConfig(world.database.server)));
  schoolId = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, schoolId));
});
afterAll(async () => {
  await proxy.close();
  await world.close();
  await Promise.all([mail.close(), twilio.close(), push.close()]);
});
/** Lets the servers send the answers that they hold back. */
let accept: () => void;
let held: Promise<'accept'>;
beforeEach(() => {
  held = new Promise((resolve) => (accept = () => resolve('accept')));
  mail.mails = [];
  mail.handedOver = 0;
});
type Sender = { lease: Lease; worker: DeliveryWorker; close(): Promise<void> };
const senders: Sender[] = [];
afterEach(async () => {
  accept();
  mail.decide = () => 'accept';
  proxy.set({ kind: 'fair' });
  for (const each of senders.splice(0)) await each.close();
  await world.db.execute(sql`delete from notices`);
  await world.db.execute(sql`delete from worker_leases`);
});

async function openSender(connection: Connection, seconds: number): Promise<Sender> {
  const pool = openPool(connection, 4);
  let worker: DeliveryWorker | null = null;
  const lease = await holdLease(connection, { seconds, onFree: () => void worker?.takeOver().catch(() => {}) });
  worker = openDeliveryWorker({
    db: databaseOf(pool),
    config: world.config,
    clock: () => world.time.now,
    log: { error: () => {}, warn: () => {} },
    lease,
  });
  const sender = {
    lease,
    worker,
    close: async () => {
      await worker.close(0);
      await lease.release();
      await pool.end();
    },
  };
  senders.push(sender);
  return sender;
}
/** Returns a sender whose connections to the database can be cut. */
const openThroughProxy = (seconds: number) => {
  const { user, database } = connectionConfig(world.database.server);
  return openSender({ host: '127.0.0.1', port: proxy.port, user: String(user), database: String(database) }, seconds);
};
const cutOff = () => {
  proxy.set({ kind: 'cut' });
  proxy.breakAll('reset');
};
/**
 * Starts a round. It fails if a lane was at the database when that was cut off: which lane was is up to the machine.
 */
const startRound = ({ worker }: Sender) => worker.deliverDue().catch(() => {});
const write = (recipients: number[]) =>
  admin.call(sendMessage, { body: { subject: 'Room 4', message: 'Call me.', recipients, isUrgent: true } });
const areSent = () =>
  until(async () => (await world.db.query(sql`select 1 from deliveries where status = 'queued'`)).length === 0);

it('a living worker that loses its database while it sends keeps its mail, text message and push: each is sent once', async () => {
  const id = await makeSubstitute(world.db, [schoolId], { email: 'once@example.org' });
  await world.db.execute(sql`update users set sms_number = '+15185550101' where id = ${id}`);
  const person = await world.as(id);
  const { endpoint, keys } = push.subscribe((await person.call(getPush)).publicKey);
  await person.call(putPushDevice, { body: { endpoint, keys } });
  mail.decide = twilio.decide = push.decide = () => held;
  const first = await openThroughProxy(30);
  await write([id]);
  void startRound(first);
  const handedOver = () => [mail.handedOver, twilio.calls, push.calls.length];
  await until(() => handedOver().every((count) => count === 1));

  cutOff();
  await until(() => !first.lease.isHeld());
  // Simulates a failover: the other worker is back first and looks for abandoned deliveries.
  const second = await openSender(world.database.server, 30);
  await Promise.race([second.worker.deliverDue(), until(() => handedOver().some((count) => count > 1))]);
  accept();
  proxy.set({ kind: 'fair' });
  await areSent();
  expect([mail.mails.length, twilio.sent.length, push.caught.length]).toEqual([1, 1, 1]);
  expect(await world.db.query(sql`select 1 from deliveries where attempts <> 1`)).toEqual([]);
  await until(() => first.lease.isHeld());
});

it('a worker that comes back after its lease has ended sends nothing that another one has taken over', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `late${n}@example.org`);
  const ids: number[] = [];
  for (const email of names) ids.push(await makeSubstitute(world.db, [schoolId], { email }));
  // The first mail is received but not answered. Another lane waits for its answer with a whole mail.
  mail.decide = (): Verdict | Promise<Verdict> => (mail.handedOver === 1 ? held : 'accept');
  const first = await openThroughProxy(1);
  await write(ids);
  const round = startRound(first);
  await until(() => mail.handedOver === 1);
  const key = first.lease.key;
  cutOff();

  await openSender(world.database.server, 1);
  await until(() => mail.mails.length === names.length);
  accept();
  proxy.set({ kind: 'fair' });
  await round;
  await until(() => first.lease.isHeld());
  expect(first.lease.key, 'its old lease has ended').not.toBe(key);
  await areSent();
  const copies = names.map((name) => mail.mails.filter(({ to }) => to === name).length);
  expect(
    copies.toSorted((a, b) => a - b),
    'only the mail without an answer has a second copy',
  ).toEqual([...Array<number>(11).fill(1), 2]);
});

it('the deliveries of a killed worker are taken over when its lease ends, in the middle of a long round, too', async () => {
  const [waiting, claimed, earlier] = [
    await makeSubstitute(world.db, [schoolId], { email: 'waiting@example.org' }),
    await makeSubstitute(world.db, [schoolId], { email: 'claimed@example.org' }),
    await makeSubstitute(world.db, [schoolId], { email: 'earlier@example.org' }),
  ];
  await write([waiting, claimed, earlier]);
  const claim = (key: number, recipient: number) =>
    world.db.execute(
      sql`update deliveries set claimed_by = ${key} where recipient_id = ${recipient} and channel = 'email'`,
    );
  const deadKey = 2 ** 31 + 5;
  await world.db.execute(sql`insert into worker_leases (key) values (${deadKey})`);
  await claim(deadKey, claimed);
  // A worker of the version before has a lock instead, and lives.
  const lock = new pg.Client(connectionConfig(world.database.server));
  await lock.connect();
  await lock.query('select pg_advisory_lock($1, 5)', [leaseClass]);
  await claim(5, earlier);
  mail.decide = ({ to }): Verdict | Promise<Verdict> => (to === 'waiting@example.org' ? held : 'accept');
  const { worker } = await openSender(world.database.server, 1);
  void worker.deliverDue();
  await until(() => mail.handedOver === 1);
  await until(
    async () => (await world.db.query(sql`select 1 from deliveries where claimed_by = ${deadKey}`)).length === 0,
  );
  expect(mail.mails, 'the round is not over').toEqual([]);
  accept();
  await until(() => mail.mails.length === 2);
  // A mail arrives before its delivery is recorded.
  const queued = () => world.db.query(sql`select recipient_id as id from deliveries where status = 'queued'`);
  await until(async () => (await queued()).length === 1);
  expect(await queued()).toEqual([{ id: earlier }]);
  await lock.end();
  await until(async () => {
    await worker.deliverDue();
    return mail.mails.length === 3;
  });
  await areSent();
});
