import type { peopleOrders } from '#contract/users.ts';
import type { Role } from '#domain/role.ts';
import { type Subject, subjectPattern } from '#domain/subject.ts';
import type { Actor, UserSubject } from '#domain/permissions.ts';
import { empty, join, type Queryable, sql, type Sql, type Tx } from '#server/db/database.ts';
import { containing } from '#server/db/sql/text.ts';
import { completedBy } from '#server/db/sql/vacancies.ts';
import { waitsHere, whoWorksAt } from '#server/db/sql/substitutes.ts';
import { isPending, type Profile } from '#server/db/sql/users.ts';
import type { Position } from '#server/http/paging.ts';
import { isOurFailure } from '#server/notifications/our-failures.ts';

/** A substitute at one school: whether they chose it, what it decided, and whether they work there. */
export type SchoolLink = {
  schoolId: number;
  isSelected: boolean;
  selectedAt: string;
  approvedAt: string | null;
  rejectedAt: string | null;
  /** When an approval by another school in the district began to count here. */
  admittedAt: string | null;
  worksHere: boolean;
};

/** A person as stored. */
export type PersonRow = Profile & {
  id: number;
  role: Role;
  username: string;
  fullName: string;
  /** Whether the address is trusted; true if there is none to confirm. */
  emailConfirmed: boolean;
  schoolId: number | null;
  schoolName: string | null;
  isApproved: boolean;
  isActive: boolean;
  isPlatformOwner: boolean;
  rejectedAt: Date | null;
  smsOptIn: boolean;
  passwordSetByOther: boolean;
  generalAvailability: string | null;
  profileImageFileId: string | null;
  resumeFileId: string | null;
  resumeName: string | null;
  version: number;
  createdAt: Date;
  /** When the person's invitation expires or expired. It is null once the person has a password. */
  invitedUntil: Date | null;
  hasSecondFactor: boolean;
  /** A substitute's schools, in the order they were chosen. */
  links: SchoolLink[];
};

const stored = sql`u.id, u.role, u.username, u.full_name as "fullName", u.email,
    lower(u.email) is not distinct from lower(u.trusted_email)
    or u.email is null as "emailConfirmed", u.phone, u.qualifications, u.preferred_subjects as "preferredSubjects",
    u.bio, u.gender,
  u.department, u.subjects, u.school_id as "schoolId", (select c.name from schools c
    where c.id = u.school_id) as "schoolName", u.is_approved as "isApproved",
  u.is_active as "isActive", u.is_platform_owner as "isPlatformOwner", u.rejected_at as "rejectedAt",
    u.sms_opt_in as "smsOptIn",
  u.password_set_by_other as "passwordSetByOther", u.general_availability::text as "generalAvailability",
    u.profile_image_file_id as "profileImageFileId",
  u.resume_file_id as "resumeFileId", (select f.name from files f where f.id = u.resume_file_id) as "resumeName",
    u.version, u.created_at as "createdAt",
  (select max(i.expires_at) from invitations i where i.user_id = u.id) as "invitedUntil",
  exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
  case when u.role = 'substitute' then coalesce((select jsonb_agg(jsonb_build_object('schoolId', k.school_id,
    'isSelected', k.is_selected, 'selectedAt', k.selected_at, 'approvedAt', k.approved_at,
    'rejectedAt', k.rejected_at, 'admittedAt', k.admitted_at, 'worksHere', k.works_here)
      order by k.selected_at, k.school_id) from substitute_schools k where k.substitute_id = u.id), '[]') else '[]'
      end as links`;

/**
 * Ids of the other people whom a user may see. A school admin: teachers of the school, substitutes who selected it. A
 * teacher: the substitutes who work there. The owner: school admins and owners. One branch per source, so each uses its
 * index.
 */
export function visibleOthers(actor: Actor): Sql[] {
  switch (actor.role) {
    case 'substitute':
      return [];
    case 'teacher':
      return [sql`select l.substitute_id as id from ${whoWorksAt(actor.schoolId)}`];
    case 'school_admin':
      return [
        sql`select t.id from users t where t.school_id = ${actor.schoolId}::bigint and t.role = 'teacher'
            and t.deleted_at is null`,
        sql`select l.substitute_id as id from substitute_schools l
            where l.school_id = ${actor.schoolId}::bigint and l.is_selected`,
      ];
    case 'overall_admin':
      return [sql`select a.id from users a where a.role in ('school_admin', 'overall_admin') and a.deleted_at is null`];
  }
}

