import * as z from 'zod/mini';
import { approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { date, done, flagText, id, idParams, idText, instant, line, paging, prose, search, time } from '#contract/fields.ts';
import { clashKinds } from '#domain/clash.ts';
import { fitReasons } from '#domain/candidate.ts';
import { vacancyActs } from '#domain/possible.ts';
import { shiftTypes } from '#domain/shift.ts';
import { subjects } from '#domain/subject.ts';
import { absenceReasonOf, absenceReasons, historyKinds, isPlansLink, vacancyLimits, vacancyStatuses } from '#domain/vacancy.ts';

/** Who asks for a vacancy or covers it, as its teacher and the school's admins see them. */
export const coveringPerson = z.strictObject({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  qualifications: z.nullable(z.string()),
  preferredSubjects: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  resumeUrl: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** How often they covered at this school before. */
  timesHere: z.int(),
});

/** Why a substitute who reads an open vacancy could not well cover it; only an assignment makes a request impossible. */
const clash = z.strictObject({ kind: z.enum(clashKinds), sentence: z.string() });

export const vacancy = z.strictObject({
  id,
  schoolId: id,
  schoolName: z.string(),
  schoolAddress: z.string(),
  timeZone: z.string(),
  teacherId: id,
  teacherName: z.string(),
  date,
  startTime: time,
  endTime: time,
  shiftType: z.enum(shiftTypes),
  description: z.string(),
  /** Null where the school does not show the reason to substitutes. */
  absenceReason: z.nullable(z.enum(absenceReasons)),
  /** Null for whoever may not have the lesson plans. */
  googleDocLink: z.nullable(z.string()),
  mayNeedChanges: z.boolean(),
  additionalNotes: z.string(),
  status: z.enum(vacancyStatuses),
  substituteId: z.nullable(id),
  substitute: z.nullable(coveringPerson),
  requestedById: z.nullable(id),
  requestedAt: z.nullable(instant),
  requester: z.nullable(coveringPerson),
  /** False while an assigned substitute has not answered 'Confirm'; null where nobody is asked. */
  confirmed: z.nullable(z.boolean()),
  isUrgent: z.boolean(),
  bookFirst: z.boolean(),
  targetSubstituteIds: z.nullable(z.array(id)),
  notificationPreferences: z.nullable(z.strictObject({ sendEmail: z.boolean(), sendSMS: z.boolean() })),
  declined: z.boolean(),
  /** Of an open one, to a substitute: what of their own stands against it; null where nothing does. */
  clash: z.nullable(clash),
  createdAt: instant,
  updatedAt: instant,
  /** What the caller may do with it now; a screen shows only these. */
  can: z.array(z.enum(vacancyActs)),
});
export type Vacancy = z.output<typeof vacancy>;

export const listVacancies = endpoint({
  name: 'listVacancies',
  method: 'GET',
  path: '/api/vacancies',
  summary: 'Vacancies by date, open and urgent ones first within a day: own ones of a teacher, those of the school of an admin, open ones at the selected schools and own ones of a substitute.',
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin'),
  query: z.strictObject({
    status: z.optional(z.enum(vacancyStatuses)),
    from: z.optional(date),
    to: z.optional(date),
    /** Dated today or later, by each school's own date. */
    upcoming: z.optional(flagText),
    /** Dated before today, by each school's own date. */
    past: z.optional(flagText),
    shiftType: z.optional(z.enum(shiftTypes)),
    schoolId: z.optional(idText),
    search,
    /** Only those which the calling substitute covers or has asked for. */
    mine: z.optional(flagText),
    /** Only those which the calling substitute declined. */
    declined: z.optional(flagText),
    /** Of the open ones only those that fit the availability of the calling substitute. */
    fits: z.optional(flagText),
    order: z.optional(z.enum(['soonest', 'latest'])),
    ...paging,
  }),
  paged: true,
  reply: z.array(vacancy),
  errors: [],
});

export const countVacancies = endpoint({
  name: 'countVacancies',
  method: 'GET',
  path: '/api/vacancies/counts',
  summary: 'The own absences of a teacher: by reason and in all, of all dates; and how many each tab of My Vacancies holds.',
  access: approved('teacher'),
  reply: z.strictObject({
    byReason: z.record(z.enum(absenceReasons), z.int()),
    total: z.int(),
    /** Requested or open, dated today or later by the school's date. */
    pending: z.int(),
    open: z.int(),
    /** Filled, of all dates. */
    filled: z.int(),
  }),
  errors: [],
});

export const getVacancy = endpoint({
  name: 'getVacancy',
  method: 'GET',
  path: '/api/vacancies/:id',
  summary: 'One vacancy that the caller may see; to a substitute who could have seen it, what became of it.',
  access: approved('teacher', 'substitute', 'school_admin'),
  params: idParams,
  reply: vacancy,
  errors: ['not_found', 'vacancy_gone', 'vacancy_over', 'already_requested', 'already_filled', 'school_inactive'],
});

const absenceReason = z.pipe(
  z.pipe(z.string({ error: 'Choose an absence reason.' }), z.transform((text: string) => absenceReasonOf(text) ?? text)),
  z.enum(absenceReasons, { error: `Absence reason must be one of: ${absenceReasons.join(', ')}` }),
);
const link = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(vacancyLimits.link), z.refine((text) => text === '' || isPlansLink(text), { error: 'Enter a link that begins with https:// or http://.' })),
      z.transform((text: string) => (text === '' ? null : text)),
    ),
  ),
);
const shiftType = z.enum(shiftTypes, { error: 'Please select a shift type' });
const title = line(vacancyLimits.title, 'Title is required');
const description = prose(vacancyLimits.description, 'Description is required');
const someIds = z.array(id).check(z.maxLength(1000));

