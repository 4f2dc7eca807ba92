import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOwnCovers } from '#contract/cover.ts';
import { getFillBySchool, getFillReport } from '#contract/fill-report.ts';
import { getDueCorrections } from '#contract/hours.ts';
import { listNotices, listOutbox } from '#contract/messages.ts';
import { listAudit } from '#contract/platform.ts';
import { getUser } from '#contract/person.ts';
import { listSchools } from '#contract/schools.ts';
import { getFile, listUsers } from '#contract/users.ts';
import { getBadges } from '#contract/session.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { localDate, weekdayOf } from '#domain/time.ts';
import { type Database, type Sql, sql, type Tx } from '#server/db/database.ts';
import { isSchoolDay, seasonOf } from '#server/demo/calendar.ts';
import { demoZone } from '#server/demo/schools.ts';
import { planDistrict, seedDemo } from '#server/demo/seed.ts';
import { demoPassword, demoSettings, demoSignIns } from '#server/demo/sign-ins.ts';
import { ensureOwner } from '#server/features/accounts/first-owner.ts';
import { fitsPassword, refuseWeakPassword } from '#server/security/passwords.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { analyze } from '#test/plans.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

const silent = () => {};

async function openDemo(now: Date): Promise<World> {
  const world = await openWorld();
  world.time.now = now;
  const config = demoSettings(world.config);
  await ensureOwner(world.db, config, now);
  await seedDemo(counting(world.db, world), config, now, silent);
  return world;
}

/** The rows that the largest insert of each demo wrote. */
const largest = new Map<World, number>();

/** Returns the same database. It also notes how many rows each insert of its transactions writes. */
function counting(db: Database, world: World): Database {
  const execute = (tx: Tx) => async (statement: Sql) => {
    const written = await tx.execute(statement);
    if (statement.text.startsWith('insert')) largest.set(world, Math.max(largest.get(world) ?? 0, written));
    return written;
  };
  return { ...db, inTransaction: (work) => db.inTransaction((tx) => work({ ...tx, execute: execute(tx) })) };
}

const demos = new Map<string, Promise<World>>();
afterAll(async () => {
  for (const opened of demos.values()) await (await opened).close();
});

/** Returns the demo that begins at this time. Tests that change nothing share it. */
function demoOf(instant: string): Promise<World> {
  const opened = demos.get(instant) ?? openDemo(new Date(instant));
  demos.set(instant, opened);
  return opened;
}

const count = async (world: World, query: ReturnType<typeof sql>): Promise<number> =>
  (await world.db.query<{ n: number }>(query))[0]?.n ?? -1;

/** The morning that the product is made for. The long form runs the other times, too. */
const moments = [
  ['a Monday at 5:45', '2026-11-23T11:45:00Z'],
  ['a Saturday night', '2026-11-22T04:30:00Z'],
  ['a Wednesday at half past one', '2026-10-14T18:30:00Z'],
  ['July 4th at noon', '2026-07-04T17:00:00Z'],
  ['the morning of December 31st', '2026-12-31T15:00:00Z'],
] as const;
const played = process.env['FIRSTBELL_LONG'] === '1' ? moments : moments.slice(0, 1);

