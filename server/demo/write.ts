import { randomUUID } from 'node:crypto';
import { type ClassFacts, proposedClass } from '#domain/class.ts';
import { smsConsentWording, smsNumber } from '#domain/sms.ts';
import { raw, sql, type Tx } from '#server/db/database.ts';
import { closuresFrom } from '#server/demo/calendar.ts';
import type { DemoVacancy } from '#server/demo/absence.ts';
import type { Course } from '#server/demo/classes.ts';
import type { DemoPerson } from '#server/demo/people.ts';
import { demoDistrict, demoSchools, demoZone, type SchoolKey } from '#server/demo/schools.ts';
import { districtNamed } from '#server/features/schools/writes.ts';

/** The row ids of each school, person (by number) and vacancy (by position). */
export type Ids = { school(key: SchoolKey): number; person(number: number): number; vacancy(index: number): number };

/** A photo or a resume. `person` is its owner's number. */
export type DemoFile = { person: number; kind: 'photo' | 'resume'; name: string; contentType: string; bytes: Buffer };

type Table = 'schools' | 'users' | 'vacancies';

/** Reserves as many ids as rows will be written, so rows can refer to each other in advance. */
async function reserve(tx: Tx, table: Table, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::bigint as id
    from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

/** Reserves the ids of everything that the demo writes. */
export async function reserveIds(tx: Tx, people: number, vacancies: number): Promise<Ids> {
  const schoolIds = await reserve(tx, 'schools', demoSchools.length);
  const personIds = await reserve(tx, 'users', people);
  const vacancyIds = await reserve(tx, 'vacancies', vacancies);
  const known = (id: number | undefined) => {
    if (id === undefined) throw new RangeError('The demo names someone or something that it has not created.');
    return id;
  };
  return {
    school: (key) => known(schoolIds[demoSchools.findIndex((school) => school.key === key)]),
    person: (number) => known(personIds[number - 1]),
    vacancy: (index) => known(vacancyIds[index]),
  };
}

/** The rows of one statement. Every statement has 4.3 seconds, on a slow and busy computer, too. */
const rowsAtOnce = 500;

/** Inserts rows, whose fields are named like the columns of their table. */
export async function insertRows<Row extends object>(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = raw(Object.keys(rows[0] ?? {}).join(', '));
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = JSON.stringify(rows.slice(first, first + rowsAtOnce));
    await tx.execute(sql`insert into ${raw(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${raw(table)}, ${some}::jsonb)`);
  }
}

/** Writes the schools. `writePeople` adds their administrators. */
export async function writeSchools(tx: Tx, ids: Ids, today: string, createdAt: Date): Promise<void> {
  const { districtId } = await districtNamed(tx, demoDistrict, createdAt);
  const rows = demoSchools.map((school) => ({
    id: ids.school(school.key),
    name: school.name,
    address: school.address,
    city: 'Duluth',
    state: 'Minnesota',
    zip_code: school.zipCode,
    country: 'United States',
    phone: school.phone,
    parking: school.parking,
    district_id: districtId,
    district: demoDistrict,
    time_zone: demoZone,
    contact_email: school.contactEmail,
    latitude: school.latitude,
    longitude: school.longitude,
    vacancy_settings: school.settings,
    show_reason: school.showReason,
    reason_decided: true,
    book_first: school.bookFirst,
    offering: school.offering,
    closures: closuresFrom(today),
    approves_itself: school.approvesItself,
    created_at: createdAt,
  }));
  await insertRows(tx, 'schools', rows);
}

function userRow(ids: Ids, person: DemoPerson, passwordHash: string) {
  return {
    id: ids.person(person.number),
    username: person.username,
    password_hash: passwordHash,
    role: person.role,
    full_name: person.fullName,
    school_id: person.school === null ? null : ids.school(person.school),
    is_approved: person.isApproved,
    email: person.email,
    phone: person.phone,
    sms_number: person.smsOptIn && person.phone !== null ? smsNumber(person.phone) : null,
    qualifications: person.qualifications,
    preferred_subjects: person.preferredSubjects,
    bio: person.bio,
    department: person.course?.department ?? null,
    subjects: person.course?.subjects ?? null,
    general_availability: person.week,
    created_at: person.createdAt,
  };
}

