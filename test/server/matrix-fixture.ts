import { type Queryable, sql } from '#server/db/database.ts';
import { makePeople, makeSchool, makeVacancy, testPassword, type NewPerson } from '#test/make.ts';
import { addMinutes } from '#domain/time.ts';
import { linkKey, signInCodeOf } from '#server/security/keys.ts';
import type { Caller as HttpCaller, World } from '#test/world.ts';
import {
  type Caller,
  callers,
  fileSubjects,
  type MatrixRow,
  schoolSubjects,
  type SubjectKind,
  userSubjects,
  vacancySubjects,
  wallToken,
} from '#test/server/matrix-table.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

type Person = { id: number; caller: HttpCaller };

/** Two schools with people of every kind, and one caller of each kind. */
export type Fixture = {
  password: string;
  /** Today's date at the school. */
  signInCode: string;
  school: number;
  otherSchool: number;
  callers: Record<Caller, Person>;
  people: Record<Exclude<(typeof userSubjects)[number], 'self' | 'absent'>, number>;
  subjectNames: Record<SubjectKind, readonly string[]>;
  otherTeacher: number;
};

const absentId = 999_999_999;
const absentFile = '00000000-0000-4000-8000-000000000000';

/**
 * Creates it. Usernames are unique, so fixtures can share a database. Only the callers in `signedIn` get a session. A
 * call as anyone else throws.
 */
export async function makeFixture(world: World, signedIn: readonly Caller[] = callers): Promise<Fixture> {
  const { db } = world;
  await db.execute(
    sql`update users set username = username || '_' || id where username in ('made_by_matrix', 'teacher_1')`,
  );
  const school = (await makeSchool(db)).id;
  const otherSchool = (await makeSchool(db, { name: 'other-school-secret' })).id;
  await db.execute(sql`with made as (insert into districts (id, name, created_at) overriding system value
      select s, 'District ' || s, now() from unnest(${[school, otherSchool]}::bigint[]) s returning id, name)
    update schools s set district_id = d.id, district = d.name from made d where s.id = d.id`);
  // Moves the sequence past these ids, for districts that a call creates.
  await db.execute(sql`select max(nextval(pg_get_serial_sequence('districts', 'id'))) from generate_series(1, 1000)`);
  await db.execute(sql`insert into school_images (school_id, kind, content_type, bytes, created_at)
    select s, k, 'image/webp', 'RIFF', now() from unnest(${[school, otherSchool]}::bigint[]) s
      cross join unnest(array['logo', 'banner']) k`);
  const ids = await makeNamed(db, {
    unapproved_teacher: { role: 'teacher', schoolId: school, isApproved: false },
    unapproved_substitute: { role: 'substitute', chose: [school], isApproved: false },
    unapproved_admin: { role: 'school_admin', schoolId: school, isApproved: false },
    disabled_teacher: { role: 'teacher', schoolId: school, isActive: false },
    plain_overall_admin: { role: 'overall_admin' },
    teacher: { role: 'teacher', schoolId: school, username: 'teacher_1' },
    substitute: { role: 'substitute', chose: [school] },
    school_admin: { role: 'school_admin', schoolId: school },
    overall_admin: { role: 'overall_admin', isPlatformOwner: true },
  } satisfies Record<Exclude<Caller, 'nobody'>, NewPerson>);
  const { anotherTeacher, ...people } = await makeNamed(db, {
    teacher: { role: 'teacher', schoolId: school },
    substitute: { role: 'substitute', chose: [school] },
    unapproved: { role: 'substitute', chose: [school], isApproved: false },
    admin: { role: 'school_admin', schoolId: school },
    other_teacher: { role: 'teacher', schoolId: otherSchool, fullName: 'other-school-secret teacher' },
    other_substitute: { role: 'substitute', chose: [otherSchool], fullName: 'other-school-secret substitute' },
    other_admin: { role: 'school_admin', schoolId: otherSchool, fullName: 'other-school-secret admin' },
    free_admin: { role: 'school_admin' },
    owner: { role: 'overall_admin', isPlatformOwner: true },
    anotherTeacher: { role: 'teacher', schoolId: school },
  });
  await db.execute(sql`insert into wall_links (school_id, token_hash, made_by_id, made_at)
    values (${school}, ${hashOfToken(wallToken)}, ${ids.unapproved_admin}, now()) on conflict do nothing`);
  const made = await Promise.all(
    callers.map(
      async (caller) =>
        [
          caller,
          {
            id: caller === 'nobody' ? 0 : ids[caller],
            caller: signedIn.includes(caller) ? await world.as(caller === 'nobody' ? null : ids[caller]) : signedOut,
          },
        ] as const,
    ),
  );
  await db.execute(
    sql`insert into availability_dates (substitute_id, date, status)
        values (${ids.substitute}, '2026-12-02', 'available'),
        (${ids.unapproved_substitute}, '2026-12-02', 'available')`,
  );
  return {
    password: testPassword,
    signInCode: signInCodeOf(await linkKey(db), school, '2026-11-23'),
    school,
    otherSchool,
    otherTeacher: anotherTeacher,
    callers: Object.fromEntries(made) as Fixture['callers'],
    people,
    subjectNames: {
      vacancy: vacancySubjects,
      user: userSubjects,
      school: schoolSubjects,
      file: fileSubjects,
      none: [''],
    },
  };
}

