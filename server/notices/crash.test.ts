import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionConfig, sql } from '#server/db/database.ts';
import { tell } from '#server/notices/tell.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeSchool, makeSubstitute } from '#test/make.ts';
import { type ServerProcess, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

let catcher: MailCatcher;
let world: World;
let schoolId: number;
const started: ServerProcess[] = [];
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({ SMTP_URL: catcher.url });
  // The processes have the real clock.
  world.time.now = new Date();
  schoolId = (await makeSchool(world.db)).id;
});
afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGKILL');
    await exited;
  }
  await world.close();
  await catcher.close();
});

/** The world's database as a setting. */
function urlOf(connection: World['database']['server']): string {
  const { host = '', port = 5432, user = '', password = '', database = '' } = connectionConfig(connection);
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function startWorkerProcess(): Promise<ServerProcess> {
  const { server, owner } = world.database;
  const settings = { DATABASE_URL: urlOf(server), MIGRATION_DATABASE_URL: urlOf(owner), SMTP_URL: catcher.url };
  const process = await startServer('unused', settings, ['--worker']);
  started.push(process);
  expect(process.output()).toContain('The worker of FirstBell is ready');
  return process;
}

it('a worker killed in the middle of its mails loses none, and the next one sends each that was not accepted, once', async () => {
  const recipients: number[] = [];
  for (let n = 1; n <= 20; n += 1) recipients.push(await makeSubstitute(world.db, [schoolId], { email: `sub${n}@example.org` }));
  // The server takes the first five mails, and answers no other until the worker is dead; those it does not take.
  let isHolding = true;
  let decided = 0;
  catcher.decide = async () => {
    decided += 1;
    if (decided <= 5 || !isHolding) return 'accept';
    await until(() => !isHolding);
    return { code: 451, says: 'Too late' };
  };
  const first = await startWorkerProcess();
  await world.db.inTransaction((tx) =>
    tell(tx, { config: world.config, now: world.time.now }, { kind: 'school_deactivated', cause: 'crash', recipients, facts: { to: 'substitute', school: 'Lincoln' }, schoolId }),
  );
  await until(async () => {
    const [row] = await world.db.query<{ sent: number }>(sql`select count(*)::int as sent from deliveries where status = 'sent'`);
    return row?.sent === 5 && catcher.handedOver > 5;
  });
  first.child.kill('SIGKILL');
  await first.exited;
  const [inHand] = await world.db.query<{ count: number }>(sql`select count(*)::int as count from deliveries where claimed_by is not null and status = 'queued'`);
  expect(inHand?.count).toBeGreaterThan(0);
  isHolding = false;

  const second = await startWorkerProcess();
  await until(async () => (await world.db.query(sql`select 1 from deliveries where status <> 'sent'`)).length === 0);
  expect(catcher.mails.map((mail) => mail.to).toSorted()).toEqual(recipients.map((_, n) => `sub${n + 1}@example.org`).toSorted());
  const [triedAgain] = await world.db.query<{ count: number }>(sql`select count(*)::int as count from deliveries where attempts > 1`);
  expect(triedAgain).toEqual(inHand);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
});
