import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelNames } from '#domain/channel-names.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { sentMessagesQuery, type SentMessage } from '#web/features/messages/messages.ts';
import { dayAndTime } from '#web/words/people.ts';
import { counted } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import * as icons from '#web/ui/icons.ts';
import { SkeletonRows } from '#web/ui/loading.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

type Delivery = SentMessage['notificationStatus'][number];
type Recipient = { id: number; name: string; channels: Delivery[] };

/** Each recipient of a message once, with its delivery on each channel besides the app. */
function deliveriesOf({ notificationStatus }: SentMessage): Recipient[] {
  const recipients = new Map<number, Recipient>();
  for (const delivery of notificationStatus) {
    const known = recipients.get(delivery.recipientId) ?? {
      id: delivery.recipientId,
      name: delivery.recipientName,
      channels: [],
    };
    known.channels.push(delivery);
    recipients.set(known.id, known);
  }
  return [...recipients.values()];
}

const statusWords: Record<Delivery['status'], string> = {
  queued: 'waiting to be sent',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  kept: 'not sent',
  not_opted_in: 'not opted in',
  not_wanted: 'turned off by them',
  no_address: 'no address',
  dropped: 'not sent',
};

/** Returns a message's delivery on one channel: "Email: not sent. Email isn't set up here." */
function inWords({ channel, status, reason }: Delivery): string {
  return `${channelNames[channel]}: ${statusWords[status]}${reason === null ? '' : `. ${reason}`}`;
}

/** Shows the messages a person sent, newest first, with the delivery state for each recipient. */
export function SentMessages({ timeZone }: { timeZone: string }) {
  const sent = useInfiniteQuery(sentMessagesQuery);
  return (
    <Loaded query={sent} what="sent messages" skeleton={<SkeletonRows />}>
      {({ pages }) =>
        pages.every(({ rows }) => rows.length === 0) ? (
          <EmptyState icon={icons.mail} title="No messages sent">
            Messages that you send to substitutes appear here, with who got them.
          </EmptyState>
        ) : (
          <>
            <ul aria-label="Sent messages" className="grid gap-3">
              {pages
                .flatMap(({ rows }) => rows)
                .map((message) => (
                  <MessageCard key={message.id} message={message} timeZone={timeZone} />
                ))}
            </ul>
            <ShowMore of={sent} className="mt-4 grid justify-items-center" />
          </>
        )
      }
    </Loaded>
  );
}

function MessageCard({ message, timeZone }: { message: SentMessage; timeZone: string }) {
  const heading = `message-${message.id}-subject`;
  const deliveries = deliveriesOf(message);
  return (
    <li className="min-w-0">
      <article aria-labelledby={heading} className="card grid gap-2 p-5 max-md:p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={heading} className="flex flex-wrap items-center gap-2 text-body wrap-anywhere">
            {message.subject}
            {message.isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
          </h2>
          <p className="text-meta text-ink-3 tabular-nums">{dayAndTime(message.createdAt, timeZone)}</p>
        </div>
        <p className="max-w-[70ch] text-label/5.25 wrap-anywhere whitespace-pre-line">{message.body}</p>
        <details className="text-label">
          <summary className="link min-h-6 w-fit cursor-pointer pointer-coarse:min-h-touch">
            {counted(deliveries.length, 'recipient')}
            <span className="sr-only"> of {message.subject}</span>
          </summary>
          <Recipients deliveries={deliveries} />
        </details>
      </article>
    </li>
  );
}

const step = 50;

function Recipients({ deliveries }: { deliveries: ReturnType<typeof deliveriesOf> }) {
  const [shown, setShown] = useState(step);
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {deliveries.slice(0, shown).map(({ id, name, channels }) => (
          <li key={id} className="grid gap-x-4 py-2 md:grid-cols-[14rem_minmax(0,1fr)]">
            <span className="font-medium text-ink wrap-anywhere">{name}</span>
            <span className="text-meta text-ink-2 wrap-anywhere">
              <Dotted text={[...new Set(['In FirstBell', ...channels.map(inWords)])].join(' · ')} />
            </span>
          </li>
        ))}
      </ul>
      {deliveries.length > shown ? <MoreButton onClick={() => setShown(shown + step)} /> : null}
    </>
  );
}
