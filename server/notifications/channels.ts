import type { NoticeChannel } from '#domain/notice-topics.ts';
import type { Config } from '#server/core/config.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';

/** Why a delivery is kept in the Outbox. */
export const notSetUp: Record<NoticeChannel, string> = {
  email: "Email isn't set up here.",
  sms: "SMS isn't set up here.",
  push: "Push isn't set up here.",
};

/** Why no more SMS are sent this month. */
export const smsAreUsedUp = 'The school has used all its text messages for this month.';

/** Returns whether the settings configure this channel. Push needs none: each browser names its push service. */
export function isSetUp(config: Config, channel: NoticeChannel): boolean {
  switch (channel) {
    case 'email':
      return config.SMTP_URL !== undefined;
    case 'sms':
      return config.TWILIO_ACCOUNT_SID !== undefined;
    case 'push':
      return true;
  }
}

const monthOf = (schoolId: number | null, now: Date) =>
  sql`(select to_char(${now}::timestamptz at time zone c.time_zone, 'YYYY-MM') from schools c
      where c.id = ${schoolId}::bigint)`;

/** Returns how many SMS a school has sent this month, including waiting ones, in SQL. */
function smsSpent(schoolId: number | null, now: Date): Sql {
  return sql`(coalesce((select s.sent from school_sms s
      where s.school_id = ${schoolId}::bigint and s.month = ${monthOf(schoolId, now)}), 0)
    + (select count(*) from deliveries w where w.school_id = ${schoolId}::bigint and w.channel = 'sms'
      and w.status = 'queued'))`;
}

/** Returns how many SMS a school has left this month, in SQL. Returns null if there is no limit. */
export function smsLeft(config: Config, schoolId: number | null, now: Date): Sql {
  const cap = config.SMS_PER_SCHOOL_PER_MONTH === 0 || schoolId === null ? null : config.SMS_PER_SCHOOL_PER_MONTH;
  return sql`(case when ${cap}::int is not null then ${cap}::int - ${smsSpent(schoolId, now)} end)`;
}

/** Returns how many SMS a school has sent this month, including waiting ones. */
export async function countSmsOfMonth(db: Queryable, schoolId: number, now: Date): Promise<number> {
  const [row] = await db.query<{ spent: number }>(sql`select ${smsSpent(schoolId, now)}::int as spent`);
  return row?.spent ?? 0;
}

/** Reserves one SMS from a school's monthly limit. Returns false if none is left. The limit holds across processes. */
export async function takeSms(db: Queryable, config: Config, schoolId: number, now: Date): Promise<boolean> {
  const cap = config.SMS_PER_SCHOOL_PER_MONTH;
  const taken = await db.execute(sql`insert into school_sms (school_id, month, sent)
        values (${schoolId}, ${monthOf(schoolId, now)}, 1)
    on conflict (school_id, month) do update set sent = school_sms.sent + 1
      where ${cap === 0} or school_sms.sent < ${cap}`);
  return taken === 1;
}

/** Gives back a reserved SMS that the carrier did not accept. */
export async function giveBackSms(db: Queryable, schoolId: number, now: Date): Promise<void> {
  await db.execute(sql`update school_sms set sent = sent - 1
    where school_id = ${schoolId} and month = ${monthOf(schoolId, now)} and sent > 0`);
}