const refuse = () => Promise.reject(new Error('The fixture made no session for this caller.'));
const signedOut: HttpCaller = { cookie: null, call: refuse, try: refuse };

/** Creates all of them in one statement. Returns their ids by the same names. */
async function makeNamed<Name extends string>(
  db: Queryable,
  people: Record<Name, NewPerson>,
): Promise<Record<Name, number>> {
  const ids = await makePeople(db, Object.values(people));
  return Object.fromEntries(Object.keys(people).map((name, place) => [name, ids[place] ?? 0])) as Record<Name, number>;
}

/** Returns the id for a cell. Vacancies and files are created for it. */
export async function subjectsOf(
  world: World,
  fixture: Fixture,
  row: MatrixRow,
  caller: Caller,
  subject: string,
): Promise<number | string> {
  switch (row.subject) {
    case 'none':
      return 0;
    case 'school':
      return { own: fixture.school, other: fixture.otherSchool }[subject] ?? absentId;
    case 'user':
      return subject === 'absent' ? absentId : personOf(fixture, caller, subject);
    case 'file': {
      if (subject === 'absent') return absentFile;
      const make = row.endpoint === 'getPlanFile' ? makePlanFile : makeResume;
      return make(world.db, personOf(fixture, caller, subject));
    }
    case 'vacancy':
      return subject === 'absent' ? absentId : makeSubject(world, fixture, row, caller, subject);
  }
}

function personOf(fixture: Fixture, caller: Caller, subject: string): number {
  return subject === 'self'
    ? fixture.callers[caller].id || absentId
    : fixture.people[subject as keyof Fixture['people']];
}

async function makeResume(db: Queryable, ownerId: number): Promise<string> {
  const [row] = await db.query<{
    id: string;
  }>(sql`with made as (insert into files (owner_id, kind, name, content_type, bytes, created_at)
    select id, 'resume', 'resume.pdf', 'application/pdf', '%PDF-1.4', now() from users where id = ${ownerId}
      returning id, owner_id)
    select id from made`);
  if (row === undefined) return absentFile;
  await db.execute(sql`update users set resume_file_id = ${row.id} where id = ${ownerId}`);
  return row.id;
}

/** Returns a file with a teacher's lesson plans. Anyone else has none. */
async function makePlanFile(db: Queryable, teacherId: number): Promise<string> {
  const [row] = await db.query<{
    id: string;
  }>(sql`insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
    select id, id, 'plans.pdf', 'application/pdf', 8, '%PDF-1.4', now(), now() from users
      where id = ${teacherId} and role = 'teacher' returning id`);
  return row?.id ?? absentFile;
}

// Each vacancy has its own day, so the fixture books no one twice.
let day = 0;
let minute = 0;

