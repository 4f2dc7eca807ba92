import type { SecurityEvent } from './account-security.ts';
import type { CoverKind } from './cover.ts';
import type { Role } from './role.ts';

/** A vacancy as a notification describes it. */
export interface VacancyFacts {
  school: string;
  address: string;
  title: string;
  /** The grade, subject and room that the title doesn't name: 'Grade 4 · Room 12'. It is missing in older ones. */
  classInWords?: string;
  /** The absent teacher. For extra hands, it is their contact in the front office. */
  teacher: string;
  /** It is missing in older notifications. */
  isExtraHands?: boolean;
  date: string;
  /**
   * All dates that it is about, in order, if several days of a job move or are offered together. `date` is the first.
   */
  dates?: readonly string[];
  start: string;
  end: string;
  /**
   * When the substitute reports to the office, 'HH:mm'. It is only in notifications to substitutes, and missing in
   * older ones.
   */
  reportTime?: string;
  /** The school's time zone. It comes with the report time, and is missing from older notifications. */
  timeZone?: string;
  /** Whether the report time has passed. It isn't stored: it is added when a notification is sent or shown (`asOf`). */
  isReportLate?: boolean;
  /**
   * Where to park and how to enter. It is only in notifications to substitutes, and missing if the school says nothing.
   */
  parking?: string;
  /**
   * The pay: '$175.00 for a full day'. It is only in notifications to substitutes, and missing if the school has no
   * rates.
   */
  pay?: string;
  isUrgent: boolean;
  mayNeedChanges: boolean;
  /** It is null if the school withholds it from the recipient. */
  reason: string | null;
  notes: string | null;
  /** The lesson plans. Only notifications to the assigned substitute include them. */
  plansLink: string | null;
}

export interface AboutVacancy {
  /** The recipient's role, which determines where in the app the notification leads. */
  to: Role;
  vacancy: VacancyFacts;
}

interface AboutSubstitute extends AboutVacancy {
  substitute: string;
}

/**
 * The request that a notification is about. Its message is stored only with the request: `note` is filled in on
 * reading, as long as the request or its booking exists and the reader may see it.
 */
interface AboutRequest extends AboutSubstitute {
  request?: { by: number; at: string } | null;
  note?: string | null;
}

/** Another class of the same substitute, as a notification names it. */
export interface OtherClass {
  title: string;
  school: string;
  start: string;
  end: string;
}

/** A substitute's booking, and their requests for the same time that it withdrew. */
interface AboutBooking extends AboutVacancy {
  withdrawn?: readonly OtherClass[];
}

/** A reader's classes on one day of a school. */
interface AboutDay {
  to: Role;
  school: string;
  date: string;
  /** `was`: the start before it moved. `isRequested`: the reader has only requested it. */
  classes: readonly { title: string; start: string; end: string; was: string; isRequested: boolean }[];
}

/** A period that a teacher, or a substitute who is booked that day, takes for a colleague. */
export interface CoverFacts {
  school: string;
  /** The absent teacher. */
  teacher: string;
  date: string;
  period: string;
  start: string;
  end: string;
  title: string;
  room: string | null;
  /** The number of students. */
  size: number | null;
  kind: CoverKind;
  /** A note of the front office. */
  note: string | null;
}

