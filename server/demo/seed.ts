import { localDate } from '#domain/time.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import type { DemoVacancy } from '#server/demo/absence.ts';
import { writeAttendance } from '#server/demo/attendance.ts';
import { chanceFrom } from '#server/demo/chance.ts';
import { writeColleagues } from '#server/demo/colleagues.ts';
import { openPoolOf } from '#server/demo/cover.ts';
import { writeExclusions, writeFavorites, writePreferences } from '#server/demo/favorites.ts';
import { writeHours } from '#server/demo/hours.ts';
import { writePlans } from '#server/demo/plans.ts';
import { writeNotices } from '#server/demo/notices.ts';
import { isOfferedInWaves } from '#server/demo/offers.ts';
import { withPastOffers } from '#server/demo/past-offers.ts';
import { type DemoPerson, makePeople } from '#server/demo/people.ts';
import { demoDistrict, demoZone } from '#server/demo/schools.ts';
import { drawPortraits } from '#server/demo/portraits.ts';
import { demoResumes, resumePdf } from '#server/demo/resume.ts';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { liveStories } from '#server/demo/stories.ts';
import {
  type DemoFile,
  reserveIds,
  writeFiles,
  writePeople,
  writeSchools,
  writeVacancies,
} from '#server/demo/write.ts';
import { writePastOffers } from '#server/demo/write-offers.ts';
import { liveYear } from '#server/demo/year.ts';
import { fitsPassword, hashPassword } from '#server/security/passwords.ts';

const mark = 'demo_seeded';
const lock = 7_241_846_303;
const seed = 20_250_811;
const day = 24 * 60 * 60 * 1000;

/**
 * Fills an empty installation with the demo district, once. A district that exists stays as it is. The platform owner
 * already exists. It is one transaction, so a failure leaves nothing.
 *
 * @throws Error if the installation is a real one.
 */
export async function seedDemo(db: Database, config: Config, now: Date, say: (line: string) => void): Promise<void> {
  if (await isSeeded(db)) return;
  await refuseRealOne(db, config);
  say(`Making the ${demoDistrict}`);
  const { people, vacancies } = planDistrict(now);
  const passwordHash = await hashPassword(demoPassword);
  const withPhoto = people.filter((person) => person.hasPhoto);
  say(`Drawing ${withPhoto.length} portraits`);
  const files = await makeFiles(people, withPhoto);
  say(`Writing 3 schools, ${people.length} people and a year of ${vacancies.length} absences`);
  await db.inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    if (await isSeeded(tx)) return;
    const ids = await reserveIds(tx, people.length, vacancies.length);
    await writeSchools(tx, ids, localDate(now, demoZone), new Date(now.getTime() - 730 * day));
    await writePeople(tx, ids, people, passwordHash);
    await writeLog(tx, now);
    await writeFiles(tx, ids, files, now);
    await writeVacancies(tx, ids, { people, vacancies });
    await writeAttendance(tx, { ids, people, vacancies }, now);
    await writeFeedback(tx, now);
    await writeFavorites(tx, now);
    await writePreferences(tx);
    await writeExclusions(tx, now, localDate(now, demoZone));
    await writeHours(tx, now);
    await writeColleagues(tx, ids, people, now);
    await writePlans(tx, now);
    await writePastOffers(tx, config, { ids, vacancies }, now);
    await writeNotices(tx, config, { ids, people, vacancies }, now);
    await tx.execute(sql`insert into audit_log (act, subject_type, at) values (${mark}, 'installation', ${now})`);
  });
}

async function makeFiles(people: readonly DemoPerson[], withPhoto: readonly DemoPerson[]): Promise<DemoFile[]> {
  const portraits = await drawPortraits(withPhoto);
  const photos = portraits.map((bytes, index): DemoFile => ({
    person: withPhoto[index]?.number ?? 0,
    kind: 'photo',
    name: 'photo.webp',
    contentType: 'image/webp',
    bytes,
  }));
  const resumes: DemoFile[] = [];
  for (const { fullName, number: person } of people) {
    const resume = demoResumes[fullName];
    if (resume === undefined) continue;
    const name = `${fullName.toLowerCase().replaceAll(' ', '-')}-resume.pdf`;
    resumes.push({ person, kind: 'resume', name, contentType: 'application/pdf', bytes: await resumePdf(resume) });
  }
  return [...photos, ...resumes];
}

/** Everyone in the district and everything that happened there until `now`, in memory: the same for the same moment. */
export function planDistrict(now: Date): { people: DemoPerson[]; vacancies: DemoVacancy[] } {
  const people = makePeople(chanceFrom(seed), now);
  const pool = openPoolOf(chanceFrom(seed + 1), people);
  const stories = liveStories(pool, people, now);
  const told = new Set(stories.map((vacancy) => `${vacancy.teacher} ${vacancy.date}`));
  const maya = people.find((person) => person.username === 'teacher')?.number;
  const today = localDate(now, demoZone);
  const year = liveYear(
    pool,
    people,
    now,
    (teacher, date) => told.has(`${teacher} ${date}`) || (teacher === maya && date >= today),
  );
  return {
    people,
    vacancies: withPastOffers([...year, ...stories], people, chanceFrom(seed + 2), now)
      // The waves record who was notified.
      .map((one) =>
        isOfferedInWaves(one, now) ? { ...one, history: one.history.filter(({ kind }) => kind !== 'notified') } : one,
      )
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
  };
}

