import { mailPage, type MailParts, mailText } from '#domain/mail.ts';
import { renderNotice } from '#domain/notice.ts';
import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { topicNames, topicOf } from '#domain/notice-topics.ts';
import { productName } from '#domain/product.ts';
import type { Linked } from '#server/notifications/links.ts';
import type { MailPicture } from '#server/notifications/school-pictures.ts';

/**
 * A rendered email: the subject is one line, `html` says the same as `text` and shows the pictures. `stopUrl` is the
 * one-click unsubscribe address.
 */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  isUrgent: boolean;
  pictures: readonly MailPicture[];
  stopUrl: string | null;
};

/** The branding of the email's school. */
type Branding = { name: string; pictures: readonly MailPicture[] };

/** Renders a notification as an email with one button: to its vacancy without signing in, or to the app. */
export function renderMail<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  { open, isOneTap, stop }: Linked,
  branding: Branding = { name: '', pictures: [] },
): Mail {
  const { title, body, urgent } = renderNotice(kind, facts);
  const parts: MailParts = {
    title,
    body,
    link: { label: isOneTap ? 'Open this vacancy' : `Open ${productName}`, href: open },
    ending: stop === null ? null : { words: `Stop emails like this (${topicNames[topicOf(kind)]})`, href: stop.page },
    branding,
  };
  return {
    subject: title,
    text: mailText(parts),
    html: mailPage(parts),
    isUrgent: urgent,
    pictures: branding.pictures,
    stopUrl: stop?.oneClick ?? null,
  };
}
