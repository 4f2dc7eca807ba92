import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCalendar } from '#contract/calendar.ts';
import { currentUser, getBadges } from '#contract/session.ts';
import { createVacancy } from '#contract/absences.ts';
import { listNotices } from '#contract/messages.ts';
import { listUsers } from '#contract/users.ts';
import { countVacancies, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { analyze, fillTable, genericPlan, type Listener, listenTo, rowsRead } from '#test/plans.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

const absences = 2000;
const substitutesHere = 500;
const elsewhere = { schools: 10, substitutes: 200, absences: 300 };
let world: World;
let teacher: Caller;
let substitute: Caller;
let statements: Listener;

beforeAll(async () => {
  world = await openWorld({}, 3);
  const large = await fill({ substitutes: substitutesHere, absences });
  for (let n = 0; n < elsewhere.schools; n += 1) await fill(elsewhere);
  await fillTable(
    world.database.owner,
    sql`insert into availability_dates (substitute_id, date, status) select id, date '2026-11-23' + n, 'unavailable'
        from users, generate_series(1, 5) n where role = 'substitute'`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at) select v.id, l.substitute_id, '2025-01-01'
        from vacancies v
    join lateral (select substitute_id from substitute_schools where school_id = v.school_id order by substitute_id desc
      limit 20) l on true where v.status = 'open'`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id)
        select id, school_id, 'posted', created_at, teacher_id from vacancies`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into sessions (token_hash, user_id, created_at, last_seen_at)
        select sha256(id::text::bytea), id, now(), now() from users`,
  );
  await fillTable(
    world.database.owner,
    sql`insert into notices (cause, kind, recipient_id, school_id, vacancy_id, facts, created_at)
        select 'vacancy:' || v.id || ':0', 'vacancy_posted', l.substitute_id, v.school_id, v.id,
      '{"to": "substitute", "vacancy": {"school": "S", "address": "A", "title": "T", "teacher": "P",
        "date": "2027-01-01", "start": "08:00", "end": "09:00", "isUrgent": false, "mayNeedChanges": false,
        "reason": null, "notes": "", "plansLink": null}}', v.created_at
    from vacancies v join lateral (select substitute_id from substitute_schools where school_id = v.school_id
      order by substitute_id limit 10) l on true where v.status = 'open'`,
  );
  await analyze(world.database.owner);
  teacher = await world.as(large.teacher);
  substitute = await world.as(large.substitute);
  statements = listenTo(world.database.pool, /^\s*(select|with)(?!.*insert into)/is);
}, 120_000);
afterAll(() => world.close());

/**
 * Returns a school with ten teachers, the first with these absences and the others with few, and substitutes who take
 * them in turn.
 */
async function fill({
  substitutes,
  absences: days,
}: {
  substitutes: number;
  absences: number;
}): Promise<{ teacher: number; substitute: number }> {
  const { db } = world;
  const { id } = await makeSchool(db);
  const first = await makeSubstitute(db, [id]);
  await fillTable(
    world.database.owner,
    sql`with made as (insert into users (username, password_hash, role, full_name, is_approved, created_at)
      select 'sub_' || ${id}::text || '_' || n, 'x',
        'substitute', 'Person ' || md5(n::text || ${id}::text), true, '2025-01-01'
        from generate_series(2, ${substitutes}) n returning id)
    insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      select id, ${id}, '2025-01-01', '2025-01-01' from made`,
  );
  const teachers: number[] = [];
  for (let n = 0; n < 10; n += 1) teachers.push(await makeTeacher(db, id));
  // The latest first: of the first 300 days, a quarter is open or requested. Each has its own hour, so no one is booked
  // twice.
  await fillTable(
    world.database.owner,
    sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason, additional_notes,
      status, substitute_id, requested_by_id, requested_at, confirmed, is_urgent, created_at, updated_at)
    select ${id}, t.id, t.id, d.date, d.start, d.start + interval '1 hour',
      (d.date + d.start) at time zone 'America/New_York',
      (d.date + d.start + interval '1 hour') at time zone 'America/New_York', 'full_day', 'Class ' || n, 'Illness',
      'Notes',
      d.status, case when d.status = 'filled' then s.id end, case when d.status = 'pending_approval' then s.id end,
        case when d.status = 'pending_approval' then timestamptz '2025-01-01' end,
      case when d.status = 'filled' then true end, n % 7 = 0, '2025-01-01', '2025-01-01'
    from unnest(${teachers}::bigint[]) with ordinality t (id, place)
      cross join lateral generate_series(0, case when t.place = 1 then ${days} else 40 end - 1) n
      cross join lateral (select date '2027-06-01' - n as date, time '07:00' + t.place * interval '1 hour' as start,
        case when n % 4 > 0 or n > 300 then 'filled' when n % 8 = 0 then 'pending_approval' else 'open' end as status) d
      join lateral (select substitute_id as id from substitute_schools where school_id = ${id}
        order by substitute_id offset n % 20 limit 1) s on true`,
  );
  return { teacher: teachers[0] ?? 0, substitute: first };
}

