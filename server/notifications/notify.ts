import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { isOnUnlessSaid, isPushed, type NoticeChannel, topicOf } from '#domain/notice-topics.ts';
import { empty, join, sql, type Sql, type Tx } from '#server/db/database.ts';
import { anyOf } from '#server/db/sql/ids.ts';
import type { Config } from '#server/core/config.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { adding } from '#server/jobs/job.ts';
import {
  factsFor,
  hadEnough,
  mailAddress,
  notConfirmed,
  tooManyOfAKind,
  wasNotified,
} from '#server/notifications/addresses.ts';
import { isSetUp, notSetUp, smsAreUsedUp, smsLeft } from '#server/notifications/channels.ts';
import { keepCodes, withoutCode } from '#server/notifications/codes.ts';

/** A notification to several people with the same facts. */
export type NewNotification<Kind extends NoticeKind = NoticeKind> = {
  kind: Kind;
  /** The unique cause. The same person is never notified twice of the same cause. */
  cause: string;
  recipients: readonly number[];
  facts: NoticeFacts[Kind];
  schoolId: number | null;
  vacancyId?: number | null;
  messageId?: number | null;
  /**
   * Channels besides the app. Email is on by default, and SMS is off. Push depends on the kind (`isPushed`) and goes to
   * everyone with a device for it.
   */
  sendEmail?: boolean;
  sendSms?: boolean;
  isUrgent?: boolean;
  /** The notification is about today, so it is pushed like an urgent one. */
  isForToday?: boolean;
  /** One of many that can wait until everything else that is due has been sent. */
  isBulk?: boolean;
  /** Whether the app shows the notification. The default is true. */
  isShown?: boolean;
  /** The unverified number that gets this one SMS. The app doesn't show this notification. */
  unprovedNumber?: string;
};

/** How many people were notified, and how many deliveries each channel accepted (0 if it isn't set up). */
export type Notified = { notified: number; emailsSent: number; smsSent: number };

type NotifyContext = { config: Config; now: Date };

/**
 * Writes a notification in the transaction of its cause, so neither exists without the other. The worker delivers it
 * after the commit. Deliveries for a channel that isn't set up are kept. A code among the facts isn't stored in the
 * notification: it is sealed separately and deleted once delivered.
 */
export async function notify<Kind extends NoticeKind>(
  tx: Tx,
  call: NotifyContext,
  notification: NewNotification<Kind>,
): Promise<Notified> {
  const { cause, recipients, kind } = notification;
  const { facts, code } = withoutCode(notification.facts);
  const told = await write(
    tx,
    call,
    notification,
    sql`select ${cause}::text as cause, recipient, ${JSON.stringify(facts)}::jsonb as facts, nth
        from unnest(${recipients}::bigint[]) with ordinality as own (recipient, nth)`,
  );
  if (code !== null)
    await keepCodes(
      tx,
      kind,
      recipients.map((recipient) => ({ cause, recipient, code })),
      call.now,
    );
  return told;
}

/** One of many notifications of a kind, with its own cause and facts. */
export type PersonalNotification<Kind extends NoticeKind> = {
  cause: string;
  recipient: number;
  facts: NoticeFacts[Kind];
};

/** Like `notify`, for many people with different facts, in one statement. */
export async function notifyEach<Kind extends NoticeKind>(
  tx: Tx,
  call: NotifyContext,
  {
    kind,
    schoolId,
    sendSms = false,
    each,
  }: { kind: Kind; schoolId: number | null; sendSms?: boolean; each: readonly PersonalNotification<Kind>[] },
): Promise<Notified> {
  const kept = each.map(({ cause, recipient, facts }) => ({ cause, recipient, ...withoutCode(facts) }));
  const told = await write(
    tx,
    call,
    { kind, schoolId, sendSms, recipients: each.map(({ recipient }) => recipient) },
    sql`select cause, recipient, facts, nth
    from unnest(${kept.map(({ cause }) => cause)}::text[], ${kept.map(({ recipient }) => recipient)}::bigint[],
      ${kept.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) with ordinality as own
      (cause, recipient, facts, nth)`,
  );
  const codes = kept.flatMap(({ cause, recipient, code }) => (code === null ? [] : [{ cause, recipient, code }]));
  await keepCodes(tx, kind, codes, call.now);
  return told;
}

/** The parts in which notifications of one statement differ. */
const itsOwn = { cause: null, recipients: null, facts: null, vacancyId: null };

