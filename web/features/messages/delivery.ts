import type { SentMessage } from '#web/features/messages/messages.ts';

type Delivery = SentMessage['notificationStatus'][number];
type Recipient = { id: number; name: string; channels: Delivery[] };

/** Each recipient of a message once, with its delivery on each channel besides the app. */
export function deliveriesOf({ notificationStatus }: SentMessage): Recipient[] {
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

const channelNames: Record<Delivery['channel'], string> = { email: 'Email', sms: 'SMS', push: 'Push' };

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
export function inWords({ channel, status, reason }: Delivery): string {
  return `${channelNames[channel]}: ${statusWords[status]}${reason === null ? '' : `. ${reason}`}`;
}
