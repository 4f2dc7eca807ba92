import type { Role } from '#domain/role.ts';
import { formatDate, isDate } from '#domain/time.ts';

/** The kinds of administrative acts, in display order. */
export const auditKinds = [
  'approvals',
  'accounts',
  'passwords',
  'resumes',
  'plans',
  'schools',
  'texts',
  'vacancies',
  'cover',
  'hours',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The acts in the log, grouped by kind for the filter. */
export const actsOfKind = {
  approvals: ['user.approve', 'user.reject', 'user.undo_approval'],
  accounts: [
    'user.create',
    'user.import',
    'user.invite',
    'user.join',
    'user.leave',
    'exclusion.ask',
    'exclusion.begin',
    'exclusion.end',
    'user.enable',
    'user.disable',
    'user.remove',
    'user.delete',
    'user.export',
  ],
  passwords: ['user.reset_password', 'user.reset_second_factor'],
  resumes: ['resume.read'],
  plans: ['plans.read', 'plan_file.read', 'student_details.read'],
  schools: [
    'school.create',
    'school.edit',
    'school.activate',
    'school.deactivate',
    'school.export',
    'school.delete',
    'school.delay_day',
    'school.close_day',
    'school.undo_day',
    'school.create_wall_link',
    'school.revoke_wall_link',
  ],
  texts: ['legal.change', 'legal.reset'],
  vacancies: ['vacancy.delete', 'vacancy.correct', 'vacancy.post_again', 'vacancy.move_again', 'attendance.record'],
  cover: ['cover.settings', 'cover.timetable'],
  hours: ['hours.lock', 'hours.export', 'hours.settings', 'hours.correct', 'hours.limit', 'hours.over_limit'],
} as const satisfies Record<AuditKind, readonly string[]>;

export type AuditAct = (typeof actsOfKind)[AuditKind][number];

/** The display names of the kinds. */
export const auditKindNames: Record<AuditKind, string> = {
  approvals: 'Approvals and rejections',
  accounts: 'Accounts',
  passwords: 'Passwords',
  resumes: 'Resumes opened',
  plans: 'Plans opened',
  schools: 'Schools',
  texts: 'Privacy and terms',
  vacancies: 'Vacancies',
  cover: 'Cover by colleagues',
  hours: 'Hours and payroll',
};

/** Every act, as noun and verb. */
export const auditActs: readonly AuditAct[] = Object.values(actsOfKind).flat();

export type AuditValue = string | number | boolean | null;

/**
 * A change by an action: a field and its old and new value. A field of an object has a path, as in
 * 'vacancySettings.fullDayStart'. A user is recorded by id and shown by name.
 */
export type AuditChange = { field: string; from: AuditValue; to: AuditValue };

/** One action with current names. A name is null if there is none or the person was deleted. */
export type AuditEntry = {
  act: AuditAct;
  actorName: string | null;
  subjectName: string | null;
  schoolName: string | null;
  /** Details recorded with the act. Each value is checked for its expected type before it is read. */
  detail: Readonly<Record<string, unknown>> | null;
  changes: readonly AuditChange[];
};

/** Returns an act as a sentence without its period: 'Ana Ruiz approved Tom Lee as substitute'. */
export function auditSentence(entry: AuditEntry): string {
  return `${entry.actorName ?? 'Someone'} ${deedOf(entry)}`;
}

function deedOf({ act, subjectName, schoolName, detail, changes }: AuditEntry): string {
  const whom = subjectName ?? 'a person whose account was deleted';
  const whose = subjectName === null ? "a deleted account's" : `${subjectName}'s`;
  const school = subjectName ?? textIn(detail, 'name') ?? 'a deleted school';
  const vacancy = subjectName === null ? 'a vacancy' : `the vacancy “${subjectName}”`;
  const ofPlans = detail?.['of'] === 'teacher' ? `of ${whom}` : `for ${vacancy}`;
  switch (act) {
    case 'user.approve':
      return `approved ${whom}${asRole(detail)}${detail?.['rejectedEarlier'] === true ? ', rejected earlier' : ''}`;
    case 'user.reject':
      return `rejected ${whom}${asRole(detail)}`;
    case 'user.undo_approval':
      return `undid the approval of ${whom}${asRole(detail)}`;
    case 'user.create':
      return `added ${whom}${asRole(detail)}`;
    case 'user.import':
      return `imported ${imported(detail)} from a file`;
    case 'user.invite':
      return `invited ${whom} again`;
    case 'user.join':
      return `joined ${schoolName ?? 'a school'} with an existing account`;
    case 'user.leave':
      return `left ${schoolName ?? 'a school'} for another one`;
    case 'exclusion.ask':
      return `asked to stop offering their classes to ${whom}`;
    case 'exclusion.begin':
      return detail?.['of'] === 'teacher'
        ? `stopped offering a teacher's classes to ${whom}`
        : `stopped offering vacancies to ${whom}`;
    case 'exclusion.end':
      return `ended the exclusion of ${whom}`;
    case 'user.enable':
      return `enabled ${whose} account`;
    case 'user.disable':
      return `disabled ${whose} account`;
    case 'user.remove':
      return `removed ${whom} from ${schoolName ?? 'the school'}`;
    case 'user.delete':
      return `removed a substitute from ${schoolName ?? 'the school'} and deleted the account, which had no other school`;
    case 'user.export':
      return 'downloaded all data about their own account';
    case 'user.reset_password':
      return `reset ${whose} password`;
    case 'user.reset_second_factor':
      return `reset ${whose} second factor`;
    case 'resume.read':
      return `opened ${whose} resume`;
    case 'plans.read':
      return `opened the plans ${ofPlans}`;
    case 'student_details.read':
      return `opened the student details ${ofPlans}`;
    case 'plan_file.read':
      return `opened a file with the plans ${ofPlans}`;
    case 'school.create':
      return `added the school ${school}`;
    case 'school.edit':
      return `changed ${school}${changedFields(changes)}`;
    case 'school.activate':
      return `activated ${school}`;
    case 'school.deactivate':
      return `deactivated ${school}`;
    case 'school.export':
      return `exported all data about ${school}`;
    case 'school.delay_day':
      return `opened ${school} late on ${dayIn(detail)}`;
    case 'school.close_day':
      return `closed ${school} on ${dayIn(detail)}`;
    case 'school.undo_day':
      return `undid the change to ${school}'s day, ${dayIn(detail)}`;
    case 'school.create_wall_link':
      return `created a link to the wall view of ${school}`;
    case 'school.revoke_wall_link':
      return `revoked a link to the wall view of ${school}`;
    case 'school.delete':
      return `deleted the school ${textIn(detail, 'name') ?? school} with all its data`;
    case 'legal.change':
      return `replaced ${schoolName === null ? "the platform's" : `${schoolName}'s`} ${legalName(detail)}`;
    case 'legal.reset':
      return `restored the standard ${legalName(detail)} for ${schoolName ?? 'the platform'}`;
    case 'vacancy.delete':
      return `deleted ${vacancy}`;
    case 'vacancy.post_again':
      return `posted ${vacancy} even though the teacher was already absent at that time`;
    case 'vacancy.move_again':
      return `moved ${vacancy} even though the teacher was already absent at that time`;
    case 'attendance.record':
      return `recorded the attendance at ${vacancy}`;
    case 'vacancy.correct':
      return `corrected who covered ${vacancy}`;
    case 'cover.settings':
      return 'changed the bell schedules and the rules for cover by colleagues';
    case 'cover.timetable':
      return 'imported timetables';
    case 'hours.lock':
      return `locked the pay period ${periodIn(detail)}`;
    case 'hours.export':
      return `exported the hours of ${periodIn(detail)}`;
    case 'hours.settings':
      return 'changed the pay settings';
    case 'hours.limit':
      return `changed ${whose} work limits`;
    case 'hours.over_limit':
      return `assigned ${whom} beyond a work limit`;
    case 'hours.correct':
      return `corrected a locked line of ${whom}`;
  }
}

const nouns: Record<Role, readonly [one: string, many: string]> = {
  teacher: ['teacher', 'teachers'],
  substitute: ['substitute', 'substitutes'],
  school_admin: ['school administrator', 'school administrators'],
  overall_admin: ['platform owner', 'platform owners'],
};

type Detail = AuditEntry['detail'];

function textIn(detail: Detail, name: string): string | null {
  const value = detail?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function dayIn(detail: Detail): string {
  const day = textIn(detail, 'date');
  return day !== null && isDate(day) ? formatDate(day) : 'a day';
}

const isRole = (text: string): text is Role => Object.hasOwn(nouns, text);

function nounsIn(detail: Detail): readonly [one: string, many: string] | null {
  const role = textIn(detail, 'role');
  return role !== null && isRole(role) ? nouns[role] : null;
}

function periodIn(detail: Detail): string {
  const [from, to] = [textIn(detail, 'from'), textIn(detail, 'to')];
  return from !== null && to !== null && isDate(from) && isDate(to)
    ? `${formatDate(from)} to ${formatDate(to)}`
    : 'a period';
}

function asRole(detail: Detail): string {
  const noun = nounsIn(detail);
  return noun === null ? '' : ` as ${noun[0]}`;
}

function legalName(detail: Detail): string {
  return detail?.['kind'] === 'terms' ? 'terms' : 'privacy text';
}

function imported(detail: Detail): string {
  const [one, many] = nounsIn(detail) ?? ['person', 'people'];
  const count = detail?.['count'];
  return typeof count === 'number' ? `${count} ${count === 1 ? one : many}` : many;
}

/** The names of the fields of schools and districts, as used in a sentence. */
export const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  address: 'address',
  city: 'city',
  state: 'state',
  zipCode: 'zip code',
  phone: 'phone',
  parking: 'parking and arrival',
  district: 'district',
  country: 'country',
  contactEmail: 'contact email',
  latitude: 'coordinates',
  longitude: 'coordinates',
  timeZone: 'time zone',
  vacancySettings: 'shifts',
  showReason: 'whether substitutes see the reason',
  bookFirst: 'whether the first request is booked automatically',
  reportMinutes: 'when substitutes report to the office',
  offering: 'who is notified of a vacancy first',
  offersFrom: 'when waves of offers are sent',
  offersUntil: 'when waves of offers are sent',
  closures: 'closed days',
  approvesItself: 'who approves substitutes',
  eachApproves: 'who approves substitutes',
  adminId: 'administrator',
  logo: 'logo',
  logoUrl: 'logo',
  banner: 'banner',
  bannerUrl: 'banner',
};

/** Returns ': name, phone', each once. The result is empty if no named field changed. */
function changedFields(changes: readonly AuditChange[]): string {
  const names = new Set(
    changes.map(({ field }) => fieldNames[field.split('.')[0] ?? '']).filter((name) => name !== undefined),
  );
  return names.size === 0 ? '' : `: ${[...names].join(', ')}`;
}
