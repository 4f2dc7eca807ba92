import type { NoticeChannel } from './notice-topics.ts';

/** The names of the channels, as lists and files show them. */
export const channelNames: Readonly<Record<NoticeChannel, string>> = {
  email: 'Email',
  sms: 'Text message',
  push: 'Push',
};
