import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getBackups } from '#contract/platform.ts';
import { getSmsCodes } from '#contract/sms.ts';
import { reading } from '#web/api/reading.ts';
import { FoldedReports } from '#web/features/reports/more/folded.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { grouped } from '#domain/grouped.ts';
import { part } from '#web/ui/part.tsx';
import { Skeleton, Loading } from '#web/ui/loading.tsx';
import { dayAndTime } from '#web/words/people.ts';

const codesQuery = reading(['sms-codes'], getSmsCodes, {}, { gcTime: 0 });

type Warning = NonNullable<ReplyOf<typeof getSmsCodes>['warning']>;

const warnings: Record<Warning, { title: string; advice: string }> = {
  limit_reached: {
    title: 'No more text message codes go out today',
    advice:
      "The day's limit is reached (SMS_CODES_PER_DAY). If this is not the start of a school year, someone may be abusing it.",
  },
  limit_near: {
    title: "Text message codes are close to the day's limit",
    advice: 'If this is not the start of a school year, someone may be abusing it.',
  },
  many_refused: {
    title: 'Many text message codes were refused today',
    advice: 'Someone may be trying to have codes sent to numbers that are not theirs.',
  },
};

/**
 * Shows how many codes were sent by text message, which cost money. A warning if today is unusual, or else one quiet
 * line.
 */
function TextCodes() {
  const { data, isPending } = useQuery(codesQuery);
  if (isPending) return <Loading when label="Loading the text message codes" skeleton={null} />;
  if (data === undefined) return null;
  const { today, week, perDay, warning } = data;
  const counts = `Text message codes today: ${grouped(today.sent)} sent${perDay === null ? '' : ` of ${grouped(perDay)}`}, ${grouped(today.refused)} refused. Last 7 days: ${grouped(week.sent)} sent, ${grouped(week.refused)} refused.`;
  if (warning === null) return <Banner>{counts}</Banner>;
  const { title, advice } = warnings[warning];
  return (
    <Banner tone={warning === 'limit_reached' ? 'danger' : 'pending'} title={title}>
      <p>{counts}</p>
      <p>{advice}</p>
    </Banner>
  );
}

const backupsQuery = reading(['backups'], getBackups, {}, { gcTime: 0 });

/**
 * Shows the state of the daily backups: an error if one failed, a warning if there are none, or else one quiet line.
 * Renders nothing if unknown.
 */
function Backups() {
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
        <p>{`${lastGood}${lastRestored}`}</p>
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

const OwnerFill = part(() => import('#web/screens/overall-admin/dashboard/owner-fill.tsx'), 'OwnerFill', {
  fallback: <Skeleton className="h-72 rounded-card" />,
});

/** Shows the fill report, and monitoring for the operator of FirstBell: backups and the cost of text messages. */
export function Operation() {
  return (
    <>
      <FoldedReports
        title="Fill report"
        about="How well classes were filled, by school and weekday."
        show="Show fill report"
        hide="Hide fill report"
      >
        {() => <OwnerFill />}
      </FoldedReports>
      <Backups />
      <TextCodes />
    </>
  );
}