/** What describes an absence, the same for one day and for several. */
const absence = {
  teacherId: z.optional(id),
  schoolId: z.optional(id),
  startTime: time,
  endTime: time,
  shiftType,
  description: title,
  absenceReason: z._default(absenceReason, 'Personal'),
  googleDocLink: link,
  mayNeedChanges: z._default(z.boolean(), false),
  additionalNotes: description,
  status: z._default(z.enum(vacancyStatuses), 'open'),
  isUrgent: z._default(z.boolean(), false),
  bookFirst: z.optional(z.boolean()),
  /** Who is told of it; none, null or missing is everybody eligible. Anybody eligible may see it all the same. */
  targetSubstituteIds: z.optional(z.nullable(someIds)),
  notificationPreferences: z.optional(z.nullable(z.strictObject({ sendEmail: z._default(z.boolean(), true), sendSMS: z._default(z.boolean(), false) }))),
  sendNotifications: z._default(z.boolean(), false),
  sendEmail: z._default(z.boolean(), true),
  sendSMS: z._default(z.boolean(), false),
};

/** A new vacancy, for the form and for the server alike. */
export const newVacancy = z.strictObject({ ...absence, date });
export type NewVacancy = z.output<typeof newVacancy>;

export const createVacancy = endpoint({
  name: 'createVacancy',
  method: 'POST',
  path: '/api/vacancies',
  summary: 'Posts an absence: a teacher their own, an admin one of a teacher of the school.',
  access: approved('teacher', 'school_admin'),
  status: 201,
  creates: true,
  body: newVacancy,
  reply: vacancy,
  errors: ['other_school', 'not_allowed', 'shift_not_offered'],
});

export const createVacancies = endpoint({
  name: 'createVacancies',
  method: 'POST',
  path: '/api/vacancies/batch',
  summary: 'Posts the same absence for several days, all of them or none.',
  access: approved('teacher', 'school_admin'),
  status: 201,
  creates: true,
  body: z.strictObject({ ...absence, dates: z.array(date).check(z.minLength(1, { error: 'Choose at least one day.' }), z.maxLength(vacancyLimits.daysAtOnce)) }),
  reply: z.array(vacancy),
  errors: ['other_school', 'not_allowed', 'shift_not_offered'],
});