/**
 * Notifies of several vacancies of one school, whose notifications have the same kind. Those that are sent in the same
 * way take one statement. Their facts contain no codes.
 */
export async function notifyOfEach<Kind extends NoticeKind>(
  tx: Tx,
  call: NotifyContext,
  notifications: readonly NewNotification<Kind>[],
): Promise<void> {
  const groups = Map.groupBy(notifications, (one) => JSON.stringify({ ...one, ...itsOwn }));
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const own = group.map(({ cause, recipients, facts, vacancyId }, place) => ({
      place,
      cause,
      recipients,
      facts,
      vacancy_id: vacancyId,
    }));
    await write(
      tx,
      call,
      { ...first, recipients: group.flatMap(({ recipients }) => recipients) },
      sql`select e.cause, r.recipient, e.facts, e.vacancy_id, row_number() over (order by e.place, r.place) as nth
        from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as e
          (place integer, cause text, recipients bigint[], facts jsonb, vacancy_id bigint)
          cross join unnest(e.recipients) with ordinality as r (recipient, place)`,
      group.flatMap(({ vacancyId }) => vacancyId ?? []),
    );
  }
}

/**
 * Returns how many people `notify` would reach, without notifying them, if none of them has been notified of this
 * cause.
 */
export async function countReached(
  tx: Tx,
  { config, now }: NotifyContext,
  notification: Pick<NewNotification, 'kind' | 'recipients' | 'schoolId'> & { sendEmail: boolean; sendSms: boolean },
): Promise<Notified> {
  const { kind, recipients, schoolId, sendEmail, sendSms } = notification;
  const [told] = await tx.query<Notified>(sql`select count(*)::int as notified,
      count(*) filter (where ${sendEmail && isSetUp(config, 'email')} and u.trusted_email is not null
        and ${wants(kind, 'email')})::int as "emailsSent",
      greatest(0, least(count(*) filter (where ${sendSms && isSetUp(config, 'sms')} and u.sms_number is not null
        and ${wants(kind, 'sms')}), ${smsLeft(config, schoolId, now)}))::int as "smsSent"
    from users u where u.id = any(${recipients}::bigint[]) and u.deleted_at is null`);
  return told ?? { notified: 0, emailsSent: 0, smsSent: 0 };
}

/**
 * Returns whether `u` wants this kind on this channel. Their choices are stored by topic and channel; the default
 * applies to the rest.
 */
const wants = (kind: NoticeKind, channel: NoticeChannel): Sql =>
  sql`coalesce((u.notice_choices #>> ${`{${topicOf(kind)},${channel}}`}::text[])::boolean,
      ${isOnUnlessSaid(topicOf(kind), channel)})`;

type Written = Omit<NewNotification, 'cause' | 'facts'>;

/**
 * Writes notifications and their deliveries. `own` contains each recipient's cause, facts and place in the order
 * (`nth`), and with `vacancyIds`, the vacancy that it is about.
 */
async function write(
  tx: Tx,
  context: NotifyContext,
  notification: Written,
  own: Sql,
  vacancyIds: readonly number[] | null = null,
): Promise<Notified> {
  const { recipients, schoolId, vacancyId = null, messageId = null } = notification;
  if (recipients.length === 0) return { notified: 0, emailsSent: 0, smsSent: 0 };
  // A notification is deleted with its vacancy or message, and those with their school. Only a notification with
  // neither has its own foreign key to the school.
  const loneSchoolId = vacancyId === null && messageId === null ? schoolId : null;
  const [told] = await tx.query<Notified>(sql`
    with held as (
      select id from vacancies where id = ${anyOf(vacancyIds ?? [vacancyId])} for key share
    ), written as (${insertNotices(context, notification, { own, loneSchoolId, isOfSeveral: vacancyIds !== null })}
    ), ${insertDeliveries(context, notification, loneSchoolId)}, woken as (
      select from ${adding(deliverMail, {})} where exists (select from delivered where status = 'queued')
    )
    select (select count(*) from written)::int as notified,
      (select count(*) from delivered where channel = 'email' and status = 'queued')::int as "emailsSent",
      (select count(*) from delivered where channel = 'sms' and status = 'queued')::int as "smsSent",
      (select count(*) from woken)::int as jobs`);
  const { notified = 0, emailsSent = 0, smsSent = 0 } = told ?? {};
  return { notified, emailsSent, smsSent };
}