async function makeSubject(
  world: World,
  fixture: Fixture,
  row: MatrixRow,
  caller: Caller,
  subject: string,
): Promise<number> {
  const isOther = subject === 'other';
  day += 1;
  const isToday = row.state === 'today' || row.state === 'no_show';
  const isTaught = row.state === 'taught' || row.state === 'reviewed';
  const date =
    row.state === 'past' || row.state === 'worked'
      ? new Date(Date.UTC(2022, 0, day))
      : isToday
        ? new Date(Date.UTC(2026, 10, 23))
        : isTaught
          ? new Date(Date.UTC(2026, 10, 20))
          : new Date(Date.UTC(2026, 11, 1 + day));
  // Today, and the day of those that are taught, have a minute for each.
  if (isToday || isTaught) minute += 1;
  const times = isToday || isTaught ? { start: addMinutes('06:00', minute), end: addMinutes('06:00', minute + 1) } : {};
  const substituteId = isOther
    ? fixture.people.other_substitute
    : caller === 'substitute' && subject === 'own'
      ? fixture.callers.substitute.id
      : fixture.people.substitute;
  const ownTeacher =
    caller === 'school_admin' || caller === 'substitute' ? fixture.people.teacher : fixture.callers.teacher.id;
  const isAnswered = row.state === 'answered';
  const isFilled = row.state === 'unconfirmed' || row.state === 'worked' || isAnswered || isToday || isTaught;
  const status = isFilled ? 'filled' : row.state === 'pending_approval' || row.state === 'filled' ? row.state : 'open';
  const id = await makeVacancy(world.db, {
    schoolId: isOther ? fixture.otherSchool : fixture.school,
    teacherId: isOther ? fixture.people.other_teacher : subject === 'own' ? ownTeacher : fixture.otherTeacher,
    date: date.toISOString().slice(0, 10),
    ...times,
    status,
    substituteId: status === 'filled' ? substituteId : null,
    requestedById: status === 'pending_approval' || isAnswered ? substituteId : null,
    confirmed: row.state !== 'unconfirmed',
  });
  if (row.state === 'no_show')
    await world.db.execute(sql`insert into attendance
          (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
      select id, substitute_id, school_id, 'no_show', 'office', teacher_id, created_at from vacancies
        where id = ${id}`);
  if (row.state === 'reviewed')
    await world.db
      .execute(sql`insert into feedback (vacancy_id, substitute_id, author, author_id, school_id, again, first_at,
          said_at)
      select id, substitute_id, 'teacher', teacher_id, school_id, true, ends_at, ends_at from vacancies
        where id = ${id}`);
  if (row.state === 'in_job')
    await world.db
      .execute(sql`with job as (update vacancies set job_id = gen_random_uuid() where id = ${id} returning *)
      insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description,
        absence_reason, additional_notes, job_id, created_at, updated_at)
      select school_id, teacher_id, created_by_id, date + 1, start_time, end_time, starts_at + interval '1 day',
        ends_at + interval '1 day', shift_type, description,
        absence_reason, additional_notes, job_id, created_at, updated_at from job`);
  if (isAnswered) await makeAnswer(world.db, id, fixture.callers[caller].id || fixture.callers.teacher.id);
  return id;
}

/** An approval that this person gave a moment ago. */
async function makeAnswer(db: Queryable, vacancyId: number, actorId: number): Promise<void> {
  await db.execute(sql`with line as (
      insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
      select id, school_id, 'approved', updated_at, ${actorId}, substitute_id from vacancies where id = ${vacancyId}
        returning id)
    insert into held_answers (vacancy_id, actor_id, requests, notifications, due_at)
    select v.id, ${actorId}, jsonb_build_array(jsonb_build_object('vacancyId', v.id, 'by', v.requested_by_id,
      'at', v.requested_at,
      'message', null, 'cause', 'vacancy:' || v.id || ':' || line.id)), '[]', v.updated_at + interval '10 seconds'
        from vacancies v, line where v.id = ${vacancyId}`);
}
