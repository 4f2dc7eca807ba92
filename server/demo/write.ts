import { randomUUID } from 'node:crypto';
import { type ClassFacts, proposedClass } from '#domain/class.ts';
import { smsConsentWording, smsNumber } from '#domain/sms.ts';
import { sql, type Tx } from '#server/db/database.ts';
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
  const rows = await tx.query<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::bigint as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Reserves the ids of everything that the demo writes. */
export async function reserveIds(tx: Tx, people: number, vacancies: number): Promise<Ids> {
  const schoolIds = await reserve(tx, 'schools', demoSchools.length);
  const personIds = await reserve(tx, 'users', people);
  const vacancyIds = await reserve(tx, 'vacancies', vacancies);
  const known = (id: number | undefined) => {
    if (id === undefined) throw new RangeError('The demo names somebody or something it has not made.');
    return id;
  };
  return {
    school: (key) => known(schoolIds[demoSchools.findIndex((school) => school.key === key)]),
    person: (number) => known(personIds[number - 1]),
    vacancy: (index) => known(vacancyIds[index]),
  };
}

/** Writes the schools. `writePeople` adds their administrators. */
export async function writeSchools(tx: Tx, ids: Ids, today: string, createdAt: Date): Promise<void> {
  const rows = demoSchools.map((school) => ({
    id: ids.school(school.key),
    name: school.name,
    address: school.address,
    zip_code: school.zipCode,
    phone: school.phone,
    parking: school.parking,
    contact_email: school.contactEmail,
    latitude: school.latitude,
    longitude: school.longitude,
    vacancy_settings: school.settings,
    show_reason: school.showReason,
    book_first: school.bookFirst,
    offering: school.offering,
    closures: closuresFrom(today),
    approves_itself: school.approvesItself,
  }));
  const { districtId } = await districtNamed(tx, demoDistrict, createdAt);
  await tx.execute(sql`insert into schools (id, name, address, city, state, zip_code, phone, parking, district_id, district, country, contact_email, latitude, longitude, time_zone, vacancy_settings, show_reason, reason_decided, book_first, offering, closures, approves_itself, created_at)
    overriding system value
    select id, name, address, 'Duluth', 'Minnesota', zip_code, phone, parking, ${districtId}::bigint, ${demoDistrict}, 'United States', contact_email, latitude, longitude, ${demoZone}, vacancy_settings, show_reason, true, book_first, offering, closures, approves_itself, ${createdAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, name text, address text, zip_code text, phone text, parking text, contact_email text, latitude double precision, longitude double precision,
      vacancy_settings jsonb, show_reason boolean, book_first boolean, offering text, closures jsonb, approves_itself boolean)`);
}

/** Writes everyone, with their chosen schools and date exceptions. All of them have this password. */
export async function writePeople(
  tx: Tx,
  ids: Ids,
  people: readonly DemoPerson[],
  passwordHash: string,
): Promise<void> {
  const rows = people.map((person) => ({
    id: ids.person(person.number),
    username: person.username,
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
  }));
  await tx.execute(sql`insert into users (id, username, password_hash, role, full_name, school_id, is_approved, email, phone, sms_number, qualifications, preferred_subjects, bio, department, subjects, general_availability, created_at)
    overriding system value
    select id, username, ${passwordHash}, role, full_name, school_id, is_approved, email, phone, sms_number, qualifications, preferred_subjects, bio, department, subjects, general_availability, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, username text, role text, full_name text, school_id bigint, is_approved boolean, email text, phone text, sms_number text,
      qualifications text, preferred_subjects text, bio text, department text, subjects text, general_availability jsonb, created_at timestamptz)`);
  // Without a consent, STOP would be final.
  await tx.execute(sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
    select id, sms_number, ${smsConsentWording}, created_at, '127.0.0.1' from users where sms_number is not null`);
  const admins = people
    .filter((person) => person.role === 'school_admin' && person.isApproved && person.school !== null)
    .map((person) => ids.person(person.number));
  await tx.execute(
    sql`update schools s set admin_id = u.id from users u where u.school_id = s.id and u.id = any(${admins}::bigint[])`,
  );
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
  await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at, rejected_at, admitted_at)
    select * from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as r (substitute_id bigint, school_id bigint, selected_at timestamptz, approved_at timestamptz, rejected_at timestamptz, admitted_at timestamptz)`);
  const dates = people.flatMap((person) =>
    person.dates.map((each) => ({ substitute_id: ids.person(person.number), ...each })),
  );
  await tx.execute(sql`insert into availability_dates (substitute_id, date, status, notes)
    select * from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as r (substitute_id bigint, date date, status text, notes text)`);
}

