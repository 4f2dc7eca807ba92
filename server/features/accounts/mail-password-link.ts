import * as z from 'zod/mini';
import { passwordLinkMinutes } from '#domain/account-security.ts';
import { sql } from '#server/db/database.ts';
import { findAccount } from '#server/features/accounts/queries.ts';
import { defineJob } from '#server/jobs/job.ts';
import { notify } from '#server/notifications/notify.ts';
import { generatedCode, hashOfCode } from '#server/security/codes.ts';

const minute = 60_000;

/**
 * Emails a link to choose a new password. Earlier links keep working, because a stranger may have requested this one.
 * Does nothing if there is no such account.
 */
export const mailPasswordLink = defineJob({
  name: 'mail-password-link',
  payload: z.object({ name: z.string() }),
  maxAttempts: 3,
  handle: async ({ db, config, clock }, { name }) => {
    const now = clock();
    const account = await findAccount(db, name);
    if (account === null || !account.isActive) return;
    await db.inTransaction(async (tx) => {
      await tx.query(sql`select from users where id = ${account.id} for no key update`);
      // One link in five minutes, so no one can flood a mailbox. At most six work at a time.
      const [recent] = await tx.query(sql`select from password_links
        where user_id = ${account.id} and expires_at > ${new Date(now.getTime() + (passwordLinkMinutes - 5) * minute)}
          limit 1`);
      if (recent !== undefined) return;
      await tx.execute(sql`delete from password_links where user_id = ${account.id} and expires_at <= ${now}`);
      const code = generatedCode();
      await tx.execute(sql`insert into password_links (code_hash, user_id, expires_at)
        values (${hashOfCode(code)}, ${account.id}, ${new Date(now.getTime() + passwordLinkMinutes * minute)})`);
      await notify(
        tx,
        { config, now },
        {
          kind: 'password_link',
          cause: `account:${account.id}:password-link:${now.getTime()}`,
          recipients: [account.id],
          facts: { to: account.role, name: account.fullName, code },
          schoolId: null,
          // A session that was left open must not show the link.
          isShown: false,
        },
      );
    });
  },
});
