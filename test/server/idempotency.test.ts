import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, type NamedEndpoint } from '#contract/all.ts';
import { approveAllHours, getHours, lockHours } from '#contract/hours.ts';
import { templateBell, usualTemplate } from '#domain/bell.ts';
import { defaultCoverRules } from '#domain/cover.ts';
import { raw, sql } from '#server/db/database.ts';
import {
  makeAdmin,
  makeOwner,
  makeSchool,
  makeSubstitute,
  makeTeacher,
  makeVacancy,
  testPassword,
} from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

/** More than a phone without a network, or an impatient user, could ever send at once. */
const repeats = 50;

let world: World;
let schoolId: number;
let substituteId: number;
let vacancyId: number;
/** A day's hours in a locked period. */
let lockedKey: string;
let wholeDayId: number;
let coverId: number;
let colleagueId: number;
let callers: { visitor: Caller; teacher: Caller; admin: Caller; owner: Caller };
beforeAll(async () => {
  world = await openWorld({ REGISTRATIONS_PER_HOUR: '100000' });
  const { db } = world;
  schoolId = (await makeSchool(db)).id;
  const teacherId = await makeTeacher(db, schoolId);
  substituteId = await makeSubstitute(db, [schoolId]);
  vacancyId = await makeVacancy(db, { schoolId, teacherId, date: '2026-12-01' });
  callers = {
    visitor: await world.as(null),
    teacher: await world.as(teacherId),
    admin: await world.as(await makeAdmin(db, schoolId)),
    owner: await world.as(await makeOwner(db)),
  };
  wholeDayId = await makeVacancy(db, { schoolId, teacherId, date: '2026-12-04' });
  coverId = await makeVacancy(db, { schoolId, teacherId, date: '2026-12-07' });
  colleagueId = await makeTeacher(db, schoolId);
  const rules = { ...defaultCoverRules, perDay: 2 };
  await db.execute(
    sql`insert into cover_settings (school_id, bell, rules, changed_at)
        values (${schoolId}, ${JSON.stringify(templateBell(usualTemplate))}::jsonb, ${JSON.stringify(rules)}::jsonb,
        now())`,
  );
  await db.execute(sql`insert into timetables (teacher_id, school_id, slots)
    values
      (${colleagueId}, ${schoolId},
      '[{"period": "8", "days": [], "kind": "class", "title": "", "room": "", "size": null}]')`);
  const worked = { schoolId, teacherId, date: '2026-10-05', status: 'filled' as const, substituteId };
  await makeVacancy(db, worked);
  await callers.admin.call(approveAllHours, { body: { date: worked.date } });
  const { period, totals } = await callers.admin.call(getHours, { query: { date: worked.date } });
  await callers.admin.call(lockHours, {
    body: { ...period, lines: totals.lines, minutes: totals.minutes, cents: totals.cents },
  });
  lockedKey = (await callers.admin.call(getHours, { query: { date: worked.date } })).rows[0]?.key ?? '';
});
afterAll(() => world.close());

type Case = {
  who: keyof typeof callers;
  params?: () => object;
  body: (word: string) => object;
  /** Counts the rows that it created, by a unique word. */ rows: (word: string) => string;
};