const themself = (actor: Actor) => sql`select s.id from users s where s.id = ${actor.id}`;

// Substitutes who chose the school and don't work there are pending, even if approved elsewhere or rejected here
// before.
const approvalState = sql`case
  when u.role = 'substitute' then case when l.works_here then 'approved' else 'pending' end
  when u.is_approved then 'approved'
  when u.rejected_at is not null or not u.is_active then 'rejected'
  else 'pending' end`;

/** These are the states of everyone but substitutes, as indexed conditions. */
const ofStaff = {
  pending: sql`(${isPending})`,
  approved: sql`u.is_approved`,
  rejected: sql`(not u.is_approved and (u.rejected_at is not null or not u.is_active))`,
} as const;

/** `admitted`: another school in the district approved them, and this school has not decided. */
function approvedAs(approval: NonNullable<PeopleFilter['approval']>, actor: Actor): Sql {
  if (approval === 'admitted')
    return actor.role === 'overall_admin' ? sql`false` : sql`(l.works_here and l.approved_at is null)`;
  return actor.role === 'overall_admin' ? ofStaff[approval] : sql`${approvalState} = ${approval}`;
}

/** The filters of a list of people, and where its page begins. */
export type PeopleFilter = {
  role: Role | null;
  approval: 'pending' | 'approved' | 'rejected' | 'admitted' | null;
  isActive: boolean | null;
  withoutSchool: boolean | null;
  search: string | null;
  subject: Subject | null;
  /** Whether the substitute is available on any weekday. */
  isAvailable: boolean | null;
  order: (typeof peopleOrders)[number];
  now: Date;
  after: Position | null;
  limit: number;
};

/** Returns the sort key of a list, as one text before id. Descending values are subtracted from the maximum. */
function orderKey({ order, now }: PeopleFilter, actor: Actor): Sql {
  const name = sql`lower(u.full_name)`;
  switch (order) {
    case 'name':
      return name;
    case 'most_available':
      return sql`(lpad((14 - u.available_half_days)::text, 2, '0') || ${name})`;
    case 'recently_added':
      return sql`lpad((9999999999999 - floor(extract(epoch from coalesce(l.selected_at, u.created_at)) *
          1000))::bigint::text, 13, '0')`;
    case 'longest_waiting':
      return sql`lpad(floor(extract(epoch from coalesce(l.selected_at, u.created_at)) * 1000)::bigint::text, 13, '0')`;
    case 'most_assignments':
      return sql`(lpad((999999 - (select count(*)
          from ${completedBy(sql`u.id`, sql`${actor.schoolId}::bigint`, now)}))::text, 6, '0') || ${name})`;
  }
}

/** Returns the people whom a user may see, by default by name. Substitutes see only their own record. */
export async function findPeople(
  db: Queryable,
  actor: Actor,
  filter: PeopleFilter,
): Promise<(PersonRow & { sortKey: string })[]> {
  const { role, approval, isActive, withoutSchool, search, subject, isAvailable, after, limit } = filter;
  const subjectWords = subject === null ? null : subjectPattern(subject);
  const key = orderKey(filter, actor);
  const wanted = [
    role !== null && sql`u.role = ${role}`,
    approval !== null && approvedAs(approval, actor),
    isActive !== null && sql`u.is_active = ${isActive}`,
    withoutSchool !== null && (withoutSchool ? sql`u.school_id is null` : sql`u.school_id is not null`),
    search !== null &&
      (actor.role === 'overall_admin'
        ? await anywhereCalled(db, search)
        : sql`lower(u.full_name) like ${containing(search.toLowerCase())}`),
    subjectWords !== null &&
      sql`lower(concat_ws(' | ', u.preferred_subjects, u.subjects, u.qualifications)) ~ ${subjectWords}`,
    isAvailable !== null && sql`(u.available_half_days > 0) = ${isAvailable}`,
    after !== null && sql`(${key}, u.id) > (${after.key}, ${after.id})`,
  ].filter((condition) => condition !== false);
  return db.query<PersonRow & { sortKey: string }>(sql`select ${stored}, ${key} as "sortKey"
    from ${everybodySeenBy(actor)} left join substitute_schools l on l.substitute_id = u.id
      and l.school_id = ${actor.schoolId}::bigint
    ${wanted.length === 0 ? empty : sql`where ${join(wanted, ' and ')}`}
    order by ${key}, u.id limit ${limit}`);
}

