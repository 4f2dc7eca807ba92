import type { NoticeFacts } from '#domain/notice-facts.ts';
import { phoneKey } from '#server/core/phone.ts';
import { Refused } from '#server/core/refused.ts';
import { adminsOf } from '#server/features/accounts/queries.ts';
import { leaveCover, takeOverTimetable } from '#server/features/cover/commands.ts';
import { takeOverEmployeeIds } from '#server/features/hours/commands.ts';
import { eraseAccount } from '#server/features/users/erase-account.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/commands.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { notify } from '#server/notifications/notify.ts';
import { audit } from '#server/db/audit.ts';
import { knownPeople } from '#server/features/users/queries.ts';
import { type Queryable, type Sql, sql, type Tx } from '#server/db/database.ts';
import { waitsDespiteDistrict } from '#server/db/sql/substitutes.ts';
import { insertUsers, type Profile } from '#server/db/sql/users.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';

/** An account to create for a person who will choose the password themselves. */
export type InvitedPerson = Omit<Profile, 'bio' | 'gender'> & { username: string; fullName: string };

/**
 * Creates approved accounts at a school in one statement. Returns their ids by username. Until a person chooses one,
 * the password is unknown to everyone.
 *
 * @throws {Refused} username_taken
 */
export async function insertInvited(
  tx: Tx,
  school: { role: 'teacher' | 'substitute'; schoolId: number; passwordHash: string },
  people: readonly InvitedPerson[],
  now: Date,
): Promise<Map<string, number>> {
  const { role, schoolId, passwordHash } = school;
  const ids = await insertUsers(
    tx,
    people.map((person) => ({
      ...person,
      passwordHash,
      passwordSetByOther: true,
      role,
      schoolId: role === 'teacher' ? schoolId : null,
      isApproved: true,
    })),
    now,
  );
  if (role === 'substitute') {
    await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      select id, ${schoolId}, ${now}, ${now} from unnest(${[...ids.values()]}::bigint[]) id`);
  }
  return ids;
}

/**
 * Refuses a second account for a substitute of the school's district, and says who it is. It says nothing about people
 * elsewhere.
 *
 * @throws {Refused} person_exists
 */
export async function refuseKnownSubstitute(
  db: Queryable,
  schoolId: number,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
): Promise<void> {
  const key = phone ? phoneKey(phone) : null;
  const [known] = await knownPeople(
    db,
    { schoolId, role: 'substitute' },
    { emails: email ? [email.toLowerCase()] : [], phones: key === null ? [] : [key] },
  );
  if (known === undefined) return;
  const { id, fullName, worksHere } = known;
  const sentence = worksHere
    ? `${fullName} is already a substitute at your school, with this email or phone.`
    : `${fullName} is a substitute in your district, with this email or phone. Add them instead of creating a second account.`;
  throw new Refused('person_exists', sentence, { person: { id, fullName, worksHere } });
}

/** A file's changes to a known person. Null leaves a field unchanged. */
export type KnownChange = Omit<InvitedPerson, 'username'> & {
  id: number;
  /** Whether to replace existing values: the person is the school's own, or has not signed in yet. */
  overwrites: boolean;
};

/**
 * Applies a file's changes to known people. It never replaces an email address, or a number that gets text messages.
 */
export async function updateKnown(tx: Tx, people: readonly KnownChange[]): Promise<void> {
  const field = (stored: Sql, sent: Sql) =>
    sql`case when p.overwrites then coalesce(${sent}, ${stored}) else coalesce(${stored}, ${sent}) end`;
  const columns = sql`full_name, email, phone, department, subjects, qualifications, preferred_subjects`;
  // Unchanged rows are skipped, because an update sends a live event to everyone who sees the person.
  await tx.execute(sql`with p as (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p
        (id bigint, overwrites boolean, "fullName" text, email text, phone text, department text,
        subjects text, qualifications text, "preferredSubjects" text)
    ), wanted as (
      select u.id, case when p.overwrites then p."fullName" else u.full_name end as full_name, case when p.overwrites
        then coalesce(u.email, p.email) else u.email end as email,
        case when u.sms_number is not null then u.phone else ${field(sql`u.phone`, sql`p.phone`)} end as phone,
        ${field(sql`u.department`, sql`p.department`)} as department,
          ${field(sql`u.subjects`, sql`p.subjects`)} as subjects,
        ${field(sql`u.qualifications`, sql`p.qualifications`)} as qualifications,
          ${field(sql`u.preferred_subjects`, sql`p."preferredSubjects"`)} as preferred_subjects
      from p join users u on u.id = p.id
    )
    update users u set (${columns}) = (w.full_name, w.email, w.phone, w.department, w.subjects, w.qualifications,
      w.preferred_subjects)
    from wanted w where u.id = w.id
      and (u.full_name, u.email, u.phone, u.department, u.subjects, u.qualifications, u.preferred_subjects)
        is distinct from (w.full_name, w.email, w.phone, w.department, w.subjects, w.qualifications,
          w.preferred_subjects)`);
}

/** Records that a school accepted these substitutes, who work there from now on. */
export async function acceptAtSchool(tx: Tx, ids: readonly number[], schoolId: number, now: Date): Promise<void> {
  await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
    select id, ${schoolId}, ${now}, ${now} from unnest(${ids}::bigint[]) id
    on conflict (substitute_id, school_id) do update set is_selected = true, approved_at = ${now}, rejected_at = null`);
  for (const id of ids) await admitWaiting(tx, id, now);
}

