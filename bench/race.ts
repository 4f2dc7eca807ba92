// 1,000 substitutes accept one class in the same second: a third each in the app, by a link and by text. The server runs in a process of
// its own, on the embedded PostgreSQL. The first round meets a server that has just started, and the last one follows twelve seconds
// without calls. It also prints the processor time of each round: of the server, of PostgreSQL, and of the people.
// `node bench/race.ts [people] [rounds]`
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import twilio from 'twilio/lib/webhooks/webhooks.js';
import * as z from 'zod/mini';
import { conclude } from '#bench/results.ts';
import { processorOf, processorOfDatabase } from '#bench/rush/processor.ts';
import { worldMorning } from '#bench/world/shape.ts';
import { useLink } from '#contract/links.ts';
import { twilioInbound } from '#contract/sms.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { databaseOf, openPool, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { beginSession } from '#server/security/sessions.ts';
import { fillSchool } from '#test/crowd.ts';
import { makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';

const [people, rounds] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 6)];
const limitMs = 3000;
/** Longer than any usual timeout of an idle connection in a pool. */
const quietMs = 12_000;
const publicUrl = 'http://firstbell.example.org';
const twilioToken = 'the-token-of-the-bench';
const settings = {
  PUBLIC_URL: publicUrl,
  SMS_REPLIES: 'on',
  TWILIO_ACCOUNT_SID: 'ACbench000000000000000000000000000',
  TWILIO_AUTH_TOKEN: twilioToken,
  TWILIO_FROM: '+15185550199',
};

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const dataDir = path.join(folder, 'data');
const embedded = await startEmbedded({ dataDir });
await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
const pool = openPool(embedded.connection('server'), 4);
const db = databaseOf(pool);
const schoolId = (await makeSchool(db)).id;
const teacherId = await makeTeacher(db, schoolId);
await fillSchool(embedded.connection('owner'), schoolId, people);
const found = await db.query<{ id: number; number: string }>(sql`update users u
  set sms_number = '+1518556' || to_char(u.id % 10000, 'FM0000') where role = 'substitute' returning id, sms_number as number`);
const substitutes: { id: number; number: string; cookie: string }[] = [];
for (const row of found)
  substitutes.push({ ...row, cookie: `firstbell=${await beginSession(db, row.id, 'bench', worldMorning)}` });
const key = await linkKey(db);

const child = fork(path.join(import.meta.dirname, 'rush/server.ts'), [
  JSON.stringify(embedded.connection('server')),
  JSON.stringify(settings),
]);
const { url } = z.object({ url: z.string() }).parse((await once(child, 'message'))[0]);
const { hostname, port } = new URL(url);
const agent = new Agent({ keepAlive: true });

type Sent = { method: string; path: string; headers: Record<string, string>; body: string };

function attempt({ method, path: target, headers, body }: Sent) {
  return new Promise<{ status: number; text: string; waitMs: number }>((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    const sent = request({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          waitMs: Number(response.headers['retry-after'] ?? 0) * 1000,
        }),
      );
    });
    sent.end(body);
  });
}

let refusals = 0;

/** Returns whether the class is theirs. Like the app, it tries again after the wait that an overloaded server asks for. */
async function answer(sent: Sent): Promise<boolean> {
  const { status, text, waitMs } = await attempt(sent);
  if (status === 503) {
    refusals += 1;
    await wait(waitMs);
    return answer(sent);
  }
  if ((status !== 200 && status !== 409) || (status === 200 && text.includes('database')))
    throw new Error(`${sent.path} was answered with ${status}: ${text}`);
  return status === 200 && !text.includes('Someone else was faster');
}

/** Posts a class, and returns how each person accepts it. */
async function acceptances(round: number): Promise<Sent[]> {
  const date = new Date(Date.UTC(2026, 11, 1 + round)).toISOString().slice(0, 10);
  const id = await makeVacancy(db, { schoolId, teacherId, date, bookFirst: true });
  const code = 10 + round;
  const notices = await db.query<{ id: number; to: number }>(sql`
    insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
    select 'race:' || ${id}::bigint, 'vacancy_posted', id, ${id}, '{}', ${worldMorning} from users where role = 'substitute' returning id, recipient_id as "to"`);
  await db.execute(sql`insert into text_codes (number, code, recipient_id, vacancy_id, notice_id, date, start_time, end_time)
    select u.sms_number, ${code}, u.id, v.id, n.id, v.date, v.start_time, v.end_time
    from users u join notices n on n.recipient_id = u.id and n.vacancy_id = ${id} join vacancies v on v.id = n.vacancy_id`);
  const noticeOf = new Map(notices.map((notice) => [notice.to, notice.id]));
  const json = { 'content-type': 'application/json' };
  return substitutes.map(({ id: who, number, cookie }, nth): Sent => {
    if (nth % 3 === 0) {
      const target = updateVacancy.path.replace(':id', `${id}`);
      return { method: 'PATCH', path: target, headers: { ...json, cookie }, body: '{"status":"pending_approval"}' };
    }
    if (nth % 3 === 1) {
      const target = useLink.path.replace(':token', tokenFor(key, 'open', noticeOf.get(who) ?? 0));
      const headers = { ...json, 'x-forwarded-for': `10.0.${who >> 8}.${who & 255}` };
      return { method: 'POST', path: target, headers, body: '{"act":"request"}' };
    }
    const form = { From: number, Body: `Y${code}`, MessageSid: `SM${id}-${who}` };
    const signature = twilio.getExpectedTwilioSignature(twilioToken, `${publicUrl}${twilioInbound.path}`, form);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
    return { method: 'POST', path: twilioInbound.path, headers, body: new URLSearchParams(form).toString() };
  });
}

const processors = () => ({
  server: processorOf(child.pid),
  postgres: processorOfDatabase(dataDir),
  people: processorOf(process.pid),
});
const waits: number[] = [];
const rows: (string | number)[][] = [];
try {
  for (let round = 1; round <= rounds; round += 1) {
    const all = await acceptances(round);
    if (round === rounds) await wait(quietMs);
    refusals = 0;
    const before = processors();
    const began = performance.now();
    const own: number[] = [];
    const won = await Promise.all(
      all.map(async (sent) => {
        const isTheirs = await answer(sent);
        own.push(performance.now() - began);
        return isTheirs;
      }),
    );
    if (won.filter(Boolean).length !== 1) throw new Error(`${won.filter(Boolean).length} people were booked.`);
    const after = processors();
    const used = (['server', 'postgres', 'people'] as const).map((who) => (after[who] - before[who]).toFixed(2));
    waits.push(...own);
    rows.push([round, Math.round(Math.max(...own)), refusals, ...used]);
    console.log(
      `round ${round}: last reply ${Math.round(Math.max(...own))} ms, ${refusals} refusals, ${used.join(', ')} s`,
    );
    await db.execute(sql`delete from attempts`);
  }
} finally {
  child.disconnect();
  await pool.end();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
waits.sort((one, other) => one - other);
conclude(
  'race',
  [
    {
      what: `p99 of the replies to ${people} people who accept one class in the same second, in ${rounds} rounds`,
      figure: waits[Math.floor(waits.length * 0.99)] ?? NaN,
      target: limitMs,
      wanted: 'at most',
      unit: 'ms',
    },
  ],
  [
    {
      name: 'rounds',
      columns: ['round', 'last reply, ms', 'refusals', 'server, s', 'PostgreSQL, s', 'people, s'],
      rows,
    },
  ],
);
