import { listNotices, listOutbox, readNotices } from '#contract/messages.ts';
import * as noticeSettings from '#contract/notice-settings.ts';
import { renderListed } from '#domain/notice.ts';
import { can } from '#domain/permissions.ts';
import { asOf } from '#domain/report-time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { noticesOf, outbox } from '#server/features/notices/queries.ts';
import { keepSettings, showSettings } from '#server/features/notices/settings.ts';
import { leadToPage, showUnsubscribe, startMails, stopMails } from '#server/features/notices/unsubscribe.ts';
import { idPage, pageById } from '#server/http/paging.ts';
import { notAllowed } from '#server/core/refused.ts';
import { withCode } from '#server/notifications/codes.ts';
import { type Route, route } from '#server/http/route.ts';

/** People's notifications in the app, their settings, and the owner's outbox. */
export const noticeRoutes: Route[] = [
  route(listNotices, async (call) => {
    const asked = idPage(call.query);
    const { page, cursor } = pageById(await noticesOf(call.db, call.actor.id, asked), asked.limit);
    call.nextCursor(cursor);
    return page.map(({ id, kind, facts, vacancyId, isUrgent, createdAt, readAt, gone }) => {
      const { title, body, path, urgent } = renderListed(kind, asOf(facts, createdAt), vacancyId);
      return {
        id,
        kind,
        title,
        body,
        path,
        isUrgent: isUrgent || urgent,
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
        gone,
      };
    });
  }),
  route(readNotices, ({ db, actor, body, now }) => markRead(db, actor.id, body, now)),
  route(listOutbox, async (call) => {
    if (!can(call.actor, 'outbox.read', null)) throw notAllowed();
    const asked = idPage(call.query);
    const { page, cursor } = pageById(await outbox(call.db, call.query, asked), asked.limit);
    call.nextCursor(cursor);
    const shown = [];
    for (const { kind, facts, keptCode, createdAt, sentAt, ...row } of page) {
      const readable = keptCode === null ? null : await withCode(call.db, keptCode, facts, call.now);
      const { title, body } = renderListed(kind, asOf(readable ?? facts, sentAt ?? createdAt));
      shown.push({ ...row, title, body, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null });
    }
    return shown;
  }),
  route(noticeSettings.getNoticeSettings, showSettings),
  route(noticeSettings.putNoticeSettings, keepSettings),
  route(noticeSettings.openUnsubscribe, leadToPage),
  route(noticeSettings.getUnsubscribe, showUnsubscribe),
  route(noticeSettings.unsubscribe, stopMails),
  route(noticeSettings.resubscribe, startMails),
];

/** Marks a person's notifications from the first to the last of these as read. */
async function markRead(
  db: Queryable,
  recipientId: number,
  { from, upTo }: { from: number; upTo: number },
  now: Date,
): Promise<void> {
  await db.execute(sql`update notices set read_at = ${now}
    where recipient_id = ${recipientId} and read_at is null and id between ${from} and ${upTo}`);
}
