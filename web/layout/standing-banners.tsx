import { useState } from 'react';
import { dashboardPath } from '#domain/role.ts';
import { isGuided } from '#web/layout/guide/put-away.ts';
import { useSession } from '#web/session/session.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { isPutOff as isPutOffNow, putOff } from '#web/layout/put-off.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { inFile } from '#web/ui/in-file.tsx';
import { part } from '#web/ui/part.tsx';

const ChangePasswordDialog = part(
  () => import('#web/features/account/change-password-dialog.tsx'),
  'ChangePasswordDialog',
);
const SetUpDialog = part(() => import('#web/features/account/set-up-dialog.tsx'), 'SetUpDialog');
// The frame waits for it. If it came later, it would push the home down.
const { Content: PendingPanel } = inFile(async () => (await import('#web/layout/approval-pending.tsx')).PendingPanel);

/**
 * Banners until they are dealt with, on every page: approval, a password set by another person, a deactivated school;
 * on the dashboard: a second factor for users with access to others' data.
 */
export function StandingBanners() {
  const user = useSession();
  const { path } = usePlace();
  const layer = useLayer('account');
  // The guide on the home page has the second factor as a step.
  const [guided] = useState(() => isGuided(user.joinedAt));
  const [isPutOff, setPutOff] = useState(() => isPutOffNow('second-factor', user.id, new Date()));
  const isHome = path === dashboardPath(user.role);
  const closed = user.role !== 'substitute' && user.schools.some((school) => !school.isActive);
  const isIn = user.isApproved || user.role === 'overall_admin';
  return (
    <>
      {user.passwordSetByOther ? (
        <>
          <Banner
            className="print:hidden"
            tone="pending"
            icon={icons.key}
            title="Choose your own password"
            actions={<Button onClick={() => layer.show('password')}>Choose password</Button>}
          >
            Someone else set your password and may know it.
          </Banner>
          {layer.open === 'password' ? <ChangePasswordDialog onClose={layer.close} /> : null}
        </>
      ) : null}
      {user.secondFactor === 'asked' && isHome && !isPutOff && !(guided && isIn) ? (
        <Banner
          className="print:hidden"
          icon={icons.shield}
          title="Protect your account with a second factor"
          actions={
            <>
              <Button
                variant="plain"
                onClick={() => {
                  putOff('second-factor', user.id, new Date());
                  setPutOff(true);
                }}
              >
                Remind me later
              </Button>
              <Button onClick={() => layer.show('second-factor')}>Set it up</Button>
            </>
          }
        >
          <span className="max-md:hidden">
            Takes one minute with your phone. It keeps your account safe even if someone steals your password.
          </span>
        </Banner>
      ) : null}
      {/* It isn't inside the banner, which may disappear while the recovery codes, shown only once, are open. */}
      {layer.open === 'second-factor' ? <SetUpDialog onClose={layer.close} /> : null}
      {closed ? (
        <Banner className="print:hidden" tone="pending" icon={icons.info} title="Your school is not active">
          You can view everything, but you can’t make changes until the platform owner activates the school again.
        </Banner>
      ) : null}
      {isIn ? null : <PendingPanel />}
    </>
  );
}
