import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endOtherSessions, listOwnSessions, type ownSession } from '#contract/accounts.ts';
import type * as z from 'zod/mini';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { deviceOf } from '#web/screens/shared/profile/device.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { dayAndTime } from '#web/words/people.ts';

const sessionsQuery = reading(['own-sessions'], listOwnSessions, {}, { staleTime: 0 });

/** How many are shown at first: this one, and the most recently used. */
const few = 5;

/** Shows where the user is signed in, and a button to end all other sessions. */
export function OwnSessions() {
  const queries = useQueryClient();
  const [all, setAll] = useState(false);
  const sessions = useQuery(sessionsQuery);
  const end = useCommand({
    send: () => call(endOtherSessions),
    toast: { title: 'Signed out elsewhere', text: 'Only this device is still signed in.' },
    onDone: () => {
      queries.setQueryData(sessionsQuery.queryKey, (before) => before?.filter((session) => session.isCurrent));
      document.getElementById('own-sessions')?.focus();
    },
    failed: 'Error',
  });
  const rows = (sessions.data ?? []).toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const others = rows.filter((session) => !session.isCurrent).length;
  return (
    <section aria-labelledby="own-sessions">
      <SectionHeader id="own-sessions" title="Where you are signed in" count={sessions.data?.length} />
      {hasNothing(sessions) ? (
        <QueryError query={sessions} title="Your sessions could not be loaded" level={3} />
      ) : (
        <Loading when={sessions.isPending} label="Loading sessions" skeleton={<SkeletonRows />}>
          {() => (
            <div className="card">
              <ul className="divide-y divide-line">
                {(all ? rows : rows.slice(0, few)).map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </ul>
              {others > 0 ? (
                <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3.5 max-md:px-4">
                  <Button pending={end.isPending} onClick={() => end.mutate()} className="max-md:w-full">
                    Sign out elsewhere
                  </Button>
                  {rows.length > few ? (
                    <Button variant="plain" aria-expanded={all} onClick={() => setAll(!all)} className="max-md:w-full">
                      {all ? 'Show fewer' : `Show all ${rows.length}`}
                    </Button>
                  ) : null}
                </div>
              ) : null}
            </div>
          )}
        </Loading>
      )}
    </section>
  );
}

function SessionRow({ session }: { session: z.output<typeof ownSession> }) {
  const { userAgent, lastSeenAt, isCurrent } = session;
  return (
    <li className="flex items-center gap-3 px-5 py-3.5 max-md:px-4">
      <Icon shape={icons.device} className="text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="text-label font-semibold text-ink">{deviceOf(userAgent)}</p>
        <p className="text-meta text-ink-3">
          {isCurrent ? (
            'In use now'
          ) : (
            <>
              Last used <span className="whitespace-nowrap">{dayAndTime(lastSeenAt)}</span>
            </>
          )}
        </p>
      </div>
      {isCurrent ? <Badge>This device</Badge> : null}
    </li>
  );
}
