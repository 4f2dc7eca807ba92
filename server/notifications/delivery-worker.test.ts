import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionConfig, databaseOf, openPool, sql } from '#server/db/database.ts';
import { openDeliveryWorker } from '#server/notifications/delivery-worker.ts';
import type { Delivery } from '#server/notifications/deliveries.ts';
import { openSmsTransport } from '#server/notifications/sms-transport.ts';
import { notify } from '#server/notifications/notify.ts';
import { catchMail, type MailCatcher, type Verdict } from '#test/mail-catcher.ts';
import { makeSchool, makeSubstitute } from '#test/make.ts';
import { standInForTwilio } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

let catcher: MailCatcher;
let world: World;
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({ SMTP_URL: catcher.url });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

it('a claim that the database refuses does not end a round while others still send, so no one gets a mail twice', async () => {
  const { id: schoolId } = await makeSchool(world.db);
  const recipients: number[] = [];
  for (let n = 1; n <= 20; n += 1)
    recipients.push(await makeSubstitute(world.db, [schoolId], { email: `twice${n}@example.org` }));
  await world.db.inTransaction((tx) =>
    notify(
      tx,
      { config: world.config, now: world.time.now },
      { kind: 'school_deactivated', cause: 'refused', recipients, facts: { to: 'substitute', school: 'A' }, schoolId },
    ),
  );
  // The database refuses only the first claim of the last ones. The lane with the first ten keeps sending.
  const owner = new pg.Client(connectionConfig(world.database.owner));
  await owner.connect();
  await owner.query(`create sequence refusals;
    grant usage on sequence refusals to public;
    create function refuse_a_claim() returns trigger language plpgsql as $$ begin
      if new.id = (select max(id) from deliveries) and nextval('refusals') = 1 then raise exception 'refused once'; end if;
      return new;
    end $$;
    create trigger refuse_a_claim before update on deliveries for each row when (new.claimed_by is not null and old.claimed_by is null) execute function refuse_a_claim()`);
  let answer: (verdict: Verdict) => void = () => {};
  const held = new Promise<Verdict>((resolve) => (answer = resolve));
  catcher.decide = () => held;
  const deliveryWorker = openDeliveryWorker({
    db: world.db,
    config: world.config,
    clock: () => world.time.now,
    log: { error: () => {}, warn: () => {} },
    lease: { key: 1, isHeld: () => true },
  });
  try {
    const first = deliveryWorker.deliverDue().catch((error: unknown) => String(error));
    await until(
      async () =>
        catcher.handedOver > 0 &&
        (await owner.query<{ refused: boolean }>('select is_called as refused from refusals')).rows[0]?.refused,
    );
    // The next wake-up, as by the queue's retry or the next minute.
    const second = deliveryWorker.deliverDue();
    await Promise.race([second, first]);
    answer('accept');
    expect(await first).toContain('refused once');
    await second;
    await deliveryWorker.deliverDue();
  } finally {
    answer('accept');
    await deliveryWorker.close(0);
    await owner.query('drop function refuse_a_claim cascade');
    await owner.end();
  }
  expect(await world.db.query(sql`select 1 from deliveries where status <> 'sent'`)).toEqual([]);
  expect(catcher.mails.map(({ to }) => to).toSorted()).toEqual(
    recipients.map((_, n) => `twice${n + 1}@example.org`).toSorted(),
  );
});

it('a mail is due again immediately after a database outage, even while another lane hangs', async () => {
  const { id: schoolId } = await makeSchool(world.db);
  const recipients: number[] = [];
  for (let n = 1; n <= 10; n += 1)
    recipients.push(await makeSubstitute(world.db, [schoolId], { email: `hanging${n}@example.org` }));
  const call = { config: world.config, now: world.time.now };
  const coded = await makeSubstitute(world.db, [schoolId], { email: 'coded@example.org' });
  await world.db.inTransaction(async (tx) => {
    // The first in its lane, so no hanging mail is ahead of it.
    await notify(tx, call, {
      kind: 'email_link',
      cause: 'coded',
      recipients: [coded],
      facts: { to: 'substitute', code: 'abcd-efgh-jkmn-pqrs' },
      schoolId: null,
      isShown: false,
    });
    const facts = { to: 'substitute', school: 'A' } as const;
    await notify(tx, call, { kind: 'school_deactivated', cause: 'hanging', recipients, facts, schoolId });
  });
  const owner = new pg.Client(connectionConfig(world.database.owner));
  await owner.connect();
  let answer: (verdict: Verdict) => void = () => {};
  const held = new Promise<Verdict>((resolve) => (answer = resolve));
  catcher.decide = () => held;
  const handedOver = catcher.handedOver;
  const deliveryWorker = openDeliveryWorker({
    db: world.db,
    config: world.config,
    clock: () => world.time.now,
    log: { error: () => {}, warn: () => {} },
    lease: { key: 2, isHeld: () => true },
  });
  const back = `drop function if exists is_away cascade; alter table if exists notice_codes_away rename to notice_codes`;
  const waiting = async () =>
    (
      await world.db.query<{ claimed: boolean; attempts: number }>(
        sql`select claimed_by is not null as claimed, attempts from deliveries
            where recipient_id = ${coded} and status = 'queued'`,
      )
    )[0];
  try {
    await owner.query(`alter table notice_codes rename to notice_codes_away;
      create function is_away() returns boolean language plpgsql as $$ begin raise exception 'away' using
        errcode = '57P03'; end $$;
      create view notice_codes as select * from notice_codes_away where is_away();
      grant select on notice_codes to public;
      create sequence claims;
      grant usage on sequence claims to public;
      create function count_claim() returns trigger language plpgsql as $$ begin perform nextval('claims'); return new;
        end $$;
      create trigger count_claim before update on deliveries for each row
        when (new.claimed_by is not null and old.claimed_by is null
          and new.recipient_id = ${coded}) execute function count_claim()`);
    const round = deliveryWorker.deliverDue().catch((error: unknown) => String(error));
    // Every lane may have tried the failing mail and ended before it reached another one.
    await until(async () => {
      void deliveryWorker.deliverDue().catch(() => {});
      return catcher.handedOver > handedOver;
    });
    await until(
      async () => (await owner.query<{ claimed: boolean }>('select is_called as claimed from claims')).rows[0]?.claimed,
    );
    // One read of both, because another lane may claim it again at any time.
    const released = await until(async () => {
      const row = await waiting();
      return row?.claimed === false ? row : null;
    });
    expect(released.attempts, 'nothing was tried').toBe(0);
    await owner.query(back);
    answer('accept');
    await round;
    await deliveryWorker.deliverDue();
  } finally {
    answer('accept');
    await owner.query(`${back}; drop function if exists count_claim cascade`);
    await deliveryWorker.close(0);
    await owner.end();
  }
  expect(catcher.mails.filter(({ to }) => to === 'coded@example.org')).toHaveLength(1);
});

