import { useEffect, useRef, type ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { OwnData } from '#web/screens/shared/profile/own-data.tsx';
import { OwnSecondFactor } from '#web/screens/shared/profile/second-factor.tsx';
import { OwnSessions } from '#web/screens/shared/profile/sessions.tsx';
import { CalendarFeed } from '#web/screens/shared/profile/calendar-feed.tsx';
import { EmailBanner } from '#web/screens/shared/profile/confirm-email.tsx';
import { RemoveFileDialog } from '#web/screens/shared/profile/remove-file-dialog.tsx';
import { OwnNotices } from '#web/screens/shared/profile/own-notices.tsx';
import { ProfileForm } from '#web/screens/shared/profile/profile-form.tsx';
import { profileQuery, useProfile } from '#web/session/profile.ts';
import { SchoolChoice } from '#web/features/schools/school-choice.tsx';
import { useSession } from '#web/session/session.ts';
import { LegalLinks } from '#web/page/legal-links.tsx';
import { type SectionId, sectionIn } from '#web/screens/shared/profile/sections.ts';
import { Link } from '#web/navigation/link.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageHeader, SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { part as lazyPart } from '#web/ui/part.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { id }) => void queries.prefetchQuery(profileQuery(id));

const ChangePasswordDialog = lazyPart(
  () => import('#web/features/account/change-password-dialog.tsx'),
  'ChangePasswordDialog',
);

/** Shows the profile of any role: public data, the account, and a substitute's schools and calendar. */
export function Profile() {
  const { role } = useSession();
  return (
    <>
      <PageHeader
        title="Profile"
        actions={
          role === 'substitute' ? (
            <Link to={paths.substitute.myAvailability} className={buttonClass()}>
              <Icon shape={icons.calendarCheck} size="small" />
              My Availability
            </Link>
          ) : undefined
        }
      >
        {subtitles[role]}
      </PageHeader>
      <Loaded query={useProfile()} what="your profile" skeleton={<SkeletonForm />}>
        {(user) => <Parts user={user} />}
      </Loaded>
    </>
  );
}

const subtitles = {
  teacher: 'Your school and your substitutes can see it.',
  substitute: 'Schools read it when they need a substitute.',
  school_admin: 'This is how your teachers and substitutes see you.',
  overall_admin: 'This is how school administrators see you.',
} as const;

/**
 * Shows the sections of a profile, each with its own address (`?part=`). Unsaved text in one stays while another is
 * read.
 */
function Parts({ user }: { user: User }) {
  const [part, setPart] = useParam('part');
  const stay = useArrival(part);
  const { search } = usePlace();
  const choose = (id: SectionId) => {
    stay(id);
    setPart(id);
  };
  const isSubstitute = user.role === 'substitute';
  const sections: { id: SectionId; label: string }[] = [
    { id: 'details', label: 'Details' },
    { id: 'notices', label: 'Notifications' },
    ...(isSubstitute
      ? [
          { id: 'schools' as const, label: 'Schools' },
          { id: 'calendar' as const, label: 'Calendar' },
        ]
      : []),
    { id: 'account', label: 'Account' },
  ];
  const current = sectionIn(
    search,
    sections.map(({ id }) => id),
  );
  const panel = (id: SectionId, children: ReactNode) => (
    <div hidden={current !== id} className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:max-w-form [&[hidden]]:hidden">
      {children}
    </div>
  );
  return (
    <Tabs label="Parts of your profile" tabs={sections} current={current} onChange={choose}>
      {panel(
        'details',
        <section aria-labelledby="profile-details">
          <SectionHeader id="profile-details" title="Your details" />
          <EmailBanner user={user} />
          <ProfileForm user={user} />
          <RemoveFileDialog kind="photo" isThere={user.profileImageUrl !== null} />
          <RemoveFileDialog kind="resume" isThere={Boolean(user.resumeUrl)} />
        </section>,
      )}
      {panel(
        'notices',
        <section aria-labelledby="profile-notices">
          <SectionHeader id="profile-notices" title="How you are notified" />
          <OwnNotices user={user} />
        </section>,
      )}
      {isSubstitute
        ? panel(
            'schools',
            <section aria-labelledby="profile-schools">
              <SectionHeader id="profile-schools" title="Schools you work for" />
              <SchoolChoice />
            </section>,
          )
        : null}
      {isSubstitute
        ? panel(
            'calendar',
            <section aria-labelledby="profile-calendar">
              <SectionHeader id="profile-calendar" title="Your calendar" />
              <CalendarFeed />
            </section>,
          )
        : null}
      {panel(
        'account',
        <>
          <Account username={user.username ?? ''} schoolName={user.schoolName ?? null} />
          <section aria-labelledby="profile-security">
            <SectionHeader id="profile-security" title="Security" />
            <OwnSecondFactor />
          </section>
          <OwnSessions />
          <OwnData />
        </>,
      )}
    </Tabs>
  );
}

/**
 * A link to one part of the profile (`?part=calendar`) moves focus to its heading. Returns a function that changes the
 * part and leaves focus on the chosen tab.
 */
function useArrival(part: string | null): (part: string) => void {
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    if (part === chosen.current) return undefined;
    chosen.current = null;
    const heading = part === null ? null : document.getElementById(`profile-${part}`);
    if (heading === null) return undefined;
    let frame = 0;
    const arrive = () => {
      // Content below a part that is still loading isn't shown yet and can't take focus.
      if (!heading.checkVisibility({ visibilityProperty: true })) {
        frame = requestAnimationFrame(arrive);
        return;
      }
      // The tabs above it stay in view.
      heading.scrollIntoView({ block: 'nearest' });
      heading.focus({ preventScroll: true });
    };
    arrive();
    return () => cancelAnimationFrame(frame);
  }, [part]);
  return (next) => {
    chosen.current = next;
  };
}

function Account({ username, schoolName }: { username: string; schoolName: string | null }) {
  const layer = useLayer();
  return (
    <section aria-labelledby="profile-account">
      <SectionHeader id="profile-account" title="Your account" />
      <div className="card grid gap-4 p-5 text-label max-md:p-4">
        <dl className="grid gap-3">
          <div>
            <dt className="text-meta text-ink-3">Username</dt>
            <dd className="font-medium wrap-anywhere text-ink">@{username}</dd>
          </div>
          {schoolName === null ? null : (
            <div>
              <dt className="text-meta text-ink-3">School</dt>
              <dd className="font-medium wrap-anywhere text-ink">{schoolName}</dd>
            </div>
          )}
        </dl>
        <Button icon={icons.key} onClick={() => layer.show('password')}>
          Change password
        </Button>
        <p className="text-meta text-ink-3">
          Rules for your account: <LegalLinks between=" · " className="link" />
        </p>
      </div>
      {layer.open === 'password' ? <ChangePasswordDialog onClose={layer.close} /> : null}
    </section>
  );
}

function SkeletonForm() {
  return (
    <div className="card mt-17 grid max-w-form gap-5 p-5 max-md:p-4">
      <Skeleton className="size-22 rounded-pill" />
      {['first', 'second', 'third'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-24 rounded-tag" />
          <Skeleton className="h-10 rounded-control" />
        </div>
      ))}
    </div>
  );
}
