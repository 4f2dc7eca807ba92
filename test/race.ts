import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import twilio from 'twilio/lib/webhooks/webhooks.js';
import { useLink } from '#contract/links.ts';
import { twilioInbound } from '#contract/sms.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { type Connection, type Database, sql } from '#server/db/database.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { beginSession } from '#server/security/sessions.ts';
import { fillSchool } from '#test/crowd.ts';
import { makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { mondayMorning } from '#test/world.ts';

const publicUrl = 'http://firstbell.example.org';
const twilioToken = 'the-token-of-the-race';

/** The settings of the server. Behind a proxy, everyone has their own address. */
export const raceSettings = {
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '1',
  SMS_REPLIES: 'on',
  TWILIO_ACCOUNT_SID: 'ACrace0000000000000000000000000000',
  TWILIO_AUTH_TOKEN: twilioToken,
  TWILIO_FROM: '+15185550199',
};

export type Round = {
  /** The people who read that they are booked. Everyone else read that the class is taken. */
  booked: number[];
  /** The substitute of the class afterward, and how many approvals its history has. */
  filled: { by: number | null; approvals: number };
  /** How long each person waited for their last reply, in ms. */
  waits: number[];
  /** How many calls an overloaded server refused, so that they were made again. */
  refusals: number;
};

type Sent = { who: number; method: string; path: string; headers: Record<string, string>; body: string };

/**
 * People who accept one class in the same second at the server at `url`: a third each in the app, by a link and by
 * text. Returns a function that posts a class on another day for each round, and lets everyone accept it.
 */
export async function openRace(
  { db, owner, url }: { db: Database; owner: Connection; url: string },
  people: number,
): Promise<(round: number) => Promise<Round>> {
  const schoolId = (await makeSchool(db)).id;
  const teacherId = await makeTeacher(db, schoolId);
  await fillSchool(owner, schoolId, people);
  const found = await db.query<{ id: number; number: string }>(sql`update users u
    set sms_number = '+1518556' || to_char(u.id % 10000, 'FM0000') where role = 'substitute'
      returning id, sms_number as number`);
  const substitutes: { id: number; number: string; cookie: string }[] = [];
  for (const row of found)
    substitutes.push({ ...row, cookie: `firstbell=${await beginSession(db, row.id, 'race', mondayMorning)}` });
  const key = await linkKey(db);
  const send = senderTo(url);

  /** Posts a class, and returns how each person accepts it. */
  async function post(round: number): Promise<{ vacancyId: number; acceptances: Sent[] }> {
    const date = new Date(Date.UTC(2026, 11, 1 + round)).toISOString().slice(0, 10);
    const vacancyId = await makeVacancy(db, { schoolId, teacherId, date, bookFirst: true });
    const code = 10 + round;
    const notices = await db.query<{ id: number; to: number }>(sql`
      insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
      select 'race:' || ${vacancyId}::bigint, 'vacancy_posted', id, ${vacancyId}, '{}', ${mondayMorning} from users
        where role = 'substitute' returning id, recipient_id as "to"`);
    await db.execute(sql`insert into text_codes
        (number, code, recipient_id, vacancy_id, notice_id, date, start_time, end_time)
      select u.sms_number, ${code}, u.id, v.id, n.id, v.date, v.start_time, v.end_time
      from users u join notices n on n.recipient_id = u.id and n.vacancy_id = ${vacancyId}
        join vacancies v on v.id = n.vacancy_id`);
    const noticeOf = new Map(notices.map((notice) => [notice.to, notice.id]));
    const json = { 'content-type': 'application/json' };
    const acceptances = substitutes.map(({ id: who, number, cookie }, nth): Sent => {
      if (nth % 3 === 0) {
        const path = updateVacancy.path.replace(':id', `${vacancyId}`);
        return { who, method: 'PATCH', path, headers: { ...json, cookie }, body: '{"status":"pending_approval"}' };
      }
      if (nth % 3 === 1) {
        const path = useLink.path.replace(':token', tokenFor(key, 'open', noticeOf.get(who) ?? 0));
        const headers = { ...json, 'x-forwarded-for': `10.0.${who >> 8}.${who & 255}` };
        return { who, method: 'POST', path, headers, body: '{"act":"request"}' };
      }
      const { path } = twilioInbound;
      const form = { From: number, Body: `Y${code}`, MessageSid: `SM${vacancyId}-${who}` };
      const signature = twilio.getExpectedTwilioSignature(twilioToken, `${publicUrl}${path}`, form);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
      return { who, method: 'POST', path, headers, body: new URLSearchParams(form).toString() };
    });
    return { vacancyId, acceptances };
  }

  return async (round) => {
    const { vacancyId, acceptances } = await post(round);
    const booked: number[] = [];
    const waits: number[] = [];
    let refusals = 0;
    const began = performance.now();
    await Promise.all(
      acceptances.map(async (sent) => {
        const isTheirs = await accept(send, sent, () => (refusals += 1));
        waits.push(performance.now() - began);
        if (isTheirs) booked.push(sent.who);
      }),
    );
    const [filled = { by: null, approvals: 0 }] = await db.query<Round['filled']>(sql`select v.substitute_id as by,
      (select count(*) from vacancy_history h where h.vacancy_id = v.id and h.kind = 'approved')::int as approvals
        from vacancies v where v.id = ${vacancyId}`);
    await db.execute(sql`delete from attempts`);
    return { booked, filled, waits, refusals };
  };
}

/**
 * Returns whether the class is theirs. If an overloaded server refuses a call, the app makes it again after the wait
 * that the refusal names. Carriers don't repeat a text, so a text is never refused because of other calls.
 *
 * @throws Error if the reply is neither a booking nor the news that someone else was faster.
 */
async function accept(send: Send, sent: Sent, onRefusal: () => void): Promise<boolean> {
  const { status, text, waitMs } = await send(sent);
  const isText = sent.path === twilioInbound.path;
  // A machine with other work may be too slow for the database's time limit, even for a text.
  if (status === 503 && !(isText && text.includes('"busy"'))) {
    onRefusal();
    await wait(waitMs);
    return accept(send, sent, onRefusal);
  }
  if (status === 200 && (!isText || text.includes("You're booked:"))) return true;
  const isTold = isText
    ? status === 200 && text.includes('Someone else was faster:')
    : status === 409 && text.includes('"already_filled"');
  if (isTold) return false;
  throw new Error(`${sent.path} was answered with ${status}: ${text}`);
}

type Send = (sent: Sent) => Promise<{ status: number; text: string; waitMs: number }>;

/** Costs a fraction of `fetch`, so that less of the time is the people's own. */
function senderTo(url: string): Send {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = { 'content-length': Buffer.byteLength(body) };
      const call = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } });
      call.on('error', reject);
      call.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          const waitMs = Number(response.headers['retry-after'] ?? 0) * 1000;
          resolve({ status: response.statusCode ?? 0, text, waitMs });
        });
      });
      call.end(body);
    });
}

/** Returns the time within which this share of the replies came. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
