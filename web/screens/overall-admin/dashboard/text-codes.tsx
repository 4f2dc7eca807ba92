import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getSmsCodes } from '#contract/sms.ts';
import { reading } from '#web/api/reading.ts';
import { Banner } from '#web/ui/banner.tsx';
import { grouped } from '#web/ui/grouped.ts';
import { Loading } from '#web/ui/loading.tsx';

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

/** Shows how many codes were sent by text message, which cost money. A warning if today is unusual, or else one quiet line. */
export function TextCodes() {
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
