/** The callers: every kind of account, in every state that matters for access. */
export const callers = [
  'nobody',
  'unapproved_teacher',
  'unapproved_substitute',
  'unapproved_admin',
  'disabled_teacher',
  'plain_overall_admin',
  'teacher',
  'substitute',
  'school_admin',
  'overall_admin',
] as const;

export type Caller = (typeof callers)[number];

/** The secret part of the address of a school's wall view. */
export const wallToken = 'w'.repeat(43);

/**
 * The subject of the call, seen from the caller: their own, one at the same school, one at another, one that doesn't
 * exist.
 */
export const vacancySubjects = ['own', 'same', 'other', 'absent'] as const;

export const userSubjects = [
  'self',
  'teacher',
  'substitute',
  'unapproved',
  'admin',
  'other_teacher',
  'other_substitute',
  'other_admin',
  'free_admin',
  'owner',
  'absent',
] as const;

export const schoolSubjects = ['own', 'other', 'absent'] as const;

export const fileSubjects = ['self', 'substitute', 'teacher', 'other_substitute', 'absent'] as const;

export type SubjectKind = 'vacancy' | 'user' | 'school' | 'file' | 'none';

/** One variant of a call, and for whom it works. Every cell that isn't listed is denied. */
export type MatrixRow = {
  endpoint: string;
  /** The variant, if one call does several things. */
  act?: string;
  subject: SubjectKind;
  body?: Record<string, unknown>;
  /** Parameters of the path besides the subject's id. */
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /**
   * The vacancy's status before the call, 'answered' by the caller a moment ago, filled for 'today' and for 'worked'
   * days of the past, a 'no_show' of today, or 'taught' three days ago and 'reviewed' by its teacher, or an open day
   * 'in_job' with another; its substitute or requester is the calling one, or another for 'same'.
   */
  state?:
    | 'open'
    | 'pending_approval'
    | 'filled'
    | 'unconfirmed'
    | 'answered'
    | 'past'
    | 'worked'
    | 'today'
    | 'no_show'
    | 'taught'
    | 'reviewed'
    | 'in_job';
  /** Cells that get 2xx, as 'caller subject' (without a subject if there is none). */
  works: readonly string[];
  /** Cells that get 409, because the caller may see the subject but lost it to someone else. */
  conflicts?: readonly string[];
};

export const staff = ['teacher own', 'school_admin own', 'school_admin same'];

export const everyone = callers.map(String);

export const sessionKept = [
  'unapproved_teacher',
  'unapproved_substitute',
  'unapproved_admin',
  'plain_overall_admin',
  'teacher',
  'substitute',
  'school_admin',
  'overall_admin',
];

export const working = ['unapproved_substitute', 'teacher', 'substitute', 'school_admin', 'overall_admin'];

export const vacancyBody = {
  date: '2026-12-01',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Grade 4',
  additionalNotes: 'Room 12',
};

export const newPerson = {
  username: 'made_by_matrix',
  password: 'quartz-lamp-88',
  confirmPassword: 'quartz-lamp-88',
  fullName: 'Made By Matrix',
};
