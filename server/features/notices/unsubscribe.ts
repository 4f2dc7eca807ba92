import type { getUnsubscribe, openUnsubscribe, resubscribe, unsubscribe } from '#contract/notice-settings.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { canSwitchOff, type NoticeTopic, topicOf } from '#domain/notice-topics.ts';
import { sql } from '#server/db/database.ts';
import { switchChannel } from '#server/features/notices/settings.ts';
import { countFromNetwork } from '#server/http/limits.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { linkKey, noticeOfToken } from '#server/security/keys.ts';

/** Calls per minute from one address: mail services call for many readers from a few addresses. */
const callsPerMinute = 600;

type LinkCall = Pick<Call<typeof getUnsubscribe>, 'db' | 'params' | 'request' | 'now'>;

/** Returns the person and topic that a link unsubscribes. */
async function meantBy(call: LinkCall): Promise<{ userId: number; topic: NoticeTopic; isStopped: boolean }> {
  const { db, params } = call;
  await countFromNetwork(call, { key: 'unsubscribe', most: callsPerMinute, windowSeconds: 60 });
  const noticeId = noticeOfToken(await linkKey(db), 'stop', params.token);
  const [row] =
    noticeId === null
      ? []
      : await db.query<{
          userId: number;
          kind: NoticeKind;
          choices: Partial<Record<NoticeTopic, { email?: boolean }>>;
        }>(sql`select u.id as "userId", n.kind, u.notice_choices as choices from notices n
          join users u on u.id = n.recipient_id where n.id = ${noticeId} and u.deleted_at is null`);
  if (row === undefined || !canSwitchOff(topicOf(row.kind), 'email')) throw notFound('link');
  const topic = topicOf(row.kind);
  return { userId: row.userId, topic, isStopped: row.choices[topic]?.email === false };
}

/** Returns the notifications that a link turns off. */
export async function showUnsubscribe(call: Call<typeof getUnsubscribe>): ReplyTo<typeof getUnsubscribe> {
  const { topic, isStopped } = await meantBy(call);
  return { topic, isStopped };
}

/** Redirects a person who opens the unsubscribe address to the page that asks for confirmation. */
export async function leadToPage(call: Call<typeof openUnsubscribe>): Promise<unknown> {
  await meantBy(call);
  return call.reply.redirect(`${call.config.PUBLIC_URL}/unsubscribe/${call.params.token}`);
}

/** Unsubscribes. Repeating it does no harm. */
export async function stopMails(call: Call<typeof unsubscribe>): ReplyTo<typeof unsubscribe> {
  const { userId, topic } = await meantBy(call);
  await switchChannel(call.db, userId, topic, 'email', false);
}

/** Subscribes again. */
export async function startMails(call: Call<typeof resubscribe>): ReplyTo<typeof resubscribe> {
  const { userId, topic } = await meantBy(call);
  await switchChannel(call.db, userId, topic, 'email', true);
}
