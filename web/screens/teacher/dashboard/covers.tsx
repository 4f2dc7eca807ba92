import { useQuery } from '@tanstack/react-query';
import { useOwnCovers } from '#web/features/cover/own-covers.tsx';
import { ownCoversQuery } from '#web/features/cover/own-covers-query.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { counted } from '#web/words/time.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import { part } from '#web/ui/part.tsx';

const CoverWishes = part(() => import('#web/screens/teacher/dashboard/cover-wishes.tsx'), 'CoverWishes');

/**
 * Shows the periods that a teacher covers or is asked to cover, and their count so far. Hidden if the school doesn't
 * use cover by colleagues.
 */
export function Covers() {
  const own = useQuery(ownCoversQuery);
  const layer = useLayer('covers');
  const list = useOwnCovers(own.data?.covers ?? []);
  if (own.data?.isOn !== true) return null;
  const { month, year } = own.data;
  return (
    <section aria-labelledby="covers">
      <SectionHeader
        id="covers"
        title="Cover for colleagues"
        link={
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => layer.show('wishes')}
            className="link inline-flex min-h-6 flex-none items-center text-label pointer-coarse:min-h-touch"
          >
            Counts and preferences
          </button>
        }
      />
      <div className="card">
        {list === null ? null : <div className="border-b border-line">{list}</div>}
        <p className="px-5 py-3 text-label text-ink-3 max-md:px-4">
          You’ve taken {counted(month, 'period')} this month, {year} this school year.
        </p>
      </div>
      {layer.open === null ? null : <CoverWishes onClose={layer.close} />}
    </section>
  );
}
