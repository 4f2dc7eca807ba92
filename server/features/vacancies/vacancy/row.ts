import type { CoveringPerson } from '#contract/vacancies.ts';
import type { DateChoice } from '#domain/availability.ts';
import type { Offering } from '#domain/dispatch.ts';
import type { ClassFacts } from '#domain/class.ts';
import type { DeclineCounts } from '#domain/decline.ts';
import type { OverlappingAssignment, OverlappingRequest } from '#domain/clash.ts';
import type { Actor, VacancySubject } from '#domain/permissions.ts';
import type { ExclusionScope } from '#domain/exclusion.ts';
import type { JobDay } from '#domain/job-days.ts';
import type { PaySettings } from '#domain/pay.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import type { OfferHours } from '#domain/school.ts';
import type { ShiftType, VacancySettings } from '#domain/shift.ts';
import type { AbsenceReason, VacancyState } from '#domain/vacancy.ts';
import { type Sql, sql } from '#server/db/database.ts';
import { exclusionOf } from '#server/db/sql/exclusions.ts';
import { jobPreferencesOf, type StoredPreferences } from '#server/db/sql/substitutes.ts';
import { completedBy, coveredBy, isAssignment, isHeld, isNoShowAt } from '#server/db/sql/vacancies.ts';

/** The progress of an open vacancy's waves. */
type OffersRow = {
  offered: number;
  saw: number;
  declined: number;
  /** The people who haven't opened it, and whose offer no channel could send so far. */
  unsent: number;
  /** How often each reason was given. */
  declinedWhy: DeclineCounts;
  /** When the next wave is due, as text of an instant. It is null if there is none. */
  nextAt: string | null;
  /** The number of people the dispatch will notify. It is null until the server has calculated it. */
  nextSize: number | null;
  /** When the first offer was sent, as text of an instant. */
  firstAt: string | null;
  isPaused: boolean;
  forEveryone: boolean;
};

/** Describes a period that the reader covers while they are free, with its place or class. */
type OwnCoverRow = { state: 'asked' | 'accepted'; period: string; room: string | null; title: string };

/** A vacancy with the facts about its school and people that rules, replies and notifications need. */
export type VacancyRow = VacancyState &
  ClassFacts &
  Omit<VacancySubject, 'teacherId'> & {
    id: number;
    coveredInside: boolean;
    /** Its school recorded that the booked substitute didn't come. */
    noShow: boolean;
    schoolName: string;
    schoolAddress: string;
    schoolPhone: string | null;
    schoolParking: string | null;
    /** How its school pays. It is null if the school has no rates. */
    schoolPay: Partial<PaySettings> | null;
    schoolZip: string;
    timeZone: string;
    schoolActive: boolean;
    showsReason: boolean;
    settings: VacancySettings;
    reportMinutes: number;
    teacherId: number;
    teacherName: string;
    createdById: number;
    date: string;
    startTime: string;
    endTime: string;
    /** The times that its substitute agreed to, once small edits have moved it. It is null otherwise. */
    agreedStart: string | null;
    agreedEnd: string | null;
    shiftType: ShiftType;
    description: string;
    /** Null for extra hands: no teacher is absent. */
    absenceReason: AbsenceReason | null;
    googleDocLink: string | null;
    /** The files with the lesson plans, in order. */
    planFileIds: string[];
    mayNeedChanges: boolean;
    /** The teacher's notes; `notesFor` adds the message of the request for readers who may see it. */
    additionalNotes: string;
    /** The message of the substitute who requested or covers it; null if there is none. */
    requestMessage: string | null;
    isUrgent: boolean;
    /** The vacancy's sort rank within a day. */
    dayRank: number;
    /** The vacancy is offered only to substitutes who know its subject. */
    needsSubject: boolean;
    /** The vacancy is offered only to substitutes who teach its grade. */
    needsGrade: boolean;
    /** The vacancy's own setting. The school has one, too. */
    bookFirst: boolean;
    schoolBooksFirst: boolean;
    /**
     * The order of notifications for the school's vacancies, and for this one: people chosen by name have a head start
     * at any school.
     */
    schoolOffering: Offering;
    offering: Offering;
    /** When the vacancy's school notifies substitutes in waves. */
    hours: OfferHours;
    /** The substitutes to whom the poster wants to offer the vacancy first. */
    firstIds: number[];
    targetSubstituteIds: number[] | null;
    notificationPreferences: { sendEmail: boolean; sendSMS: boolean } | null;
    createdAt: Date;
    updatedAt: Date;
    version: number;
    /**
     * All days of its multi-day job, by date, with itself unless it is deleted. It is null for a vacancy outside a job.
     */
    jobDays: JobDay[] | null;
    /**
     * The dates that a move or an offer concerns, for its notifications. If it is missing, only its own date counts.
     */
    together?: readonly string[];
    /** Another open day of the vacancy's job at a time when the reading substitute is booked. */
    bookedOn: string | null;
    /** The progress of its waves of offers, for staff who read it. It is null if no waves are under way. */
    offers: OffersRow | null;
    /** The colleagues who cover every period, for staff. It is null unless they do. */
    coveredBy: string[] | null;
    /**
     * The periods that the reading substitute covers, or is asked to cover, within this booking. It is null if there
     * are none.
     */
    ownCovers: OwnCoverRow[] | null;
    substitute: CoveringPerson | null;
    requester: CoveringPerson | null;
    /** Whether the reading substitute declined the vacancy. */
    declined: boolean;
    /** The reading substitute's availability at that time. It is null for anyone else. */
    overlapping: OverlappingAssignment | null;
    /** The reader's other requests for the time of an open vacancy, or of one that they requested. */
    overlappingRequests: OverlappingRequest[] | null;
    week: string | null;
    singleDate: DateChoice | null;
    preferences: StoredPreferences | null;
    /** The subjects in the reader's profile, for an open vacancy that requires its subject. */
    knows: string | null;
    /** Why the school doesn't offer an open vacancy to the reading substitute. */
    exclusion: ExclusionScope | null;
  };

