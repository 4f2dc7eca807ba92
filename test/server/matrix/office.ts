import { everyone, type MatrixRow } from '#test/server/matrix-table.ts';

const importOfOne = { role: 'teacher', csv: 'Full name,Username\nMade By Matrix,made_by_matrix' };

export const officeRows: readonly MatrixRow[] = [
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
];
