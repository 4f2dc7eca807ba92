import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '#contract/calendar.ts';
import { getLink } from '#contract/links.ts';
import { listNotices, sendMessage } from '#contract/messages.ts';
import { exportOwnData } from '#contract/privacy.ts';
import { getVacancy, listVacancies, listVacancyHistory } from '#contract/vacancies.ts';
import {
  assignSubstitute,
  correctVacancy,
  deleteVacancy,
  notifySubstitutes,
  releaseSubstitute,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { migrationsOnDisk } from '#server/db/migrate.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { testPassword } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { type Caller, mondayMorning } from '#test/world.ts';
import { unzip } from '#test/zip.ts';

let stage: Stage;
let nobody: Caller;
let calendar: string;
beforeAll(async () => {
  stage = await openStage();
  nobody = await stage.world.as(null);
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

/** Everything that somebody can read of a vacancy: by the application, by every link they were sent, by search and by calendar. */
async function readBy(person: Person, id: number): Promise<string> {
  const { world } = stage;
  const caller = stage[person];
  const params = { id: String(id) };
  const notices = await world.db.query<{ id: number }>(
    sql`select id from notices where recipient_id = ${stage.ids[person]} and vacancy_id = ${id}`,
  );
  const key = await linkKey(world.db);
  const links = await Promise.all(
    notices.map((notice) => nobody.try(getLink, { params: { token: tokenFor(key, 'open', notice.id) } })),
  );
  const read = [
    (await caller.try(getVacancy, { params })).body,
    (await caller.try(listVacancyHistory, { params })).body,
    await caller.call(listVacancies),
    await caller.call(listNotices),
    ...links.map(({ body }) => body),
    ...(person === 'ann' ? [await (await fetch(`${world.url}${calendar}`)).text()] : []),
    // Whoever searches for the words learns by the hit alone that they are there.
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
  it('is read by its author and those who decide, in the specified form, and by nobody else', async () => {
    const { id, params } = await stage.vacancy();
    expect((await stage.ann.call(updateVacancy, { params, body: request(secret) })).additionalNotes).toBe(shown);
    for (const person of ['ann', 'teacher', 'admin'] as const) expect(await notesFor(person, params)).toBe(shown);
    expect(await readersOf(id)).toEqual(['teacher', 'admin', 'ann']);
    expect(JSON.stringify(await stage.teacher.call(listNotices))).toContain(secret);

    await stage.teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } });
    for (const person of ['ann', 'teacher', 'admin'] as const) expect(await notesFor(person, params)).toBe(shown);
    expect(await readersOf(id)).toEqual(['teacher', 'admin', 'ann']);
    expect(await exported(stage.ann)).toContain(secret);
    expect(await exported(stage.teacher), 'a message of hers is no word of his').not.toContain('"notes":"My scan');
  });

  // From 6:00 to 7:00 today, a quarter of an hour from now.
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
        await stage.admin.call(releaseSubstitute, { params, body: { reason: 'We need nobody.' } });
      },
    ],
    [
      'is not answered in time',
      async () => {
        const { db, config, time } = stage.world;
        time.now = new Date('2026-11-23T11:00:00Z');
        await sweepVacancies(db, config, time.now);
        time.now = mondayMorning;
      },
    ],
    [
      'was booked and somebody else is recorded',
      async (params) => {
        await stage.teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } });
        stage.world.time.now = new Date('2026-11-23T12:30:00Z');
        await stage.admin.call(correctVacancy, { params, body: { substituteId: stage.ids.bob, reason: 'Bob came.' } });
        stage.world.time.now = mondayMorning;
      },
    ],
    ['is of a vacancy that is deleted', (params) => stage.teacher.call(deleteVacancy, { params })],
  ];
  it.each(ends)('goes with it where it %s: nobody reads it any more, and no row holds it', async (_, end) => {
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

  it('is never shown as the words of the one who asks next, and goes out in no notification about the vacancy', async () => {
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
    // The first notification stays, with what it told of; the second request's words are not put into it.
    const told = (await stage.teacher.call(listNotices)).filter(({ body }) => body.includes('asks to cover'));
    expect(told.map(({ body }) => body.includes('I am free.'))).toEqual([true, false]);
  });

  it('is not taken into the description by whoever sends it back, as it stands or with their own words behind it', async () => {
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
    // A page that still shows it, of a teacher who edits in the meantime.
    await stage.teacher.call(updateVacancy, {
      params,
      body: { additionalNotes: `${open}\n${secret} [Added by substitute]` },
    });
    expect(await notesFor('bob', params)).toBe(open);
  });
});

