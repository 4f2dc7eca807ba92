import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createVacancy } from '#contract/absences.ts';
import { register } from '#contract/accounts.ts';
import type { Endpoint, ReplyOf, Sent } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { sendMessage } from '#contract/messages.ts';
import { putAvailability } from '#contract/availability-changes.ts';
import { updateUser } from '#contract/users.ts';
import { listVacancies } from '#contract/vacancies.ts';
import {
  cannotCome,
  confirmAssignment,
  releaseSubstitute,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import type { HistoryKind } from '#domain/vacancy.ts';
import { addDays } from '#domain/time.ts';
import type { Chance } from '#server/demo/chance.ts';
import type { Journal } from '#test/faults/journal.ts';
import type { Person } from '#test/faults/people.ts';
import { testPassword } from '#test/make.ts';
import { type Answer, callerAt } from '#test/world.ts';

/** People who keep calling, whatever happens to the server. */
export type Load = {
  /** Replies and failures so far, by status. It is 'none' without a reply. */
  statuses: Map<number | 'none', number>;
  /**
   * The latest calls without a reply or with one of 500 or above, oldest first: which, when, after how long, and what
   * came.
   */
  failed: string[];
  /** The longest wait for a reply or a failure, in ms. */
  slowest: { milliseconds: number; what: string };
  /** Calls with replies that must never happen: 500, or a refusal without a sentence. */
  wrong: string[];
  /** Lets everyone finish their current call, then stops. */
  stop(): Promise<void>;
};

type Shown = { id: number; schoolId: number; teacherId: number };
/** How many of the newest vacancies people work with. They are few, so they collide. */
const noticeboard = 25;
/** How long a person waits after a failure, in ms. Retrying immediately would leave the server no time to recover. */
const breathMs = 200;
/** After this long, people give up on a call, in ms. */
const neverMs = 60_000;
/** How many failed calls are kept. */
const mostFailed = 100;
/** How often a creating call is retried with its key. */
const repeats = 200;

type Given = {
  people: readonly Person[];
  /** Returns the server to call now. */ url: () => string;
  journal: Journal;
  chance: Chance;
  /** How long each person pauses after a call, in ms. 0 keeps every core busy. */
  paceMs: number;
};

/** Starts everyone. */
export function startLoad({ people, url, journal, chance, paceMs }: Given): Load {
  const board: Shown[] = [];
  const load: Load = {
    statuses: new Map(),
    failed: [],
    slowest: { milliseconds: 0, what: '' },
    wrong: [],
    stop: async () => {},
  };
  let isStopping = false;
  const run = randomUUID().slice(0, 8);
  let made = 0;
  const today = new Date().toISOString().slice(0, 10);

  /**
   * Makes a call and returns its status and body. Returns null if there was no reply, or if it leaves the outcome
   * unknown.
   */
  const attempt: Attempt = async (cookie, endpoint, input, headers = {}) => {
    const began = performance.now();
    let status: number | 'none' = 'none';
    let failure: string | null = null;
    const never = new AbortController();
    try {
      const answer = await Promise.race([
        callerAt(url(), cookie).try(endpoint, input, headers),
        delay(neverMs, null, { signal: never.signal }).then(() => {
          throw new Error('no answer within a minute');
        }),
      ]);
      status = answer.status;
      const known = status < 500 || status === 503;
      if (!known || (status >= 400 && !/\S.*\.$/.test(answer.body.error)))
        load.wrong.push(`${endpoint.call} answered ${status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      if (status < 500) return answer;
      failure = `${status} ${JSON.stringify(answer.body).slice(0, 300)}`;
      return null;
    } catch (error) {
      failure = inspect(error instanceof Error ? (error.cause ?? error) : error).split('\n')[0] ?? '';
      return null;
    } finally {
      never.abort();
      load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
      const milliseconds = performance.now() - began;
      if (failure !== null)
        load.failed = [
          ...load.failed.slice(1 - mostFailed),
          `${new Date().toISOString()} ${endpoint.call} after ${Math.round(milliseconds)} ms: ${failure}`,
        ];
      if (milliseconds > load.slowest.milliseconds)
        load.slowest = { milliseconds, what: `${endpoint.call}, answered ${status}` };
      await delay(status === 'none' || status === 503 ? breathMs : paceMs);
    }
  };
  /** Returns a creating call, retried with its key until its outcome is known. Then it must have happened once. */
  const insist: Attempt = async (cookie, endpoint, input) => {
    const key = randomUUID();
    for (let n = 0; n < repeats && !isStopping; n += 1) {
      const answer = await attempt(cookie, endpoint, input, { 'idempotency-key': key });
      if (answer !== null) return answer;
    }
    return null;
  };

  const work = async (person: Person) => {
    let version = 0;
    const params = (shown: Shown) => ({ params: { id: String(shown.id) } });
    const move = async (kind: HistoryKind, shown: Shown, call: (own: Shown) => Promise<{ status: number } | null>) => {
      const answer = await call(shown);
      if (answer !== null && answer.status < 300) journal.moved(shown.id, kind, person.id);
    };
    const post = async () => {
      const title = `Room ${run}-${(made += 1)}`;
      const [startTime, endTime, shiftType] = chance.pick([
        ['08:00', '15:00', 'full_day'],
        ['08:00', '12:00', 'morning'],
        ['12:30', '15:00', 'afternoon'],
      ] as const);
      const body = {
        date: addDays(today, chance.between(2, 12)),
        startTime,
        endTime,
        shiftType,
        description: title,
        additionalNotes: 'Plans are on the desk.',
        postAnyway: true,
        sendNotifications: chance.happens(0.3),
      };
      const answer = await insist(person.cookie, createVacancy, { body });
      if (answer?.status !== 201) return;
      journal.posted(answer.body.id, title);
      board.push({ id: answer.body.id, schoolId: answer.body.schoolId, teacherId: answer.body.teacherId });
      if (board.length > noticeboard) board.shift();
    };
    const write = async () => {
      const subject = `Message ${run}-${(made += 1)}`;
      const recipients = people
        .filter((other) => other.role === 'substitute' && other.schoolIds.some((id) => person.schoolIds.includes(id)))
        .map(({ id }) => id);
      const answer = await insist(person.cookie, sendMessage, {
        // Urgent ones are also text messages.
        body: { subject, message: 'Thank you for coming.', recipients, isUrgent: made % 2 === 0 },
      });
      if (answer?.status === 201) journal.sent(answer.body.id, subject);
    };
    const describe = async () => {
      version += 1;
      const answer = await attempt(person.cookie, updateUser, {
        params: { id: String(person.id) },
        body: { bio: `Version ${version}` },
      });
      if (answer?.status === 200) journal.profile(person.id, version);
    };
    const setDate = async () => {
      version += 1;
      const date = addDays(today, chance.between(2, 12));
      const answer = await attempt(person.cookie, putAvailability, {
        body: {
          date,
          status: chance.pick(['available', 'unavailable', 'preferred'] as const),
          notes: `Version ${version}`,
        },
      });
      if (answer?.status === 200) journal.date(person.id, date, version);
    };
    const join = async () => {
      const username = `new_${run}_${(made += 1)}`;
      const body = {
        role: 'substitute',
        username,
        fullName: 'Newly Come',
        email: `${username}@example.org`,
        schoolId: person.schoolIds[0] ?? null,
        password: testPassword,
        confirmPassword: testPassword,
      } as const;
      const answer = await insist(null, register, { body });
      if (answer?.status === 201) journal.account(username);
    };
    const look = async () =>
      void (await attempt(person.cookie, listVacancies, { query: { upcoming: 'true', limit: '50' } }));

    const staffActs = (shown: Shown | undefined) => {
      if (shown === undefined) return [];
      const anybody = () =>
        chance.pick(people.filter((other) => other.role === 'substitute' && other.schoolIds.includes(shown.schoolId)))
          .id;
      const reopened = { status: 'open', requestedById: null, requestedAt: null } as const;
      return [
        () =>
          move('rejected', shown, (own) => attempt(person.cookie, updateVacancy, { ...params(own), body: reopened })),
        () =>
          move('released', shown, (own) =>
            attempt(person.cookie, releaseSubstitute, { ...params(own), body: { reason: 'The trip is off.' } }),
          ),
        ...(chance.happens(0.3)
          ? [() => move('deleted', shown, (own) => attempt(person.cookie, deleteVacancy, params(own)))]
          : []),
        // Approving requires the requester, who is read first and may have changed since.
        () =>
          move('approved', shown, async (own) => {
            const asked = await attempt(person.cookie, listVacancies, {
              query: { status: 'pending_approval', limit: '50' },
            });
            const requestedById =
              asked?.status === 200 ? (asked.body.find(({ id }) => id === own.id)?.requestedById ?? null) : null;
            return requestedById === null
              ? null
              : attempt(person.cookie, updateVacancy, {
                  ...params(own),
                  body: { status: 'filled', substituteId: requestedById },
                });
          }),
        ...(person.role === 'school_admin'
          ? [
              () =>
                move('assigned', shown, (own) =>
                  attempt(person.cookie, assignSubstitute, { ...params(own), body: { substituteId: anybody() } }),
                ),
            ]
          : []),
      ];
    };
    const substituteActs = (shown: Shown | undefined) => {
      if (shown === undefined) return [];
      return [
        () =>
          move('requested', shown, (own) =>
            attempt(person.cookie, updateVacancy, { ...params(own), body: { status: 'pending_approval' } }),
          ),
        () =>
          move('requested', shown, (own) =>
            attempt(person.cookie, updateVacancy, { ...params(own), body: { status: 'pending_approval' } }),
          ),
        () => move('withdrawn', shown, (own) => attempt(person.cookie, withdrawRequest, params(own))),
        // The substitute has already confirmed, so this changes nothing and adds no entry.
        () => attempt(person.cookie, confirmAssignment, params(shown)),
        () => move('declined', shown, (own) => attempt(person.cookie, cannotCome, params(own))),
        () =>
          move('released', shown, (own) =>
            attempt(person.cookie, releaseSubstitute, { ...params(own), body: { reason: 'My car broke down.' } }),
          ),
      ];
    };
    while (!isStopping) {
      const near = board.filter(({ schoolId }) => person.schoolIds.includes(schoolId) || chance.happens(0.05));
      const shown = near.length === 0 ? undefined : chance.pick(near);
      const acts =
        person.role === 'substitute'
          ? [...substituteActs(shown), ...substituteActs(shown), describe, setDate, look, join]
          : [...staffActs(shown), ...staffActs(shown), post, post, write, look];
      await chance.pick(acts)();
    }
  };
  const working = Promise.all(people.map((person) => work(person)));
  // A bug in the load itself is reported by stop().
  working.catch(() => {});
  load.stop = async () => {
    isStopping = true;
    await working;
  };
  return load;
}

type Attempt = <E extends Endpoint>(
  cookie: string | null,
  endpoint: E,
  input: Partial<Sent<E>>,
  headers?: Record<string, string>,
) => Promise<Answer<ErrorBody & ReplyOf<E>> | null>;