/** Returns whether the first request is booked automatically. */
export function booksFirst(row: Pick<VacancyRow, 'bookFirst' | 'schoolBooksFirst'>): boolean {
  return row.bookFirst || row.schoolBooksFirst;
}

/** The days of the multi-day job of `v`. Vacancies without a job, which are most of them, need no extra work. */
const jobDays = sql`case when v.job_id is not null then (select json_agg(json_build_object('id', j.id, 'date', j.date,
      'startsAt', (extract(epoch from j.starts_at) * 1000)::bigint,
        'endsAt', (extract(epoch from j.ends_at) * 1000)::bigint, 'status', j.status,
      'substituteId', j.substitute_id, 'requestedById', j.requested_by_id, 'confirmed', j.confirmed,
        'coveredInside', j.covered_inside) order by j.date, j.start_time, j.id)
    from vacancies j where j.job_id = v.job_id and j.deleted_at is null) end`;

const facts = sql`
  v.id, v.school_id as "schoolId", c.name as "schoolName", c.time_zone as "timeZone", c.is_active as "schoolActive",
  concat_ws(', ', c.address, nullif(c.city, ''),
    nullif(concat_ws(' ', nullif(c.state, ''), nullif(c.zip_code, '')), '')) as "schoolAddress",
  c.phone as "schoolPhone", c.parking as "schoolParking",
  (select y.settings from pay_settings y where y.school_id = v.school_id
    and y.settings ->> 'regularCents' is not null) as "schoolPay", c.zip_code as "schoolZip",
    c.show_reason as "showsReason", c.book_first as "schoolBooksFirst",  c.offering as "schoolOffering",
    case when c.offering = 'everyone' and cardinality(v.first_ids) > 0 then 'favorites' else c.offering end as offering,
  json_build_object('from', to_char(c.offers_from, 'HH24:MI'), 'until', to_char(c.offers_until, 'HH24:MI')) as hours,
    v.first_ids as "firstIds", c.vacancy_settings as settings, c.report_minutes as "reportMinutes",
  v.teacher_id as "teacherId", t.full_name as "teacherName", v.created_by_id as "createdById",
  v.date, v.start_time as "startTime", v.end_time as "endTime", v.starts_at as "startsAt", v.ends_at as "endsAt",
  v.agreed_start as "agreedStart", v.agreed_end as "agreedEnd",
  v.shift_type as "shiftType", v.description, v.grade, v.subject, v.room, v.needs_subject as "needsSubject",
    v.needs_grade as "needsGrade", v.absence_reason as "absenceReason", v.google_doc_link as "googleDocLink",
    v.plan_file_ids as "planFileIds",
  v.may_need_changes as "mayNeedChanges", v.additional_notes as "additionalNotes",
    v.request_message as "requestMessage", v.status, v.substitute_id as "substituteId",
  v.requested_by_id as "requestedById", v.requested_at as "requestedAt", v.confirmed, v.is_urgent as "isUrgent",
    v.day_rank as "dayRank",
  v.book_first as "bookFirst", v.target_substitute_ids as "targetSubstituteIds",
    v.notification_preferences as "notificationPreferences",
  v.created_at as "createdAt", v.updated_at as "updatedAt", v.version, v.deleted_at as "deletedAt",
    v.covered_inside as "coveredInside", ${jobDays} as "jobDays",
  v.status = 'filled' and ${isNoShowAt(sql`v`)} as "noShow"`;

