import { useQuery } from '@tanstack/react-query';
import { getBackups } from '#contract/platform.ts';
import { reading } from '#web/api/reading.ts';
import { dayAndTime } from '#web/words/people.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Loading } from '#web/ui/loading.tsx';

const backupsQuery = reading(['backups'], getBackups, {}, { gcTime: 0 });

/**
 * Shows the state of the daily backups: an error if one failed, a warning if there are none, or else one quiet line. Renders
 * nothing if unknown.
 */
export function Backups() {
  const { data, isPending } = useQuery(backupsQuery);
  if (isPending) return <Loading when label="Loading backups" skeleton={null} />;
  if (data === undefined) return null;
  const { daily, last, failure, rehearsed, restored, restoreFailure } = data;
  const lastRestored = restored === null ? '' : ` Last restored and compared: ${dayAndTime(restored.at)}.`;
  const lastGood =
    last === null
      ? 'None has succeeded yet.'
      : `Last successful backup: ${dayAndTime(last.at)}, ${sizeInWords(last.bytes)}.`;
  if (failure !== null) {
    return (
      <Banner tone="danger" title={`The backup on ${dayAndTime(failure.at)} failed`}>
        <p className="wrap-anywhere">{failure.error}</p>
        <p>{lastGood}</p>
      </Banner>
    );
  }
  if (restoreFailure !== null) {
    return (
      <Banner tone="danger" title={`The backup on ${dayAndTime(restoreFailure.at)} couldn't be restored`}>
        <p className="wrap-anywhere">{restoreFailure.error}</p>
        <p>{`The file is kept. Restore it by hand to see whether it is complete.${lastRestored}`}</p>
      </Banner>
    );
  }
  if (daily) {
    const untested = rehearsed ? '' : ' Backups aren’t tested: set BACKUP_CHECK_URL to restore and compare each one.';
    return <Banner>{`Backups are made every day. ${lastGood}${lastRestored}${untested}`}</Banner>;
  }
  return (
    <Banner tone="pending" title="There are no daily backups">
      Set BACKUP_DIR to a folder for them and restart the server. {last === null ? '' : lastGood}
    </Banner>
  );
}

function sizeInWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
