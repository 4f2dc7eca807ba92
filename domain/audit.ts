import { keysOf } from '#domain/keys.ts';
import type { Role } from '#domain/role.ts';
import { formatDate, isDate } from '#domain/time.ts';

/** The kinds of administrative acts, in display order. */
export const auditKindNames = {
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
export type AuditKind = keyof typeof auditKindNames;
export const auditKinds = keysOf(auditKindNames);

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

/** Returns an act as a sentence without its period: 'Ana Ruiz approved Tom Lee as a substitute'. */
export function auditSentence(entry: AuditEntry): string {
  return `${entry.actorName ?? 'Someone'} ${deedOf(entry)}`;
}

function deedOf(entry: AuditEntry): string {
  const { act, subjectName, detail } = entry;
  const whom = subjectName ?? 'a person whose account was deleted';
  const vacancy = subjectName === null ? 'a vacancy' : `the vacancy “${subjectName}”`;
  return deeds[act]({
    ...entry,
    whom,
    whose: subjectName === null ? "a deleted account's" : `${subjectName}'s`,
    school: subjectName ?? textIn(detail, 'name') ?? 'a deleted school',
    vacancy,
    ofPlans: detail?.['of'] === 'teacher' ? `of ${whom}` : `for ${vacancy}`,
  });
}

/** An act with the words for its subject, by what the act concerns. */
type Deed = AuditEntry & Record<'whom' | 'whose' | 'school' | 'vacancy' | 'ofPlans', string>;

const deeds: Record<AuditAct, (deed: Deed) => string> = {
  'user.approve': ({ whom, detail }) =>
    `approved ${whom}${asRole(detail)}${detail?.['rejectedEarlier'] === true ? ', rejected earlier' : ''}`,
  'user.reject': ({ whom, detail }) => `rejected ${whom}${asRole(detail)}`,
  'user.undo_approval': ({ whom, detail }) => `undid the approval of ${whom}${asRole(detail)}`,
  'user.create': ({ whom, detail }) => `added ${whom}${asRole(detail)}`,
  'user.import': ({ detail }) => `imported ${imported(detail)} from a file`,
  'user.invite': ({ whom }) => `invited ${whom} again`,
  'user.join': ({ schoolName }) => `joined ${schoolName ?? 'a school'} with an existing account`,
  'user.leave': ({ schoolName }) => `left ${schoolName ?? 'a school'} for another one`,
  'exclusion.ask': ({ whom }) => `asked to stop offering their classes to ${whom}`,
  'exclusion.begin': ({ whom, detail }) =>
    detail?.['of'] === 'teacher'
      ? `stopped offering a teacher's classes to ${whom}`
      : `stopped offering vacancies to ${whom}`,
  'exclusion.end': ({ whom }) => `ended the exclusion of ${whom}`,
  'user.enable': ({ whose }) => `enabled ${whose} account`,
  'user.disable': ({ whose }) => `disabled ${whose} account`,
  'user.remove': ({ whom, schoolName }) => `removed ${whom} from ${schoolName ?? 'the school'}`,
  'user.delete': ({ schoolName }) =>
    `removed a substitute from ${schoolName ?? 'the school'} and deleted the account, which had no other school`,
  'user.export': () => 'downloaded all data about their own account',
  'user.reset_password': ({ whose }) => `reset ${whose} password`,
  'user.reset_second_factor': ({ whose }) => `reset ${whose} second factor`,
  'resume.read': ({ whose }) => `opened ${whose} resume`,
  'plans.read': ({ ofPlans }) => `opened the plans ${ofPlans}`,
  'student_details.read': ({ ofPlans }) => `opened the student details ${ofPlans}`,
  'plan_file.read': ({ ofPlans }) => `opened a file with the plans ${ofPlans}`,
  'school.create': ({ school }) => `added the school ${school}`,
  'school.edit': ({ school, changes }) => `changed ${school}${changedFields(changes)}`,
  'school.activate': ({ school }) => `activated ${school}`,
  'school.deactivate': ({ school }) => `deactivated ${school}`,
  'school.export': ({ school }) => `exported all data about ${school}`,
  'school.delay_day': ({ school, detail }) => `opened ${school} late on ${dayIn(detail)}`,
  'school.close_day': ({ school, detail }) => `closed ${school} on ${dayIn(detail)}`,
  'school.undo_day': ({ school, detail }) => `undid the change to ${school}'s day, ${dayIn(detail)}`,
  'school.create_wall_link': ({ school }) => `created a link to the wall view of ${school}`,
  'school.revoke_wall_link': ({ school }) => `revoked a link to the wall view of ${school}`,
  'school.delete': ({ school, detail }) => `deleted the school ${textIn(detail, 'name') ?? school} with all its data`,
  'legal.change': ({ schoolName, detail }) =>
    `replaced ${schoolName === null ? "the platform's" : `${schoolName}'s`} ${legalName(detail)}`,
  'legal.reset': ({ schoolName, detail }) =>
    `restored the standard ${legalName(detail)} for ${schoolName ?? 'the platform'}`,
  'vacancy.delete': ({ vacancy }) => `deleted ${vacancy}`,
  'vacancy.post_again': ({ vacancy }) => `posted ${vacancy} even though the teacher was already absent at that time`,
  'vacancy.move_again': ({ vacancy }) => `moved ${vacancy} even though the teacher was already absent at that time`,
  'attendance.record': ({ vacancy }) => `recorded the attendance at ${vacancy}`,
  'vacancy.correct': ({ vacancy }) => `corrected who covered ${vacancy}`,
  'cover.settings': () => 'changed the bell schedules and the rules for cover by colleagues',
  'cover.timetable': () => 'imported timetables',
  'hours.lock': ({ detail }) => `locked the pay period ${periodIn(detail)}`,
  'hours.export': ({ detail }) => `exported the hours of ${periodIn(detail)}`,
  'hours.settings': () => 'changed the pay settings',
  'hours.limit': ({ whose }) => `changed ${whose} work limits`,
  'hours.over_limit': ({ whom }) => `assigned ${whom} beyond a work limit`,
  'hours.correct': ({ whom }) => `corrected a locked line of ${whom}`,
};

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
  return noun === null ? '' : ` as a ${noun[0]}`;
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
