/**
 * Why a transition of a vacancy is refused, with the sentence that people read: what happened, and what they can do
 * about it. Most come from `transition`. The last three concern more than one vacancy and are found by commands that
 * know the substitute and the school.
 */
export const refusalSentences = {
  vacancy_gone: 'This vacancy has been deleted.',
  vacancy_over: 'This vacancy has ended. A school administrator can still correct who was there.',
  vacancy_started: 'This vacancy has already started. Ask your school administrator.',
  not_over: "This vacancy hasn't ended yet. Assign or release a substitute instead.",
  already_requested: 'This vacancy has just been requested by someone else.',
  requested_by_you: 'You have already requested this vacancy.',
  requested_by_other: 'Someone else has just requested this vacancy. Please review it again.',
  already_filled: 'This vacancy has just been filled.',
  assigned_to_you: 'You are already assigned to this vacancy.',
  not_requested: 'This request is no longer pending. It was withdrawn or answered, or it expired.',
  not_filled: 'No substitute is assigned to this vacancy anymore.',
  not_yours: 'This vacancy is no longer yours. It went to someone else.',
  not_open: 'This vacancy is no longer open. Answer the request or release the substitute before you change it.',
  already_confirmed: 'You already confirmed this assignment. Cancel it with a reason instead.',
  reason_required: 'Enter a reason.',
  not_due: "This request is still pending. It hasn't expired.",
  attendance_early: "It's too early to record this. Attendance starts on the day of the class.",
  attendance_closed: 'Attendance can be changed until 14 days after the class.',
  attendance_changed: 'This attendance has changed since you opened it. Check it, then try again.',
  attendance_minutes: 'Enter how many minutes after the start they came. It must be less than the whole class.',
  attendance_left: 'Enter a time during the class, after they came and not in the future.',
  feedback_early: 'You can leave feedback once the class has ended.',
  feedback_changed: 'The teacher has changed this feedback. Read it again, then answer it.',
  feedback_closed: 'This feedback can no longer be changed.',
  feedback_no_show: "A no-show was recorded for this class, so you can't leave feedback on it.",
  undo_too_late: "It's too late to undo this. People have been notified, or something has changed since.",
  yes_undo_late: 'The 5 minutes to undo have passed. You can still cancel the assignment with a reason.',
  swap_late: 'One of these classes has begun, or its substitute has signed in. Release and assign them one by one.',
  booked_elsewhere: 'This overlaps with another assignment.',
  not_eligible: 'This substitute does not work for this school.',
  cover_settled: 'This period no longer needs your answer. It has begun, or someone else has it.',
  not_in_job: 'This day is no longer part of a job. It can be taken on its own.',
  covered_inside: "The teacher's colleagues are covering this class, so you can't request it.",
  school_inactive: 'This school is not active right now.',
} as const;

export type RefusalCode = keyof typeof refusalSentences;

export interface Refusal {
  code: RefusalCode;
  sentence: string;
}

/** Returns the refusal for this code, with its sentence. */
export function refusal(code: RefusalCode): Refusal {
  return { code, sentence: refusalSentences[code] };
}
