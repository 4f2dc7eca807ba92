import { afterEach, expect, test } from 'vitest';
import { Router } from '#web/boot/router.tsx';
import { ApprovalPendingPage, PendingPanel } from '#web/layout/approval-pending.tsx';
import { navigate } from '#web/navigation/location.ts';
import { sessionQuery } from '#web/session/session.ts';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, openQueries, press, says, see, show } from '#test/screen.tsx';

const here = location.pathname;
afterEach(() => {
  dismissToast(shownToast());
  navigate(here, { replace: true });
});

const teacher = {
  id: 7,
  username: 'nina',
  fullName: 'Nina New',
  role: 'teacher',
  isApproved: false,
  schools: [{ id: 3, name: 'Hilo High', timeZone: 'Pacific/Honolulu', isActive: true }],
};

/** The other fields of the server's reply. */
const record = {
  schoolId: 3,
  isActive: true,
  isPlatformOwner: false,
  email: null,
  profileImageUrl: null,
  selectedSchoolIds: '[]',
  passwordSetByOther: false,
  joinedAt: '2026-11-23T09:30:00.000Z',
  secondFactor: 'offered',
  pendingAccess: 'blocked',
  phone: null,
  resumeUrl: null,
  qualifications: null,
  preferredSubjects: null,
  bio: null,
  gender: null,
  department: null,
  subjects: null,
  generalAvailability: null,
  approvedSchoolIds: '[]',
  smsOptIn: false,
  createdAt: '2026-11-23T09:30:00.000Z',
};

test('a rejected teacher isn’t told to wait for a decision', async () => {
  show(<ApprovalPendingPage />, openQueries({ ...teacher, isRejected: true }));
  await says('An administrator of Hilo High didn’t approve your account. They can still approve it.');
  await says('Ask the school if you think it’s a mistake');
  expect(document.body.innerText).not.toContain('Usually within one school day.');
  expect(document.querySelector('h1')?.textContent).toBe('Access Pending');
  await see(() => document.title.includes('Access Pending'));
});

test.each([
  [[], 'Choose the schools you want to work for.'],
  [teacher.schools, 'Choose more schools if you like.'],
])('an unapproved substitute is asked for schools, and with one only for more: %o', async (schools, step) => {
  show(<PendingPanel />, openQueries({ ...teacher, role: 'substitute', schools }));
  await says(step);
  expect(document.body.innerText.match(/Choose /g)).toHaveLength(1);
  await says('Nina New, Substitute.');
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain('Logout');
});

test('a substitute of two schools learns that one of them is enough', async () => {
  const schools = [...teacher.schools, { ...teacher.schools[0], id: 4, name: 'Kona High' }];
  show(<PendingPanel />, openQueries({ ...teacher, role: 'substitute', schools }));
  await says('An administrator of one of your schools must approve your account before you can see vacancies.');
});

test.each([
  [true, 'alert'],
  [false, 'status'],
])('the decision is checked again, rejected: %s', async (isRejected, role) => {
  const user = { ...teacher, isRejected };
  answerCalls('/user', () => ({ ...record, ...user }));
  show(
    <>
      <ApprovalPendingPage />
      <Toaster />
    </>,
    openQueries(user),
  );
  await press('Check again');
  const toast = await see(() => document.querySelector('[data-toast]'));
  expect(toast.textContent).toContain('Not approved');
  expect(toast.parentElement?.role).toBe(role);
});

test.each([
  [{ isRejected: true }, 'Not approved', 'Your account wasn’t approved. This page has the next steps.'],
  [{ isApproved: true }, 'Approved', 'Your account is approved. You can get started.'],
])('a decision that arrives with the check is said: %o', async (decision, title, text) => {
  answerCalls('/user', () => ({ ...record, ...teacher, ...decision }));
  show(
    <>
      <ApprovalPendingPage />
      <Toaster />
    </>,
    openQueries(teacher),
  );
  await press('Check again');
  const toast = await see(() => document.querySelector('[data-toast]'));
  expect(toast.textContent).toContain(`${title} ${text}`);
  expect(document.body.innerText).not.toContain('hasn’t changed');
});

test('a check without a connection leaves the page', async () => {
  navigate('/dashboard/teacher', { replace: true });
  answerCalls('', () => Promise.reject(new TypeError('Failed to fetch')));
  const queries = show(
    <>
      <Router />
      <Toaster />
    </>,
    openQueries(teacher),
  );
  await press('Check again');
  await see(() => queries.getQueryState(sessionQuery.queryKey)?.status === 'error');
  await says('An unexpected error occurred');
  expect(document.querySelector('h1')?.textContent).toBe('Approval Pending');
});

test('a teacher who waits is', async () => {
  show(<ApprovalPendingPage />, openQueries(teacher));
  await says('An administrator of Hilo High must approve your account');
  await says('Usually within one school day.');
  expect(document.querySelector('h1')?.textContent).toBe('Approval Pending');
});

test.each([
  [
    [],
    'An administrator of a school that you choose must approve',
    'Choose a school first. It will see your application.',
  ],
  [teacher.schools, 'An administrator of Hilo High must approve', 'Your application is waiting for a decision.'],
])(
  'a substitute without a school, or whose only school rejected them, isn’t told to wait: %o',
  async (schools, said, toast) => {
    const user = { ...teacher, role: 'substitute', schools };
    answerCalls('/user', () => ({ ...record, ...user }));
    show(
      <>
        <PendingPanel />
        <Toaster />
      </>,
      openQueries(user),
    );
    await says(said);
    await press('Check again');
    await says(toast);
  },
);