/** Returns the people whom a user may see, as `u`. */
function everybodySeenBy(actor: Actor): Sql {
  // The owner finds one of 100,000 by an index, not each of them by id.
  if (actor.role === 'overall_admin')
    return sql`(select * from users where role in ('school_admin', 'overall_admin') and deleted_at is null) u`;
  const sources = actor.role === 'substitute' ? [themself(actor)] : visibleOthers(actor);
  // The join is lateral with an offset, so the planner looks up each person by id in any case.
  return sql`(${join(sources, ' union all ')}) visible
      cross join lateral (select * from users where id = visible.id offset 0) u`;
}

/** More schools with one name than anyone would look through. */
const mostSchools = 500;

/** People with this name, username or address, or at a school with this name. */
async function anywhereCalled(db: Queryable, search: string): Promise<Sql> {
  const words = search.toLowerCase();
  const schools = await db.query<{ id: number }>(sql`select id from schools
    where search_text like ${containing(words)} order by id limit ${mostSchools}`);
  return sql`(lower(u.full_name) like ${containing(words)} or lower(u.username) = ${words.replace(/^@/, '')}
      or lower(u.email) = ${words}
    or u.school_id = any(${schools.map(({ id }) => id)}::bigint[]))`;
}

/**
 * One person whom a user may see, or null. The reply doesn't reveal whether the person is at another school or doesn't
 * exist.
 */
export async function visiblePerson(db: Queryable, actor: Actor, id: number): Promise<PersonRow | null> {
  return db.first<PersonRow>(sql`select ${stored}
    from (${join([themself(actor), ...visibleOthers(actor)], ' union all ')}) visible join users u on u.id = visible.id
      where visible.id = ${id} limit 1`);
}

/**
 * Returns an administrator of the caller's school. They aren't in each other's lists, but they share the files of extra
 * hands.
 */
export async function colleagueAdmin(db: Queryable, actor: Actor, id: number): Promise<PersonRow | null> {
  if (actor.role !== 'school_admin' || actor.schoolId === null) return null;
  return db.first<PersonRow>(sql`select ${stored}
    from users u where u.id = ${id} and u.role = 'school_admin' and u.school_id = ${actor.schoolId}
      and u.deleted_at is null`);
}

/** People whose sign-in a user may reset. Substitutes aren't in any list of the owner's, so they are found by id. */
export async function concerned(db: Queryable, actor: Actor, id: number): Promise<PersonRow | null> {
  const person = await visiblePerson(db, actor, id);
  return person === null && actor.role === 'overall_admin' ? storedSubstitute(db, id) : person;
}

async function storedSubstitute(db: Queryable, id: number): Promise<PersonRow | null> {
  return db.first<PersonRow>(sql`select ${stored} from users u
    where u.id = ${id} and u.role = 'substitute' and u.deleted_at is null`);
}

/**
 * Locks a person until the transaction ends. Every command that decides on an account or changes a substitute's schools
 * takes this lock first and reads afterward.
 */