const grown = [
  'vacancies',
  'users',
  'substitute_schools',
  'availability_dates',
  'vacancy_declines',
  'vacancy_history',
  'sessions',
  'notices',
];
/** The cards count all of 2,000 absences, and each list of 500 people is read. Nothing reads more. */
const mostRead = absences + substitutesHere;

async function expectIndexed(act: () => Promise<unknown>): Promise<void> {
  const sent = await statements(act);
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    const plan = await genericPlan(world.database.pool, statement);
    expect(
      plan.filter((node) => node['Node Type'] === 'Seq Scan' && grown.includes(node['Relation Name'] ?? '')),
      statement.text,
    ).toEqual([]);
    for (const table of grown)
      expect(rowsRead(plan, table), `rows of ${table} read by ${statement.text}`).toBeLessThan(mostRead);
  }
}

describe(`a teacher with ${absences} vacancies at a school of ${substitutesHere} substitutes`, () => {
  it('reads the tabs of My Vacancies and upcoming absences only by index', async () => {
    for (const status of ['pending_approval', 'open'] as const)
      await expectIndexed(() => teacher.call(listVacancies, { query: { status, upcoming: 'true', limit: '20' } }));
    await expectIndexed(() =>
      teacher.call(listVacancies, { query: { status: 'filled', order: 'latest', limit: '20' } }),
    );
    await expectIndexed(() => teacher.call(listVacancies, { query: { upcoming: 'true', limit: '20' } }));
    await expectIndexed(() => teacher.call(countVacancies));
    await expectIndexed(() => teacher.call(getBadges));
  });

  it('finds a page of approved substitutes and search results only by index', async () => {
    const approved = { role: 'substitute', approval: 'approved', limit: '20' } as const;
    await expectIndexed(() => teacher.call(listUsers, { query: approved }));
    await expectIndexed(() => teacher.call(listUsers, { query: { ...approved, search: 'abc' } }));
  });

  it('reads a substitute’s open vacancies, assignments and calendar only by index', async () => {
    for (const query of [
      { status: 'open', limit: '20' },
      { status: 'open', fits: 'true', limit: '20' },
      { mine: 'true', upcoming: 'true', limit: '20' },
      { mine: 'true', past: 'true', order: 'latest', limit: '20' },
    ] as const) {
      await expectIndexed(() => substitute.call(listVacancies, { query }));
    }
    await expectIndexed(() => substitute.call(getBadges));
    const { url } = await substitute.call(createCalendar);
    await expectIndexed(() => fetch(`${world.url}${new URL(url).pathname}`));
    await expectIndexed(() => substitute.call(currentUser));
    await expectIndexed(() => substitute.call(listNotices, { query: { limit: '20' } }));
  });

  it('posts, requests and approves only by index', async () => {
    const body = {
      date: '2027-08-02',
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Grade 4',
      additionalNotes: 'Room 12',
      postAnyway: true,
      sendNotifications: true,
    } as const;
    await expectIndexed(() => teacher.call(createVacancy, { body }));
    const [posted] = await teacher.call(listVacancies, { query: { status: 'open', from: '2027-08-02', limit: '1' } });
    const params = { id: String(posted?.id ?? 0) };
    await expectIndexed(() => substitute.call(updateVacancy, { params, body: { status: 'pending_approval' } }));
    const [asked] = await teacher.call(listVacancies, {
      query: { status: 'pending_approval', from: '2027-08-02', limit: '1' },
    });
    await expectIndexed(() =>
      teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: asked?.requestedById ?? 0 } }),
    );
  });
});
