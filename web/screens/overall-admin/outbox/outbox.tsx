import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { deliveryStatuses, listOutbox } from '#contract/messages.ts';
import { channelNames } from '#domain/channel-names.ts';
import { noticeChannels } from '#domain/notice-topics.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { pages } from '#web/api/reading.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { dayAndTime } from '#web/words/people.ts';
import { Dot } from '#web/ui/dotted.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Options, Select } from '#web/ui/input.tsx';
import { SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { ShowMore } from '#web/api/show-more.tsx';
import { phoneInWords } from '#web/words/phone.ts';

/** A delivery on one channel, or one that was kept because the channel isn't set up. */
type OutboxEntry = ReplyOf<typeof listOutbox>[number];

const pageSize = 30;

const statusNames: Record<OutboxEntry['status'], string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  kept: 'Kept, not sent',
  not_opted_in: 'Not opted in',
  not_wanted: 'Turned off by them',
  no_address: 'No address',
  dropped: 'Dropped',
};

/** Deliveries by email, SMS and push, and those kept because the channel isn't set up. */
export function Outbox() {
  const [askedChannel, askChannel] = useParam('channel');
  const [askedStatus, askStatus] = useParam('status');
  const filter = {
    channel: noticeChannels.find((channel) => channel === askedChannel) ?? '',
    status: deliveryStatuses.find((status) => status === askedStatus) ?? '',
  } as const;
  const outbox = useInfiniteQuery(
    pages(
      ['outbox', filter.channel, filter.status],
      listOutbox,
      { limit: pageSize, channel: filter.channel || undefined, status: filter.status || undefined },
      // Deliveries continue without this page, so it is refetched on each visit.
      { gcTime: 0 },
    ),
  );
  return (
    <>
      <PageHeader title="Outbox">Every email, text message and push notification, newest first</PageHeader>
      <Banner>
        If email or text messages aren’t set up on this server, messages aren’t sent. They’re kept here as "Kept, not
        sent".
      </Banner>
      <div className="grid gap-3 min-[24rem]:grid-cols-2 lg:max-w-form print:hidden">
        <Field label="Channel">
          <Select value={filter.channel} onChange={(event) => askChannel(event.target.value)}>
            <option value="">All channels</option>
            <Options of={noticeChannels} nameOf={(channel) => channelNames[channel]} />
          </Select>
        </Field>
        <Field label="Status">
          <Select value={filter.status} onChange={(event) => askStatus(event.target.value)}>
            <option value="">All statuses</option>
            <Options of={deliveryStatuses} nameOf={(status) => statusNames[status]} />
          </Select>
        </Field>
      </div>
      <Loaded query={outbox} what="the outbox" skeleton={<SkeletonRows plain />}>
        {({ pages: shown }) =>
          shown.every(({ rows }) => rows.length === 0) ? (
            <EmptyState icon={icons.mail} title="Nothing here">
              {filter.channel || filter.status
                ? 'Nothing matches these filters.'
                : 'No emails, text messages or push notifications yet.'}
            </EmptyState>
          ) : (
            <>
              <ul aria-label="Outbox" className="card divide-y divide-line">
                {shown
                  .flatMap(({ rows }) => rows)
                  .map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
              </ul>
              <ShowMore of={outbox} className="mt-6" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Entry({ entry }: { entry: OutboxEntry }) {
  const { channel, address, recipientName, title, body, status, reason, attempts, createdAt, sentAt } = entry;
  return (
    <li className="grid gap-1 px-5 py-3.5 max-md:px-4">
      <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body wrap-anywhere">
        {title}
        <Badge>{channelNames[channel]}</Badge>
        <Badge
          tone={
            status === 'sent' || status === 'delivered'
              ? 'filled'
              : status === 'failed'
                ? 'urgent'
                : status === 'queued'
                  ? 'pending'
                  : 'neutral'
          }
        >
          {statusNames[status]}
        </Badge>
      </h2>
      <p className="text-meta wrap-anywhere text-ink-3">
        To {recipientName}
        {address ? (
          <>
            <Dot />
            {phoneInWords(address)}
          </>
        ) : null}
        <Dot />
        <span className="whitespace-nowrap">written {dayAndTime(createdAt)}</span>
        {sentAt ? (
          <>
            <Dot />
            <span className="whitespace-nowrap">sent {dayAndTime(sentAt)}</span>
          </>
        ) : null}
        {attempts > 1 ? (
          <>
            <Dot />
            {attempts} attempts
          </>
        ) : null}
      </p>
      {reason ? <p className="text-meta wrap-anywhere">{reason}</p> : null}
      <details className="text-label">
        <summary className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">Read it</summary>
        <p className="mt-1 max-w-[72ch] wrap-anywhere whitespace-pre-line">{body}</p>
      </details>
    </li>
  );
}
