import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { renderListed } from '#domain/notice.ts';
import { asOf } from '#domain/report-time.ts';
import { sql } from '#server/db/database.ts';
import { id, pageSize, part, schoolName, type Part } from '#server/features/privacy/parts/part.ts';
import { factsForReader } from '#server/notifications/deliveries.ts';

export const offered = part(
  'offers.json',
  'The vacancies that schools offered to you in waves, and your answers. They affect how early you are notified of the next one.',
  ['offers'],
  {
    vacancyId: 'which vacancy',
    offers:
      "each offer: the vacancy's date, in which wave, why you were notified early, when and how it was sent and arrived, when you opened it, when you were reminded, what you answered and when",
  },
  ({ actor }, after) => sql`
      select o.vacancy_id as id, jsonb_build_object('vacancyId', o.vacancy_id,
        'offers', jsonb_agg(jsonb_build_object('date', o.date, 'wave', o.wave, 'reasons', o.reasons,
      'sentAt', o.sent_at, 'channels', o.channels, 'deliveredAt', o.delivered_at, 'seenAt', o.seen_at,
        'remindedAt', o.reminded_at, 'answer', o.answer, 'answeredAt', o.answered_at) order by o.round)) as row
    from offers o where o.substitute_id = ${actor.id} and o.vacancy_id > ${after} group by o.vacancy_id`,
);

export const exclusion = part(
  'exclusions.json',
  'Schools that are not offering you jobs, and when they stopped. If you are a teacher, the substitutes you excluded or asked to exclude.',
  ['exclusions'],
  {
    school: schoolName,
    since: 'when it began',
    substituteId: 'the substitute whom you named',
    reason: 'the reason that you gave',
    endsOn: 'the last day that you chose',
    askedAt: 'when you asked for it',
  },
  ({ actor }, after) =>
    sql`select x.id, jsonb_build_object('school', c.name, 'since', x.approved_at) ||
        case when x.teacher_id = ${actor.id} then
      jsonb_build_object('substituteId', x.substitute_id, 'reason', x.reason, 'endsOn', x.ends_on,
        'askedAt', x.asked_at) else '{}' end as row
    from exclusions x join schools c on c.id = x.school_id
    where (x.substitute_id = ${actor.id} and x.approved_at is not null or x.teacher_id = ${actor.id})
      and x.id > ${after}`,
);

export const favorite = part(
  'favorites.json',
  'Teachers and schools that marked you as a favorite. If you are a teacher, the substitutes you marked.',
  ['favorites'],
  {
    school: schoolName,
    by: 'a teacher, the school, or you',
    substituteId: 'the substitute whom you marked',
    addedAt: 'when the star was added',
  },
  ({ actor }, after) =>
    sql`select f.id, jsonb_build_object('school', c.name,
        'by', case when f.teacher_id = ${actor.id} then 'you' when f.teacher_id is null then 'the school'
        else 'a teacher' end,
      'substituteId', case when f.teacher_id = ${actor.id} then f.substitute_id end, 'addedAt', f.added_at) as row
    from favorites f join schools c on c.id = f.school_id
      where (f.substitute_id = ${actor.id} or f.teacher_id = ${actor.id}) and f.id > ${after}`,
);

export const sent = part(
  'messages-sent.json',
  'Messages that you sent. Messages that you received are in notifications.json.',
  ['messages'],
  {
    id,
    at: 'when',
    subject: 'its subject',
    body: 'its text',
    vacancyId: 'the vacancy that it was about',
    isUrgent: 'whether it was urgent',
    recipients: 'how many people it went to',
  },
  ({ actor }, after) => sql`
    select m.id, jsonb_build_object('id', m.id, 'at', m.created_at, 'subject', m.subject, 'body', m.body,
      'vacancyId', m.vacancy_id, 'isUrgent', m.is_urgent, 'recipients', cardinality(m.recipient_ids)) as row
    from messages m where m.sender_id = ${actor.id} and m.id > ${after}`,
);

type Told = { id: number; kind: NoticeKind; facts: NoticeFacts[NoticeKind]; createdAt: Date; row: object };

export const told: Part = {
  file: 'notifications.json',
  about: 'Your notifications, including messages to you, and how each was delivered.',
  tables: ['notices', 'deliveries'],
  keys: {
    id,
    at: 'when',
    kind: 'the kind of notification',
    title: 'its title',
    body: 'its text',
    isUrgent: 'whether it was urgent',
    readAt: 'when you read it in the app',
    deliveries: 'how it was also delivered outside the app: the channel, the address, the outcome and the time',
  },
  pageSize,
  read: async ({ db, actor }, after) => {
    const rows = await db.query<Told>(sql`select n.id, n.kind, ${factsForReader} as facts, n.created_at as "createdAt",
          jsonb_build_object('id', n.id, 'at', n.created_at, 'kind', n.kind, 'isUrgent', n.is_urgent,
          'readAt', n.read_at,
        'deliveries', (select coalesce(jsonb_agg(jsonb_build_object('channel', d.channel, 'address', d.address,
          'status', d.status, 'at', d.sent_at) order by d.id), '[]') from deliveries d where d.notice_id = n.id)) as row
      from notices n left join vacancies v on v.id = n.vacancy_id
        where n.recipient_id = ${actor.id} and n.in_app and n.id > ${after} order by n.id limit ${pageSize}`);
    return rows.map(({ id: number, kind, facts, createdAt, row }) => {
      const { title, body } = renderListed(kind, asOf(facts, createdAt));
      return { id: number, row: { ...row, title, body } };
    });
  },
};

export const replies = part(
  'text-replies.json',
  'Your replies to text messages, and the offers that you can still answer by text.',
  ['text_codes', 'text_replies'],
  {
    at: 'when you replied',
    act: 'what we understood: accept, decline, list, unknown',
    answer: 'what we answered, without its link',
    code: 'the code with which an offer is answered',
    vacancyId: 'which vacancy',
  },
  ({ actor }, after) => sql`select id, row from (select row_number() over (order by place, sort) as id, row from (
      select 1 as place, extract(epoch from t.at) as sort,
        jsonb_build_object('at', t.at, 'act', t.act, 'answer', t.answer, 'vacancyId', t.vacancy_id) as row
        from text_replies t where t.recipient_id = ${actor.id}
      union all select 2, c.given, jsonb_build_object('code', c.code, 'vacancyId', c.vacancy_id) from text_codes c
        where c.recipient_id = ${actor.id}) each) own where id > ${after}`,
);
