import type { ReplyInput } from '#contract/endpoint.ts';
import type { listMessages } from '#contract/messages.ts';
import type { VacancyFacts } from '#domain/notice-facts.ts';
import type { Actor, UserSubject } from '#domain/permissions.ts';
import { join, type Queryable, sql } from '#server/db/database.ts';
import { visibleOthers } from '#server/features/users/queries.ts';
import { seeable } from '#server/features/vacancies/vacancy/queries.ts';
import { cursorAfter, type IdPage } from '#server/http/paging.ts';

/**
 * Returns the people among these whom the caller may see, each with only the schools that the caller shares with them.
 */
export function visiblePeople(db: Queryable, actor: Actor, ids: readonly number[]): Promise<UserSubject[]> {
  return db.query<UserSubject>(sql`
    select u.id, u.role, u.school_id as "schoolId", u.is_approved as "isApproved", u.is_active as "isActive",
      u.is_platform_owner as "isPlatformOwner",
      case when l.school_id is null then '{}' else array[l.school_id] end as "selectedSchoolIds",
      case when l.approved_at is null then '{}' else array[l.school_id] end as "approvedSchoolIds",
      case when l.works_here then array[l.school_id] else '{}' end as "workSchoolIds"
    from (${join(visibleOthers(actor), ' union all ')}) visible join users u on u.id = visible.id
    left join substitute_schools l on l.substitute_id = u.id and l.school_id = ${actor.schoolId}::bigint
      and l.is_selected
    where u.id = any(${ids}::bigint[]) and u.deleted_at is null`);
}

/**
 * Returns the fields that substitutes may see of a caller's vacancy. Returns null if the caller has none with this id.
 */
export async function factsOfOwnVacancy(db: Queryable, actor: Actor, id: number): Promise<VacancyFacts | null> {
  return db.first<VacancyFacts>(sql`
    select s.name as school, concat_ws(', ', s.address, nullif(s.city, ''),
      nullif(concat_ws(' ', nullif(s.state, ''), nullif(s.zip_code, '')), '')) as address, v.description as title,
      t.full_name as teacher, v.absence_reason is null as "isExtraHands",
      v.date, v.start_time as start, v.end_time as end, v.is_urgent as "isUrgent",
        v.may_need_changes as "mayNeedChanges",
      case when s.show_reason then v.absence_reason end as reason, v.additional_notes as notes, null as "plansLink"
    from vacancies v join schools s on s.id = v.school_id join users t on t.id = v.teacher_id
    where v.id = ${id} and v.deleted_at is null and ${seeable(actor)}`);
}

/** Returns the sender's name, as recipients read it. */
export async function senderName(db: Queryable, id: number): Promise<string> {
  const [row] = await db.query<{ name: string }>(sql`select full_name as name from users where id = ${id}`);
  return row?.name ?? '';
}

export type NewMessage = {
  schoolId: number;
  senderId: number;
  subject: string;
  body: string;
  vacancyId: number | null;
  isUrgent: boolean;
  recipientIds: readonly number[];
};

type MessageRow = Omit<ReplyInput<typeof listMessages>[number], 'createdAt' | 'recipientIds'> & {
  createdAt: Date;
  recipientIds: number[];
  isLast: boolean;
};

/**
 * The maximum number of recipients of all messages on a page. A page with more ends early, because each recipient has
 * deliveries.
 */
const recipientsOnPage = 5000;

/**
 * Returns the messages that a person sent, newest first, each with the delivery state for each recipient. A page ends
 * after `limit` messages, or after the one that brings it to 5,000 recipients. `next` is where it continues.
 */
export async function messagesOf(
  db: Queryable,
  senderId: number,
  { before, limit }: IdPage,
): Promise<{ rows: MessageRow[]; next: string | null }> {
  const rows = await db.query<MessageRow>(sql`
    with page as (
      select m.*, row_number() over newest as place, sum(cardinality(m.recipient_ids))
        over newest - cardinality(m.recipient_ids) as recipients_before
      from (select * from messages where sender_id = ${senderId} and id < ${before} order by id desc
        limit ${limit + 1}) m
      window newest as (order by m.id desc rows unbounded preceding)
    )
    select p.id, p.sender_id as "senderId", p.subject, p.body, p.created_at as "createdAt", p.vacancy_id as "vacancyId",
      p.is_urgent as "isUrgent",
      p.recipient_ids as "recipientIds", p.id = (select min(id) from page) and p.place <= ${limit} as "isLast",
      coalesce((select jsonb_agg(jsonb_build_object('recipientId', n.recipient_id, 'recipientName', u.full_name,
        'channel', d.channel, 'status', d.status, 'reason', d.reason)
          order by lower(u.full_name), n.recipient_id, d.channel)
        from notices n join deliveries d on d.notice_id = n.id join users u on u.id = n.recipient_id
          where n.message_id = p.id), '[]') as "notificationStatus"
    from page p where p.place <= ${limit} and p.recipients_before < ${recipientsOnPage} order by p.id desc`);
  const last = rows.at(-1);
  return { rows, next: last === undefined || last.isLast ? null : cursorAfter(last.id) };
}
