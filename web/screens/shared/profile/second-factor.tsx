import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSecondFactor } from '#contract/second-factor.ts';
import { reading } from '#web/api/reading.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { dayOf } from '#web/words/people.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { part } from '#web/ui/part.tsx';

/** The state of the user's own second factor. */
const secondFactorQuery = reading(['second-factor'], getSecondFactor);

const SetUpDialog = part(() => import('#web/features/account/set-up-dialog.tsx'), 'SetUpDialog');
const TurnOffDialog = part(() => import('#web/screens/shared/profile/turn-off-dialog.tsx'), 'TurnOffDialog');
const NewCodes = part(() => import('#web/screens/shared/profile/new-codes.tsx'), 'NewCodes');

/** Shows the user's second factor: on or off, and how many recovery codes are left. */
export function OwnSecondFactor() {
  const factor = useQuery(secondFactorQuery);
  const layer = useLayer();
  // Once the setup has started, it stays until it is closed: the recovery codes are shown only once, whatever events
  // the page receives.
  const asks = layer.open === 'second-factor';
  const [isSettingUp, setSettingUp] = useState(false);
  if (asks && !isSettingUp && factor.data?.since === null) setSettingUp(true);
  if (!asks && isSettingUp) setSettingUp(false);
  // Only the first load: a failed refetch must not close new recovery codes, which are shown only once.
  if (factor.isError && factor.data === undefined) {
    return <QueryError query={factor} title="Your second factor could not be loaded" level={3} />;
  }
  const since = factor.data?.since ?? null;
  return (
    <div className="card grid gap-4 p-5 text-label max-md:p-4">
      <Loading
        when={factor.isPending}
        label="Loading your second factor"
        skeleton={<Skeleton className="h-5 w-40 rounded-tag" />}
      >
        {() => (
          <>
            <p className="flex flex-wrap items-center gap-2 font-semibold text-ink">
              Second factor{' '}
              {since === null ? <Badge>Off</Badge> : <Badge tone="filled">On since {dayOf(since, undefined)}</Badge>}
            </p>
            {since === null ? (
              <>
                <p>
                  With it, you sign in with your password and a code from an app on your phone. A stolen password alone
                  isn’t enough.
                </p>
                <Button icon={icons.shield} onClick={() => layer.show('second-factor')}>
                  Set up second factor
                </Button>
              </>
            ) : (
              <>
                <p>{factor.data?.recoveryCodesLeft} of your recovery codes are left.</p>
                <Button onClick={() => layer.show('recovery-codes')}>New recovery codes</Button>
                <Button variant="danger-plain" onClick={() => layer.show('second-factor-off')}>
                  Turn off second factor
                </Button>
              </>
            )}
          </>
        )}
      </Loading>
      {asks && isSettingUp ? <SetUpDialog onClose={layer.close} /> : null}
      {layer.open === 'second-factor-off' && since !== null ? <TurnOffDialog onClose={layer.close} /> : null}
      {layer.open === 'recovery-codes' && since !== null ? <NewCodes onClose={layer.close} /> : null}
    </div>
  );
}
