import { renderNotice } from '#domain/notice.ts';
import { canSwitchOff, isReadInApp, topicOf } from '#domain/notice-topics.ts';
import type { Config } from '#server/core/config.ts';
import { whenNeeded } from '#server/core/when-needed.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Delivery } from '#server/notifications/deliveries.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';

/** The public link of a notification. */
export type Linked = {
  /** Opens the vacancy without signing in, or else a page of the app. */
  open: string;
  isOneTap: boolean;
  /**
   * The one-click unsubscribe address, and the page that names the topic. It is null for emails that can't be stopped.
   */
  stop: { oneClick: string; page: string } | null;
};

/** Returns the links of notifications, signed with the installation's key. */
export function openLinks(db: Queryable, { PUBLIC_URL }: Config): { of(delivery: Delivery): Promise<Linked> } {
  const key = whenNeeded(() => linkKey(db));
  return {
    of: async ({ noticeId, kind, facts, vacancy, vacancyId }) => {
      const signed = await key.get();
      const isOneTap = vacancy !== null && !isReadInApp(kind);
      const stop = tokenFor(signed, 'stop', noticeId);
      return {
        open: isOneTap
          ? `${PUBLIC_URL}/go/${tokenFor(signed, 'open', noticeId)}`
          : `${PUBLIC_URL}${renderNotice(kind, facts, vacancyId).path}`,
        isOneTap,
        stop: canSwitchOff(topicOf(kind), 'email')
          ? { oneClick: `${PUBLIC_URL}/api/unsubscribe/${stop}`, page: `${PUBLIC_URL}/unsubscribe/${stop}` }
          : null,
      };
    },
  };
}