/** Approves these substitutes' accounts for a school. The caller holds the districts. */
export async function addToSchool(tx: Tx, ids: readonly number[], schoolId: number, now: Date): Promise<void> {
  await tx.execute(sql`select 1 from users where id = any(${ids}::bigint[]) order by id for update`);
  await tx.execute(sql`update users set is_approved = true, rejected_at = null where id = any(${ids}::bigint[])`);
  await acceptAtSchool(tx, ids, schoolId, now);
}

/**
 * Gives the calling substitute the schools of an account that was made for them and never used, and deletes that
 * account. A school that declined the caller before gets an application instead. Classes that the other account was
 * booked for are offered again. The administrators are notified. The caller holds the districts. Returns whether every
 * school approves.
 */
export async function mergeInvited(tx: Tx, call: MergeCall, invitedId: number): Promise<boolean> {
  const { actor, now } = call;
  const own = currentSession(call).user.fullName;
  await tx.execute(sql`select 1 from users where id = any(${[actor.id, invitedId]}::bigint[]) order by id for update`);
  const schools = await tx.query<InvitingSchool>(sql`select l.school_id as id, c.name, u.full_name as "invitedName",
        l.approved_at is not null and o.rejected_at is null as "isApproved"
    from substitute_schools l join schools c on c.id = l.school_id join users u on u.id = l.substitute_id
      left join substitute_schools o on o.substitute_id = ${actor.id} and o.school_id = l.school_id
    where l.substitute_id = ${invitedId} and l.is_selected and l.rejected_at is null order by l.school_id`);
  for (const { id, name, invitedName, isApproved } of schools) {
    if (isApproved) await addToSchool(tx, [actor.id], id, now);
    else
      await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at)
          values (${actor.id}, ${id}, ${now})
        on conflict (substitute_id, school_id) do update set is_selected = true`);
    await recordJoining(tx, call, id, { name: own, invitedName, school: name, isApproved });
  }
  await releaseSubstituteFromSchool(tx, call, invitedId, null);
  const [invited] = schools;
  await eraseAccount(
    tx,
    { id: invitedId, fullName: invited?.invitedName ?? '', schoolIds: schools.map(({ id }) => id) },
    now,
  );
  return schools.every(({ isApproved }) => isApproved);
}

/**
 * Moves the calling teacher to the school of an account that was made for them and never used, with the absences that
 * were posted for it, and deletes that account. A school that declined the caller before decides again. The
 * administrators of both schools are notified. Returns whether the school approves.
 *
 * @throws {Refused} has_absences if the caller has upcoming absences at another school, which would have no teacher.
 */
export async function mergeInvitedTeacher(tx: Tx, call: MergeCall, invitedId: number): Promise<boolean> {
  const { actor, now } = call;
  const name = currentSession(call).user.fullName;
  await tx.execute(sql`select 1 from users where id = any(${[actor.id, invitedId]}::bigint[]) order by id for update`);
  const [school] = await tx.query<InvitingSchool>(sql`select c.id, c.name, u.full_name as "invitedName",
        o.school_id is distinct from c.id or o.rejected_at is null as "isApproved"
      from users u join schools c on c.id = u.school_id join users o on o.id = ${actor.id} where u.id = ${invitedId}`);
  if (school === undefined) throw new Error(`Invited user ${invitedId} vanished under its lock.`);
  const { id, invitedName, isApproved } = school;
  const left = actor.schoolId === id ? null : actor.schoolId;
  if (left !== null) await leaveAsTeacher(tx, call, left, name);
  await tx.execute(sql`update users set school_id = ${id}, is_approved = ${isApproved}, rejected_at = null
    where id = ${actor.id}`);
  await tx.execute(sql`update vacancies set teacher_id = ${actor.id} where teacher_id = ${invitedId}`);
  const accounts = { from: invitedId, to: actor.id };
  await takeOverPlans(tx, accounts);
  await takeOverTimetable(tx, accounts);
  await takeOverEmployeeIds(tx, accounts);
  await recordJoining(tx, call, id, { role: 'teacher', name, invitedName, school: school.name, isApproved });
  await eraseAccount(tx, { id: invitedId, fullName: invitedName, schoolIds: [id] }, now);
  return isApproved;
}

/** Logs that the caller joined a school with the account that they had, and notifies its administrators. */
async function recordJoining(
  tx: Tx,
  call: MergeCall,
  schoolId: number,
  facts: Omit<NoticeFacts['account_joined'], 'to' | 'personId'>,
): Promise<void> {
  const { id } = call.actor;
  await audit(tx, call, { act: 'user.join', subject: ['user', id], schoolId });
  await notify(tx, call, {
    kind: 'account_joined',
    cause: `account:${id}:joined:${schoolId}:${call.now.getTime()}`,
    recipients: await adminsOf(tx, schoolId),
    facts: { to: 'school_admin', ...facts, personId: id },
    schoolId,
  });
}

/**
 * A teacher leaves a school for another one. Their past absences stay there. Everything about its classes and students
 * ends: covers, timetable, plans and student details.
 */
async function leaveAsTeacher(tx: Tx, call: MergeCall, schoolId: number, name: string): Promise<void> {
  const { actor, now } = call;
  const [there] = await tx.query<{ school: string; upcoming: number }>(sql`select c.name as school,
      (select count(*) from vacancies v where v.teacher_id = ${actor.id} and v.school_id = c.id and v.deleted_at is null
        and v.ends_at > ${now})::int as upcoming
    from schools c where c.id = ${schoolId}`);
  if (there === undefined) throw new Error(`School ${schoolId} vanished.`);
  const { school, upcoming } = there;
  if (upcoming > 0)
    throw new Refused(
      'has_absences',
      `You still have ${upcoming === 1 ? 'an upcoming absence' : `${upcoming} upcoming absences`} at ${school}. Cancel ${upcoming === 1 ? 'it' : 'them'} first, or ask the front office to.`,
    );
  await leaveCover(tx, call, actor.id);
  await dropPlansOf(tx, actor.id);
  // Their exclusions at that school, and their requests for some, are deleted, too.
  await tx.execute(sql`delete from exclusions where teacher_id = ${actor.id}`);
  await tx.execute(sql`delete from favorites where teacher_id = ${actor.id}`);
  await audit(tx, call, { act: 'user.leave', subject: ['user', actor.id], schoolId });
  await notify(tx, call, {
    kind: 'account_left',
    cause: `account:${actor.id}:left:${schoolId}:${now.getTime()}`,
    recipients: await adminsOf(tx, schoolId),
    facts: { to: 'school_admin', name, school },
    schoolId,
  });
}

type MergeCall = Pick<Call, 'actor' | 'config' | 'session' | 'now'>;
type InvitingSchool = { id: number; name: string; invitedName: string; isApproved: boolean };

/** Returns the usernames among these that are taken, in lower case. */
export async function takenUsernames(db: Queryable, usernames: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ username: string }>(sql`select lower(username) as username from users
    where lower(username) = any(${usernames}::text[]) and deleted_at is null`);
  return new Set(rows.map(({ username }) => username));
}

/** The advisory lock on which schools share their approvals. */
const districtLock = 7241846327;

/**
 * Locks which schools share their approvals until the transaction ends: shared to rely on it, or `alone` to change it.
 * Take this lock first in a transaction, before any lock on a user.
 */
export async function holdDistricts(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  await tx.execute(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${districtLock})`
      : sql`select pg_advisory_xact_lock(${districtLock})`,
  );
}

