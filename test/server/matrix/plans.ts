import { staff, type MatrixRow } from '#test/server/matrix-table.ts';

export const planRows: readonly MatrixRow[] = [
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
];