it('a mail server that hangs on one recipient delays neither new mail nor, for long, the rest of its batch', async () => {
  const { id: schoolId } = await makeSchool(world.db);
  const write = async (names: string[]) => {
    const recipients: number[] = [];
    for (const name of names)
      recipients.push(await makeSubstitute(world.db, [schoolId], { email: `${name}@example.org` }));
    const facts = { to: 'substitute', school: 'A' } as const;
    await world.db.inTransaction((tx) =>
      notify(
        tx,
        { config: world.config, now: world.time.now },
        { kind: 'school_deactivated', cause: String(names), recipients, facts, schoolId },
      ),
    );
  };
  let goOn = () => {};
  const isOver = new Promise<void>((resolve) => (goOn = resolve));
  let isHanging = false;
  catcher.admit = (to) => {
    if (to !== 'stuck@example.org') return;
    isHanging = true;
    return isOver;
  };
  catcher.decide = () => 'accept';
  const has = (name: string) => catcher.mails.some(({ to }) => to === `${name}@example.org`);
  // With one connection, the first lane claims both mails before another lane can look for one.
  const db = databaseOf(openPool(world.database.server, 1));
  const deliveryWorker = openDeliveryWorker({
    db,
    config: world.config,
    clock: () => world.time.now,
    log: { error: () => {}, warn: () => {} },
    lease: { key: 3, isHeld: () => true },
  });
  try {
    await write(['stuck', 'behind']);
    const round = deliveryWorker.deliverDue();
    await until(() => isHanging);
    await write(['new']);
    void deliveryWorker.deliverDue();
    await until(() => has('new'));
    expect(has('behind'), 'it belongs to the batch of the hanging mail').toBe(false);
    await until(() => has('behind'));
    expect(has('stuck')).toBe(false);
    goOn();
    await round;
  } finally {
    goOn();
    catcher.admit = () => {};
    await deliveryWorker.close(0);
    await db.close();
  }
  expect(
    ['stuck', 'behind', 'new'].map((name) => catcher.mails.filter(({ to }) => to.startsWith(`${name}@`)).length),
  ).toEqual([1, 1, 1]);
  expect(
    await world.db.query(
      sql`select 1 from deliveries where status <> 'sent' or attempts > 1
          and address in ('stuck@example.org', 'behind@example.org')`,
    ),
  ).toEqual([]);
});

it('an SMS is sent even if the transport failed to open for the one before', async () => {
  const twilio = await standInForTwilio();
  const settings = { ...world.config, ...twilio.settings, TWILIO_ACCOUNT_SID: 'no-such-account' };
  const way = openSmsTransport({ db: world.db, config: settings, clock: () => world.time.now });
  const delivery: Delivery<'sms_code'> = {
    id: 1,
    noticeId: 1,
    schoolId: null,
    address: '+15185550199',
    device: null,
    recipientId: 1,
    recipientName: 'Ann',
    nameAtNumber: null,
    recipientIsGone: false,
    attempts: 1,
    kind: 'sms_code',
    facts: { to: 'substitute', code: '123456' },
    isUrgent: false,
    createdAt: world.time.now,
    vacancyId: null,
    vacancy: null,
    school: null,
    quiet: { from: '21:00', to: '05:00', urgentMayDisturb: false },
    timeZone: 'America/New_York',
    sentToday: 0,
  };
  const outcomes: string[] = [];
  const send = () =>
    way.deliver(
      delivery,
      async ({ status }) => void outcomes.push(status),
      () => true,
    );
  await expect(send()).rejects.toThrow('accountSid must start with AC');
  settings.TWILIO_ACCOUNT_SID = twilio.settings['TWILIO_ACCOUNT_SID'] ?? '';
  await send();
  expect(outcomes).toEqual(['sent']);
  await twilio.close();
});
