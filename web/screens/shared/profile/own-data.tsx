import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { part } from '#web/ui/part.tsx';

const DownloadDataDialog = part(
  () => import('#web/screens/shared/profile/download-data-dialog.tsx'),
  'DownloadDataDialog',
);

/** Explains which data is stored, and offers to download it. */
export function OwnData() {
  const layer = useLayer();
  return (
    <section aria-labelledby="own-data">
      <SectionHeader id="own-data" title="Your data" />
      <div className="card grid gap-4 p-5 text-label max-md:p-4">
        <p className="text-ink-2">
          All data about you: your activity, notifications, messages, consents and files, in one zip file that opens on
          any computer.
        </p>
        <Button icon={icons.download} onClick={() => layer.show('own-data')}>
          Download my data
        </Button>
      </div>
      {layer.open === 'own-data' ? <DownloadDataDialog onClose={layer.close} /> : null}
    </section>
  );
}
