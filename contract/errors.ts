import type { RefusalCode } from '#domain/refusal.ts';

/**
 * The closed list of errors. Each code has one status:
 * 400 bad input, 401 no session, 403 role or approval, 404 doesn't exist or isn't the caller's, 409 lost race or rule
 * conflict, 413, 415, 429 with Retry-After.
 */
export const errorStatus = {
  bad_input: 400,
  reason_required: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  wrong_code: 401,
  account_disabled: 403,
  approval_pending: 403,
  not_allowed: 403,
  wrong_origin: 403,
  other_school: 403,
  own_school_inactive: 403,
  identity_unproved: 403,
  second_factor_missing: 403,
  not_found: 404,
  username_taken: 409,
  person_exists: 409,
  has_absences: 409,
  has_password: 409,
  vacancy_gone: 409,
  vacancy_moved: 409,
  vacancy_over: 409,
  vacancy_started: 409,
  not_over: 409,
  already_requested: 409,
  requested_by_you: 409,
  requested_by_other: 409,
  already_filled: 409,
  assigned_to_you: 409,
  not_requested: 409,
  not_filled: 409,
  not_yours: 409,
  not_open: 409,
  plan_stale: 409,
  not_declined: 409,
  not_worked_here: 409,
  too_many_favorites: 409,
  too_many_wall_links: 409,
  already_confirmed: 409,
  already_absent: 409,
  already_reset: 409,
  not_due: 409,
  undo_too_late: 409,
  yes_undo_late: 409,
  details_early: 409,
  attendance_early: 409,
  attendance_closed: 409,
  attendance_changed: 409,
  attendance_minutes: 400,
  attendance_left: 400,
  feedback_early: 409,
  feedback_closed: 409,
  feedback_changed: 409,
  feedback_no_show: 409,
  swap_late: 409,
  booked_elsewhere: 409,
  cover_taken: 409,
  cover_not_free: 409,
  cover_settled: 409,
  covered_inside: 409,
  not_in_job: 409,
  not_eligible: 409,
  school_inactive: 409,
  shift_not_offered: 400,
  last_owner: 409,
  admin_has_school: 409,
  school_exists: 409,
  conflict: 409,
  period_locked: 409,
  period_not_ready: 409,
  not_locked: 409,
  over_limit: 409,
  not_offered: 409,
  already_excluded: 409,
  exclusion_gone: 409,
  key_reused: 409,
  second_factor_on: 409,
  too_large: 413,
  wrong_content_type: 415,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number> & Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/**
 * The body of every error: a sentence for people, a stable code, and an error per field. With `conflict`, `current`
 * contains the record's current version and the fields that changed since the version that was sent. With
 * `already_absent`, `vacancyId` is the vacancy that was posted before. With `person_exists`, `person` is the substitute
 * of the district who has this email or phone.
 */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  vacancyId?: number;
  person?: { id: number; fullName: string; worksHere: boolean };
  current?: { version: number } & Record<string, unknown>;
};