function covering(id: Sql, now: Date): Sql {
  return sql`(select json_build_object('id', p.id,
      'fullName', case when p.deleted_at is null then p.full_name else ${FORMER_SUBSTITUTE} end,
      'profileImageUrl', '/api/files/' || p.profile_image_file_id, 'qualifications', p.qualifications,
      'preferredSubjects', p.preferred_subjects, 'bio', p.bio, 'resumeUrl', '/api/files/' || p.resume_file_id,
      'phone', p.phone, 'email', p.email,
      'timesHere', (select count(*) from ${completedBy(sql`p.id`, sql`v.school_id`, now)} and w.id <> v.id))
    from users p where p.id = ${id})`;
}

/**
 * Returns the reader's own assignment at the time of an open vacancy, found by the index behind the double-booking
 * constraint.
 */
function overlapping(readerId: number): Sql {
  return sql`(select json_build_object('schoolName', h.name, 'startTime', to_char(w.start_time, 'HH24:MI'),
      'endTime', to_char(w.end_time, 'HH24:MI'))
    from vacancies w join schools h on h.id = w.school_id where w.substitute_id = ${readerId} and ${isAssignment}
      and tstzrange(w.starts_at, w.ends_at) && tstzrange(v.starts_at, v.ends_at) order by w.starts_at limit 1)`;
}

/**
 * Returns the reader's own requests at the time of a vacancy. Schools' dates differ by at most a day, which limits the
 * index scan.
 */
function overlappingRequests(readerId: number): Sql {
  return sql`(select json_agg(json_build_object('title', w.description, 'schoolName', h.name,
      'startTime', to_char(w.start_time, 'HH24:MI'), 'endTime', to_char(w.end_time, 'HH24:MI'))
      order by w.starts_at, w.id)
    from vacancies w join schools h on h.id = w.school_id
    where w.requested_by_id = ${readerId} and w.status = 'pending_approval' and w.deleted_at is null and w.id <> v.id
      and w.date between v.date - 1 and v.date + 1 and w.starts_at < v.ends_at and v.starts_at < w.ends_at)`;
}

/**
 * Returns the covers in free periods of the reader's booking `v` that aren't over. The index on `booking_id` finds
 * them.
 */
function ownCovers(readerId: number, now: Date): Sql {
  return sql`(select json_agg(json_build_object('state', k.state, 'period', k.period, 'room', coalesce(k.room, p.room),
      'title', p.title) order by k.starts_at, k.id)
    from covers k join cover_periods p on p.vacancy_id = k.vacancy_id and p.period = k.period
    where k.booking_id = v.id and k.colleague_id = ${readerId} and k.state in ('asked', 'accepted')
      and k.ends_at > ${now})`;
}

/**
 * The progress of `v`'s waves. Everything that is counted is in the offers, because a list of classes may have a
 * thousand for each.
 */