/** Returns whether the demo district was created here before. It reads an audit row, which no one can delete. */
async function isSeeded(db: Database | Tx): Promise<boolean> {
  const rows = await db.query(sql`select 1 from audit_log where school_id is null and act = ${mark} limit 1`);
  return rows.length > 0;
}

/** A demo that was stopped before its district was written has only an owner with the demo's password. */
async function refuseRealOne(db: Database, config: Config): Promise<void> {
  const [found] = await db.query<{ schools: number; others: number; hash: string | null }>(sql`
    select (select count(*) from schools)::int as schools,
    (select count(*) from users where not is_platform_owner)::int as others,
    (select password_hash from users where is_platform_owner order by id limit 1) as hash`);
  const isEmpty = found === undefined || (found.schools === 0 && found.others === 0);
  const isOurs =
    found === undefined ||
    found.hash === null ||
    (await fitsPassword(found.hash, config.OWNER_PASSWORD ?? demoPassword));
  if (isEmpty && isOurs) return;
  const place = config.DATABASE_URL === undefined ? `DATA_DIR (${config.DATA_DIR})` : 'DATABASE_URL';
  throw new Error(
    `The installation at ${place} is a real one, and the demo would mix invented people with it. Name another place for the demo.`,
  );
}

/**
 * Writes the administrative acts behind the district's state: schools added, accounts approved and rejected, each a day
 * after the application.
 */
async function writeLog(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`with acts as (
      select s.id as school_id, o.id as actor_id, 'school.create' as act, 'school' as subject_type, s.id as subject_id,
        s.created_at as at, null::text as role
        from schools s cross join (select id from users where is_platform_owner order by id limit 1) o
      union all select u.school_id, o.id, 'user.approve', 'user', u.id, u.created_at + interval '1 day', u.role
        from users u cross join (select id from users where is_platform_owner order by id limit 1) o
          where u.role = 'school_admin' and u.is_approved
      union all select u.school_id, s.admin_id, 'user.approve', 'user', u.id, u.created_at + interval '1 day', u.role
        from users u join schools s on s.id = u.school_id and s.admin_id is not null
          where u.role = 'teacher' and u.is_approved
      union all select l.school_id, s.admin_id, case when l.rejected_at is null then 'user.approve' else 'user.reject'
        end, 'user', l.substitute_id, coalesce(l.rejected_at, l.approved_at), 'substitute'
        from substitute_schools l join schools s on s.id = l.school_id and s.admin_id is not null
          where coalesce(l.rejected_at, l.approved_at) is not null)
    insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    select school_id, actor_id, act, subject_type, subject_id, least(at, ${now}),
      case when role is not null then jsonb_build_object('role', role) end from acts order by at, subject_id`);
}

/**
 * Writes feedback on most classes of the last year. Nearly all of it is kind, and substitutes have answered the rest.
 * Teachers haven't rated their most recent class yet, so their home asks about it.
 */
async function writeFeedback(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`with taught as (
      select w.*, row_number() over (partition by w.teacher_id order by w.ends_at desc, w.id desc) as nth
        from vacancies w
      where w.status = 'filled' and w.deleted_at is null and w.ends_at <= ${now}
        and w.ends_at > ${now}::timestamptz - interval '300 days'
        and not exists (select from attendance n where n.vacancy_id = w.id and n.state = 'no_show')
    ), said as (
      select id, substitute_id, 'substitute' as author, substitute_id as author_id, school_id, case when id % 9 = 4
        then 'problems' else 'well' end as went,
        case when id % 7 = 3 then 'missing' else 'clear' end as plans, null::boolean as again,
        case when id % 7 = 3 then 'I couldn’t find the seating chart.' when id % 5 = 2
          then 'A kind class. We finished everything in the plans.' end as words, ends_at + interval '1 hour' as at
      from taught where id % 3 <> 0
      union all
      select id, substitute_id, 'teacher', teacher_id, school_id, null, null, id % 17 <> 6,
        case when id % 17 = 6 then 'The worksheets weren’t handed out.' when id % 4 = 1
          then 'My students asked when they’re coming back.' end, ends_at + interval '3 hours'
      from taught where id % 3 <> 1 and nth > 1
    )
    insert into feedback (vacancy_id, substitute_id, author, author_id, school_id, class_went, plans, again, words,
      first_at, said_at)
    select id, substitute_id, author, author_id, school_id, went, plans, again, words, at, at from said
      where at <= ${now}`);
  await tx.execute(sql`update feedback set answer = 'A fire drill took half of the lesson. I left them on your desk.',
      answered_at = said_at + interval '5 hours'
    where not again and said_at + interval '5 hours' <= ${now}`);
}
