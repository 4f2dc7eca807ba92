import { productName } from '#domain/product.ts';
import { dayAndTime } from '#web/words/people.ts';
import { useSession } from '#web/session/session.ts';
import { useNow } from '#web/words/use-now.ts';

/** Shows the header of a printed sheet: its school, subject and date. It is hidden on the screen. */
export function PrintedHead({ title }: { title: string }) {
  const [school] = useSession().schools;
  const now = useNow();
  if (school === undefined) return null;
  const { name, timeZone } = school;
  return (
    <div className="hidden print:block">
      <p className="text-meta text-ink-3">
        {name} · printed on {dayAndTime(now, timeZone)} from {productName}
      </p>
      <p className="mb-3 text-title font-semibold text-ink">{title}</p>
    </div>
  );
}