describe('why a record was corrected', () => {
  it('is read by the teacher and in the history; each substitute reads what concerns them and no name of another', async () => {
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
    // Once more as it is: their record stands, so they are told nothing.
    await correct(stage.ids.bob);
    expect((await stage.told(id)).slice(3)).toEqual([['vacancy_changed', stage.ids.teacher]]);
  });
});

it('what descriptions and notifications held before is taken apart: only the message of a request that stands is kept', async () => {
  const { db, database } = stage.world;
  const { ann, bob, teacher } = stage.ids;
  const asked = '2026-11-20T09:00:00Z';
  const bobs = 'Bob was ill. [Added by substitute]';
  const anns = 'Call me.\n  I have a key. [Added by substitute]';
  const made = [
    { about: 'withdrawn', notes: `${own}\n${bobs}\nRoom 4.`, parts: {}, history: [bob], note: null },
    {
      about: 'asked after another',
      notes: `${own}\n${bobs}\n${anns}`,
      parts: { status: 'pending_approval', requestedById: ann },
      history: [bob, ann],
      note: 'Call me.\nI have a key.',
    },
    {
      about: 'booked at once',
      notes: `${own}\n${anns}`,
      parts: { status: 'filled', substituteId: ann, requestedById: ann },
      history: [ann],
      note: null,
    },
    {
      about: 'booked at once after another',
      notes: `${own}\n${bobs}`,
      parts: { date: '2026-11-26', status: 'filled', substituteId: ann, requestedById: ann },
      history: [bob, ann],
      note: null,
    },
    { about: 'nothing but a message', notes: bobs, parts: {}, history: [bob], note: null },
  ] as const;
  const classFacts = {
    school: 'Oak',
    title: 'Class',
    teacher: 'Tess',
    date: '2026-11-24',
    start: '08:00',
    end: '15:00',
  };
  const ids: number[] = [];
  for (const { notes, parts, history, note } of made) {
    const { id } = await stage.vacancy(parts);
    ids.push(id);
    await db.execute(
      sql`update vacancies set additional_notes = ${notes}, requested_at = case when requested_by_id is not null then ${asked}::timestamptz end where id = ${id}`,
    );
    await db.execute(
      sql`insert into vacancy_history (vacancy_id, school_id, kind, at, substitute_id) select ${id}, ${stage.school.id}, 'requested', ${asked}, s from unnest(${[...history]}::bigint[]) s`,
    );
    const facts = { to: 'teacher', substitute: 'Ann Lee', note, vacancy: { ...classFacts, notes } };
    await db.execute(
      sql`insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at) values (${`old:${id}`}, 'vacancy_requested', ${teacher}, ${id}, ${JSON.stringify(facts)}::jsonb, ${asked})`,
    );
  }
  const migration = (await migrationsOnDisk()).find(({ name }) => name.includes('request_messages'));
  const owner = new pg.Client(connectionConfig(database.owner));
  await owner.connect();
  await owner.query(
    'begin; alter table vacancies drop column request_message cascade; drop function drop_request_message cascade',
  );
  await owner.query(migration?.text ?? '');
  await owner.query('commit');
  await owner.end();

  const rows = await db.query<{ notes: string; message: string | null }>(
    sql`select additional_notes as notes, request_message as message from vacancies where id = any(${ids}::bigint[]) order by id`,
  );
  expect(made.map(({ about }, at) => [about, rows[at]?.notes, rows[at]?.message])).toEqual([
    ['withdrawn', `${own}\nRoom 4.`, null],
    ['asked after another', own, 'Call me.\nI have a key.'],
    ['booked at once', own, 'Call me.\nI have a key.'],
    ['booked at once after another', own, null],
    ['nothing but a message', '–', null],
  ]);
  const told = await db.query<{ facts: string }>(
    sql`select facts::text from notices where cause like 'old:%' order by id`,
  );
  expect(told.filter(({ facts }) => facts.includes('Added by') || facts.includes('key'))).toEqual([]);
  expect((await stage.teacher.call(listNotices)).filter(({ body }) => body.includes('I have a key.'))).toHaveLength(1);
});