describe.each(played)('a demo that begins on %s', (_, instant) => {
  const now = new Date(instant);
  const today = localDate(now, demoZone);
  let world: World;
  const as = async (username: string): Promise<Caller> => {
    const [person] = await world.db.query<{ id: number }>(sql`select id from users where username = ${username}`);
    return world.as(person?.id ?? 0);
  };
  beforeAll(async () => {
    const start = performance.now();
    world = await demoOf(instant);
    // As autovacuum does within a minute. Without statistics, the report Fill takes seconds instead of 0.1 s.
    await analyze(world.database.owner);
    process.stdout.write(
      `The demo of ${instant} was ready in ${Math.round(performance.now() - start)} ms, with its database.\n`,
    );
  });

  it('has three schools, their people and a year of vacancies', async () => {
    const teachers = await count(
      world,
      sql`select count(*)::int as n from users where role = 'teacher' and is_approved`,
    );
    expect([
      await count(world, sql`select count(*)::int as n from schools`),
      teachers,
      await count(world, sql`select count(*)::int as n from users where role = 'substitute'`),
      await count(world, sql`select count(*)::int as n from users where role = 'school_admin' and is_approved`),
      await count(world, sql`select count(*)::int as n from users where role = 'school_admin' and not is_approved`),
      await count(world, sql`select count(*)::int as n from users where is_platform_owner`),
    ]).toEqual([3, 40, 60, 2, 1, 1]);
    expect(await count(world, sql`select count(*)::int as n from vacancies`)).toBeGreaterThan(300);
    expect(await count(world, sql`select max(${today}::date - date)::int as n from vacancies`)).toBeGreaterThan(240);
    expect(await count(world, sql`select count(*)::int as n from files where kind = 'photo'`)).toBeGreaterThan(80);
  });

  it('is written a few hundred rows at a time, so each statement ends in time on a slow computer, too', async () => {
    expect(largest.get(world)).toBeGreaterThan(100);
    expect(largest.get(world)).toBeLessThanOrEqual(500);
  });

  it('has each class in one room, in its details and in the timetable', async () => {
    const rooms = await world.db.query<{ room: string; planned: string }>(sql`select v.room, slot ->> 'room' as planned
      from vacancies v join timetables t on t.teacher_id = v.teacher_id, jsonb_array_elements(t.slots) slot
      where v.room is not null`);
    expect(rooms.length).toBeGreaterThan(0);
    expect(rooms.filter(({ room, planned }) => room !== planned)).toEqual([]);
  });

  it('shows every state, and most of the past filled', async () => {
    const [found] = await world.db.query<Record<string, number>>(sql`select
        (count(*) filter (where status = 'open' and is_urgent and date >= ${today}))::int as urgent,
        (count(*) filter (where status = 'pending_approval' and date >= ${today}))::int as pending,
        (count(*) filter (where status = 'filled' and date >= ${today}))::int as coming,
        (count(*) filter (where confirmed = false and date >= ${today}))::int as unconfirmed,
        (count(*) filter (where deleted_at is not null))::int as deleted,
        (count(*) filter (where status = 'open' and date < ${today} and deleted_at is null))::int as missed
      from vacancies`);
    expect(Object.entries(found ?? {}).filter(([, number]) => number === 0)).toEqual([]);
    const filled = await count(
      world,
      sql`select round(100.0 * count(*) filter (where status = 'filled') / count(*))::int as n from vacancies
          where date < ${today} and deleted_at is null`,
    );
    expect(filled).toBeGreaterThan(88);
    expect(filled).toBeLessThan(99);
  });

  it('remembers who came, and one no-show with its answer', async () => {
    const [found] = await world.db.query<
      Record<string, number>
    >(sql`select (count(*) filter (where a.state = 'here'))::int as here,
      (count(*) filter (where a.state = 'late'))::int as late,
        (count(*) filter (where a.state = 'no_show' and a.answer is not null))::int as answered,
      (count(*) filter (where a.recorded_at > ${now} or a.substitute_id <> v.substitute_id))::int as wrong
        from attendance a join vacancies v on v.id = a.vacancy_id`);
    expect(found).toMatchObject({ answered: 1, wrong: 0 });
    expect(found?.['here']).toBeGreaterThan(50);
    expect(found?.['late']).toBeGreaterThan(0);
  });

  it('remembers feedback after classes, some of it answered, and leaves the last class to ask about', async () => {
    const [found] = await world.db.query<
      Record<string, number>
    >(sql`select (count(*) filter (where f.author = 'teacher'))::int as teachers,
      (count(*) filter (where f.plans = 'missing'))::int as missing,
        (count(*) filter (where f.answer is not null))::int as answered,
      (count(*) filter (where greatest(f.said_at, f.answered_at) > ${now} or f.first_at < v.ends_at))::int as wrong
        from feedback f join vacancies v on v.id = f.vacancy_id`);
    expect(found).toMatchObject({ wrong: 0 });
    for (const kind of ['teachers', 'missing', 'answered']) expect(found?.[kind], kind).toBeGreaterThan(0);
  });

  it('holds school on weekdays only, within the hours of each school', async () => {
    const rows = await world.db.query<{
      date: string;
      fits: boolean;
    }>(sql`select v.date, v.starts_at = (v.date + v.start_time) at time zone s.time_zone
        and v.ends_at = (v.date + v.end_time) at time zone s.time_zone as fits from vacancies v
          join schools s on s.id = v.school_id`);
    expect(rows.filter(({ date }) => ['saturday', 'sunday'].includes(weekdayOf(date)) || !isSchoolDay(date))).toEqual(
      [],
    );
    expect(rows.filter(({ fits }) => !fits)).toEqual([]);
  });

  it('has a history that leads to the state of each vacancy, without future entries', async () => {
    const wrong = await world.db.query(sql`select v.id, v.status, last.kind from vacancies v join lateral (
        select h.kind from vacancy_history h
          where h.vacancy_id = v.id and h.kind not in ('notified', 'seen', 'declined', 'edited') order by h.id desc
          limit 1) last on true
      where case when v.deleted_at is not null then last.kind <> 'deleted'
        when v.status = 'filled' then last.kind not in ('approved', 'assigned', 'confirmed', 'corrected')
        when v.status = 'pending_approval' then last.kind <> 'requested'
        else last.kind not in ('posted', 'withdrawn', 'rejected', 'released', 'yes_undone', 'reopened') end`);
    expect(wrong).toEqual([]);
    expect(await count(world, sql`select count(*)::int as n from vacancy_history where at > ${now}`)).toBe(0);
    expect(
      await count(
        world,
        sql`select count(*)::int as n from vacancies v
            where not exists (select 1 from vacancy_history h
            where h.vacancy_id = v.id and h.kind = 'posted' and h.at = v.created_at)`,
      ),
    ).toBe(0);
  });

  it('offers the vacancies of one school in waves: some people saw them, some declined, and the next step is ahead', async () => {
    const [found] = await world.db.query<Record<string, number>>(sql`select count(o.substitute_id)::int as offers,
        (count(*) filter (where o.answer = 'declined'))::int as declined,
      (count(*) filter (where exists (select from vacancy_history h
        where h.vacancy_id = o.vacancy_id and h.substitute_id = o.substitute_id and h.kind = 'seen')))::int as seen,
      (count(*) filter (where o.sent_at > ${now} or o.answered_at > ${now} or p.due_at <= ${now}))::int as wrong,
      (count(distinct p.vacancy_id) filter (where p.due_at > ${now} and not p.all_asked))::int as waiting
      from dispatches p left join offers o on p.vacancy_id = o.vacancy_id`);
    expect(found?.['wrong']).toBe(0);
    for (const kind of ['offers', 'declined', 'seen', 'waiting']) expect(found?.[kind], kind).toBeGreaterThan(0);
    // Assignments of last year have no notifications.
    const broken = await brokenInvariants(world.db);
    expect(broken.filter((sentence) => !sentence.startsWith('substitute was never notified'))).toEqual([]);
  });

  it('has one dead number: its offers are marked as undelivered, the next person moved up, and its owner reads that', async () => {
    const bounced = await world.db.query<{ who: number; vacancyId: number; at: Date }>(
      sql`select n.recipient_id as who, n.vacancy_id as "vacancyId", d.next_attempt_at as at from deliveries d
          join notices n on n.id = d.notice_id
        where d.channel = 'sms' and d.status = 'failed' and n.kind = 'vacancy_posted'
          and d.next_attempt_at > d.created_at order by at`,
    );
    expect(new Set(bounced.map(({ who }) => who)).size).toBe(1);
    const { who = 0, vacancyId = 0, at = now } = bounced[0] ?? {};
    expect(
      await count(
        world,
        sql`select count(*)::int as n from offers where vacancy_id = ${vacancyId} and sent_at = ${at}`,
      ),
    ).toBe(1);
    const params = { id: String(vacancyId) };
    const waves = (await (await as('admin')).call(listVacancyHistory, { params })).flatMap(({ offers }) => offers);
    const owner = await (await world.as(who)).call(getUser, { params: { id: String(who) } });
    expect(waves.filter(({ isUndelivered }) => isUndelivered).map(({ name }) => name)).toEqual([owner.fullName]);
    expect(owner.failedChannels).toEqual(['sms']);
  });

  it('shows figures in the report Fill of each school, and each offer in its file', async () => {
    for (const [username, school] of [
      ['admin', 'Cedar Hollow Elementary'],
      ['admin2', 'Northfield High School'],
    ] as const) {
      const admin = await as(username);
      const id = await count(world, sql`select id as n from schools where name = ${school}`);
      const report = await admin.call(getFillReport, { params: { id: String(id) } });
      expect(report.all, username).toMatchObject({ isTooEarly: false });
      expect(report.timeToFill.median, username).not.toBeNull();
      expect(report.messages.perFill, username).toBeGreaterThan(1);
      expect(report.answers.isTooEarly, username).toBe(false);
      const [first, last] = [report.answers.points.at(2), report.answers.points.at(-1)];
      expect(first?.answered, username).toBeLessThan(last?.answered ?? 0);
    }
    const { all, rows } = await (await as('owner')).call(getFillBySchool);
    expect([all.isTooEarly, rows.length]).toEqual([false, 3]);
  });

  it('logs who was notified in each wave of past classes, and answers after their offers', async () => {
    const [found] = await world.db.query<
      Record<string, number>
    >(sql`select count(*)::int as offers, (count(*) filter (where answer = 'yes'))::int as accepted,
        (count(*) filter (where answer = 'declined'))::int as declined,
      (count(*) filter (where seen_at is not null))::int as seen,
        (count(*) filter (where reminded_at is not null))::int as reminded, max(wave)::int as waves,
      (count(*) filter (where delivered_at > sent_at and 'email' = any(channels)))::int as delivered,
      (count(*) filter (where least(answered_at, delivered_at, reminded_at) < sent_at
        or greatest(answered_at, seen_at) > v.ends_at))::int as wrong,
      (count(*) filter (where not exists (select from notices n
        where n.vacancy_id = o.vacancy_id and n.recipient_id = o.substitute_id
        and n.created_at = o.sent_at)))::int as silent
      from offers o join vacancies v on v.id = o.vacancy_id where v.date < ${today}`);
    expect(found).toMatchObject({ wrong: 0, silent: 0 });
    for (const kind of ['accepted', 'declined', 'seen', 'reminded', 'delivered'])
      expect(found?.[kind], kind).toBeGreaterThan(0);
    expect(found?.['offers']).toBeGreaterThan(100);
    expect(found?.['waves']).toBeGreaterThan(1);
    // Each wave is in the history of its class, at its time.
    expect(
      await count(
        world,
        sql`select count(*)::int as n from offers o join vacancies v on v.id = o.vacancy_id
            where v.date < ${today} and not exists (select from vacancy_history h
          where h.vacancy_id = o.vacancy_id and h.kind = 'notified' and h.at = o.sent_at
            and h.reason like 'Wave ' || o.wave || ':%')`,
      ),
    ).toBe(0);
  });

  it('has no pending request whose time has passed', async () => {
    expect(
      await count(
        world,
        sql`select count(*)::int as n from vacancies where status = 'pending_approval' and deleted_at is null
      and case when requested_at < starts_at then starts_at else ends_at end <= ${now}`,
      ),
    ).toBe(0);
  });

  it('books only eligible substitutes', async () => {
    expect(
      await count(
        world,
        sql`select count(*)::int as n from vacancies v where v.substitute_id is not null and not exists (
      select 1 from substitute_schools l join users u on u.id = l.substitute_id
        where l.substitute_id = v.substitute_id and l.school_id = v.school_id and l.works_here and u.is_approved)`,
      ),
    ).toBe(0);
  });

  it('has substitutes who are new through the district, and one awaiting approval by a school that approves its own', async () => {
    expect(
      await count(
        world,
        sql`select count(*)::int as n from substitute_schools l
            where l.works_here and l.approved_at is null and district_approves(l.substitute_id, l.school_id)`,
      ),
    ).toBeGreaterThan(0);
    expect(
      await count(
        world,
        sql`select count(*)::int as n from substitute_schools l join users u on u.id = l.substitute_id
            where u.is_approved and l.is_selected and not l.works_here`,
      ),
    ).toBe(1);
    expect(
      await count(
        world,
        sql`select count(*)::int as n from substitute_schools l
            where l.admitted_at is not null and not district_approves(l.substitute_id, l.school_id)`,
      ),
    ).toBe(0);
  });

  it('has entries in every list of the teacher, the substitute and the admins', async () => {
    const upcoming = { upcoming: 'true' } as const;
    const teacher = await as('teacher');
    for (const status of ['pending_approval', 'open', 'filled'] as const)
      expect(await teacher.call(listVacancies, { query: { status, ...upcoming } }), status).not.toEqual([]);

    const substitute = await as('substitute');
    const open = await substitute.call(listVacancies, { query: { status: 'open', ...upcoming } });
    expect(new Set(open.map((vacancy) => vacancy.schoolId)).size).toBe(3);
    const own = await substitute.call(listVacancies, { query: { mine: 'true', ...upcoming } });
    expect(own.filter((vacancy) => vacancy.status === 'pending_approval')).not.toEqual([]);
    expect(own.filter((vacancy) => vacancy.confirmed === false)).not.toEqual([]);
    expect(own.filter((vacancy) => vacancy.confirmed === true).length).toBeGreaterThan(2);
    // The substitute is asked to cover a class in a free period.
    const { covers } = await substitute.call(listOwnCovers, {});
    expect(covers.map(({ state }) => state)).toEqual(['asked']);

    // In summer, the locked pay period may have no full-day class to correct.
    const due = await (await as('admin')).call(getDueCorrections);
    if (seasonOf(today) > 0.5) expect(due).toMatchObject([{ lines: 1 }]);
    for (const username of ['admin', 'admin2']) {
      const admin = await as(username);
      for (const status of ['pending_approval', 'open', 'filled'] as const)
        expect(
          await admin.call(listVacancies, { query: { status, ...upcoming } }),
          `${username} ${status}`,
        ).not.toEqual([]);
      const waiting = await admin.call(listUsers, { query: { approval: 'pending' } });
      expect(new Set(waiting.map((person) => person.role)), username).toEqual(new Set(['teacher', 'substitute']));
      expect((await admin.call(getBadges)).unreadNotices, username).toBeGreaterThan(0);
    }
    for (const caller of [teacher, substitute]) expect(await caller.call(listNotices)).not.toEqual([]);
  });

  it('has schools, an admin to approve and an Outbox for the owner, and nothing for the newcomer before approval', async () => {
    const owner = await as('owner');
    expect((await owner.call(listSchools)).length).toBe(3);
    expect((await owner.call(listUsers, { query: { approval: 'pending' } })).map((person) => person.fullName)).toEqual([
      'Beth Kowalski',
    ]);
    expect(await owner.call(listOutbox)).not.toEqual([]);
    const texts = await world.db.query<{ status: string }>(
      sql`select distinct status from deliveries where channel = 'sms' order by 1`,
    );
    expect(texts.map(({ status }) => status)).toContain('delivered');
    expect(texts.map(({ status }) => status)).not.toContain('kept');
    expect(await count(world, sql`select sum(sent)::int as n from school_sms`)).toBe(
      await count(world, sql`select count(*)::int as n from deliveries where channel = 'sms' and status = 'delivered'`),
    );
    expect(
      await count(
        world,
        sql`select count(*)::int as n from users u where sms_number is not null
          and not exists (select from sms_consents c
            where c.user_id = u.id and c.number = u.sms_number and c.ended_at is null)`,
      ),
    ).toBe(0);
    expect(
      (await owner.call(listAudit)).map(({ act, actorName }) => act === 'user.approve' && actorName !== null),
    ).toContain(true);
    expect(await (await as('newcomer')).call(listVacancies)).toEqual([]);
  });
});

