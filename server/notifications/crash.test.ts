import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/db/database.ts';
import { notify } from '#server/notifications/notify.ts';
import { catchMail, type MailCatcher, type Verdict } from '#test/mail-catcher.ts';
import { makeSchool, makeSubstitute } from '#test/make.ts';
import { type ServerProcess, startServer, urlOf } from '#test/server/processes.ts';
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

async function startProcess(flags: string[]): Promise<ServerProcess> {
  const { server, owner } = world.database;
  const settings = {
    DATABASE_URL: urlOf(server),
    MIGRATION_DATABASE_URL: urlOf(owner),
    SMTP_URL: catcher.url,
    WORKER_LEASE_SECONDS: '2',
  };
  const process = await startServer('unused', settings, flags);
  started.push(process);
  expect(process.output()).toContain('ready');
  return process;
}
const startWorkerProcess = () => startProcess(['--worker']);

it('a worker killed while sending loses no mail, and the next one sends each unaccepted mail once', async () => {
  const recipients: number[] = [];
  for (let n = 1; n <= 20; n += 1)
    recipients.push(await makeSubstitute(world.db, [schoolId], { email: `sub${n}@example.org` }));
  // The server accepts the first five mails. It doesn't answer later ones until the worker is dead, and then refuses
  // them.
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
    notify(
      tx,
      { config: world.config, now: world.time.now },
      {
        kind: 'school_deactivated',
        cause: 'crash',
        recipients,
        facts: { to: 'substitute', school: 'Lincoln' },
        schoolId,
      },
    ),
  );
  await until(async () => {
    const [row] = await world.db.query<{ sent: number }>(
      sql`select count(*)::int as sent from deliveries where status = 'sent'`,
    );
    return row?.sent === 5 && catcher.handedOver > 5;
  });
  first.child.kill('SIGKILL');
  await first.exited;
  const [inHand] = await world.db.query<{ count: number }>(
    sql`select count(*)::int as count from deliveries where claimed_by is not null and status = 'queued'`,
  );
  expect(inHand?.count).toBeGreaterThan(0);
  isHolding = false;

  const second = await startWorkerProcess();
  await until(async () => (await world.db.query(sql`select 1 from deliveries where status <> 'sent'`)).length === 0);
  expect(catcher.mails.map((mail) => mail.to).toSorted()).toEqual(
    recipients.map((_, n) => `sub${n + 1}@example.org`).toSorted(),
  );
  const [triedAgain] = await world.db.query<{ count: number }>(
    sql`select count(*)::int as count from deliveries where attempts > 1`,
  );
  expect(triedAgain).toEqual(inHand);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
});

/** Two in `npm test`, fifty in `npm run test:long`. */
const rounds = process.env['FIRSTBELL_LONG'] === '1' ? 50 : 2;
const peopleARound = 40;

/** The ways in which a mail server can fail. */
type Mood = 'accept' | 'later' | 'never' | 'cut' | 'hang';
/**
 * The server's failures in rotation, so every run has each of them. It hangs only once in five rounds, because that
 * delays the others by five seconds.
 */
const moods: readonly Mood[] = ['accept', 'later', 'accept', 'never', 'accept', 'cut', 'accept'];