/**
 * Admits a substitute at each school where they wait and an approval by another school in the district counts, but not
 * where the school rejected them. The caller holds the districts and the person.
 */
export async function admitWaiting(tx: Tx, substituteId: number, now: Date): Promise<void> {
  await tx.execute(sql`update substitute_schools l set admitted_at = ${now}
    where l.substitute_id = ${substituteId} and ${waitsDespiteDistrict}`);
}

/**
 * Updates who works at these schools after their district, or what they share in it, has changed. Substitutes admitted
 * only through the district wait again if that no longer counts, except those with a request or booking there, so no
 * class loses its substitute. Substitutes who wait at a school in these districts and are approved in it are admitted.
 * The caller holds the districts alone.
 */
export async function reconsiderAdmissions(tx: Tx, schoolIds: readonly number[], now: Date): Promise<void> {
  const inDistricts = sql`school_id in (select o.id from schools s
      join schools o on o.id = s.id or o.district_id = s.district_id where s.id = any(${schoolIds}::bigint[]))`;
  // A request, a booking and a rejection lock the person. After locking them here, the queries below see those writes.
  await tx.execute(sql`select 1 from users where id in (select substitute_id from substitute_schools
      where ${inDistricts} and is_selected and approved_at is null and rejected_at is null)
    order by id for no key update`);
  const waiting = await tx.query<{ id: number }>(sql`update substitute_schools l set admitted_at = null
    where l.school_id = any(${schoolIds}::bigint[]) and l.admitted_at is not null and l.approved_at is null
      and not district_approves(l.substitute_id, l.school_id)
      and not exists (select from vacancies w
        where w.substitute_id = l.substitute_id and w.school_id = l.school_id and ${isAssignment}
        and w.ends_at > ${now})
      and not exists (select from vacancies v
        where v.requested_by_id = l.substitute_id and v.school_id = l.school_id and v.status = 'pending_approval'
        and v.deleted_at is null)
    returning l.substitute_id as id`);
  await tx.execute(sql`update substitute_schools l set admitted_at = ${now}
    where ${inDistricts} and ${waitsDespiteDistrict}`);
  await tx.execute(sql`update users u set is_approved = false
      where u.id = any(${waiting.map(({ id }) => id)}::bigint[]) and u.is_approved
    and not exists (select from substitute_schools k
      where k.substitute_id = u.id and (k.approved_at is not null or k.admitted_at is not null))`);
}

/**
 * Deletes a teacher's emergency plan, student details and files. They are about the students of one school, so they
 * don't move to another one.
 */
async function dropPlansOf(tx: Tx, teacherId: number): Promise<void> {
  await tx.execute(sql`delete from emergency_plans where teacher_id = ${teacherId}`);
  await tx.execute(sql`delete from plan_files where teacher_id = ${teacherId}`);
}

/** Gives a teacher the files from another of their accounts and, if they have no emergency plan, its plan. */
async function takeOverPlans(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`update plan_files set teacher_id = ${to} where teacher_id = ${from}`);
  const given = await tx.execute(sql`insert into emergency_plans
        (teacher_id, version, routines, seating, people, file_ids, checked_at)
      select ${to}, nextval('emergency_plan_versions'), routines, seating, people, file_ids, checked_at
        from emergency_plans where teacher_id = ${from} on conflict do nothing`);
  if (given > 0)
    await tx.execute(sql`insert into student_details (teacher_id, words)
      select ${to}, words from student_details where teacher_id = ${from}`);
}