const person = (word: string) => ({
  username: word,
  fullName: `Person ${word}`,
  password: testPassword,
  confirmPassword: testPassword,
});
const day = { startTime: '08:00', endTime: '15:00', shiftType: 'full_day', additionalNotes: 'Plans are on the desk.' };
const halfFrom = (word: string) => (word.endsWith('other') ? '11:00' : '10:30');
const cases: Record<string, Case> = {
  createVacancy: {
    who: 'teacher',
    body: (word) => ({ ...day, date: '2026-12-02', description: word }),
    rows: (word) => `vacancies where description = '${word}'`,
  },
  createVacancies: {
    who: 'teacher',
    body: (word) => ({ ...day, dates: ['2026-12-03'], description: word }),
    rows: (word) => `vacancies where description = '${word}'`,
  },
  register: {
    who: 'visitor',
    body: (word) => ({ ...person(word), role: 'substitute', schoolId, email: `${word}@example.org` }),
    rows: (word) => `users where username = '${word}'`,
  },
  createUser: {
    who: 'admin',
    body: (word) => ({ ...person(word), role: 'teacher', schoolId }),
    rows: (word) => `users where username = '${word}'`,
  },
  inviteUser: {
    who: 'admin',
    body: (word) => ({ role: 'teacher', fullName: `Person ${word}`, username: word, email: '' }),
    rows: (word) => `users where username = '${word}'`,
  },
  importUsers: {
    who: 'admin',
    body: (word) => ({ role: 'teacher', csv: `Full name,Username\nPerson ${word},${word}\n` }),
    rows: (word) => `users where username = '${word}'`,
  },
  sendMessage: {
    who: 'teacher',
    body: (word) => ({ subject: word, message: 'Thank you.', recipients: [substituteId] }),
    rows: (word) => `messages where subject = '${word}'`,
  },
  createSchool: {
    who: 'owner',
    body: (word) => ({
      name: word,
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
    }),
    rows: (word) => `schools where name = '${word}'`,
  },
  correctHours: {
    who: 'admin',
    body: (word) => ({ key: lockedKey, minutes: 30, units: 0, cents: 0, note: word }),
    rows: (word) => `worked_days where note = '${word}'`,
  },
  sendCovers: {
    who: 'admin',
    body: (word) => ({
      asks: [{ vacancyId: coverId, period: word.endsWith('other') ? '2' : '1', colleagueId, note: word }],
    }),
    rows: (word) => `covers where note = '${word}'`,
  },
  carryOutPlan: {
    who: 'admin',
    body: (word) => ({
      act: 'offer',
      lines: [{ vacancyId, substituteId, version: word.endsWith('other') ? 2 : 1 }],
    }),
    rows: () => 'held_answers',
  },
  splitVacancy: {
    who: 'teacher',
    params: () => ({ id: String(wholeDayId) }),
    body: (word) => ({ at: halfFrom(word) }),
    rows: (word) => `vacancies where start_time = '${halfFrom(word)}'`,
  },
  // Rounds have no text to find them by, so they are counted.
  notifySubstitutes: {
    who: 'teacher',
    params: () => ({ id: String(vacancyId) }),
    body: (word) => (word.endsWith('other') ? { sendEmail: false } : {}),
    rows: () => `vacancy_history where kind = 'notified'`,
  },
};

const creating = allEndpoints.filter(({ creates }) => creates === true);

it('is tested for every creating call', () => {
  expect(Object.keys(cases).toSorted()).toEqual(creating.map(({ name }) => name).toSorted());
  expect(creating.filter(({ method }) => method !== 'POST')).toEqual([]);
  // A 201 means that something was created. An Idempotency-Key stores the reply. A secret reply is never stored: a
  // repeat replaces it, or adds another one to a short list where it can be revoked.
  const repliesASecret = ['createCalendar', 'createWallLink'];
  expect(
    allEndpoints
      .filter(({ status, creates, name }) => status === 201 && creates !== true && !repliesASecret.includes(name))
      .map(({ name }) => name),
  ).toEqual([]);
});

describe.each(creating)('$name', (endpoint: NamedEndpoint) => {
  const given = cases[endpoint.name];
  const send = (word: string, key: string) => {
    if (given === undefined) throw new Error(`${endpoint.name} has no case here.`);
    return callers[given.who].try(
      endpoint,
      { ...(given.params === undefined ? {} : { params: given.params() }), body: given.body(word) },
      { 'idempotency-key': key },
    );
  };
  const rows = async (word: string) => {
    const [row] = await world.db.query<{ count: number }>(
      raw(`select count(*)::int as count from ${given?.rows(word)}`),
    );
    return row?.count;
  };
  const word = endpoint.name.toLowerCase();

  it(`creates once for ${repeats} simultaneous calls, with the same reply`, async () => {
    const answers = await Promise.all(Array.from({ length: repeats }, () => send(word, `key-of-${word}`)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(endpoint.status ?? 200);
    expect(await rows(word)).toBe(1);
  });

  it('refuses the same key with different content, and creates nothing', async () => {
    const before = await rows(`${word}_other`);
    const answer = await send(`${word}_other`, `key-of-${word}`);
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      409,
      'key_reused',
      'This Idempotency-Key was already used with different content.',
    ]);
    expect(await rows(`${word}_other`)).toBe(before);
  });
});