it(
  `${rounds} kills of a server at random moments, with a failing mail server, lose no notification, and each duplicates at most one mail`,
  async () => {
    await world.db.execute(sql`delete from notices`);
    catcher.mails = [];
    const met: Record<Mood, number> = { accept: 0, later: 0, never: 0, cut: 0, hang: 0 };
    let answered = 0;
    /** The number of mails received by the end of each round. */
    const ends: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      let endHanging: (verdict: Verdict) => void = () => {};
      const stillHanging = new Promise<Verdict>((resolve) => (endHanging = resolve));
      let seen = 0;
      const killAt = 1 + Math.floor(Math.random() * peopleARound);
      const hangAt = round % 5 === 1 ? Math.ceil(killAt / 2) : 0;
      const server = await startProcess(['--dev']);
      const isKilled = new Promise<void>((resolve) => {
        const kill = () => {
          server.child.kill('SIGKILL');
          resolve();
        };
        const inMood = (mood: Mood): Verdict | Promise<Verdict> => {
          met[mood] += 1;
          if (mood === 'later') return { code: 451, says: 'Not now' };
          if (mood === 'never') return { code: 550, says: 'No such mailbox' };
          return mood === 'hang' ? stillHanging : mood;
        };
        catcher.decide = () => {
          seen += 1;
          answered += 1;
          // The crash comes before the reply, with it, or a moment later.
          if (seen === killAt) setTimeout(kill, Math.random() * 4);
          if (seen === hangAt) return inMood('hang');
          if (seen < killAt || Math.random() < 0.5) return inMood(moods[answered % moods.length] ?? 'accept');
          return isKilled.then((): Verdict => 'accept');
        };
      });
      const recipients = await Promise.all(
        Array.from({ length: peopleARound }, (_, n) =>
          makeSubstitute(world.db, [schoolId], { email: `r${round}n${n}@example.org` }),
        ),
      );
      // Deliveries that earlier rounds deferred are due now, so every kill has enough to do.
      await world.db.execute(sql`update deliveries set next_attempt_at = created_at where status = 'queued'`);
      for (let at = 0; at < peopleARound; at += 10) {
        await world.db.inTransaction((tx) =>
          notify(
            tx,
            { config: world.config, now: new Date() },
            {
              kind: 'school_deactivated',
              cause: `round ${round}, ${at}`,
              recipients: recipients.slice(at, at + 10),
              facts: { to: 'substitute', school: 'Lincoln' },
              schoolId,
            },
          ),
        );
      }
      await isKilled;
      await server.exited;
      endHanging({ code: 451, says: 'Too late' });
      // Mail in flight when the server died still arrives, and counts for this kill.
      await until(() => catcher.connections === 0);
      ends.push(catcher.mails.length);
    }
    catcher.decide = () => 'accept';
    const last = await startProcess(['--dev']);
    await until(async () => {
      await world.db.execute(
        sql`update deliveries set next_attempt_at = created_at where status = 'queued' and claimed_by is null`,
      );
      await world.db.query(sql`select graphile_worker.add_job('deliver-mail', '{}'::json)`);
      return (await world.db.query(sql`select 1 from deliveries where status = 'queued'`)).length === 0;
    }, 60_000);
    last.child.kill('SIGTERM');
    expect(await last.exited).toBe(0);

    /** The rounds in which a mail was accepted, by address. `rounds` is the one after the last kill. */
    const accepted = new Map<string, number[]>();
    for (const [index, { to }] of catcher.mails.entries()) {
      const inRound = ends.findIndex((end) => index < end);
      accepted.set(to, [...(accepted.get(to) ?? []), inRound === -1 ? rounds : inRound]);
    }
    const deliveries = await world.db.query<{ address: string; status: string; reason: string | null }>(
      sql`select address, status, reason from deliveries`,
    );
    expect(deliveries).toHaveLength(rounds * peopleARound);
    const lost = deliveries.filter(({ address, status, reason }) =>
      status === 'failed' ? reason === null : status !== 'sent' || !accepted.has(address),
    );
    expect(lost).toEqual([]);

    // A kill that loses the reply to a mail causes its second copy. There is at most one per kill.
    const doubledBy = Array.from({ length: rounds + 1 }, () => 0);
    for (const inRounds of accepted.values())
      for (const round of inRounds.slice(0, -1)) doubledBy[round] = (doubledBy[round] ?? 0) + 1;
    expect(doubledBy.filter((count) => count > 1)).toEqual([]);
    const withoutKill = [...accepted].filter(([, inRounds]) => new Set(inRounds).size < inRounds.length);
    expect(withoutKill).toEqual([]);
    if (rounds >= 5) expect(Object.entries(met).filter(([, count]) => count === 0)).toEqual([]);

    const count = (status: string) => deliveries.filter((delivery) => delivery.status === status).length;
    const moodWords = Object.entries(met)
      .map(([mood, times]) => `${mood} ${times}`)
      .join(', ');
    process.stdout.write(
      `${rounds} kills, ${deliveries.length} notices (${moodWords}): ${count('failed')} refused for good, none lost, ${doubledBy.filter((copies) => copies === 1).length} kills sent one mail twice, none sent two.\n`,
    );
  },
  60_000 + rounds * 20_000,
);