/** Writes the photos and resumes, and links them to their owners. */
export async function writeFiles(tx: Tx, ids: Ids, files: readonly DemoFile[], createdAt: Date): Promise<void> {
  const uuids = files.map(() => randomUUID());
  const owners = files.map((file) => ids.person(file.person));
  await tx.execute(sql`insert into files (id, owner_id, kind, name, content_type, bytes, created_at)
    select r.*, ${createdAt} from unnest(${uuids}::uuid[], ${owners}::bigint[], ${files.map((file) => file.kind)}::text[], ${files.map((file) => file.name)}::text[],
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

/** Writes the vacancies with their history and declines. */
export async function writeVacancies(
  tx: Tx,
  ids: Ids,
  { people, vacancies }: { people: readonly DemoPerson[]; vacancies: readonly DemoVacancy[] },
): Promise<void> {
  const courses = new Map(people.map(({ number, course }) => [number, course]));
  const orNull = (number: number | null) => (number === null ? null : ids.person(number));
  const rows = vacancies.map((vacancy, index) => ({
    id: ids.vacancy(index),
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
    ...classOf(courses.get(vacancy.teacher) ?? null, vacancy),
    absence_reason: vacancy.reason,
    google_doc_link: vacancy.link,
    may_need_changes: vacancy.mayNeedChanges,
    additional_notes: vacancy.notes,
    status: vacancy.state.status,
    substitute_id: orNull(vacancy.state.substituteId),
    requested_by_id: orNull(vacancy.state.requestedById),
    requested_at: vacancy.state.requestedAt,
    request_message: vacancy.message,
    confirmed: vacancy.state.confirmed,
    is_urgent: vacancy.isUrgent,
    book_first: vacancy.bookFirst,
    job_id: vacancy.job ?? null,
    created_at: vacancy.createdAt,
    updated_at: vacancy.updatedAt,
    deleted_at: vacancy.state.deletedAt,
  }));
  await tx.execute(sql`insert into vacancies (id, school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description, grade, subject, room, absence_reason, google_doc_link, may_need_changes,
      additional_notes, status, substitute_id, requested_by_id, requested_at, request_message, confirmed, is_urgent, book_first, job_id, created_at, updated_at, deleted_at)
    overriding system value
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, school_id bigint, teacher_id bigint, created_by_id bigint, date date, start_time time, end_time time, starts_at timestamptz,
      ends_at timestamptz, shift_type text, description text, grade text, subject text, room text, absence_reason text, google_doc_link text, may_need_changes boolean, additional_notes text, status text, substitute_id bigint, requested_by_id bigint,
      requested_at timestamptz, request_message text, confirmed boolean, is_urgent boolean, book_first boolean, job_id uuid, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz)`);
  // History is written in chronological order. Within one vacancy, the order of its own entries is kept.
  const lines = vacancies
    .flatMap((vacancy, index) =>
      vacancy.history.map((line) => ({
        vacancy_id: ids.vacancy(index),
        school_id: ids.school(vacancy.school),
        kind: line.kind,
        at: line.at,
        actor_id: orNull(line.actor),
        substitute_id: orNull(line.substitute),
        reason: line.reason,
        changes: line.changes,
      })),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await tx.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id, reason, changes)
    select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (vacancy_id bigint, school_id bigint, kind text, at timestamptz, actor_id bigint, substitute_id bigint, reason text, changes jsonb)`);
  const declines = vacancies.flatMap((vacancy, index) =>
    vacancy.declines.map((each) => ({
      vacancy_id: ids.vacancy(index),
      substitute_id: ids.person(each.substitute),
      declined_at: each.at,
      reason: each.reason ?? null,
    })),
  );
  await tx.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at, reason)
    select * from jsonb_to_recordset(${JSON.stringify(declines)}::jsonb) as r (vacancy_id bigint, substitute_id bigint, declined_at timestamptz, reason text)`);
}