/** Writes everyone, with their chosen schools and date exceptions. All of them have this password. */
export async function writePeople(
  tx: Tx,
  ids: Ids,
  people: readonly DemoPerson[],
  passwordHash: string,
): Promise<void> {
  const rows = people.map((person) => userRow(ids, person, passwordHash));
  await insertRows(tx, 'users', rows);
  // Without a consent, STOP would be final.
  await tx.execute(sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
    select id, sms_number, ${smsConsentWording}, created_at, '127.0.0.1' from users where sms_number is not null`);
  const admins = people
    .filter((person) => person.role === 'school_admin' && person.isApproved && person.school !== null)
    .map((person) => ids.person(person.number));
  await tx.execute(sql`update schools s set admin_id = u.id from users u
    where u.school_id = s.id and u.id = any(${admins}::bigint[])`);
  const choices = people.flatMap((person) =>
    person.choices.map((choice) => ({
      substitute_id: ids.person(person.number),
      school_id: ids.school(choice.school),
      selected_at: choice.selectedAt,
      approved_at: choice.approvedAt,
      rejected_at: choice.rejectedAt,
      admitted_at: choice.admittedAt ?? null,
    })),
  );
  await insertRows(tx, 'substitute_schools', choices);
  const dates = people.flatMap((person) =>
    person.dates.map((each) => ({ substitute_id: ids.person(person.number), ...each })),
  );
  await insertRows(tx, 'availability_dates', dates);
}

/** Writes the photos and resumes, and links them to their owners. */
export async function writeFiles(tx: Tx, ids: Ids, files: readonly DemoFile[], createdAt: Date): Promise<void> {
  const uuids = files.map(() => randomUUID());
  const owners = files.map((file) => ids.person(file.person));
  await tx.execute(sql`insert into files (id, owner_id, kind, name, content_type, bytes, created_at)
    select r.*, ${createdAt} from unnest(${uuids}::uuid[], ${owners}::bigint[],
      ${files.map((file) => file.kind)}::text[], ${files.map((file) => file.name)}::text[],
      ${files.map((file) => file.contentType)}::text[], ${files.map((file) => file.bytes)}::bytea[]) as r`);
  await tx.execute(sql`update users u set
      profile_image_file_id = (select f.id from files f where f.owner_id = u.id and f.kind = 'photo'),
      resume_file_id = (select f.id from files f where f.owner_id = u.id and f.kind = 'resume')
    where u.id = any(${owners}::bigint[])`);
}

/** Returns the grade, subject and room of a class, as the form proposes them to its teacher. */
function classOf(course: Course | null, { title, notes }: DemoVacancy): ClassFacts {
  const last = course === null ? null : { grade: null, subject: null, room: course.room };
  return proposedClass({ teacher: { subjects: course?.subjects ?? null, department: null }, last }, title, notes);
}

function personOrNull(ids: Ids, number: number | null): number | null {
  return number === null ? null : ids.person(number);
}

function vacancyRow(ids: Ids, id: number, vacancy: DemoVacancy, course: Course | null) {
  return {
    id,
    school_id: ids.school(vacancy.school),
    teacher_id: ids.person(vacancy.teacher),
    created_by_id: ids.person(vacancy.createdBy),
    date: vacancy.date,
    start_time: vacancy.start,
    end_time: vacancy.end,
    starts_at: vacancy.state.startsAt,
    ends_at: vacancy.state.endsAt,
    shift_type: vacancy.shift,
    description: vacancy.title,
    ...classOf(course, vacancy),
    absence_reason: vacancy.reason,
    google_doc_link: vacancy.link,
    may_need_changes: vacancy.mayNeedChanges,
    additional_notes: vacancy.notes,
    status: vacancy.state.status,
    substitute_id: personOrNull(ids, vacancy.state.substituteId),
    requested_by_id: personOrNull(ids, vacancy.state.requestedById),
    requested_at: vacancy.state.requestedAt,
    request_message: vacancy.message,
    confirmed: vacancy.state.confirmed,
    is_urgent: vacancy.isUrgent,
    book_first: vacancy.bookFirst,
    job_id: vacancy.job ?? null,
    created_at: vacancy.createdAt,
    updated_at: vacancy.updatedAt,
    deleted_at: vacancy.state.deletedAt,
  };
}

/** Writes the vacancies with their history and declines. */
export async function writeVacancies(
  tx: Tx,
  ids: Ids,
  { people, vacancies }: { people: readonly DemoPerson[]; vacancies: readonly DemoVacancy[] },
): Promise<void> {
  const courses = new Map(people.map(({ number, course }) => [number, course]));
  const rows = vacancies.map((vacancy, index) =>
    vacancyRow(ids, ids.vacancy(index), vacancy, courses.get(vacancy.teacher) ?? null),
  );
  await insertRows(tx, 'vacancies', rows);
  // History is written in chronological order. Within one vacancy, the order of its own entries is kept.
  const lines = vacancies
    .flatMap((vacancy, index) =>
      vacancy.history.map((line) => ({
        vacancy_id: ids.vacancy(index),
        school_id: ids.school(vacancy.school),
        kind: line.kind,
        at: line.at,
        actor_id: personOrNull(ids, line.actor),
        substitute_id: personOrNull(ids, line.substitute),
        reason: line.reason,
        changes: line.changes,
      })),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await insertRows(tx, 'vacancy_history', lines);
  const declines = vacancies.flatMap((vacancy, index) =>
    vacancy.declines.map((each) => ({
      vacancy_id: ids.vacancy(index),
      substitute_id: ids.person(each.substitute),
      declined_at: each.at,
      reason: each.reason ?? null,
    })),
  );
  await insertRows(tx, 'vacancy_declines', declines);
}
