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
  /** The vacancy's status before the call, 'answered' by the caller a moment ago, filled for 'today' and for 'worked' days of the past, a 'no_show' of today, or 'taught' three days ago and 'reviewed' by its teacher, or an open day 'in_job' with another; its substitute or requester is the calling one, or another for 'same'. */
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

const staff = ['teacher own', 'school_admin own', 'school_admin same'];
const everyone = callers.map(String);
const sessionKept = [
  'unapproved_teacher',
  'unapproved_substitute',
  'unapproved_admin',
  'plain_overall_admin',
  'teacher',
  'substitute',
  'school_admin',
  'overall_admin',
];
const working = ['unapproved_substitute', 'teacher', 'substitute', 'school_admin', 'overall_admin'];

const vacancyBody = {
  date: '2026-12-01',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Grade 4',
  additionalNotes: 'Room 12',
};
const newPerson = {
  username: 'made_by_matrix',
  password: 'quartz-lamp-88',
  confirmPassword: 'quartz-lamp-88',
  fullName: 'Made By Matrix',
};
const importOfOne = { role: 'teacher', csv: 'Full name,Username\nMade By Matrix,made_by_matrix' };
/** The keys of a browser's push subscription: a P-256 point and a secret. */
const matrixBrowser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const newSchool = {
  name: 'Matrix School',
  address: '2 Elm Street',
  city: 'Albany',
  state: 'New York',
  zipCode: '12207',
  phone: '(518) 555-0199',
};

