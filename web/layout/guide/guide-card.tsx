import { Guide } from '#web/layout/guide/guide.tsx';
import { IconButton } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { showToast } from '#web/ui/toast.ts';

/** Shows the first steps as a card that can be hidden. */
export function GuideCard({ onPutAway }: { onPutAway: () => void }) {
  const putAway = () => {
    onPutAway();
    showToast({ title: 'Guide hidden', text: 'You can find it again in Support, under Getting started.' });
  };
  return (
    <section aria-labelledby="getting-started" className="card flex flex-col px-5 py-4 max-md:px-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id="getting-started">Getting started</h2>
        <IconButton label="Hide the guide" icon={icons.close} onClick={putAway} className="-mt-1.5 -mr-2" />
      </div>
      <Guide wide />
    </section>
  );
}
