import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '#contract/calendar.ts';
import { getLink } from '#contract/links.ts';
import { listNotices, sendMessage } from '#contract/messages.ts';
import { exportOwnData } from '#contract/privacy.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { releaseSubstitute, updateVacancy, withdrawRequest } from '#contract/vacancy-moves.ts';
import { assignSubstitute, correctVacancy, deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { testPassword } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { type Caller, mondayMorning } from '#test/world.ts';
import { unzip } from '#test/zip.ts';

let stage: Stage;
let visitor: Caller;
let calendar: string;
beforeAll(async () => {
  stage = await openStage();
  visitor = await stage.world.as(null);
  calendar = new URL((await stage.ann.call(createCalendar)).url ?? '').pathname;
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from notices`);
});

const own = 'Plans are on the desk.';
const secret = 'My scan is on Tuesday, so I must leave at 2.';
const shown = `${own}\n${secret} [Added by substitute]`;
const request = (message?: string) => ({
  status: 'pending_approval' as const,
  ...(message === undefined ? {} : { additionalNotes: message }),
});
const rejection = { status: 'open' as const, requestedById: null, requestedAt: null };
type Person = 'teacher' | 'admin' | 'ann' | 'bob';
const people: readonly Person[] = ['teacher', 'admin', 'ann', 'bob'];

async function exported(caller: Caller): Promise<string> {
  const response = await fetch(`${stage.world.url}${exportOwnData.path}`, {
    method: 'POST',
    headers: { cookie: caller.cookie ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ password: testPassword }),
  });
  return [...unzip(Buffer.from(await response.arrayBuffer())).values()].join('\n');
}

/**
 * Everything a person can read about a vacancy: in the application, by each link they were sent, by search and in the
 * calendar.
 */
async function readBy(person: Person, id: number): Promise<string> {
  const { world } = stage;
  const caller = stage[person];
  const params = { id: String(id) };
  const notices = await world.db.query<{ id: number }>(
    sql`select id from notices where recipient_id = ${stage.ids[person]} and vacancy_id = ${id}`,
  );
  const key = await linkKey(world.db);
  const links = await Promise.all(
    notices.map((notice) => visitor.try(getLink, { params: { token: tokenFor(key, 'open', notice.id) } })),
  );
  const read = [
    (await caller.try(getVacancy, { params })).body,
    (await caller.try(listVacancyHistory, { params })).body,
    await caller.call(listVacancies),
    await caller.call(listNotices),
    ...links.map(({ body }) => body),
    ...(person === 'ann' ? [await (await fetch(`${world.url}${calendar}`)).text()] : []),
    // A search result alone would reveal the text.
    (await caller.call(listVacancies, { query: { search: secret.slice(0, 20) } })).length > 0 ? secret : '',
  ];
  return JSON.stringify(read);
}

async function readersOf(id: number): Promise<Person[]> {
  const read = await Promise.all(people.map(async (person) => ({ person, text: await readBy(person, id) })));
  return read.filter(({ text }) => text.includes('My scan')).map(({ person }) => person);
}

const notesFor = async (person: Person, params: { id: string }) =>
  (await stage[person].call(getVacancy, { params })).additionalNotes;

describe('the message of a request', () => {
  it('is visible only to its author and the people who decide, in the specified form', async () => {
    const { id, params } = await stage.vacancy();
    expect((await stage.ann.call(updateVacancy, { params, body: request(secret) })).additionalNotes).toBe(shown);
    for (const person of ['ann', 'teacher', 'admin'] as const) expect(await notesFor(person, params)).toBe(shown);
    expect(await readersOf(id)).toEqual(['teacher', 'admin', 'ann']);
    expect(JSON.stringify(await stage.teacher.call(listNotices))).toContain(secret);

    await stage.teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } });
    for (const person of ['ann', 'teacher', 'admin'] as const) expect(await notesFor(person, params)).toBe(shown);
    expect(await readersOf(id)).toEqual(['teacher', 'admin', 'ann']);
    expect(await exported(stage.ann)).toContain(secret);
    expect(await exported(stage.teacher), 'her message is not in his export').not.toContain('"notes":"My scan');
  });

  // Today from 6:00 to 7:00 AM, 15 minutes from now.
  const soon = { date: '2026-11-23', start: '06:00', end: '07:00' };
  const ends: [string, (params: { id: string }) => Promise<unknown>][] = [
    ['is withdrawn', (params) => stage.ann.call(withdrawRequest, { params })],
    ['is rejected', (params) => stage.teacher.call(updateVacancy, { params, body: rejection })],
    [
      'loses to an assignment',
      (params) => stage.admin.call(assignSubstitute, { params, body: { substituteId: stage.ids.bob } }),
    ],
    [
      'was booked and is released',
      async (params) => {
        await stage.teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } });
        await stage.admin.call(releaseSubstitute, { params, body: { reason: 'We need visitor.' } });
      },
    ],
    [
      'was not answered in time',
      async () => {
        const { db, config, time } = stage.world;
        time.now = new Date('2026-11-23T11:00:00Z');
        await sweepVacancies(db, config, time.now);
        time.now = mondayMorning;
      },
    ],
    [
      'was booked and someone else is recorded',
      async (params) => {
        await stage.teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } });
        stage.world.time.now = new Date('2026-11-23T12:30:00Z');
        await stage.admin.call(correctVacancy, { params, body: { substituteId: stage.ids.bob, reason: 'Bob came.' } });
        stage.world.time.now = mondayMorning;
      },
    ],
    ['belongs to a deleted vacancy', (params) => stage.teacher.call(deleteVacancy, { params })],
  ];
  it.each(ends)('is deleted when its request %s: no one can read it, and no row contains it', async (_, end) => {
    const { id, params } = await stage.vacancy(soon);
    await stage.ann.call(updateVacancy, { params, body: request(secret) });
    await end(params);
    expect(await readersOf(id)).toEqual([]);
    const kept = await stage.world.db
      .query(sql`select 'vacancy' as place from vacancies v where v::text like '%My scan%'
      union all select 'notice ' || n.kind from notices n where n::text like '%My scan%'
      union all select 'history' from vacancy_history h where h::text like '%My scan%'`);
    expect(kept).toEqual([]);
  });

  it('is never shown as the next requester’s message and never sent in a notification about the vacancy', async () => {
    const { id, params } = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params, body: request(secret) });
    await stage.teacher.call(updateVacancy, { params, body: rejection });
    await stage.teacher.call(notifySubstitutes, { params, body: {} });
    await stage.admin.call(sendMessage, {
      body: { subject: 'Tomorrow', message: 'Still open.', recipients: [stage.ids.bob], vacancyId: id },
    });
    const mine = await stage.bob.call(updateVacancy, { params, body: request('I am free.') });
    expect(mine.additionalNotes).toBe(`${own}\nI am free. [Added by substitute]`);
    expect(await notesFor('teacher', params)).toBe(mine.additionalNotes);
    expect(await readersOf(id)).toEqual([]);
    // The first notification stays and doesn't pick up the second request's message.
    const told = (await stage.teacher.call(listNotices)).filter(({ body }) => body.includes('requested this vacancy'));
    expect(told.map(({ body }) => body.includes('I am free.'))).toEqual([true, false]);
  });

  it('does not become part of the description when staff send it back, unchanged or with their own words after it', async () => {
    const { params } = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params, body: request(secret) });
    for (const [sent, stays] of [
      [`${shown} The key is at the office.`, `${own}\nThe key is at the office.`],
      [
        `${own}\nThe key is at the office.\n${secret} [Added by substitute]\nRoom 4.`,
        `${own}\nThe key is at the office.\nRoom 4.`,
      ],
    ] as const) {
      await stage.teacher.call(updateVacancy, { params, body: { additionalNotes: sent } });
      expect(await notesFor('teacher', params)).toBe(`${stays}\n${secret} [Added by substitute]`);
    }
    await stage.ann.call(withdrawRequest, { params });
    const open = `${own}\nThe key is at the office.\nRoom 4.`;
    expect(await notesFor('teacher', params)).toBe(open);
    // A teacher's open page still shows the message, and they save their edit.
    await stage.teacher.call(updateVacancy, {
      params,
      body: { additionalNotes: `${open}\n${secret} [Added by substitute]` },
    });
    expect(await notesFor('bob', params)).toBe(open);
  });
});

describe('the reason for a correction', () => {
  it('is visible to the teacher and in the history; each substitute reads only about their own record', async () => {
    const past = { date: '2026-11-20', status: 'filled', substituteId: stage.ids.ann } as const;
    const { id, params } = await stage.vacancy(past);
    const correct = (substituteId: number | null) =>
      stage.admin.call(correctVacancy, { params, body: { substituteId, reason: 'Ann Lee has shingles.' } });
    await correct(stage.ids.bob);
    const readOf = async (person: Person) => (await stage[person].call(listNotices)).map(({ body }) => body).join('\n');
    expect(await readOf('ann')).toContain('You are no longer recorded as the substitute');
    expect(await readOf('bob')).toContain('You are recorded as the substitute');
    for (const person of ['ann', 'bob'] as const) expect(await readOf(person)).not.toMatch(/shingles|Ann Lee|Bob Ray/);
    expect(await readOf('teacher')).toMatch(/Bob Ray was there\n.*Ann Lee has shingles/);
    expect(JSON.stringify(await stage.teacher.call(listVacancyHistory, { params }))).toContain('shingles');
    expect((await stage.told(id)).map(([kind]) => kind)).toEqual(Array(3).fill('vacancy_changed'));
    // The same correction again: their record doesn't change, so they aren't notified.
    await correct(stage.ids.bob);
    expect((await stage.told(id)).slice(3)).toEqual([['vacancy_changed', stage.ids.teacher]]);
  });
});
