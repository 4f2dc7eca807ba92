import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAttendance } from '#contract/attendance.ts';
import { createWallLink, listWallLinks, revokeWallLink } from '#contract/wall.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { wallLimits } from '#domain/wall.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { mondayMorning } from '#test/world.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ PUBLIC_URL: 'http://school.example:3000' });
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from wall_links`);
  await stage.world.db.execute(sql`delete from attempts`);
});

const today = '2026-11-23';
const tokenOf = (url: string) => new URL(url).pathname.replace('/wall/', '');
const newToken = async () => tokenOf((await stage.admin.call(createWallLink)).url);
const open = (token: string) => fetch(`${stage.world.url}/api/wall/${token}`);
type Wall = { school: string; date: string; rows: Record<string, unknown>[] };
const read = async (token: string) => (await (await open(token)).json()) as Wall;

describe('a link to the wall view', () => {
  it('is shown once, stored as a hash, and listed with who created it and when a screen opened it', async () => {
    const { admin, world } = stage;
    expect(await admin.call(listWallLinks)).toEqual([]);
    const { id, url } = await admin.call(createWallLink);
    expect(url).toMatch(/^http:\/\/school\.example:3000\/wall\/[A-Za-z0-9_-]{43}$/);
    const listed = { id, madeBy: 'Adam Admin', madeAt: mondayMorning.toISOString(), openedAt: null };
    expect(await admin.call(listWallLinks)).toEqual([listed]);
    const [row] = await world.db.query<{ text: string }>(sql`select row_to_json(l)::text as text from wall_links l`);
    expect(row?.text).not.toContain(tokenOf(url).slice(0, 20));

    const openedAt = async (seconds: number) => {
      world.time.now = new Date(mondayMorning.getTime() + seconds * 1000);
      expect((await open(tokenOf(url))).status).toBe(200);
      return (await admin.call(listWallLinks))[0]?.openedAt;
    };
    expect(await openedAt(60)).toBe('2026-11-23T10:46:00.000Z');
    expect(await openedAt(359)).toBe('2026-11-23T10:46:00.000Z');
    expect(await openedAt(360)).toBe('2026-11-23T10:51:00.000Z');
  });

  it('stops working when its school revokes it, and another school can neither see nor revoke it', async () => {
    const { admin, world } = stage;
    const elsewhere = await makeSchool(world.db);
    const stranger = await world.as(await makeAdmin(world.db, elsewhere.id));
    const { id, url } = await admin.call(createWallLink);
    const kept = await newToken();
    const params = { id: String(id) };
    expect(await stranger.call(listWallLinks)).toEqual([]);
    expect((await stranger.try(revokeWallLink, { params })).status).toBe(404);
    expect((await open(tokenOf(url))).status).toBe(200);
    expect(await admin.call(revokeWallLink, { params })).toEqual({ ok: true });
    expect((await admin.try(revokeWallLink, { params })).status).toBe(404);
    expect([(await open(tokenOf(url))).status, (await open(kept)).status]).toEqual([404, 200]);
    const acts = await world.db.query<{ act: string }>(
      sql`select act from audit_log where school_id = ${stage.school.id} and act like '%wall_link' order by id desc
          limit 3`,
    );
    expect(acts.map(({ act }) => act)).toEqual([
      'school.revoke_wall_link',
      'school.create_wall_link',
      'school.create_wall_link',
    ]);
  });

  it('is read without an account, but only an approved administrator of the school creates one', async () => {
    const { admin, world, school } = stage;
    const token = await newToken();
    const cookieOf = async (id: number) => ({ headers: { cookie: (await world.as(id)).cookie ?? '' } });
    const waiting = await makeAdmin(world.db, school.id);
    await world.db.execute(sql`update users set is_approved = false where id = ${waiting}`);
    const asWaiting = await world.as(waiting);
    expect((await asWaiting.try(createWallLink)).status).toBe(403);
    expect((await asWaiting.try(listWallLinks)).status).toBe(403);
    expect((await stage.teacher.try(createWallLink)).status).toBe(403);
    expect(await admin.call(listWallLinks)).toHaveLength(1);
    // An account adds nothing to what the address shows.
    const url = `${world.url}/api/wall/${token}`;
    const plain = await (await fetch(url)).text();
    expect(await (await fetch(url, await cookieOf(waiting))).text()).toBe(plain);
    // The address can only be read.
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect((await fetch(url, { method })).status).toBe(404);
  });

  it('does not open an inactive school or one that is being deleted, and nothing else is found', async () => {
    const { db } = stage.world;
    const token = await newToken();
    const change = (to: ReturnType<typeof sql>) =>
      db.execute(sql`update schools set ${to} where id = ${stage.school.id}`);
    await change(sql`is_active = false`);
    expect((await open(token)).status).toBe(404);
    await change(sql`is_active = true, deletion_began_at = now()`);
    expect((await open(token)).status).toBe(404);
    await change(sql`deletion_began_at = null`);
    expect((await open(token)).status).toBe(200);
    for (const wrong of ['x', 'undefined', '%00', 'A'.repeat(43), `${token}A`, token.slice(1), '9'.repeat(300)]) {
      const answer = await open(wrong);
      expect([wrong, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        wrong,
        404,
        'not_found',
      ]);
    }
  });

  it(`is one of at most ${wallLimits.links} of a school, even if they are created at once`, async () => {
    const answers = await Promise.all(
      Array.from({ length: wallLimits.links + 3 }, () => stage.admin.try(createWallLink)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(wallLimits.links);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'too_many_wall_links']),
    );
    expect(await stage.admin.call(listWallLinks)).toHaveLength(wallLimits.links);
  });

  it('has limits on reading it, on guessing and on creating it', async () => {
    const token = await newToken();
    const statuses = new Set<number>();
    for (let n = 0; n < 60; n += 1) statuses.add((await open(token)).status);
    expect([...statuses]).toEqual([200]);
    const refused = await open(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    await stage.world.db.execute(sql`update attempts set count = 300 where key like 'wall-made:%'`);
    expect((await stage.admin.try(createWallLink)).status).toBe(429);
    expect((await open('x')).status).toBe(404);
    await stage.world.db.execute(sql`update attempts set count = 300 where key like 'wall-unknown:%'`);
    expect((await open('x')).status).toBe(429);
  });
});

describe('the wall view', () => {
  it('holds rooms, times, names and whether each class is covered, and nothing else', async () => {
    const { ids, world } = stage;
    const token = await newToken();
    await stage.vacancy({
      date: today,
      start: '09:00',
      end: '12:00',
      status: 'filled',
      substituteId: ids.ann,
      confirmed: false,
    });
    const asked = await stage.vacancy({
      date: today,
      start: '10:00',
      status: 'pending_approval',
      requestedById: ids.bob,
    });
    const withRoom = await stage.vacancy({ date: today, start: '13:00', end: '15:00' });
    await world.db.execute(
      sql`update vacancies set description = 'Grade 4', additional_notes = 'Rm 12. Keys with Kim.'
          where id = ${withRoom.id}`,
    );
    await stage.vacancy({ date: '2026-11-24' });
    const elsewhere = await makeSchool(world.db);
    await stage.vacancy({ date: today, schoolId: elsewhere.id });
    const answer = await open(token);
    expect(['referrer-policy', 'x-robots-tag', 'cache-control'].map((name) => answer.headers.get(name))).toEqual([
      'no-referrer',
      'noindex',
      'no-store',
    ]);
    const wall = (await answer.json()) as Wall;
    expect(Object.keys(wall)).toEqual(['school', 'date', 'rows']);
    const keys = ['room', 'startTime', 'endTime', 'teacher', 'substitute', 'isCovered'];
    expect(wall.rows.map((row) => Object.keys(row))).toEqual([keys, keys, keys]);
    expect(wall).toMatchObject({
      school: stage.school.name,
      date: today,
      rows: [
        { room: null, startTime: '10:00', teacher: 'Tess Teacher', substitute: null, isCovered: false },
        { room: 'Room 12', startTime: '13:00', endTime: '15:00', substitute: null, isCovered: false },
        { startTime: '09:00', endTime: '12:00', substitute: 'Ann Lee', isCovered: true },
      ],
    });
    expect(asked.id).toBeGreaterThan(0);
    expect(JSON.stringify(wall)).not.toMatch(/Bob Ray|Keys|Grade 4|555/);
  });

  it('shows a class as uncovered if its substitute did not come, without their name', async () => {
    const token = await newToken();
    const { id } = await stage.vacancy({ date: today, status: 'filled', substituteId: stage.ids.ann });
    stage.world.time.now = new Date('2026-11-23T14:50:00Z');
    await stage.admin.call(recordAttendance, { params: { id: String(id) }, body: { act: 'no_show' } });
    expect((await read(token)).rows).toMatchObject([{ substitute: null, isCovered: false }]);
  });

  it('names colleagues once they cover every period, and no one whose account is gone', async () => {
    const { db } = stage.world;
    const token = await newToken();
    const leaver = await makeSubstitute(db, [stage.school.id], { fullName: 'Lea Gone' });
    const { id } = await stage.vacancy({ date: today, status: 'filled', substituteId: leaver });
    expect((await read(token)).rows[0]?.['substitute']).toBe('Lea Gone');
    await db.execute(sql`update users set deleted_at = now(), is_active = false where id = ${leaver}`);
    expect((await read(token)).rows[0]?.['substitute']).toBe(FORMER_SUBSTITUTE);
    await db.execute(sql`update vacancies set deleted_at = now() where id = ${id}`);

    const inside = await stage.vacancy({ date: today });
    const { school, ids } = stage;
    const cover = async (period: string, colleague: string, state: 'accepted' | 'asked') => {
      const colleagueId = await makeTeacher(db, school.id, { fullName: colleague });
      await db.execute(sql`insert into cover_periods
          (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title)
        select id, ${period}, school_id, date, start_time, end_time, starts_at, ends_at, 'Math' from vacancies
          where id = ${inside.id}`);
      await db.execute(sql`insert into covers
          (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at, ends_at, kind, place,
          state, asked_at, asked_by_id, answered_at)
        select id, ${period}, school_id, ${colleagueId}, date, start_time, end_time, starts_at, ends_at, 'period',
          ${period}, ${state}, now(), ${ids.admin}, case when ${state} = 'accepted' then now() end
        from vacancies where id = ${inside.id}`);
    };
    await cover('1', 'Kit Hall', 'accepted');
    await cover('2', 'Moe Reed', 'asked');
    expect((await read(token)).rows).toMatchObject([{ substitute: null, isCovered: false }]);
    await db.execute(sql`update covers set state = 'accepted', answered_at = now() where vacancy_id = ${inside.id}`);
    await db.execute(sql`update vacancies set covered_inside = true where id = ${inside.id}`);
    expect((await read(token)).rows).toMatchObject([{ substitute: 'Kit Hall, Moe Reed', isCovered: true }]);
  });

  it('shows 400 classes, and of more than 500 the uncovered ones first', async () => {
    const token = await newToken();
    const { db } = stage.world;
    const add = (count: number, status: 'open' | 'filled') =>
      db.execute(sql`insert into vacancies
          (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type,
          description,
          absence_reason, additional_notes, status, substitute_id, confirmed, created_at, updated_at)
        select ${stage.school.id}, ${stage.ids.teacher}, ${stage.ids.teacher}, ${today}, t::time,
          t::time + interval '1 minute', t, t + interval '1 minute', 'full_day', 'Class ' || n,
          'Personal', '', ${status}, ${status === 'filled' ? stage.ids.ann : null}::bigint,
            ${status === 'filled' ? true : null}::boolean, now(), now()
        from generate_series(1, ${count}::int) n
          cross join lateral (select ${today}::date + interval '13 hours' + n * interval '1 minute' as t) at`);
    await add(400, 'open');
    const rows = async () => (await read(token)).rows.map(({ isCovered }) => isCovered);
    expect(await rows()).toEqual(Array.from({ length: 400 }, () => false));
    await add(150, 'filled');
    const most = await rows();
    expect([most.length, most.indexOf(true)]).toEqual([500, 400]);
  });

  it("turns to the next day at midnight in the school's time zone", async () => {
    const { world } = stage;
    const token = await newToken();
    await stage.vacancy({ date: today });
    const at = async (instant: string) => {
      world.time.now = new Date(instant);
      const { date, rows } = await read(token);
      return [date, rows.length];
    };
    expect(await at('2026-11-24T04:59:59Z')).toEqual([today, 1]);
    expect(await at('2026-11-24T05:00:00Z')).toEqual(['2026-11-24', 0]);
  });
});