/**
 * What PATCH /api/vacancies/:id takes: an approval `{status: 'filled', substituteId}`, a rejection
 * `{status: 'open', requestedById: null, requestedAt: null}`, a request `{status: 'pending_approval', …}`,
 * or an edit of its own fields. Which one it is, and whether the caller may, the server decides.
 */
export const vacancyChanges = z.strictObject({
  status: z.optional(z.enum(vacancyStatuses)),
  substituteId: z.optional(z.nullable(id)),
  requestedById: z.optional(z.nullable(id)),
  requestedAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  date: z.optional(date),
  startTime: z.optional(time),
  endTime: z.optional(time),
  shiftType: z.optional(shiftType),
  description: z.optional(title),
  absenceReason: z.optional(absenceReason),
  googleDocLink: link,
  mayNeedChanges: z.optional(z.boolean()),
  additionalNotes: z.optional(prose(2 * vacancyLimits.description)),
  isUrgent: z.optional(z.boolean()),
  bookFirst: z.optional(z.boolean()),
});
export type VacancyChanges = z.output<typeof vacancyChanges>;

const moveErrors = [
  'not_found', 'not_allowed', 'vacancy_gone', 'vacancy_over', 'vacancy_started', 'not_open', 'not_requested',
  'already_requested', 'requested_by_you', 'requested_by_other', 'already_filled', 'assigned_to_you', 'not_filled',
  'not_yours', 'already_confirmed', 'booked_elsewhere', 'not_eligible', 'school_inactive', 'shift_not_offered',
] as const;

export const updateVacancy = endpoint({
  name: 'updateVacancy',
  method: 'PATCH',
  path: '/api/vacancies/:id',
  summary: 'Requests (substitute), approves or rejects (teacher, admin), or edits (teacher, admin) a vacancy.',
  access: approved('teacher', 'substitute', 'school_admin'),
  params: idParams,
  body: vacancyChanges,
  reply: vacancy,
  errors: moveErrors,
});

export const assignSubstitute = endpoint({
  name: 'assignSubstitute',
  method: 'PATCH',
  path: '/api/vacancies/:id/assign-substitute',
  summary: 'Fills a vacancy with a substitute, who is asked to confirm.',
  access: approved('school_admin'),
  params: idParams,
  body: z.strictObject({ substituteId: id }),
  reply: vacancy,
  errors: moveErrors,
});

export const deleteVacancy = endpoint({
  name: 'deleteVacancy',
  method: 'DELETE',
  path: '/api/vacancies/:id',
  summary: 'Takes a vacancy away and tells the people concerned: the admin always, its teacher until it starts.',
  access: approved('teacher', 'school_admin'),
  params: idParams,
  reply: done,
  errors: ['not_found', 'not_allowed', 'vacancy_gone', 'vacancy_started'],
});

export const notifySubstitutes = endpoint({
  name: 'notifySubstitutes',
  method: 'POST',
  path: '/api/vacancies/:id/notify',
  summary: 'Tells substitutes of an open vacancy once more: the named ones, or all eligible.',
  access: approved('teacher', 'school_admin'),
  params: idParams,
  creates: true,
  body: z.strictObject({
    sendEmail: z._default(z.boolean(), true),
    sendSMS: z._default(z.boolean(), false),
    /** None, null or missing is everybody eligible. */
    substituteIds: z.optional(z.nullable(someIds)),
  }),
  reply: z.strictObject({ notified: z.int(), emailsSent: z.int(), smsSent: z.int() }),
  errors: ['not_found', 'not_allowed', 'not_open', 'vacancy_gone', 'vacancy_over'],
});

const reason = prose(500, 'Say why, in a few words.');

