import type { ReactNode } from 'react';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/headers.tsx';

/** Shows a screen of the administrator's school. Without a school, it says what they can do instead. */
export function NeedsSchool({ title, children }: { title: string; children: ReactNode }) {
  const { role, schoolId } = useSession();
  if (role !== 'school_admin' || schoolId !== null) return children;
  return (
    <>
      <PageHeader title={title} />
      <Banner
        actions={
          <Link to={paths.schoolAdmin.profile} className={buttonClass()}>
            Go to your profile
          </Link>
        }
      >
        You don’t have a school yet. The platform owner can appoint you to one. Until then, you can complete your
        profile.
      </Banner>
    </>
  );
}
