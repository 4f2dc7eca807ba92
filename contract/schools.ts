import * as z from 'zod/mini';
import { anyone, approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import {
  date,
  emptyAsNull,
  flagText,
  id,
  idParams,
  instant,
  line,
  properName,
  optionalEmail,
  optionalLine,
  optionalProse,
  paging,
  readVersion,
  search,
  time,
  optionalPhone,
  phone,
} from '#contract/fields.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { closureLimits, closureProblem } from '#domain/closure.ts';
import { isTimeZone, schoolOfferings } from '#domain/school.ts';

/** The optional name of a district. */
const districtName = z.optional(z.nullable(z.pipe(properName(200), emptyAsNull)));

/** A shift's start or end. It is empty if the school hasn't set it. */
const shiftTime = z.union([time, z.literal('')]);

/** The shifts that a school offers, with their times. */
const vacancySettings = z.strictObject({
  allowFullDay: z.boolean(),
  allowMorningShift: z.boolean(),
  allowAfternoonShift: z.boolean(),
  fullDayStart: shiftTime,
  fullDayEnd: shiftTime,
  morningStart: shiftTime,
  morningEnd: shiftTime,
  afternoonStart: shiftTime,
  afternoonEnd: shiftTime,
});

const sentTime = z.optional(
  z.pipe(
    z.nullable(shiftTime),
    z.transform((text: string | null) => text ?? ''),
  ),
);
const flag = z.optional(z.boolean());
/** Settings to change. A field that is left out keeps its value, and null clears a time. */
const settingsChange = z.optional(
  z.strictObject({
    allowFullDay: flag,
    allowMorningShift: flag,
    allowAfternoonShift: flag,
    fullDayStart: sentTime,
    fullDayEnd: sentTime,
    morningStart: sentTime,
    morningEnd: sentTime,
    afternoonStart: sentTime,
    afternoonEnd: sentTime,
  }),
);

const closure = z.strictObject({ from: date, to: date, name: z.string() });
/** Days without school, as they are sent. */
export const newClosure = z
  .strictObject({ from: date, to: date, name: line(closureLimits.name, 'Enter why the school is closed.') })
  .check(({ value, issues }) => {
    const message = closureProblem(value);
    if (message !== null) issues.push({ code: 'custom', message, path: ['to'], input: value.to });
  });

/** The caller's permitted actions on a school. */
export const schoolActs = ['edit', 'editSettings', 'activate', 'remove'] as const;

/** A school. Signed-out people get only what the registration form needs. */
export const school = z.strictObject({
  id,
  name: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  district: z.nullable(z.string()),
  isActive: z.boolean(),
  address: z.optional(z.string()),
  zipCode: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  /** Where substitutes park and how they enter. It is only for its admins and the owner. Offers contain it, too. */
  parking: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  contactEmail: z.optional(z.nullable(z.string())),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  adminId: z.optional(z.nullable(id)),
  /** The appointed administrator, or else one who registered for the school and was approved. */
  adminName: z.optional(z.nullable(z.string())),
  timeZone: z.optional(z.string()),
  vacancySettings: z.optional(vacancySettings),
  showReason: z.optional(z.boolean()),
  bookFirst: z.optional(z.boolean()),
  /** How many minutes before the start substitutes report to the office. It is only for its admins and the owner. */
  reportMinutes: z.optional(z.int()),
  /** The choice of who is notified of a vacancy first. It is only for its teachers, its admins and the owner. */
  offering: z.optional(z.enum(schoolOfferings)),
  /**
   * The hours in which substitutes are notified in waves, by the school's clock. It is only for its admins and the
   * owner.
   */
  offersFrom: z.optional(time),
  offersUntil: z.optional(time),
  /** Days without school. It is only for its teachers, its admins and the owner. */
  closures: z.optional(z.array(closure)),
  /**
   * "Approve every substitute ourselves": approvals by other schools of the district don't count here. It is only for
   * its admins and the owner.
   */
  approvesItself: z.optional(z.boolean()),
  /** It is only for the school's own people and the owner. */
  logoUrl: z.optional(z.nullable(z.string())),
  bannerUrl: z.optional(z.nullable(z.string())),
  /** Raised by every edit. It is only for readers who may edit the school. */
  version: z.optional(z.int()),
  createdAt: z.optional(instant),
  /** Today's coverage by the school's own date. It is only for the platform owner. */
  today: z.optional(z.strictObject({ open: z.int(), pending: z.int(), filled: z.int() })),
  /**
   * The number of the school's people, in any state of their accounts: its teachers, and the substitutes who chose
   * it. It is only for the platform owner.
   */
  teachers: z.optional(z.int()),
  substitutes: z.optional(z.int()),
  can: z.optional(z.array(z.enum(schoolActs))),
});
export type School = z.output<typeof school>;

export const listSchools = endpoint({
  call: 'GET /api/schools',
  summary: 'Schools by name: active schools, or all of them for the platform owner.',
  access: anyone,
  query: z.strictObject({
    search,
    isActive: z.optional(flagText),
    /** The schools that the calling substitute has chosen, active or not. It is empty for everyone else. */
    chosen: z.optional(z.literal('true')),
    ...paging,
  }),
  paged: true,
  reply: z.array(school),
});

export const getSchool = endpoint({
  call: 'GET /api/schools/:id',
  summary: "One school: an active one, the caller's own, or any for the platform owner.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  reply: school,
  errors: ['not_found'],
});

const reportSentence = `Enter whole minutes from 0 to ${attendanceLimits.reportMinutes}.`;

const timeZone = line(64).check(z.refine((zone) => isTimeZone(zone), { error: 'Choose a time zone.' }));
const latitude = z.nullable(z.number().check(z.gte(-90), z.lte(90)));
const longitude = z.nullable(z.number().check(z.gte(-180), z.lte(180)));
const contactEmail = optionalEmail('Valid email address is required');

const zipSentence = 'Valid ZIP code is required';
const leastZip = 5;
/** A school may have no ZIP code. One that someone types is as long as a new school's. */
const changedZip = line(20).check(z.refine((text) => text === '' || text.length >= leastZip, { error: zipSentence }));

export const createSchool = endpoint({
  call: 'POST /api/schools',
  summary: 'Adds a school. Its administrator may be a school admin who has no school yet.',
  access: approved('overall_admin'),
  status: 201,
  creates: true,
  body: z.strictObject({
    name: properName(200, 'School name is required'),
    address: line(200, 'Address is required'),
    city: line(100, 'City is required'),
    state: line(100, 'State is required'),
    zipCode: line(20, zipSentence, leastZip),
    phone: phone('Valid phone number is required', 10),
    district: districtName,
    country: optionalLine(100),
    contactEmail,
    adminId: z.optional(z.nullable(id)),
    latitude: z.optional(latitude),
    longitude: z.optional(longitude),
    timeZone: z.optional(timeZone),
    isActive: z._default(z.boolean(), true),
    vacancySettings: settingsChange,
    /** Fails with `school_exists` if there is a school with this name and ZIP code. */
    unlessExists: z.optional(z.boolean()),
  }),
  reply: school,
  errors: ['admin_has_school', 'school_exists'],
});

const reportMinutes = z
  .int({ error: reportSentence })
  .check(z.gte(0, { error: reportSentence }), z.lte(attendanceLimits.reportMinutes, { error: reportSentence }));

export const updateSchool = endpoint({
  call: 'PATCH /api/schools/:id',
  summary: "Changes a school's information or settings (its admin or the owner), or whether it is active (the owner).",
  access: approved('school_admin', 'overall_admin'),
  body: z.strictObject({
    version: readVersion,
    name: z.optional(properName(200, 'School name is required')),
    address: z.optional(line(200, 'Address is required')),
    city: optionalLine(100),
    state: optionalLine(100),
    zipCode: z.optional(z.nullable(z.pipe(changedZip, emptyAsNull))),
    phone: optionalPhone,
    parking: optionalProse(300),
    /** Only the platform owner may change it. A new name creates a district. */
    district: districtName,
    country: optionalLine(100),
    contactEmail,
    latitude: z.optional(latitude),
    longitude: z.optional(longitude),
    timeZone: z.optional(timeZone),
    approvesItself: z.optional(z.boolean()),
    vacancySettings: settingsChange,
    showReason: z.optional(z.boolean()),
    bookFirst: z.optional(z.boolean()),
    reportMinutes: z.optional(reportMinutes),
    offering: z.optional(z.enum(schoolOfferings)),
    /** `offersUntil` must be later than `offersFrom`. */
    offersFrom: z.optional(time),
    offersUntil: z.optional(time),
    /** All closed days. Days that are left out are no longer closed. */
    closures: z.optional(z.array(newClosure).check(z.maxLength(closureLimits.count))),
    isActive: z.optional(z.boolean()),
    adminId: z.optional(z.nullable(id)),
    /** Null removes the picture. A new one is sent as a file. */
    logoUrl: z.optional(z.null()),
    bannerUrl: z.optional(z.null()),
  }),
  files: ['logo', 'banner'],
  reply: school,
  errors: [
    'not_found',
    'not_allowed',
    'admin_has_school',
    'conflict',
    'too_large',
    'wrong_content_type',
    'too_many_requests',
  ],
});

export const deleteSchool = endpoint({
  call: 'DELETE /api/schools/:id',
  summary:
    'Permanently deletes a school with its teachers, vacancies and their history. For a large school, this continues after the reply.',
  access: approved('overall_admin'),
  /** If `isDone`, everything is deleted. Otherwise the list of deletions shows the progress. */
  reply: z.strictObject({ ok: z.literal(true), isDone: z.boolean() }),
  errors: ['not_found'],
});

const image = {
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: idParams,
  /** The picture's version, so that a cache never returns an old one. */
  query: z.strictObject({ v: z.optional(line(100)) }),
  reply: z.any(),
  raw: 'image/webp',
  errors: ['not_found'],
} as const;

export const getSchoolLogo = endpoint({
  ...image,
  call: 'GET /api/schools/:id/logo',
  summary: "A school's logo, for its people.",
});
export const getSchoolBanner = endpoint({
  ...image,
  call: 'GET /api/schools/:id/banner',
  summary: "A school's banner, for its people.",
});
