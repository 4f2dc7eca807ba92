import type { KeyObject } from 'node:crypto';
import { renderNotice } from '#domain/notice.ts';
import { canSwitchOff, topicOf } from '#domain/notice-topics.ts';
import type { Config } from '#server/core/config.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Delivery } from '#server/notifications/deliveries.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';

/** Where a notice leads from outside. */
export type Linked = {
  /** Opens the vacancy without sign-in, or a page of the application where there is none. */
  open: string;
  isOneTap: boolean;
  /** Where its mails are stopped by one click, and where a person reads what they would stop; null where they cannot be. */
  stop: { oneClick: string; page: string } | null;
};

/** The links of notices, signed with the installation's key. */
export function openLinks(db: Queryable, { PUBLIC_URL }: Config): { of(delivery: Delivery): Promise<Linked> } {
  let key: Promise<KeyObject> | null = null;
  return {
    of: async ({ noticeId, kind, facts, vacancy, vacancyId }) => {
      key ??= linkKey(db).catch((error: unknown) => {
        // The next one asks again.
        key = null;
        throw error;
      });
      const signed = await key;
      const isOneTap = vacancy !== null;
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