/** The facts that each kind of notification needs. */
export interface NoticeFacts {
  /** `booksFirst`: the first request is booked, without anyone's approval. */
  vacancy_posted: AboutVacancy & { booksFirst?: boolean };
  /** Goes to the teacher for whom an admin posted the vacancy. */
  posted_for_you: AboutVacancy & { by: string };
  vacancy_requested: AboutRequest;
  request_approved: AboutBooking;
  request_rejected: AboutVacancy;
  /** Goes to the teacher and the person who posted the vacancy: someone else rejected the request. */
  request_turned_down: AboutSubstitute & { by: string };
  request_withdrawn: AboutSubstitute;
  /** `instead`, only for the substitute: the class for which they are booked at that time. */
  request_reopened: AboutSubstitute & { because: ReopenCause; instead?: OtherClass };
  assigned: AboutBooking;
  /** Goes to a booked substitute, about their new class: they swapped classes with another substitute on that day. */
  swapped: AboutVacancy & { from: OtherClass; asksToConfirm: boolean };
  /**
   * Goes to the teacher and the person who posted it: someone else found a substitute. `request` is set if a request
   * was booked.
   */
  filled: AboutRequest & { isConfirmed: boolean };
  confirmed: AboutSubstitute;
  /** Goes to the substitute: an administrator recorded their yes on the phone. */
  confirmed_for_you: AboutVacancy & { by: string };
  /** Goes to the administrators: the assigned substitute has not answered. `minutes` until the start. */
  assignment_unconfirmed: AboutSubstitute & { minutes: number };
  /** Goes to the substitute: an administrator recorded that they didn't come. */
  no_show_recorded: AboutVacancy & { by: string };
  /** Goes to the substitute: it is no longer recorded. `now` is the record in words, or null if there is none. */
  no_show_removed: AboutVacancy & { by: string; now: string | null };
  /** Goes to the administrators. Their words are read with the record, never in the notification. */
  no_show_answered: AboutSubstitute & { personId: number };
  /**
   * Goes to the substitute: the teacher said whether they'd have them again. It counts from this date at the latest.
   */
  feedback_given: AboutVacancy & { countsFrom: string };
  cannot_come: AboutSubstitute;
  /**
   * Goes to the teacher and the administrators: a filled vacancy is open again. `by` is null if the substitute
   * canceled, or undid their own request (`isUndone`). Only an undo can lack a reason.
   */
  released: AboutSubstitute & { by: string | null; reason: string | null; isUndone?: boolean };
  /** Goes to the substitute who was assigned. */
  assignment_cancelled: AboutVacancy & { by: string; reason: string };
  /**
   * `isAssigned`: the recipient is the assigned substitute and didn't only request it. `asksToConfirm`: its times moved
   * so far that they confirm again.
   */
  vacancy_changed: AboutVacancy & { changes: readonly string[]; isAssigned: boolean; asksToConfirm?: boolean };
  vacancy_deleted: AboutVacancy;
  /** School opens late that day. One notification for all of the reader's classes. */
  day_delayed: AboutDay & { minutes: number; asksToConfirm: boolean };
  /** School is closed that day, so the reader's classes were canceled. `because`: the name of the closed day. */
  day_closed: AboutDay & { because: string };
  /**
   * Goes to a teacher, or to a booked substitute: can they cover this period? `isSettled`: they chose to be notified
   * without being asked.
   */
  cover_asked: { to: Role; cover: CoverFacts; isSettled: boolean };
  /**
   * Goes to that person: they aren't needed anymore. `released`: their own booking ended or moved. `others`: more
   * covers that ended with it.
   */
  cover_canceled: {
    to: Role;
    cover: CoverFacts;
    others?: readonly CoverFacts[];
    why: 'office' | 'filled' | 'deleted' | 'changed' | 'released';
  };
  /** Goes to the administrators: the colleague can't come. `wasSettled`: they had said yes. */
  cover_declined: { to: Role; cover: CoverFacts; colleague: string; wasSettled: boolean };
  same_day_posted: AboutVacancy;
  request_unanswered: AboutRequest & { minutes: number };
  /**
   * `tried`: how many were notified, saw it and declined. It is null if no one was notified, and missing in older ones.
   */
  still_unfilled: AboutVacancy & { minutes: number; tried?: string | null };
  account_approved: { to: Role; name: string; school: string | null };
  account_rejected: { to: Role; name: string; school: string | null };
  /**
   * Goes to a substitute whom a school removed. `accountIsGone`: it was their only school, so the account was deleted,
   * too.
   */
  account_removed: { to: Role; name: string; school: string; accountIsGone: boolean };
  /** Goes to administrators: someone registered or applied to the school. */
  account_pending: {
    to: Role;
    name: string;
    role: Role;
    school: string | null;
    rejectedEarlier: boolean;
    /** The person who is waiting. It is missing in older notifications. */
    personId?: number;
  };
  /**
   * Goes to administrators: an invited person uses an account they already had. `isApproved`: the school approves it.
   */
  account_joined: {
    to: Role;
    /** It is missing for a substitute. */
    role?: 'teacher';
    name: string;
    invitedName: string;
    school: string;
    isApproved: boolean;
    personId: number;
  };
  /** Goes to the administrators of the school that a teacher left for another one. */
  account_left: { to: Role; name: string; school: string };
  /**
   * Goes to administrators: a teacher asks them to stop offering their classes to a substitute. The reason is in the
   * substitute's details.
   */
  exclusion_asked: { to: Role; name: string; teacher: string; personId: number };
  /** Goes to the teacher who asked: an administrator agreed or declined. */
  exclusion_answered: { to: Role; name: string; by: string; isAgreed: boolean };
  /** Goes to the teacher who asked for an exclusion: an administrator ended it. */
  exclusion_ended: { to: Role; name: string; by: string };
  password_reset: { to: Role; name: string; by: string };
  /** Goes to a person who forgot the password. It is sent only by email. */
  password_link: { to: Role; name: string; code: string };
  /**
   * A change to how the user signs in. `left` counts recovery codes, `by` names another person who made it, `about` a
   * new owner.
   */
  account_security: {
    to: Role;
    name: string;
    event: SecurityEvent;
    by: string | null;
    left: number;
    about?: string | null;
  };
  /**
   * Goes to an address that a user entered. It contains nothing else they typed, because the address may be a
   * stranger's.
   */
  email_link: { to: Role; code: string };
  /** Goes to a person whose account someone else created. The code leads to the page for choosing a password. */
  invitation: { to: Role; name: string; username: string; school: string; by: string; code: string; until: string };
  /** Goes to a teacher who last checked their emergency plan a year ago. It contains nothing from the plan. */
  emergency_plan_check: { to: Role; name: string; since: string };
  school_deactivated: { to: Role; school: string };
  /**
   * Goes to a substitute who is booked at a school that is being deleted, or has requested a vacancy there. `date`: the
   * first day. `more`: how many classes aren't listed.
   */
  school_deleted: {
    to: Role;
    school: string;
    date: string;
    classes: readonly { date: string; title: string; start: string; end: string; isRequested: boolean }[];
    more: number;
  };
  /** The code is sent only by SMS, because only the owner of the phone reads it there. */
  sms_code: { to: Role; code: string };
  message: { to: Role; sender: string; subject: string; body: string; isUrgent: boolean; vacancy: VacancyFacts | null };
}

export type NoticeKind = keyof NoticeFacts;

/** Why an unanswered request or an assignment reopened automatically. */
export type ReopenCause = 'start_passed' | 'booked_elsewhere' | 'no_longer_available';