/** The whole access matrix: a call that is missing here fails the test. */
export const matrix: readonly MatrixRow[] = [
  { endpoint: 'health', subject: 'none', works: everyone },
  { endpoint: 'ready', subject: 'none', works: everyone },
  { endpoint: 'openapi', subject: 'none', works: everyone },
  { endpoint: 'docs', subject: 'none', works: everyone },

  { endpoint: 'currentUser', subject: 'none', works: sessionKept },
  { endpoint: 'login', subject: 'none', body: { username: 'teacher_1', password: '{password}' }, works: everyone },
  {
    endpoint: 'register',
    subject: 'none',
    body: { ...newPerson, email: 'matrix@example.org', role: 'school_admin' },
    works: everyone,
  },
  { endpoint: 'logout', subject: 'none', works: everyone },
  {
    endpoint: 'changeOwnPassword',
    subject: 'none',
    body: { currentPassword: '{password}', password: 'another-lantern-5', confirmPassword: 'another-lantern-5' },
    works: sessionKept,
  },
  { endpoint: 'listOwnSessions', subject: 'none', works: sessionKept },
  { endpoint: 'endOtherSessions', subject: 'none', works: sessionKept },
  { endpoint: 'exportOwnData', subject: 'none', body: { password: '{password}' }, works: sessionKept },

  { endpoint: 'askForPasswordLink', subject: 'none', body: { username: 'nobody_of_that_name' }, works: everyone },
  // Open to anyone with a code, which the matrix doesn't have.
  { endpoint: 'getPasswordLink', subject: 'none', works: [] },
  {
    endpoint: 'choosePassword',
    subject: 'none',
    body: { password: 'quartz-lamp-88', confirmPassword: 'quartz-lamp-88' },
    works: [],
  },
  { endpoint: 'sendEmailLink', subject: 'none', works: sessionKept },
  // These calls need a code, which the matrix doesn't have.
  { endpoint: 'getEmailLink', subject: 'none', works: [] },
  { endpoint: 'confirmEmail', subject: 'none', works: [] },
  { endpoint: 'confirmIdentity', subject: 'none', body: { password: '{password}' }, works: sessionKept },
  { endpoint: 'getSecondFactor', subject: 'none', works: sessionKept },
  { endpoint: 'startSecondFactor', subject: 'none', works: sessionKept },
  // The matrix has no authenticator app, and no one in it has a second factor.
  ...['finishSecondFactor', 'renewRecoveryCodes', 'endSecondFactor'].map((endpoint): MatrixRow => ({
    endpoint,
    subject: 'none',
    ...(endpoint !== 'renewRecoveryCodes' && {
      body: { ...(endpoint === 'endSecondFactor' && { password: '{password}' }), otp: '123456' },
    }),
    works: [],
  })),
  {
    endpoint: 'resetSecondFactor',
    subject: 'user',
    body: { userId: '{id}' },
    works: [
      'school_admin teacher',
      'school_admin substitute',
      'school_admin unapproved',
      'overall_admin admin',
      'overall_admin other_admin',
      'overall_admin free_admin',
      'overall_admin substitute',
      'overall_admin unapproved',
      'overall_admin other_substitute',
    ],
  },

  { endpoint: 'listSchools', subject: 'none', works: everyone },
  { endpoint: 'getSchool', subject: 'school', works: working.flatMap((who) => [`${who} own`, `${who} other`]) },
  { endpoint: 'createSchool', subject: 'none', body: newSchool, works: ['overall_admin'] },
  {
    endpoint: 'updateSchool',
    act: 'information',
    subject: 'school',
    body: { name: 'Renamed by the matrix' },
    works: ['school_admin own', 'overall_admin own', 'overall_admin other'],
  },
  {
    endpoint: 'updateSchool',
    act: 'activation',
    subject: 'school',
    body: { isActive: false },
    works: ['overall_admin own', 'overall_admin other'],
  },
  ...['getSchoolLogo', 'getSchoolBanner'].map((endpoint): MatrixRow => ({
    endpoint,
    subject: 'school',
    works: [
      'unapproved_substitute own',
      'teacher own',
      'substitute own',
      'school_admin own',
      'overall_admin own',
      'overall_admin other',
    ],
  })),
  { endpoint: 'listDistricts', subject: 'none', works: ['overall_admin'] },
  // The fixture's districts have the ids of their schools.
  {
    endpoint: 'updateDistrict',
    subject: 'school',
    body: { eachApproves: true },
    works: ['overall_admin own', 'overall_admin other'],
  },
  {
    endpoint: 'updateSchool',
    act: 'district',
    subject: 'school',
    body: { district: 'District of the matrix' },
    works: ['overall_admin own', 'overall_admin other'],
  },
  {
    endpoint: 'updateSchool',
    act: 'who approves',
    subject: 'school',
    body: { approvesItself: true },
    works: ['school_admin own', 'overall_admin own', 'overall_admin other'],
  },
  { endpoint: 'deleteSchool', subject: 'school', works: ['overall_admin own', 'overall_admin other'] },
  { endpoint: 'listSchoolDeletions', subject: 'none', works: ['overall_admin'] },
  {
    endpoint: 'exportSchool',
    subject: 'school',
    works: ['school_admin own', 'overall_admin own', 'overall_admin other'],
  },

  { endpoint: 'listUsers', subject: 'none', works: working },
  {
    endpoint: 'getUser',
    subject: 'user',
    works: [
      ...working.map((who) => `${who} self`),
      'teacher substitute',
      'school_admin teacher',
      'school_admin substitute',
      'school_admin unapproved',
      'overall_admin admin',
      'overall_admin other_admin',
      'overall_admin free_admin',
      'overall_admin owner',
    ],
  },
  {
    endpoint: 'createUser',
    act: 'teacher',
    subject: 'none',
    body: { ...newPerson, role: 'teacher' },
    works: ['school_admin'],
  },
  {
    endpoint: 'createUser',
    act: 'owner',
    subject: 'none',
    body: { ...newPerson, role: 'overall_admin', isPlatformOwner: true },
    works: ['overall_admin'],
  },
  {
    endpoint: 'updateUser',
    act: 'profile',
    subject: 'user',
    body: { bio: 'Changed by the matrix' },
    works: working.map((who) => `${who} self`),
  },
  {
    endpoint: 'updateUser',
    act: 'approve',
    subject: 'user',
    body: { isApproved: true },
    works: [
      'school_admin teacher',
      'school_admin substitute',
      'school_admin unapproved',
      'overall_admin admin',
      'overall_admin other_admin',
      'overall_admin free_admin',
    ],
  },
  {
    endpoint: 'updateUser',
    act: 'disable',
    subject: 'user',
    body: { isActive: false },
    works: [
      'school_admin teacher',
      'overall_admin admin',
      'overall_admin other_admin',
      'overall_admin free_admin',
      'overall_admin owner',
    ],
  },
  {
    endpoint: 'updateGeneralAvailability',
    subject: 'user',
    body: { generalAvailability: '{"monday":"all_day"}' },
    works: ['substitute self', 'unapproved_substitute self'],
  },
  { endpoint: 'addKnownSubstitute', subject: 'user', works: ['school_admin substitute', 'school_admin unapproved'] },
  { endpoint: 'removeProfileImage', subject: 'user', works: working.map((who) => `${who} self`) },
  { endpoint: 'removeResume', subject: 'user', works: working.map((who) => `${who} self`) },
  { endpoint: 'deleteUser', subject: 'user', works: ['school_admin substitute', 'school_admin unapproved'] },
  {
    endpoint: 'resetPassword',
    subject: 'user',
    body: { userId: '{id}', newPassword: 'matrix-river-31' },
    works: [
      'school_admin teacher',
      'school_admin substitute',
      'school_admin unapproved',
      'overall_admin admin',
      'overall_admin other_admin',
      'overall_admin free_admin',
      'overall_admin substitute',
      'overall_admin unapproved',
      'overall_admin other_substitute',
    ],
  },
  {
    endpoint: 'getFile',
    subject: 'file',
    works: [
      'substitute self',
      'teacher self',
      'school_admin self',
      'unapproved_substitute self',
      'overall_admin self',
      'school_admin substitute',
      'school_admin teacher',
    ],
  },
  {
    endpoint: 'listPlanFiles',
    subject: 'user',
    works: ['teacher self', 'school_admin self', 'school_admin admin', 'school_admin teacher'],
  },
  {
    endpoint: 'addPlanFile',
    subject: 'user',
    body: {},
    works: ['teacher self', 'school_admin self', 'school_admin admin', 'school_admin teacher'],
  },
  { endpoint: 'getEmergencyPlan', subject: 'user', works: ['teacher self', 'school_admin teacher'] },
  {
    endpoint: 'putEmergencyPlan',
    subject: 'user',
    body: { routines: 'Bell at 8:00', version: 0 },
    works: ['teacher self', 'school_admin teacher'],
  },
  { endpoint: 'confirmEmergencyPlan', subject: 'user', works: ['teacher self', 'school_admin teacher'] },
  { endpoint: 'getStudentDetails', subject: 'user', works: ['teacher self', 'school_admin teacher'] },
  {
    endpoint: 'putStudentDetails',
    subject: 'user',
    body: { words: '', version: 0 },
    works: ['teacher self', 'school_admin teacher'],
  },
  { endpoint: 'listTeacherReadings', subject: 'user', works: ['teacher self', 'school_admin teacher'] },
  // The fixture's teachers have no student details. The first answer is for a later class.
  {
    endpoint: 'openStudentDetails',
    act: 'before the day',
    subject: 'vacancy',
    state: 'filled',
    works: [],
    conflicts: ['substitute own'],
  },
  { endpoint: 'getPlanFile', subject: 'file', works: ['teacher self', 'school_admin teacher'] },
  { endpoint: 'getPlans', act: 'of an open class', subject: 'vacancy', works: staff },
  {
    endpoint: 'getPlans',
    act: 'of a booked class',
    subject: 'vacancy',
    state: 'filled',
    works: [...staff, 'substitute own'],
  },
  { endpoint: 'listPlanReadings', subject: 'vacancy', works: staff },
  { endpoint: 'listAvailability', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  { endpoint: 'listUserAvailability', subject: 'user', works: ['school_admin substitute', 'school_admin unapproved'] },
  {
    endpoint: 'putAvailability',
    subject: 'none',
    body: { date: '2026-12-01', status: 'unavailable' },
    works: ['substitute', 'unapproved_substitute'],
  },
  {
    endpoint: 'putAvailabilityRange',
    subject: 'none',
    body: { from: '2026-12-03', to: '2026-12-05', status: 'available', part: 'morning' },
    works: ['substitute', 'unapproved_substitute'],
  },
  {
    endpoint: 'deleteAvailability',
    subject: 'none',
    query: { date: '2026-12-02' },
    works: ['substitute', 'unapproved_substitute'],
  },

  {
    endpoint: 'listVacancies',
    subject: 'none',
    works: ['teacher', 'substitute', 'unapproved_substitute', 'school_admin'],
  },
  { endpoint: 'countVacancies', subject: 'none', works: ['teacher'] },
  {
    endpoint: 'proposeAbsence',
    subject: 'none',
    query: { teacherId: '{teacher}' },
    works: ['teacher', 'school_admin'],
  },
  { endpoint: 'getVacancy', subject: 'vacancy', works: [...staff, 'substitute own', 'substitute same'] },
  {
    endpoint: 'createVacancy',
    act: 'own',
    subject: 'none',
    body: { ...vacancyBody, teacherId: '{teacher}' },
    works: ['teacher', 'school_admin'],
  },
  {
    endpoint: 'createVacancy',
    act: 'other school',
    subject: 'none',
    body: { ...vacancyBody, schoolId: '{otherSchool}', teacherId: '{teacher}' },
    works: [],
  },
  {
    endpoint: 'createVacancy',
    act: 'extra hands',
    subject: 'none',
    body: { ...vacancyBody, isExtraHands: true },
    works: ['school_admin'],
  },
  {
    endpoint: 'createVacancies',
    subject: 'none',
    body: { ...vacancyBody, date: undefined, dates: ['2026-12-01', '2026-12-02'], teacherId: '{teacher}' },
    works: ['teacher', 'school_admin'],
  },
  {
    endpoint: 'updateVacancy',
    act: 'edit',
    subject: 'vacancy',
    body: { description: 'Edited by the matrix' },
    works: staff,
  },
  {
    endpoint: 'updateVacancy',
    act: 'request',
    subject: 'vacancy',
    body: { status: 'pending_approval' },
    works: ['substitute own', 'substitute same'],
  },
  {
    endpoint: 'updateVacancy',
    act: 'approve',
    subject: 'vacancy',
    state: 'pending_approval',
    body: { status: 'filled', substituteId: '{requester}' },
    works: staff,
  },
  {
    endpoint: 'updateVacancy',
    act: 'reject',
    subject: 'vacancy',
    state: 'pending_approval',
    body: { status: 'open', requestedById: null, requestedAt: null },
    works: staff,
  },
  { endpoint: 'undoAnswer', subject: 'vacancy', state: 'answered', works: staff },
  {
    endpoint: 'previewDayChange',
    subject: 'none',
    body: { date: '2026-12-01', change: { type: 'delay', minutes: 120 } },
    works: ['school_admin'],
  },
  {
    endpoint: 'changeDay',
    subject: 'none',
    body: { date: '2026-12-01', change: { type: 'close', name: 'Snow day' } },
    works: ['school_admin'],
  },
  {
    endpoint: 'undoDayChange',
    subject: 'none',
    body: { undo: '00000000-0000-4000-8000-000000000000' },
    works: [],
    conflicts: ['school_admin'],
  },
  {
    endpoint: 'planDay',
    subject: 'none',
    body: { date: vacancyBody.date },
    works: ['school_admin'],
  },
  {
    endpoint: 'carryOutPlan',
    subject: 'vacancy',
    body: { act: 'assign', lines: [{ vacancyId: '{id}', substituteId: '{substitute}', version: 1 }] },
    works: ['school_admin own', 'school_admin same'],
  },
  {
    endpoint: 'undoPlan',
    subject: 'vacancy',
    body: { vacancyIds: ['{id}'] },
    works: [],
    // The plan wasn't carried out.
    conflicts: ['school_admin own', 'school_admin same'],
  },
  // The other class doesn't exist, so every allowed call gets 404. Its own test has the other cases.
  {
    endpoint: 'swapSubstitutes',
    subject: 'vacancy',
    state: 'filled',
    body: { with: 9_007_199_254_740_000 },
    works: [],
  },
  {
    endpoint: 'getSwapDays',
    subject: 'vacancy',
    state: 'filled',
    query: { with: '9007199254740000' },
    works: [],
  },
  { endpoint: 'leaveJob', subject: 'vacancy', state: 'in_job', works: staff },
  { endpoint: 'listJobDays', subject: 'vacancy', state: 'in_job', works: staff },
  { endpoint: 'editJob', subject: 'vacancy', state: 'in_job', body: { room: 'Room 12' }, works: staff },
  { endpoint: 'deleteJob', subject: 'vacancy', state: 'in_job', works: staff },
  { endpoint: 'splitVacancy', subject: 'vacancy', body: { at: '11:30' }, works: staff },
  {
    endpoint: 'assignSubstitute',
    subject: 'vacancy',
    body: { substituteId: '{substitute}' },
    works: ['school_admin own', 'school_admin same'],
  },
  { endpoint: 'deleteVacancy', subject: 'vacancy', works: staff },
  { endpoint: 'notifySubstitutes', subject: 'vacancy', body: {}, works: staff },
  {
    endpoint: 'previewFirst',
    subject: 'none',
    body: { teacherId: '{teacher}', date: '2026-12-01', startTime: '08:00', endTime: '15:00', description: 'Grade 4' },
    works: ['teacher', 'school_admin'],
  },
  {
    endpoint: 'previewFirst',
    act: 'extra hands',
    subject: 'none',
    body: {
      isExtraHands: true,
      date: '2026-12-01',
      startTime: '08:00',
      endTime: '15:00',
      description: 'Testing proctor',
    },
    works: ['school_admin'],
  },
  { endpoint: 'listFavorites', subject: 'none', works: ['teacher', 'school_admin'] },
  {
    endpoint: 'setFavorite',
    subject: 'user',
    body: { isFavorite: false },
    works: ['teacher substitute', 'school_admin substitute'],
  },
  {
    endpoint: 'listExclusions',
    subject: 'user',
    works: ['teacher substitute', 'school_admin substitute', 'school_admin unapproved'],
  },
  {
    endpoint: 'putExclusion',
    subject: 'user',
    body: { reason: 'Left the class alone.', endsOn: null },
    works: ['teacher substitute', 'school_admin substitute', 'school_admin unapproved'],
  },
  {
    endpoint: 'approveExclusion',
    subject: 'user',
    body: { exclusionId: 999_999 },
    works: [],
    conflicts: ['school_admin substitute', 'school_admin unapproved'],
  },
  {
    endpoint: 'endExclusion',
    subject: 'user',
    body: { exclusionId: 999_999 },
    works: [],
    conflicts: ['teacher substitute', 'school_admin substitute', 'school_admin unapproved'],
  },
  { endpoint: 'pauseOffers', subject: 'vacancy', body: { isPaused: true }, works: staff },
  {
    endpoint: 'withdrawRequest',
    subject: 'vacancy',
    state: 'pending_approval',
    works: ['substitute own'],
    conflicts: ['substitute same'],
  },
  { endpoint: 'declineVacancy', subject: 'vacancy', works: ['substitute own', 'substitute same'] },
  {
    endpoint: 'explainDecline',
    subject: 'vacancy',
    body: { reason: 'too_far' },
    works: [],
    conflicts: ['substitute own', 'substitute same'],
  },
  { endpoint: 'getJobPreferences', subject: 'none', works: ['unapproved_substitute', 'substitute'] },
  {
    endpoint: 'putJobPreferences',
    subject: 'none',
    body: { days: 'half', noticeHours: 12 },
    works: ['unapproved_substitute', 'substitute'],
  },
  { endpoint: 'getOwnFit', subject: 'none', works: ['substitute'] },
  { endpoint: 'undeclineVacancy', subject: 'vacancy', works: ['substitute own', 'substitute same'] },
  {
    endpoint: 'confirmAssignment',
    subject: 'vacancy',
    state: 'unconfirmed',
    works: ['substitute own'],
    conflicts: ['substitute same'],
  },
  {
    endpoint: 'confirmByPhone',
    subject: 'vacancy',
    state: 'unconfirmed',
    works: ['school_admin own', 'school_admin same'],
  },
  {
    endpoint: 'cannotCome',
    subject: 'vacancy',
    state: 'unconfirmed',
    works: ['substitute own'],
    conflicts: ['substitute same'],
  },
  {
    endpoint: 'releaseSubstitute',
    subject: 'vacancy',
    state: 'filled',
    body: { reason: 'The matrix says so' },
    works: [...staff, 'substitute own'],
    conflicts: ['substitute same'],
  },
  {
    endpoint: 'correctVacancy',
    subject: 'vacancy',
    state: 'past',
    body: { substituteId: '{substitute}', reason: 'They were there' },
    works: ['school_admin own', 'school_admin same'],
  },
  // No one in the matrix was approved a moment ago.
  {
    endpoint: 'undoApproval',
    subject: 'user',
    works: [],
    conflicts: [
      'school_admin teacher',
      'school_admin substitute',
      'school_admin unapproved',
      'overall_admin admin',
      'overall_admin other_admin',
      'overall_admin free_admin',
    ],
  },
  { endpoint: 'getAttendanceOfDay', subject: 'none', works: ['school_admin'] },
  {
    endpoint: 'recordAttendance',
    subject: 'vacancy',
    state: 'today',
    body: { act: 'here' },
    works: ['school_admin own', 'school_admin same'],
  },
  { endpoint: 'getSignInCode', subject: 'none', works: ['school_admin'] },
  { endpoint: 'listOwnAttendance', subject: 'none', works: ['substitute'] },
  {
    endpoint: 'signInAtSchool',
    subject: 'vacancy',
    state: 'today',
    body: { code: '{code}' },
    works: ['substitute own'],
    conflicts: ['substitute same'],
  },
  {
    endpoint: 'answerAttendance',
    subject: 'vacancy',
    state: 'no_show',
    body: { answer: 'The bus broke down.' },
    works: ['substitute own'],
  },
  {
    endpoint: 'getAttendanceRecord',
    subject: 'user',
    works: ['school_admin substitute', 'school_admin unapproved'],
  },
  {
    endpoint: 'getOfferRecord',
    subject: 'user',
    works: ['school_admin substitute', 'school_admin unapproved'],
  },
  { endpoint: 'listOwnFeedback', subject: 'none', works: ['teacher', 'substitute'] },
  {
    endpoint: 'reviewClass',
    subject: 'vacancy',
    state: 'taught',
    body: { went: 'well', plans: 'clear' },
    works: ['substitute own'],
  },
  {
    endpoint: 'reviewSubstitute',
    subject: 'vacancy',
    state: 'taught',
    body: { again: true },
    works: ['teacher own'],
  },
  { endpoint: 'dismissFeedback', subject: 'vacancy', state: 'taught', works: ['teacher own'] },
  {
    endpoint: 'answerFeedback',
    subject: 'vacancy',
    state: 'reviewed',
    body: { answer: 'The projector failed.' },
    works: ['substitute own'],
  },
  {
    endpoint: 'getClassFeedback',
    subject: 'vacancy',
    state: 'taught',
    works: ['school_admin own', 'school_admin same'],
  },
  {
    endpoint: 'getFeedbackRecord',
    subject: 'user',
    works: ['school_admin substitute', 'school_admin unapproved'],
  },
  { endpoint: 'listVacancyHistory', subject: 'vacancy', works: staff },
  { endpoint: 'getHours', subject: 'none', works: ['school_admin'] },
  { endpoint: 'getDueCorrections', subject: 'none', works: ['school_admin'] },
  // The matrix has no worked days, so a missing line is 404 for the administrator, too.
  {
    endpoint: 'approveHours',
    subject: 'none',
    body: { lines: [{ key: 'v999999999', version: 0, minutes: 420, cents: 0 }] },
    works: [],
  },
  { endpoint: 'approveAllHours', subject: 'none', body: { date: '2026-11-20' }, works: ['school_admin'] },
  {
    endpoint: 'editHours',
    subject: 'none',
    params: { key: 'v999999999' },
    body: { version: 0, times: null, accountCode: null },
    works: [],
  },
  {
    endpoint: 'correctHours',
    subject: 'none',
    body: { key: 'w999999999', minutes: 1, units: 1, cents: 100, note: 'The matrix says so' },
    works: [],
  },
  { endpoint: 'removeCorrection', subject: 'none', params: { key: 'w999999999' }, works: [] },
  {
    endpoint: 'lockHours',
    subject: 'none',
    body: { from: '2026-10-01', to: '2026-10-31', lines: 0, minutes: 0, cents: 0 },
    works: ['school_admin'],
  },
  { endpoint: 'getPaySettings', subject: 'none', works: ['school_admin'] },
  {
    endpoint: 'putPaySettings',
    subject: 'none',
    body: { version: 0, export: { shape: 'days', columns: [{ field: 'substitute', heading: 'Name' }] } },
    works: ['school_admin'],
  },
  { endpoint: 'exportHours', subject: 'none', works: ['school_admin'] },
  { endpoint: 'exportHoursSummary', subject: 'none', works: ['school_admin'] },
  {
    endpoint: 'putEmployeeId',
    subject: 'user',
    body: { employeeId: 'E-7' },
    works: ['school_admin teacher', 'school_admin substitute', 'school_admin unapproved'],
  },
  {
    endpoint: 'importEmployeeIds',
    subject: 'none',
    body: { csv: 'Name,Employee ID', save: true },
    works: ['school_admin'],
  },
  {
    endpoint: 'getWorkLimits',
    subject: 'user',
    works: ['school_admin substitute', 'school_admin unapproved'],
  },
  {
    endpoint: 'putWorkLimits',
    subject: 'user',
    body: { version: 0, weekMinutes: 1740, monthMinutes: null, assignmentDays: null, yearDays: null },
    works: ['school_admin substitute', 'school_admin unapproved'],
  },
  { endpoint: 'listOwnHours', subject: 'none', works: ['substitute'] },
  {
    endpoint: 'answerOwnHours',
    subject: 'vacancy',
    state: 'worked',
    body: { answer: 'confirmed' },
    works: ['substitute own'],
  },
  {
    endpoint: 'previewReach',
    subject: 'none',
    body: { dates: [vacancyBody.date], startTime: '08:00', endTime: '15:00' },
    works: ['teacher', 'school_admin'],
  },
  { endpoint: 'getReach', subject: 'vacancy', works: staff },
  { endpoint: 'listCandidates', subject: 'vacancy', works: ['school_admin own', 'school_admin same'] },
  { endpoint: 'getBadges', subject: 'none', works: working },

  { endpoint: 'getCalendar', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  { endpoint: 'createCalendar', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  { endpoint: 'deleteCalendar', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  // Only its secret opens it, not a session.
  { endpoint: 'calendarFeed', subject: 'none', works: [] },

  {
    endpoint: 'sendMessage',
    subject: 'none',
    body: { subject: 'Hello', message: 'Thank you', recipients: ['{substitute}'] },
    works: ['teacher', 'school_admin'],
  },
  {
    endpoint: 'sendMessage',
    act: 'to another school',
    subject: 'none',
    body: { subject: 'Hello', message: 'Thank you', recipients: ['{otherSubstitute}'] },
    works: [],
  },
  { endpoint: 'listMessages', subject: 'none', works: ['teacher', 'school_admin'] },
  { endpoint: 'live', subject: 'none', works: sessionKept },
  { endpoint: 'listNotices', subject: 'none', works: working },
  { endpoint: 'readNotices', subject: 'none', body: { from: 1, upTo: 1 }, works: working },
  { endpoint: 'listOutbox', subject: 'none', works: ['overall_admin'] },

  { endpoint: 'getNoticeSettings', subject: 'none', works: sessionKept },
  {
    endpoint: 'putNoticeSettings',
    subject: 'none',
    body: { quietHours: { from: '22:00', to: '04:00', urgentMayDisturb: true } },
    works: sessionKept,
  },
  // Anyone with an email's link may unsubscribe, but the matrix has none. The address itself redirects to the page.
  { endpoint: 'openUnsubscribe', subject: 'none', works: [] },
  ...['getUnsubscribe', 'unsubscribe', 'resubscribe', 'getLink'].map((endpoint): MatrixRow => ({
    endpoint,
    subject: 'none',
    works: [],
  })),
  { endpoint: 'useLink', subject: 'none', body: { act: 'request' }, works: [] },
  {
    endpoint: 'startSms',
    subject: 'none',
    body: { phone: '(518) 555-0155', agreed: true },
    // The unapproved substitute's address is not trusted.
    works: working.filter((caller) => caller !== 'unapproved_substitute'),
  },
  { endpoint: 'getSmsCodes', subject: 'none', works: ['overall_admin'] },
  // No code was sent, and Twilio signed nothing.
  { endpoint: 'confirmSms', subject: 'none', body: { code: '123456' }, works: [] },
  { endpoint: 'endSms', subject: 'none', works: sessionKept },
  { endpoint: 'countSms', subject: 'none', body: { recipients: ['{substitute}'] }, works: ['teacher', 'school_admin'] },
  { endpoint: 'getPush', subject: 'none', works: sessionKept },
  {
    endpoint: 'putPushDevice',
    subject: 'none',
    body: { endpoint: 'https://push.example.org/device/matrix', keys: matrixBrowser },
    works: sessionKept,
  },
  { endpoint: 'deletePushDevice', subject: 'none', works: sessionKept },
  { endpoint: 'twilioStatus', subject: 'none', works: [] },
  { endpoint: 'twilioInbound', subject: 'none', works: [] },

  { endpoint: 'previewImport', subject: 'none', body: importOfOne, works: ['school_admin'] },
  { endpoint: 'importUsers', subject: 'none', body: importOfOne, works: ['school_admin'] },
  {
    endpoint: 'inviteUser',
    subject: 'none',
    body: { role: 'teacher', fullName: 'Made By Matrix', username: 'made_by_matrix' },
    works: ['school_admin'],
  },
  { endpoint: 'exportUsers', subject: 'none', works: ['school_admin'] },
  // Everyone in the matrix has a password.
  {
    endpoint: 'renewInvitation',
    subject: 'user',
    body: {},
    works: [],
    conflicts: ['school_admin teacher', 'school_admin substitute', 'school_admin unapproved'],
  },
  // Open to anyone with a code, which the matrix doesn't have.
  { endpoint: 'getInvitation', subject: 'none', works: [] },
  {
    endpoint: 'acceptInvitation',
    subject: 'none',
    body: { password: 'quartz-lamp-88', confirmPassword: 'quartz-lamp-88' },
    works: [],
  },
  // This call needs a code, too.
  { endpoint: 'joinWithInvitation', subject: 'none', works: [] },
  { endpoint: 'getLegal', subject: 'none', query: { kind: 'privacy' }, works: everyone },
  {
    endpoint: 'putLegal',
    subject: 'none',
    body: { kind: 'terms', text: 'Written by the matrix' },
    works: ['school_admin', 'overall_admin'],
  },
  { endpoint: 'resetLegal', subject: 'none', query: { kind: 'terms' }, works: ['school_admin', 'overall_admin'] },
  { endpoint: 'getOverview', subject: 'none', works: ['overall_admin'] },
  { endpoint: 'listAudit', subject: 'none', works: ['school_admin', 'overall_admin'] },
  { endpoint: 'getSchoolLoss', subject: 'school', works: ['overall_admin own', 'overall_admin other'] },
  { endpoint: 'getBackups', subject: 'none', works: ['overall_admin'] },
  { endpoint: 'getDashboard', subject: 'none', works: ['school_admin'] },
  { endpoint: 'getBoard', subject: 'none', works: ['school_admin'] },
  { endpoint: 'listWallLinks', subject: 'none', works: ['school_admin'] },
  { endpoint: 'createWallLink', subject: 'none', works: ['school_admin'] },
  // `wall.test.ts` revokes a link, and another school's administrator fails to.
  { endpoint: 'revokeWallLink', subject: 'none', params: { id: '999999999' }, works: [] },
  // Its token opens it for everyone, with or without a session. No session opens it without the token.
  { endpoint: 'getWall', act: 'with its token', subject: 'none', params: { token: wallToken }, works: [...callers] },
  { endpoint: 'getWall', act: 'without', subject: 'none', params: { token: 'x'.repeat(43) }, works: [] },
  { endpoint: 'getCoverSettings', subject: 'none', works: ['school_admin'] },
  {
    endpoint: 'putCoverSettings',
    subject: 'none',
    body: {
      bell: { schedules: [], weekly: {}, days: [] },
      rules: {
        order: 'fair',
        perDay: 1,
        planningMinutes: null,
        lunchPeriods: [],
        payCode: 'COVER',
        periodCents: null,
      },
      version: 0,
    },
    works: ['school_admin'],
  },
  { endpoint: 'readBellFile', subject: 'none', body: { csv: 'Period,Starts,Ends\n' }, works: ['school_admin'] },
  { endpoint: 'getTimetables', subject: 'none', works: ['school_admin'] },
  {
    endpoint: 'putTimetable',
    subject: 'user',
    body: { slots: [], since: null, version: 0 },
    works: ['school_admin teacher'],
  },
  {
    endpoint: 'importTimetable',
    subject: 'none',
    body: { csv: 'Teacher,Period\n', save: true },
    works: ['school_admin'],
  },
  { endpoint: 'getOwnCoverWishes', subject: 'none', works: ['teacher'] },
  {
    endpoint: 'putOwnCoverWishes',
    subject: 'none',
    body: { consent: 'ask', neverOn: [], isVolunteer: true },
    works: ['teacher'],
  },
  { endpoint: 'getCoverPlan', subject: 'none', works: ['school_admin'] },
  // The matrix has no bells, so no class has a period. cover.test.ts tests who may send which requests.
  {
    endpoint: 'sendCovers',
    subject: 'none',
    body: { asks: [{ vacancyId: 999_999_999, period: '1', colleagueId: 999_999_999 }] },
    works: [],
  },
  { endpoint: 'cancelCover', subject: 'none', params: { id: '999999999' }, works: [] },
  { endpoint: 'listOwnCovers', subject: 'none', works: ['teacher', 'substitute'] },
  {
    endpoint: 'answerCover',
    subject: 'none',
    params: { id: '999999999' },
    body: { answer: 'yes' },
    works: [],
  },
  { endpoint: 'undoCoverAnswer', subject: 'none', params: { id: '999999999' }, works: [] },
  { endpoint: 'getCoverCounts', subject: 'none', works: ['teacher', 'school_admin'] },
  { endpoint: 'getVacancyReport', subject: 'none', works: ['school_admin'] },
  { endpoint: 'getTeacherReport', subject: 'none', works: ['school_admin'] },
  { endpoint: 'getTrends', subject: 'none', works: ['school_admin'] },
  { endpoint: 'getMonthTotals', subject: 'none', works: ['school_admin'] },
  { endpoint: 'exportVacancyReport', subject: 'none', works: ['school_admin'] },
  { endpoint: 'exportTeacherReport', subject: 'none', works: ['school_admin'] },
  { endpoint: 'exportTrends', subject: 'none', works: ['school_admin'] },
  {
    endpoint: 'getFillReport',
    subject: 'school',
    works: ['school_admin own', 'overall_admin own', 'overall_admin other'],
  },
  {
    endpoint: 'exportFillReport',
    subject: 'school',
    works: ['school_admin own', 'overall_admin own', 'overall_admin other'],
  },
  { endpoint: 'getOwnYear', subject: 'none', works: ['teacher', 'substitute'] },
  { endpoint: 'getBreakdowns', subject: 'none', works: ['school_admin'] },
  { endpoint: 'exportBreakdown', subject: 'none', works: ['school_admin'] },
  { endpoint: 'getFillBySchool', subject: 'none', works: ['overall_admin'] },
];
