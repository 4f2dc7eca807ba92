import type { Closure } from '#domain/closure.ts';
import type { SchoolOffering } from '#domain/school.ts';
import type { Actor } from '#domain/permissions.ts';
import type { VacancySettings } from '#domain/shift.ts';
import { join, type Queryable, sql, type Sql, type Tx } from '#server/db/database.ts';
import { containing } from '#server/db/sql/text.ts';
import type { Position } from '#server/http/paging.ts';
import { schoolImageUrl } from '#server/db/sql/schools.ts';
import { isSchoolAdmin } from '#server/db/sql/users.ts';

/** A school as stored. */
export type SchoolRow = {
  id: number;
  name: string;
  address: string;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  parking: string | null;
  districtId: number | null;
  /** The district's name. */
  district: string | null;
  approvesItself: boolean;
  country: string | null;
  contactEmail: string | null;
  latitude: number | null;
  longitude: number | null;
  timeZone: string;
  isActive: boolean;
  vacancySettings: VacancySettings;
  showReason: boolean;
  reasonDecided: boolean;
  bookFirst: boolean;
  reportMinutes: number;
  offering: SchoolOffering;
  offersFrom: string;
  offersUntil: string;
  closures: Closure[];
  logoUrl: string | null;
  bannerUrl: string | null;
  adminId: number | null;
  adminName: string | null;
  version: number;
  createdAt: Date;
  /** The name in the database's sort order. */
  sortKey: string;
};

const columns = sql`c.id, c.name, c.address, c.city, c.state, c.zip_code as "zipCode", c.phone, c.parking,
    c.district_id as "districtId", c.district, c.approves_itself as "approvesItself", c.country,
    c.contact_email as "contactEmail",
  c.latitude, c.longitude, c.time_zone as "timeZone", c.is_active as "isActive",
    c.vacancy_settings as "vacancySettings", c.show_reason as "showReason", c.reason_decided as "reasonDecided",
  c.book_first as "bookFirst", c.report_minutes as "reportMinutes", c.offering, c.offers_from as "offersFrom",
    c.offers_until as "offersUntil", c.closures, c.admin_id as "adminId", c.version,
  coalesce((select a.full_name from users a where a.id = c.admin_id), (select a.full_name from users a
    where a.school_id = c.id and ${isSchoolAdmin}
    order by lower(a.full_name), a.id limit 1)) as "adminName", c.created_at as "createdAt",
  ${schoolImageUrl('logo')} as "logoUrl", ${schoolImageUrl('banner')} as "bannerUrl", lower(c.name) as "sortKey"`;

/** A school that is being deleted is hidden from everyone. */
const isStanding = sql`c.deletion_began_at is null`;

/**
 * Returns the schools that a person may see: the owner all, others the active ones and their own. Someone who is signed
 * out sees the active ones.
 */
function visibleSchools(actor: Actor | null): Sql {
  if (actor === null) return sql`c.is_active`;
  if (actor.role === 'overall_admin' && actor.isPlatformOwner) return isStanding;
  return sql`((c.is_active or c.id = ${actor.schoolId}::bigint) and ${isStanding})`;
}

/** The filters of a list of schools, and where its page begins. */
export type SchoolFilter = { isActive: boolean | null; search: string; after: Position | null; limit: number };

/** The owner's list includes inactive schools. A substitute may ask for the ones they chose. */
type ListOf = { offersAll: boolean; chosenBy: number | null };

/** Schools by name that the caller may see. */
export async function findSchools(
  db: Queryable,
  { offersAll, chosenBy }: ListOf,
  filter: SchoolFilter,
): Promise<SchoolRow[]> {
  // A few words at most, because each number of words is another prepared statement.
  const words = filter.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 5);
  const conditions = [
    isStanding,
    chosenBy === null
      ? sql`true`
      : sql`c.id in (select k.school_id from substitute_schools k
          where k.substitute_id = ${chosenBy} and k.is_selected)`,
    offersAll || chosenBy !== null
      ? sql`(${filter.isActive}::boolean is null or c.is_active = ${filter.isActive})`
      : sql`c.is_active`,
    ...words.map((word) => sql`c.search_text like ${containing(word)}`),
    ...(filter.after === null ? [] : [sql`(lower(c.name), c.id) > (${filter.after.key}, ${filter.after.id})`]),
  ];
  // A word that many schools have in common is best found by scanning names in order, a rare one by the trigram index,
  // so the plan must depend on the word. With a generic plan, 98,000 schools and the word 'school' took 183 ms instead
  // of 2.
  const plan = words.length > 0 ? 'unprepared' : 'prepared';
  return db.query<SchoolRow>(
    sql`select ${columns} from schools c where ${join(conditions, ' and ')} order by lower(c.name), c.id
        limit ${filter.limit}`,
    plan,
  );
}

/** One school that the caller may see, or null. */
export async function visibleSchool(db: Queryable, actor: Actor, id: number): Promise<SchoolRow | null> {
  return db.first<SchoolRow>(sql`select ${columns} from schools c
    where c.id = ${id} and ${visibleSchools(actor)}`);
}

/** Like `visibleSchool`, but locks the school until the transaction ends. */
export async function lockVisibleSchool(tx: Tx, actor: Actor, id: number): Promise<SchoolRow | null> {
  return tx.first<SchoolRow>(sql`select ${columns} from schools c
    where c.id = ${id} and ${visibleSchools(actor)} for no key update of c`);
}

/** The columns of a school that a call may write. */
export type SchoolColumns = Omit<
  SchoolRow,
  'id' | 'adminName' | 'logoUrl' | 'bannerUrl' | 'version' | 'createdAt' | 'sortKey'
>;

/** The district columns of a school's row. */
export type DistrictOfSchool = { districtId: number | null; district: string | null };

/** Returns the account to appoint as a school's administrator, locked: its role and current school. */
export async function lockAdminCandidate(tx: Tx, id: number): Promise<{ schoolId: number | null } | null> {
  return tx.first<{ schoolId: number | null }>(sql`select school_id as "schoolId" from users
    where id = ${id} and role = 'school_admin' and deleted_at is null for update`);
}

/** Returns the teachers and admins of a school who can sign in. */
export async function staffOf(tx: Tx, schoolId: number): Promise<{ id: number; role: 'teacher' | 'school_admin' }[]> {
  return tx.query(sql`select id, role from users where school_id = ${schoolId} and is_active and deleted_at is null`);
}