const offersOf = sql`(select json_build_object('offered', count(o.substitute_id),
      'unsent', (select count(distinct n.recipient_id) from notices n
        join deliveries d on d.notice_id = n.id and ${isHeld(sql`d`)}
        join offers w on w.vacancy_id = n.vacancy_id and w.round = p.round and w.substitute_id = n.recipient_id
          and w.channels = '{}' and w.answer is null and w.seen_at is null
        where n.vacancy_id = v.id and n.kind = 'vacancy_posted' and n.created_at >= p.began_at),
      'saw', count(o.substitute_id) filter (where o.answer is not null or o.seen_at is not null),
      'declined', count(o.substitute_id) filter (where o.answer = 'declined'),
      'declinedWhy', (select coalesce(json_object_agg(d.reason, d.times), '{}')
        from (select d.reason, count(*) as times from vacancy_declines d
        where d.vacancy_id = v.id and d.reason is not null
          and exists (select from offers a where a.vacancy_id = v.id and a.round = p.round
          and a.substitute_id = d.substitute_id) group by d.reason) d),
          'nextAt', case when p.due_at is not null then coalesce(p.wave_at, p.due_at) end, 'nextSize', p.wave_size,
          'firstAt', min(o.sent_at), 'isPaused', p.is_paused, 'forEveryone', p.for_everyone or p.all_asked
          or p.ended = 'everyone_asked')
    from dispatches p left join offers o on o.vacancy_id = p.vacancy_id and o.round = p.round where p.vacancy_id = v.id
    group by p.vacancy_id)`;

/** Another open day of `v`'s job at a time when the reader is booked. */
function bookedOn(readerId: number, now: Date): Sql {
  return sql`(select min(j.date)::text from vacancies j
      join vacancies w on w.substitute_id = ${readerId} and ${isAssignment}
      and tstzrange(w.starts_at, w.ends_at) && tstzrange(j.starts_at, j.ends_at)
    where j.job_id = v.job_id and j.id <> v.id and j.status = 'open' and not j.covered_inside and j.deleted_at is null
      and j.starts_at > ${now})`;
}

/**
 * Returns the columns of a VacancyRow, over `v` (vacancies), `c` (its school) and `t` (its teacher). Without a reader,
 * no one sees how its waves of offers stand, so they aren't counted.
 */
export function columns(reader: Pick<Actor, 'id' | 'role'> | null, now: Date): Sql {
  if (reader?.role === 'substitute') {
    return sql`${facts}, null as offers, null as "coveredBy", null as substitute, null as requester,
      case when v.status = 'filled' and v.substitute_id = ${reader.id} then ${ownCovers(reader.id, now)}
        end as "ownCovers",
      exists (select 1 from vacancy_declines d
        where d.substitute_id = ${reader.id} and d.vacancy_id = v.id) as declined,
      case when v.status = 'open' then ${overlapping(reader.id)} end as overlapping,
      case when v.status = 'open' and v.job_id is not null then ${bookedOn(reader.id, now)} end as "bookedOn",
      case when v.status = 'open'
        then ${exclusionOf(sql`${reader.id}`, { schoolId: sql`v.school_id`, teacherId: sql`v.teacher_id` }, now)}
        end as exclusion,
      case when v.status = 'open' or (v.status = 'pending_approval' and v.requested_by_id = ${reader.id})
        then ${overlappingRequests(reader.id)} end as "overlappingRequests",
      (select p.general_availability::text from users p where p.id = ${reader.id}) as week,
      case when v.status = 'open' then ${jobPreferencesOf(reader.id)} end as preferences,
      case when v.status = 'open' and (v.needs_subject or v.needs_grade)
        then (select concat_ws(' | ', p.preferred_subjects, p.subjects, p.qualifications) from users p
        where p.id = ${reader.id}) end as knows,
      (select coalesce(a.part, a.status) from availability_dates a
        where a.substitute_id = ${reader.id} and a.date = v.date) as "singleDate"`;
  }
  const offers = reader === null ? sql`null` : sql`case when v.status = 'open' then ${offersOf} end`;
  return sql`${facts}, ${offers} as offers, ${coveredBy(sql`v`)} as "coveredBy",
      ${covering(sql`v.substitute_id`, now)} as substitute, ${covering(sql`v.requested_by_id`, now)} as requester,
      false as declined, null as "ownCovers",
    null as overlapping, null as "bookedOn", null as exclusion, null as "overlappingRequests", null as week,
      null as "singleDate", null as preferences, null as knows`;
}

/** The tables that the columns are read from. */
export const source = sql`vacancies v join schools c on c.id = v.school_id join users t on t.id = v.teacher_id`;