/** A move of the life cycle that has a call of its own. */
function move<const Name extends string, const Path extends `/api/${string}`>(name: Name, path: Path, summary: string, access: ReturnType<typeof approved>) {
  return endpoint({ name, method: 'POST', path, summary, access, params: idParams, reply: vacancy, errors: moveErrors });
}

export const withdrawRequest = move('withdrawRequest', '/api/vacancies/:id/withdraw', 'The substitute takes the own request back.', approved('substitute'));
export const declineVacancy = move('declineVacancy', '/api/vacancies/:id/decline', 'Hides an open vacancy from the calling substitute for good.', approved('substitute'));
export const undeclineVacancy = move('undeclineVacancy', '/api/vacancies/:id/undecline', 'Takes a decline back.', approved('substitute'));
export const confirmAssignment = move('confirmAssignment', '/api/vacancies/:id/confirm', 'The assigned substitute says that they come.', approved('substitute'));
export const cannotCome = move('cannotCome', '/api/vacancies/:id/cannot-come', 'The assigned substitute, not yet confirmed, says that they cannot come; the vacancy reopens.', approved('substitute'));

export const releaseSubstitute = endpoint({
  name: 'releaseSubstitute',
  method: 'POST',
  path: '/api/vacancies/:id/release',
  summary: 'Ends an assignment and reopens the vacancy: the admin, its teacher, or the substitute; says why.',
  access: approved('teacher', 'substitute', 'school_admin'),
  params: idParams,
  body: z.strictObject({ reason }),
  reply: vacancy,
  errors: moveErrors,
});

export const correctVacancy = endpoint({
  name: 'correctVacancy',
  method: 'POST',
  path: '/api/vacancies/:id/correct',
  summary: 'After its end the admin records who was really there.',
  access: approved('school_admin'),
  params: idParams,
  body: z.strictObject({ substituteId: z.nullable(id), reason }),
  reply: vacancy,
  errors: [...moveErrors, 'not_over'],
});

/** One line of what happened to a vacancy. */
export const historyEntry = z.strictObject({
  id,
  kind: z.enum(historyKinds),
  at: instant,
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  substituteId: z.nullable(id),
  substituteName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** What an edit changed, in words. */
  changes: z.nullable(z.array(z.string())),
});

export const listVacancyHistory = endpoint({
  name: 'listVacancyHistory',
  method: 'GET',
  path: '/api/vacancies/:id/history',
  summary: 'Who did what when, oldest first, for its teacher and the school\'s admins.',
  access: approved('teacher', 'school_admin'),
  params: idParams,
  reply: z.array(historyEntry),
  errors: ['not_found'],
});

export const getBadges = endpoint({
  name: 'getBadges',
  method: 'GET',
  path: '/api/badges',
  summary: 'The counts of the caller\'s sidebar and notifications menu.',
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  reply: z.strictObject({
    myVacancies: z.optional(z.int()),
    openVacancies: z.optional(z.int()),
    pendingApprovals: z.optional(z.int()),
    availableVacancies: z.optional(z.int()),
    unreadNotices: z.int(),
  }),
  errors: [],
});


const candidate = z.strictObject({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  qualifications: z.nullable(z.string()),
  preferredSubjects: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** How often they covered at this school before. */
  timesHere: z.int(),
  /** The subjects of this vacancy that they know. */
  subjects: z.array(z.enum(subjects)),
  why: z.array(z.enum(fitReasons)),
  /** False for whoever is booked at that time: shown, and not offered. */
  canAssign: z.boolean(),
});

export const listCandidates = endpoint({
  name: 'listCandidates',
  method: 'GET',
  path: '/api/vacancies/:id/candidates',
  summary: 'The approved substitutes of the school for one of its vacancies, best fit first, saying why.',
  access: approved('school_admin'),
  params: idParams,
  query: z.strictObject({ search, ...paging }),
  paged: true,
  reply: z.array(candidate),
  errors: ['not_found', 'not_allowed'],
});