describe('the demo', () => {
  let world: World;
  const [[, instant]] = moments;
  const now = new Date(instant);
  beforeAll(async () => {
    world = await demoOf(instant);
  });

  it('lets no administrator decide about anyone before their own approval', async () => {
    const early = await world.db.query(sql`select a.id from audit_log a
      join audit_log own on own.act = 'user.approve' and own.subject_type = 'user' and own.subject_id = a.actor_id
      where a.at < own.at limit 1`);
    expect(early).toEqual([]);
  });

  it('runs for a week, at all hours of the day, without a step that the product would refuse', () => {
    for (let hours = 0; hours < 168; hours += 13) {
      const plan = planDistrict(new Date(Date.parse('2026-08-28T00:10:00Z') + hours * 3_600_000));
      expect(plan.vacancies.length).toBeGreaterThan(300);
    }
  });

  it('starts at any time of a school day', () => {
    const bell = Date.parse('2026-11-24T13:00:00Z');
    for (let minutes = -90; minutes < 480; minutes += 30) planDistrict(new Date(bell + minutes * 60_000));
  });

  it('is the same district for the same moment', () => {
    expect(planDistrict(now)).toEqual(planDistrict(now));
  });

  it('is created once, and a second start leaves it unchanged', async () => {
    const before = await count(world, sql`select count(*)::int as n from users`);
    await seedDemo(world.db, demoSettings(world.config), now, silent);
    expect(await count(world, sql`select count(*)::int as n from users`)).toBe(before);
  });

  it('lets everyone it names sign in with the printed password, which our own rules accept', async () => {
    const people = await world.db.query<{
      username: string;
      fullName: string;
      hash: string;
    }>(sql`select username, full_name as "fullName", password_hash as hash from users
      where username in ('owner', 'admin', 'admin2', 'teacher', 'substitute', 'newcomer')`);
    expect(people.length).toBe(6);
    const printed = demoSignIns(demoSettings(world.config)).join('\n');
    for (const { username, fullName, hash } of people) {
      expect(await fitsPassword(hash, demoPassword), username).toBe(true);
      expect(() => refuseWeakPassword(demoPassword, { username, fullName }, 8)).not.toThrow();
      expect(printed).toContain(username);
    }
    expect(printed).toContain(demoPassword);
  });

  it('serves a photo and a resume with correct file signatures', async () => {
    const [daniel] = await world.db.query<{ id: number; photo: string; resume: string }>(
      sql`select id, profile_image_file_id as photo, resume_file_id as resume from users where username = 'substitute'`,
    );
    const { cookie } = await world.as(daniel?.id ?? 0);
    const bytes = async (id: string | undefined) => {
      const response = await fetch(world.url + getFile.path.replace(':id', id ?? ''), {
        headers: { cookie: cookie ?? '' },
      });
      return {
        type: response.headers.get('content-type'),
        head: Buffer.from(await response.arrayBuffer())
          .subarray(0, 12)
          .toString('latin1'),
      };
    };
    const [photo, resume] = [await bytes(daniel?.photo), await bytes(daniel?.resume)];
    expect([photo.type, resume.type]).toEqual(['image/webp', 'application/pdf']);
    expect(photo.head).toMatch(/^RIFF[\s\S]{4}WEBP/);
    expect(resume.head).toMatch(/^%PDF-1\.\d\n/);
  });

  it('refuses to mix with a real installation, and writes nothing there', async () => {
    const real = await openWorld();
    await ensureOwner(real.db, { ...real.config, OWNER_PASSWORD: 'a-password-of-its-own' }, now);
    await expect(seedDemo(real.db, demoSettings(real.config), now, silent)).rejects.toThrow('is a real one');
    expect(await count(real, sql`select count(*)::int as n from users`)).toBe(1);
    await real.close();
  });
});
