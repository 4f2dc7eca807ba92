import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { closedOn, schoolDayFrom } from '#domain/closure.ts';
import { addDays, dayName, formatDate, localDate } from '#domain/time.ts';
import { useSession } from '#web/session/session.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { useNow } from '#web/words/use-now.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { part } from '#web/ui/part.tsx';

const QuickDialog = part(() => import('#web/screens/teacher/dashboard/quick-dialog.tsx'), 'QuickDialog');

/** 'I'm out today' and 'I'm out tomorrow': two taps from the dashboard to a posted absence. */
export function QuickAbsence() {
  const [school] = useSession().schools;
  return school === undefined ? null : <QuickButtons school={school} />;
}

/**
 * Nothing moves under a finger: the buttons wait for the proposal in the space reserved for them, and once today's
 * button has appeared, it keeps its place for that day.
 */
function QuickButtons({ school }: { school: { id: number; name: string; timeZone: string } }) {
  const layer = useLayer('out');
  const today = localDate(useNow(), school.timeZone);
  const proposal = useQuery(proposalQuery(null, today));
  const [shownOn, setShownOn] = useState<string | null>(null);
  // If the proposal can't be loaded, the calendar decides.
  const isTodayPossible = proposal.data ? proposal.data.today !== null : closedOn(today, []) === null;
  const next = proposal.data?.next.date ?? schoolDayFrom(addDays(today, 1), []);
  if (!proposal.isPending && isTodayPossible && shownOn !== today) setShownOn(today);
  const hasToday = shownOn === today;
  return (
    <div className="grid min-h-touch md:max-w-100" role="group" aria-label="Post an absence">
      <Loading
        when={proposal.isPending}
        label="Loading the days you can post"
        skeleton={<Skeleton className="h-11 rounded-control" />}
      >
        {() => (
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {hasToday ? (
              <Button
                variant="filled"
                aria-haspopup="dialog"
                className="min-h-touch"
                // Publishing today's absence ends it, and the focus has just come back from the dialog.
                isDone={!isTodayPossible}
                onClick={() => layer.show('today')}
              >
                I'm out today
              </Button>
            ) : null}
            <Button
              variant={hasToday ? 'outlined' : 'filled'}
              aria-haspopup="dialog"
              className="min-h-touch"
              onClick={() => layer.show('next')}
            >
              I'm out {nextInWords(next, today)}
            </Button>
          </div>
        )}
      </Loading>
      {layer.open === 'today' || layer.open === 'next' ? (
        <QuickDialog key={layer.open} day={layer.open} school={school} onClose={layer.close} />
      ) : null}
    </div>
  );
}

/** Returns 'tomorrow', 'Monday' within a week, else the date. */
function nextInWords(date: string, today: string): string {
  if (date === addDays(today, 1)) return 'tomorrow';
  return date > addDays(today, 6) ? formatDate(date) : dayName(date);
}
