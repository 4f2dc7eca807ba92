import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar, deleteCalendar, getCalendar } from '#contract/calendar.ts';
import { deleteUser } from '#contract/users.ts';
import { confirmAssignment, releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeSubstitute } from '#test/make.ts';
import { readCalendar, valueOf as valueIn } from '#test/rfc5545.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { mondayMorning } from '#test/world.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ PUBLIC_URL: 'http://school.example:3000' });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

/** Returns the address as the person got it, at the test's port. */
const here = (url: string) => `${stage.world.url}${new URL(url).pathname}`;
const newAddress = async (who = stage.ann) => here((await who.call(createCalendar)).url);
const mine = (parts: Parameters<Stage['vacancy']>[0] = {}) =>
  stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, ...parts });

/** Returns the lines of a calendar, unfolded. */
async function linesAt(address: string): Promise<string[]> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('\r\n ', '').split('\r\n');
}
const valueOf = (lines: string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

describe('the secret address', () => {
  it('is shown once, stored as a hash, and can be replaced or revoked', async () => {
    expect(await stage.ann.call(getCalendar)).toEqual({ createdAt: null });
    const first = await stage.ann.call(createCalendar);
    expect(first.url).toMatch(/^http:\/\/school\.example:3000\/api\/calendar\/[A-Za-z0-9_-]{43}\.ics$/);
    expect(await stage.ann.call(getCalendar)).toEqual({ createdAt: mondayMorning.toISOString() });
    const [row] = await stage.world.db.query<{ text: string }>(
      sql`select row_to_json(f)::text as text from calendar_feeds f`,
    );
    expect(row?.text).not.toContain(new URL(first.url).pathname.split('/').at(-1)?.slice(0, 20));

    const second = await newAddress();
    expect([(await fetch(here(first.url))).status, (await fetch(second)).status]).toEqual([404, 200]);
    expect((await fetch(second.replace('.ics', ''))).status).toBe(200);
    await stage.ann.call(deleteCalendar);
    expect((await fetch(second)).status).toBe(404);
    expect(await stage.ann.call(getCalendar)).toEqual({ createdAt: null });
    expect(await stage.ann.call(deleteCalendar)).toEqual({ ok: true });
  });

  it('that does not exist is not found, whatever its form', async () => {
    for (const secret of ['x', 'undefined', '%00', 'A'.repeat(43), `${'A'.repeat(43)}.ics`, '9'.repeat(300)]) {
      const response = await fetch(`${stage.world.url}/api/calendar/${secret}`);
      expect([secret, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        secret,
        404,
        'not_found',
      ]);
    }
  });

  it('ends with the account, and does not work while the account is disabled', async () => {
    const { db } = stage.world;
    const id = await makeSubstitute(db, [stage.school.id]);
    const address = await newAddress(await stage.world.as(id));
    await db.execute(sql`update users set is_active = false where id = ${id}`);
    expect((await fetch(address)).status).toBe(404);
    await db.execute(sql`update users set is_active = true where id = ${id}`);
    expect((await fetch(address)).status).toBe(200);
    await stage.admin.call(deleteUser, { params: { id: String(id) } });
    expect((await fetch(address)).status).toBe(404);
    expect(await db.query(sql`select 1 from calendar_feeds where user_id = ${id}`)).toEqual([]);
  });

  it('has limits on reading and creating it', async () => {
    const id = await makeSubstitute(stage.world.db, [stage.school.id]);
    const caller = await stage.world.as(id);
    const address = await newAddress(caller);
    const statuses = new Set<number>();
    for (let n = 0; n < 30; n += 1) statuses.add((await fetch(address)).status);
    expect([...statuses]).toEqual([200]);
    const refused = await fetch(address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    for (let n = 1; n < 20; n += 1) await caller.call(createCalendar);
    expect((await caller.try(createCalendar)).status).toBe(429);
  });
});

describe('the calendar', () => {
  it('contains one’s own assignments from 30 days ago on, and no one else’s', async () => {
    const address = await newAddress();
    const dates = ['2026-10-23', '2026-10-26', '2026-11-23', '2027-03-01'];
    const ids: number[] = [];
    for (const date of dates) ids.push((await mine({ date })).id);
    await stage.vacancy({ date: '2026-11-24', status: 'filled', substituteId: stage.ids.bob });
    await stage.vacancy({ date: '2026-11-25', status: 'pending_approval', requestedById: stage.ids.ann });
    await stage.vacancy({ date: '2026-11-26' });
    const lines = await linesAt(address);
    expect(lines.filter((line) => line.startsWith('UID:'))).toEqual(
      ids.slice(1).map((id) => `UID:vacancy-${id}@school.example`),
    );
  });

  it('has each with its time as an instant, title, school, address, notes, reason and plans', async () => {
    const address = await newAddress();
    const { id } = await mine({ date: '2026-11-24', start: '08:00', end: '12:30', confirmed: false });
    await stage.world.db.execute(sql`update vacancies set description = 'Grade 4; math, reading',
          additional_notes = ${'Room 12\nKeys at the office'}, google_doc_link = 'https://docs.example/plans',
      absence_reason = 'Family Illness' where id = ${id}`);
    const lines = await linesAt(address);
    expect([valueOf(lines, 'DTSTART'), valueOf(lines, 'DTEND'), valueOf(lines, 'STATUS')]).toEqual([
      '20261124T130000Z',
      '20261124T173000Z',
      'TENTATIVE',
    ]);
    expect(valueOf(lines, 'SUMMARY')).toBe(`Grade 4; math, reading – ${stage.school.name}`);
    expect(valueOf(lines, 'LOCATION')).toBe(`${stage.school.name}, 1 School Street, Albany, New York 12207`);
    expect(valueOf(lines, 'DESCRIPTION')).toBe(
      'Room 12\nKeys at the office\n\nReason: Family Illness\n\nLesson plans: https://docs.example/plans\n\nPlease confirm this assignment.',
    );
    expect(lines.join('\n')).not.toMatch(/Ann Lee|Tess Teacher|@example\.org|518\) 555-0111/);
  });

  it('omits the reason if the school hides it', async () => {
    const address = await newAddress();
    await mine();
    await stage.world.db.execute(sql`update schools set show_reason = false where id = ${stage.school.id}`);
    const lines = await linesAt(address);
    await stage.world.db.execute(sql`update schools set show_reason = true where id = ${stage.school.id}`);
    expect(valueOf(lines, 'DESCRIPTION')).toBe('Plans are on the desk.');
  });

  it('is text/calendar, not cached, and not sent again while unchanged', async () => {
    const address = await newAddress();
    const { id } = await mine();
    const first = await fetch(address);
    expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ]);
    const ask = () => fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    stage.world.time.now = new Date('2026-11-23T11:00:00Z');
    expect((await ask()).status).toBe(304);
    await stage.world.db.execute(sql`update vacancies set description = 'Another class' where id = ${id}`);
    expect((await ask()).status).toBe(200);
  });

  it('conforms to RFC 5545 with any user input', async () => {
    const address = await newAddress();
    const nasty = [
      'Plain',
      'Comma, semicolon; back\\slash: "quoted"',
      `Long ${'ä€😀 word '.repeat(40)}`,
      'x'.repeat(200),
      'BEGIN:VEVENT',
      'é'.repeat(70),
    ];
    for (const [at, description] of nasty.entries()) {
      const { id } = await mine({ date: `2026-12-0${at + 1}` });
      await stage.world.db.execute(
        sql`update vacancies set description = ${description},
            additional_notes = ${`${description}\n\nEND:VCALENDAR\r\n\ttabbed \\n not a break`},
            google_doc_link = 'https://docs.example/a,b;c?d=e' where id = ${id}`,
      );
    }
    const calendar = readCalendar(new Uint8Array(await (await fetch(address)).arrayBuffer()));
    expect(calendar.components.map((event) => valueIn(event, 'SUMMARY'))).toEqual(
      nasty.map((description) => `${description} – ${stage.school.name}`),
    );
    expect(valueIn(calendar.components[1] ?? calendar, 'DESCRIPTION')).toContain('\\n not a break');
    expect([valueIn(calendar, 'VERSION'), valueIn(calendar, 'PRODID')]).toEqual([
      '2.0',
      expect.stringContaining('FirstBell'),
    ]);
    expect(
      readCalendar(new Uint8Array(await (await fetch(await newAddress(stage.bob))).arrayBuffer())).components,
    ).toEqual([]);
  });

  it('keeps an assignment’s UID, counts its changes, and reports a cancellation without details', async () => {
    const address = await newAddress();
    const stateOf = async (uid: string | null = null) => {
      const { components } = readCalendar(new Uint8Array(await (await fetch(address)).arrayBuffer()));
      const [event] = components.filter((known) => uid === null || valueIn(known, 'UID') === uid);
      return event === undefined
        ? null
        : {
            uid: valueIn(event, 'UID'),
            status: valueIn(event, 'STATUS'),
            sequence: Number(valueIn(event, 'SEQUENCE')),
            description: valueIn(event, 'DESCRIPTION'),
          };
    };
    const { id, params } = await stage.vacancy();
    await stage.admin.call(assignSubstitute, { params, body: { substituteId: stage.ids.ann } });
    const assigned = await stateOf();
    expect(assigned).toMatchObject({ uid: `vacancy-${id}@school.example`, status: 'TENTATIVE', sequence: 1 });
    await stage.ann.call(confirmAssignment, { params });
    await stage.teacher.call(updateVacancy, { params, body: { mayNeedChanges: true } });
    expect(await stateOf()).toMatchObject({ uid: assigned?.uid, status: 'CONFIRMED', sequence: 3 });
    await stage.teacher.call(releaseSubstitute, { params, body: { reason: 'Well again.' } });
    expect(await stateOf()).toEqual({ uid: assigned?.uid, status: 'CANCELLED', sequence: 4, description: null });
    await stage.admin.call(assignSubstitute, { params, body: { substituteId: stage.ids.bob } });
    expect(await stateOf()).toMatchObject({ status: 'CANCELLED', sequence: 5 });

    const other = await stage.vacancy({ date: '2026-11-26' });
    await stage.admin.call(assignSubstitute, { params: other.params, body: { substituteId: stage.ids.ann } });
    await stage.admin.call(deleteVacancy, { params: other.params });
    expect(await stateOf(`vacancy-${other.id}@school.example`)).toMatchObject({ status: 'CANCELLED', sequence: 2 });
  });
});
