import type { JobPreferences } from '#domain/preferences.ts';
import { sql, type Sql } from '#server/db/database.ts';

/** Job preferences as they are stored, with the ZIP code, which only its owner may read. */
export type StoredPreferences = JobPreferences & { zip: string | null };

/**
 * The rule of who works at a school, in SQL, over `l` (substitute_schools) and `u` (users): the substitute chose the
 * school, which hasn't rejected them, an approval counts there, and the account is active. A stored column contains the
 * part about the pair, so one index finds a school's substitutes.
 */
const worksHere = sql`l.works_here and u.is_active and u.deleted_at is null`;

/**
 * Returns the substitutes who work at this school: `l` (substitute_schools) and `u` (users). More conditions can be
 * added.
 */
export function whoWorksAt(schoolId: number | null | Sql, joined: Sql = sql``): Sql {
  return sql`substitute_schools l join users u on u.id = l.substitute_id ${joined}
      where l.school_id = ${schoolId}::bigint and ${worksHere}`;
}

/** Returns whether this substitute works at a school, whatever the state of their account: a condition. */
export function worksAt(substituteId: number | Sql, schoolId: Sql): Sql {
  return sql`exists (select from substitute_schools l
      where l.substitute_id = ${substituteId} and l.school_id = ${schoolId} and l.works_here)`;
}

/** Returns the active schools where this substitute works: `l` (substitute_schools) and `c` (schools). */
export function whereWorks(substituteId: number | Sql): Sql {
  return sql`substitute_schools l join schools c on c.id = l.school_id
      where l.substitute_id = ${substituteId} and l.works_here and c.is_active`;
}

/** Whether the substitute of `l` (substitute_schools) is waiting for the school's decision. */
export const waitsHere = sql`l.is_selected and not l.works_here`;

/**
 * Whether the substitute of `l` (substitute_schools) is waiting although an approval by another school of the district
 * counts.
 */
export const waitsDespiteDistrict = sql`${waitsHere} and l.rejected_at is null
    and district_approves(l.substitute_id, l.school_id)`;

/** Returns the job preferences of this person, or null: a scalar. */
export function jobPreferencesOf(substituteId: number | Sql): Sql {
  return sql`(select json_build_object('days', j.days, 'noticeHours', j.notice_hours, 'grades', j.grades,
      'subjects', j.subjects, 'miles', j.miles, 'zip', j.zip)
    from job_preferences j where j.substitute_id = ${substituteId})`;
}

/** The columns of a row that a substitute's eligibility for a class needs, besides their time. */
export type EligibilityRow = {
  /** The weekly availability as JSON. It is null if it was never saved. */
  week: string | null;
  hasDeclined: boolean;
  isExcluded: boolean;
  preferences: StoredPreferences | null;
  knows: string;
};

/** The subjects that the person `u` (users) says they teach: a column. */
export const knownSubjects = sql`concat_ws(' | ', u.preferred_subjects, u.subjects, u.qualifications) as knows`;

/** The job preferences of the person `u` (users), or null: a column. */
export const jobPreferences = sql`${jobPreferencesOf(sql`u.id`)} as preferences`;

/** The quiet hours of the person `u` (users): a column. */
export const quietHours = sql`json_build_object('from', to_char(u.quiet_from, 'HH24:MI'),
    'to', to_char(u.quiet_to, 'HH24:MI'), 'urgentMayDisturb', u.urgent_may_disturb) as quiet`;