/** Inserts the notifications, in SQL. `isOfSeveral`: each is about the vacancy that `own` names. */
function insertNotices(
  { now }: NotifyContext,
  { kind, vacancyId = null, messageId = null, isUrgent = false, isShown = true, unprovedNumber }: Written,
  { own, loneSchoolId, isOfSeveral }: { own: Sql; loneSchoolId: number | null; isOfSeveral: boolean },
): Sql {
  // Notifications have no foreign key to the vacancy, so this locks it until they exist: one check instead of one for
  // each recipient.
  const ofOwn = isOfSeveral ? sql`join held on held.id = own.vacancy_id` : sql`cross join held`;
  const whileVacancyStays = vacancyId === null ? empty : ofOwn;
  const about = isOfSeveral ? sql`own.vacancy_id` : sql`${vacancyId}::bigint`;
  return sql`
      insert into notices (cause, kind, recipient_id, school_id, vacancy_id, message_id, facts, is_urgent, in_app,
        created_at)
      select own.cause, ${kind}, u.id, ${loneSchoolId}::bigint, ${about}, ${messageId}::bigint, ${factsFor(kind)},
        ${isUrgent}, ${isShown && unprovedNumber === undefined}, ${now}
      from (${own}) own join users u on u.id = own.recipient and u.deleted_at is null ${whileVacancyStays}
      where not ${wasNotified(kind, now)}
      order by own.nth
      on conflict do nothing returning id, recipient_id`;
}

/** Inserts the deliveries of the notifications that were `written`, in SQL. */
function insertDeliveries({ config, now }: NotifyContext, notification: Written, loneSchoolId: number | null): Sql {
  const { schoolId, sendSms = false, isBulk = false } = notification;
  // Only SMS count against a cap, and counting requires sorting.
  const place = sendSms ? sql`row_number() over (partition by c.channel, c.status order by w.id)` : sql`1`;
  return sql`wanted as (
      select w.id, w.recipient_id, c.channel, c.device_id, c.address, c.status, ${place} as place
      from written w join users u on u.id = w.recipient_id
        cross join lateral (${channelsTo({ config, now }, notification, loneSchoolId)}) c
    ), capped as (
      select id, recipient_id, channel, device_id, address, case when channel = 'sms' and status = 'queued'
        and place > ${smsLeft(config, schoolId, now)} then 'dropped' else status end as status
      from wanted
    ), delivered as (
      insert into deliveries (notice_id, recipient_id, school_id, channel, device_id, address, status, reason, is_bulk,
        created_at, next_attempt_at)
      select id, recipient_id, ${schoolId}::bigint, channel, device_id, address, status,
        case status when 'dropped' then case when channel = 'sms' then ${smsAreUsedUp} when address is null
          then ${notConfirmed} else ${tooManyOfAKind} end when 'kept' then case channel when 'email'
          then ${notSetUp.email} else ${notSetUp.sms} end end, ${isBulk}, ${now}, ${now}
      from capped order by id returning channel, status
    )`;
}

/** Returns each channel, address and status of a notification to `u`, in SQL. */
function channelsTo({ config, now }: NotifyContext, notification: Written, loneSchoolId: number | null): Sql {
  const { kind, isUrgent = false, isForToday = false, sendEmail = true, sendSms = false } = notification;
  const number = sql`coalesce(${notification.unprovedNumber ?? null}::text, u.sms_number)`;
  const fate = (channel: NoticeChannel) => (isSetUp(config, channel) ? 'queued' : 'kept');
  // Each combination is a separate statement. PostgreSQL would plan a single one with parameters each time it runs.
  const email = sql`select 'email' as channel, null::bigint as device_id, ${mailAddress(kind)} as address,
      case when u.email is null then 'no_address' when ${mailAddress(kind)} is null
        or ${hadEnough(kind, loneSchoolId, now)} then 'dropped' when ${wants(kind, 'email')} then ${fate('email')}
        else 'not_wanted' end as status`;
  const sms = sql`select 'sms' as channel, null::bigint as device_id, ${number} as address,
      case when ${number} is null then 'not_opted_in' when ${wants(kind, 'sms')} then ${fate('sms')} else 'not_wanted'
        end as status`;
  const push = sql`select 'push' as channel, p.id as device_id, p.service as address, 'queued' as status
      from push_devices p where p.user_id = u.id and ${wants(kind, 'push')}`;
  const chosen = [
    ...(sendEmail ? [email] : []),
    ...(sendSms ? [sms] : []),
    ...(isPushed(kind, isUrgent || isForToday) ? [push] : []),
  ];
  return chosen.length > 0 ? join(chosen, ' union all ') : sql`${push} and false`;
}
