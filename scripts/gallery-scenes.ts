// The subjects of the gallery: every screen of every role, and the layers over them.
import type { Page } from '@playwright/test';

/** A role's segment in the addresses of its screens. */
export type Segment = 'teacher' | 'substitute' | 'school-admin' | 'overall-admin';
export const segments: readonly Segment[] = ['teacher', 'substitute', 'school-admin', 'overall-admin'];

/** The screens of each role, by the end of their address. The home's is ''. */
export const screens: Record<Segment, readonly string[]> = {
  teacher: ['', 'create-absence-request', 'my-vacancies', 'approved-substitutes', 'emergency-plan', 'profile'],
  substitute: ['', 'available-vacancies', 'my-assignments', 'my-availability', 'profile'],
  'school-admin': [
    '',
    'open-vacancies',
    'pending-approvals',
    'manage-teachers',
    'manage-substitutes',
    'manage-school',
    'hours',
    'audit-log',
    'profile',
  ],
  'overall-admin': [
    '',
    'schools',
    'pending-approvals',
    'administrators',
    'audit-log',
    'outbox',
    'legal-texts',
    'profile',
  ],
};

/** Pages for everyone. */
export const publicPages = [
  '/',
  '/auth/teacher',
  '/auth/substitute',
  '/auth/substitute?tab=register',
  '/auth/admin',
  '/forgot-password',
  '/invitations',
  '/template-test',
  '/privacy',
  '/terms',
  '/nowhere',
];

/** A layer over a screen: in its address, or behind a button. */
export type Scene = {
  label: string;
  address: string;
  press?: RegExp;
  further?: (page: Page) => Promise<void>;
  /** This is set only if there is no sidebar. */ onPhones?: true;
};

const help = (page: Page) => page.getByRole('dialog', { name: 'Support' }).getByRole('button').nth(1).click();

/** The layers over the screens of each role. */
export const layers: Record<Segment, readonly Scene[]> = {
  teacher: [
    { label: 'details', address: 'my-vacancies?tab=open', press: /^Details and history/ },
    { label: 'edit', address: 'my-vacancies?tab=open', press: /^Edit/ },
    { label: 'message', address: 'approved-substitutes?message=all' },
    { label: 'sent messages', address: 'approved-substitutes?tab=sent' },
    { label: 'filled', address: 'my-vacancies?tab=filled' },
    { label: 'password', address: 'profile?dialog=password' },
    { label: 'second factor', address: 'profile?dialog=second-factor' },
    { label: 'own data', address: 'profile?dialog=own-data' },
    { label: 'notifications', address: '', press: /^Notifications/ },
  ],
  substitute: [
    { label: 'request', address: 'available-vacancies', press: /^Request to Accept/ },
    { label: 'declined', address: 'available-vacancies?declined=1' },
    { label: 'requested', address: 'my-assignments?tab=requested' },
    { label: 'past', address: 'my-assignments?tab=past' },
    { label: 'calendar address', address: 'profile?part=calendar' },
    { label: 'schools', address: 'profile?part=schools' },
    { label: 'drawer', address: '', press: /^Open menu/, onPhones: true },
  ],
  'school-admin': [
    { label: 'assign', address: 'open-vacancies', press: /^Assign Substitute/ },
    { label: 'create', address: 'open-vacancies', press: /^Create Vacancy/ },
    { label: 'details', address: 'open-vacancies', press: /^Details and history/ },
    { label: 'filled by week', address: 'open-vacancies?tab=filled&group=week' },
    { label: 'past', address: 'open-vacancies?tab=past' },
    { label: 'applicant', address: 'pending-approvals', press: /^Details of/ },
    { label: 'add teacher', address: 'manage-teachers', press: /^Add Teacher/ },
    { label: 'import', address: 'manage-teachers', press: /^Import CSV/ },
    { label: 'reset', address: 'manage-substitutes', press: /^Reset Password/ },
    { label: 'teacher report', address: '?report=teachers' },
    { label: 'second factor', address: 'profile?dialog=second-factor' },
  ],
  'overall-admin': [
    { label: 'add school', address: 'schools', press: /^Add School/ },
    { label: 'delete school', address: 'schools', press: /^Delete / },
    { label: 'add owner', address: 'administrators', press: /^Add Platform Owner/ },
    { label: 'owners', address: 'administrators?tab=owners' },
    { label: 'rejected', address: 'pending-approvals?tab=rejected' },
  ],
};

/** The help of each role, opened from the header or the drawer. */
export const helpScenes: readonly Scene[] = [
  { label: 'help', address: '', press: /^Support$/ },
  { label: 'help, one page', address: '', press: /^Support$/, further: help },
];
