/**
 * Why a move on a vacancy is refused, and what people read then: what happened, and where something can be
 * done about it, what. Most come from `transition`; the last three concern more than the one vacancy and are
 * found by whoever knows the substitute and the school.
 */
export const refusalSentences = {
  vacancy_gone: 'This vacancy has been deleted.',
  vacancy_over: 'This vacancy is over. A school administrator can still correct who was there.',
  vacancy_started: 'This vacancy has already begun. Please ask your school administrator.',
  not_over: 'This vacancy is not over yet. Assign or release a substitute instead.',
  already_requested: 'This vacancy has just been requested by someone else.',
  requested_by_you: 'You have already requested this vacancy.',
  requested_by_other: 'This vacancy has just been requested by someone else. Please look at it again.',
  already_filled: 'This vacancy has just been filled.',
  assigned_to_you: 'You are already assigned to this vacancy.',
  not_requested: 'This request no longer stands. It was withdrawn, answered, or its time has passed.',
  not_filled: 'No substitute is assigned to this vacancy any more.',
  not_yours: 'This vacancy is no longer yours. Someone else has it now.',
  not_open: 'This vacancy is no longer open. Answer the request or release the substitute before you change it.',
  already_confirmed: 'You have confirmed this assignment. Please cancel it with a reason instead.',
  reason_required: 'Please give a reason.',
  not_due: 'This request still stands. Its time has not passed.',
  undo_too_late: 'It is too late to undo this answer. People were already notified, or something changed since.',
  booked_elsewhere: 'This overlaps with an assignment that is already made.',
  not_eligible: 'This substitute does not work for this school.',
  school_inactive: 'This school is not active at present.',
} as const;

export type RefusalCode = keyof typeof refusalSentences;

export interface Refusal {
  code: RefusalCode;
  sentence: string;
}

/** The refusal of this code, with the sentence people read. */
export function refusal(code: RefusalCode): Refusal {
  return { code, sentence: refusalSentences[code] };
}