export async function lockPerson(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${id} for update`);
}

export async function timeZoneOf(db: Queryable, schoolId: number): Promise<string | null> {
  const [row] = await db.query<{ timeZone: string }>(sql`select time_zone as "timeZone" from schools
    where id = ${schoolId}`);
  return row?.timeZone ?? null;
}

/**
 * Returns how many decisions wait for an administrator, as a scalar subquery: the same people as the list's `pending`.
 */
export function pendingApprovals({ role, schoolId }: Actor): Sql {
  if (role === 'overall_admin')
    return sql`(select count(*)::int from users u
        where u.role = 'school_admin' and ${isPending} and u.deleted_at is null)`;
  if (role !== 'school_admin' || schoolId === null) return sql`0`;
  return sql`((select count(*) from users u
      where u.role = 'teacher' and u.school_id = ${schoolId} and ${isPending} and u.deleted_at is null)
    + (select count(*) from substitute_schools l where l.school_id = ${schoolId} and ${waitsHere}))::int`;
}

/** Returns the facts about a stored person that permissions need. */
export function subjectOf(person: PersonRow): UserSubject {
  const { id, role, schoolId, isApproved, isActive, isPlatformOwner, links } = person;
  return {
    id,
    role,
    schoolId,
    isApproved,
    isActive,
    isPlatformOwner,
    selectedSchoolIds: links.filter((link) => link.isSelected).map((link) => link.schoolId),
    approvedSchoolIds: links.filter((link) => link.approvedAt !== null).map((link) => link.schoolId),
    workSchoolIds: links.filter((link) => link.worksHere).map((link) => link.schoolId),
  };
}

/** A teacher of the school, or a substitute of its district. */
export type KnownPerson = {
  id: number;
  username: string;
  fullName: string;
  /** The email in lower case, if its owner or an administrator has confirmed it. */
  email: string | null;
  phone: string | null;
  /** A teacher of the school, or a substitute who chose it. */
  isHere: boolean;
  worksHere: boolean;
  hasSignedIn: boolean;
};

/** The search keys: usernames and emails in lower case, phone numbers by their key (server/core/phone.ts). */
type Marks = { usernames?: readonly string[]; emails: readonly string[]; phones: readonly string[] };

/**
 * Finds the school's teachers, or its district's substitutes, who have one of these usernames, emails or phone numbers.
 * A substitute whom no school of the district has approved is found only by the confirmed email of an application here:
 * anyone can register with another person's name and phone.
 */
export function knownPeople(
  db: Queryable,
  { schoolId, role }: { schoolId: number; role: 'teacher' | 'substitute' },
  { usernames = [], emails, phones }: Marks,
): Promise<KnownPerson[]> {
  const columns = sql`u.id, u.username, u.full_name as "fullName", lower(u.trusted_email) as email, u.phone,
    not exists (select from invitations i where i.user_id = u.id) as "hasSignedIn"`;
  const isMarked = sql`u.deleted_at is null
      and (lower(u.username) = any(${usernames}::text[]) or lower(u.trusted_email) = any(${emails}::text[])
    or right(regexp_replace(u.phone, '\\D', '', 'g'), 10) = any(${phones}::text[]))`;
  return role === 'teacher'
    ? db.query(sql`select ${columns}, true as "isHere", true as "worksHere" from users u
        where u.school_id = ${schoolId} and u.role = 'teacher' and ${isMarked} order by u.id`)
    : db.query(sql`select ${columns}, bool_or(l.school_id = ${schoolId} and l.is_selected) as "isHere",
        bool_or(l.school_id = ${schoolId} and l.works_here) as "worksHere"
        from schools s join schools o on o.id = s.id or o.district_id = s.district_id
          join substitute_schools l on l.school_id = o.id and l.is_selected
          join users u on u.id = l.substitute_id
        where s.id = ${schoolId} and ${isMarked}
          and (l.works_here or (l.school_id = s.id and lower(u.trusted_email) = any(${emails}::text[]))) group by u.id
            order by u.id`);
}

/** Returns whether a substitute works in this school's district, or has applied at this school. */
export async function isOfDistrict(db: Queryable, substituteId: number, schoolId: number): Promise<boolean> {
  const rows = await db.query(sql`select 1 from schools s join schools o on o.id = s.id or o.district_id = s.district_id
    join substitute_schools l on l.school_id = o.id and l.is_selected and (l.works_here or l.school_id = s.id)
      and l.substitute_id = ${substituteId}
    join users u on u.id = l.substitute_id and u.deleted_at is null and u.is_active where s.id = ${schoolId} limit 1`);
  return rows.length > 0;
}

/** How many of a person's latest notifications are searched for the last email and text message. */
const latest = 50;

/**
 * Returns the channels whose last delivery to a person's current email address or mobile number was refused because of
 * it.
 */
export async function failedChannelsOf(db: Queryable, id: number): Promise<('email' | 'sms')[]> {
  const rows = await db.query<{ channel: 'email' | 'sms'; hasFailed: boolean }>(sql`
    select distinct on (d.channel) d.channel, d.status = 'failed' as "hasFailed"
    from users u cross join lateral (select id from notices where recipient_id = u.id order by id desc
      limit ${latest}) n
      join deliveries d on d.notice_id = n.id
        and (d.status in ('sent', 'delivered') or (d.status = 'failed' and not ${isOurFailure}))
        and ((d.channel = 'sms' and d.address = u.sms_number)
          or (d.channel = 'email' and lower(d.address) = lower(u.email)))
    where u.id = ${id} order by d.channel, n.id desc`);
  return rows.flatMap(({ channel, hasFailed }) => (hasFailed ? [channel] : []));
}
