import { useQuery } from '@tanstack/react-query';
import { closedOn, schoolDayFrom } from '#domain/closure.ts';
import { addDays, dayName, formatDate, localDate } from '#domain/time.ts';
import { useSession } from '#web/session/session.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { useNow } from '#web/words/use-now.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { part } from '#web/ui/part.tsx';

const { Part: QuickDialog } = part(
  async () => (await import('#web/screens/teacher/dashboard/quick-dialog.tsx')).QuickDialog,
);

/** 'I'm out today' and 'I'm out tomorrow': two taps from the dashboard to a posted absence. */
export function QuickAbsence() {
  const [school] = useSession().schools;
  return school === undefined ? null : <QuickButtons school={school} />;
}

function QuickButtons({ school }: { school: { id: number; name: string; timeZone: string } }) {
  const layer = useLayer('out');
  const today = localDate(useNow(), school.timeZone);
  const proposal = useQuery(proposalQuery(null, today));
  // Until the reply arrives, the calendar decides.
  const isTodayPossible = proposal.data ? proposal.data.today !== null : closedOn(today, []) === null;
  const next = proposal.data?.next.date ?? schoolDayFrom(addDays(today, 1), []);
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 md:max-w-100" role="group" aria-label="Post an absence">
      {isTodayPossible ? (
        <Button variant="filled" aria-haspopup="dialog" className="min-h-touch" onClick={() => layer.show('today')}>
          I'm out today
        </Button>
      ) : null}
      <Button
        variant={isTodayPossible ? 'outlined' : 'filled'}
        aria-haspopup="dialog"
        className="min-h-touch"
        onClick={() => layer.show('next')}
      >
        I'm out {nextInWords(next, today)}
      </Button>
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
