import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { roleNames } from '#domain/role.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useLogout } from '#web/session/logout.ts';
import { sessionQuery, useSession } from '#web/session/session.ts';
import { isFolded, keepFolded } from '#web/layout/put-off.ts';
import { OnlyPage } from '#web/layout/only-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { showToast } from '#web/ui/toast.ts';

const title = 'Approval Pending';
/** The specification's title of the page for everyone who isn't approved. The page says what was decided. */
const rejectedTitle = 'Access Pending';
const rejectedWords = 'Not approved';

/** Shows the only page of a user who can't do anything before approval. */
export function ApprovalPendingPage() {
  const user = useSession();
  return (
    <OnlyPage {...(user.isRejected ? { title: rejectedTitle, icon: icons.alert } : { title, icon: icons.clock })}>
      <p>
        {user.isRejected
          ? `An administrator of ${user.schools[0]?.name ?? 'your school'} didn’t approve your account. They can still approve it.`
          : whatIsAwaited(user)}
      </p>
      <Facts
        className="my-5 rounded-control bg-subtle px-4 py-3.5"
        facts={[
          { label: 'Account', value: user.fullName || user.username },
          { label: 'Role', value: roleNames[user.role] },
        ]}
      />
      <h2 className="mb-3.5 text-label">Next steps</h2>
      <Steps steps={user.isRejected ? stepsOfRejected : nextSteps(user)} />
      <PendingActions />
    </OnlyPage>
  );
}

/** Shows the panel over an unapproved substitute's dashboard. They can get everything ready in the meantime. */
export function PendingPanel() {
  const user = useSession();
  const [folded, setFolded] = useState(() => isFolded('approval', user.id));
  const body = useId();
  const toggle = () => {
    keepFolded('approval', user.id, !folded);
    setFolded(!folded);
  };
  return (
    <section
      aria-labelledby="approval-pending"
      className="rounded-card border border-pending-line bg-pending-soft p-5 shadow-card max-md:p-4"
    >
      <div className="flex items-start gap-3.5">
        <Icon shape={icons.clock} size="large" className="text-pending" />
        <div className="min-w-0 flex-1">
          <div className="flex min-h-7 items-center justify-between gap-3">
            <h2 id="approval-pending">{title}</h2>
            <Button variant="plain" className="-my-2" aria-expanded={!folded} aria-controls={body} onClick={toggle}>
              {folded ? 'Show steps' : 'Hide steps'}
            </Button>
          </div>
          <div id={body} hidden={folded}>
            <p className="mt-1 max-w-[64ch]">
              {user.fullName || user.username}, {roleNames[user.role]}. {whatIsAwaited(user)}{' '}
              {user.noDecider === true && user.schools.length > 0 ? decidesLater(user) : null}
            </p>
            <h3 className="mt-3 text-label">Next steps</h3>
            <ul className="mt-1 list-disc pl-5 text-label/[1.5rem]">
              <li>
                Choose {user.schools.length > 0 ? 'more schools if you like' : 'the schools you want to work for'}.
              </li>
              <li>Set your weekly availability and complete your profile.</li>
              <li>You'll receive an email when your account is fully approved; vacancies appear here then.</li>
            </ul>
            <PendingActions />
          </div>
        </div>
      </div>
    </section>
  );
}

function PendingActions() {
  const logOut = useLogout();
  const before = useSession();
  const session = useQuery({ ...sessionQuery, notifyOnChangeProps: ['isFetching'] });
  const checkAgain = async () => {
    const { data, error } = await session.refetch();
    if (error) showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
    else if (data?.isRejected)
      showToast({
        title: rejectedWords,
        text: before.isRejected
          ? 'The decision hasn’t changed. You’ll get an email if it does.'
          : 'Your account wasn’t approved. This page has the next steps.',
        destructive: true,
      });
    else if (data?.isApproved) showToast({ title: 'Approved', text: 'Your account is approved. You can get started.' });
    else if (data)
      showToast({
        title: 'Not approved yet',
        text:
          data.role === 'substitute' && data.schools.length === 0
            ? 'Choose a school first. It will see your application.'
            : 'Your application is waiting for a decision. You’ll get an email as soon as there is one.',
      });
  };
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      <Button pending={session.isFetching} onClick={() => void checkAgain()}>
        Check again
      </Button>
      <Button variant="plain" icon={icons.logout} onClick={logOut}>
        Logout
      </Button>
    </div>
  );
}

type Waiting = Pick<SessionUser, 'role' | 'schools' | 'noDecider'>;

function whatIsAwaited({ role, schools }: Waiting): string {
  const school = schools[0]?.name;
  const where = school ?? 'your school';
  switch (role) {
    case 'teacher':
      return `An administrator of ${where} must approve your account before you can create absence requests.`;
    case 'substitute':
      return `An administrator of ${schools.length > 1 ? 'one of your schools' : (school ?? 'a school that you choose')} must approve your account before you can see vacancies.`;
    case 'school_admin':
    case 'overall_admin':
      return 'The platform owner must approve your account before you can manage your school.';
  }
}

/** Says what to expect at a school without an administrator. */
function decidesLater({ schools }: Waiting): string {
  const where = schools.length > 1 ? 'None of your schools has' : `${schools[0]?.name ?? 'Your school'} has no`;
  const who = schools.length > 1 ? 'an administrator yet' : 'administrator yet';
  return `${where} ${who}, so this can take longer. The first one will see your account.`;
}

function nextSteps(user: Waiting) {
  const { role, noDecider } = user;
  return [
    { title: 'You registered', text: "You're registered. There's nothing else to do.", done: true },
    {
      title:
        role === 'school_admin' ? 'The platform owner reviews your account' : 'An administrator reviews your account',
      text: noDecider === true ? decidesLater(user) : 'Usually within one school day.',
    },
    { title: 'You get an email', text: 'Then check again here or sign in, and get started.' },
  ];
}

const stepsOfRejected = [
  { title: 'You registered', text: 'Your account still exists.', done: true },
  { title: 'An administrator reviewed your account', text: 'They didn’t approve it.', done: true },
  {
    title: 'Ask the school if you think it’s a mistake',
    text: 'If they approve you after all, you’ll get an email. Then check again here or sign in.',
  },
];
