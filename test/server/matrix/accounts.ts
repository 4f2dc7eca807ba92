import { everyone, sessionKept, newPerson, type MatrixRow } from '#test/server/matrix-table.ts';

export const accountRows: readonly MatrixRow[] = [
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
];
