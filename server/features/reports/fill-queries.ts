import type { UnfilledClass } from '#contract/fill-report.ts';
import type { NoticeChannel } from '#domain/notice-topics.ts';
import { curveMinutes, sampledClasses, sampledPeople } from '#domain/fill-report.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { fillsOf, minutesToFill, type Span } from '#server/features/reports/queries.ts';

/** The classes of a span by lead time in days, where 4 is more than three, and by weekday from Monday, 1. */
export type FillCell = { days: number; weekday: number; total: number; filled: number };

/**
 * Returns how many classes were posted and filled, by lead time and weekday. Reads the indexes of the school's
 * vacancies.
 */
export async function fillCells(db: Queryable, { schoolId, from, to }: Span, timeZone: string): Promise<FillCell[]> {
  return db.query<FillCell>(sql`select least(greatest(date - (created_at at time zone ${timeZone})::date, 0),
      4) as days, extract(isodow from date)::int as weekday,
      sum(total)::int as total, sum(filled)::int as filled
    from ${fillsOf({ schoolId, from, to })} group by 1, 2`);
}

/** Returns the number of fills in a span, and the median and 90th percentile of the minutes from posting. */
export async function timesToFill(
  db: Queryable,
  span: Span,
): Promise<{ fills: number; median: number | null; p90: number | null }> {
  const [row] = await db.query<{ fills: number; median: number | null; p90: number | null }>(sql`
      select count(*)::int as fills, (percentile_cont(0.5) within group (order by minutes))::float8 as median,
      (percentile_cont(0.9) within group (order by minutes))::float8 as p90
    from ${minutesToFill(span)}`);
  return row ?? { fills: 0, median: null, p90: null };
}

/** The messages about the latest classes of a span, and how fast people answered. */
export type Answers = {
  classes: number;
  filled: number;
  sent: number;
  notified: number;
  points: { minutes: number; saw: number; answered: number; requested: number }[];
};

/**
 * Returns the notifications of the latest classes, and the answers to them. The number of classes and people it reads
 * is limited, so the cost doesn't depend on the size of the school. Answers count from the first notification of a
 * person.
 */
export async function answersOf(db: Queryable, { schoolId, from, to }: Span): Promise<Answers> {
  return db.only<Answers>(sql`with latest as materialized (
      select id, status = 'filled' and not no_show as is_filled from vacancies
        where school_id = ${schoolId} and date between ${from} and ${to} and deleted_at is null
      order by date desc, day_rank desc, start_time desc, id desc limit ${sampledClasses}
    ), offered as materialized (
      select n.id, l.id as vacancy_id, n.recipient_id, n.created_at from latest l cross join lateral
        (select id, recipient_id, created_at from notices where vacancy_id = l.id and kind = 'vacancy_posted'
          limit ${sampledPeople}) n
    ), told as (
      select vacancy_id, recipient_id, min(created_at) as at from offered group by 1, 2
    ), acts as (
      select h.vacancy_id, h.substitute_id, min(h.at) filter (where h.kind = 'seen') as saw, min(h.at)
        filter (where h.kind = 'requested') as requested,
        min(h.at) filter (where h.kind in ('requested', 'declined')) as answered
      from latest l join vacancy_history h on h.vacancy_id = l.id where h.kind in ('seen', 'requested', 'declined')
        group by 1, 2
    ), delays as materialized (
      select extract(epoch from least(a.saw, a.answered) - t.at) / 60 as saw,
        extract(epoch from a.answered - t.at) / 60 as answered, extract(epoch from a.requested - t.at) / 60 as requested
      from told t left join acts a on a.vacancy_id = t.vacancy_id and a.substitute_id = t.recipient_id
    )
    select (select count(*) from latest)::int as classes, (select count(*) from latest where is_filled)::int as filled,
      (select count(*) from offered o join deliveries d on d.notice_id = o.id
        where d.status in ('sent', 'delivered'))::int as sent,
      (select count(*) from delays)::int as notified,
      (select jsonb_agg(jsonb_build_object('minutes', m, 'saw', p.saw, 'answered', p.answered, 'requested', p.requested)
        order by m)
        from unnest(${[...curveMinutes]}::int[]) m
          cross join lateral (select count(*) filter (where saw <= m)::int as saw,
          count(*) filter (where answered <= m)::int as answered, count(*)
            filter (where requested <= m)::int as requested from delays) p) as points`);
}

/** A class that no one took, or whose substitute didn't come, and the attempts to fill it. */
export type UnfilledRow = UnfilledClass & { postedAt: Date };

/** Returns the latest unfilled classes of a span, at most `limit`. */
export async function unfilledOf(db: Queryable, { schoolId, from, to }: Span, limit: number): Promise<UnfilledRow[]> {
  return db.query<UnfilledRow>(sql`select v.id, v.date::text as date, v.start_time as "startTime",
      v.end_time as "endTime", v.teacher_id as "teacherId", t.full_name as "teacherName",
      v.absence_reason as "absenceReason", v.description, v.covered_inside
        and v.status = 'open' as "isCoveredInside", v.no_show as "isNoShow", v.created_at as "postedAt",
        (extract(epoch from v.starts_at - v.created_at) / 60)::int as "minutesAhead", n.notified, h.saw, d.declined,
        h.requests
    from (select * from (
          (select * from vacancies where school_id = ${schoolId} and date between ${from} and ${to}
            and status <> 'filled' and deleted_at is null
            order by date desc, day_rank desc, start_time desc, id desc limit ${limit})
          union all
          select * from vacancies where school_id = ${schoolId} and date between ${from} and ${to} and no_show
            and status = 'filled' and deleted_at is null
        ) unfilled order by date desc, start_time desc, id desc limit ${limit}) v
      join users t on t.id = v.teacher_id
      cross join lateral (select count(distinct recipient_id)::int as notified
        from (select recipient_id from notices where vacancy_id = v.id and kind = 'vacancy_posted'
          limit ${sampledPeople}) n) n
      cross join lateral (select (count(*) filter (where kind = 'seen'))::int as saw,
        (count(*) filter (where kind = 'requested'))::int as requests
        from (select kind from vacancy_history where vacancy_id = v.id and kind in ('seen', 'requested')
          limit ${sampledPeople}) h) h
      cross join lateral (select count(*)::int as declined
        from (select from vacancy_declines where vacancy_id = v.id limit ${sampledPeople}) d) d
    order by v.date desc, v.start_time desc, v.id desc`);
}

/** An offer of a wave, as the file shows it. */
export type OfferRow = {
  date: string;
  description: string;
  teacherName: string;
  substituteName: string;
  round: number;
  wave: number;
  rank: number;
  reasons: string[];
  channels: NoticeChannel[];
  sentAt: Date;
  deliveredAt: Date | null;
  seenAt: Date | null;
  remindedAt: Date | null;
  answer: 'yes' | 'declined' | null;
  answeredAt: Date | null;
};

/** Returns the offers of a span's vacancies, the latest first, at most `limit`. */
export async function offersOf(db: Queryable, { schoolId, from, to }: Span, limit: number): Promise<OfferRow[]> {
  return db.query<OfferRow>(sql`select v.date::text as date, v.description, t.full_name as "teacherName",
      s.full_name as "substituteName", o.round, o.wave, o.rank, o.reasons,
      o.channels, o.sent_at as "sentAt", o.delivered_at as "deliveredAt", o.seen_at as "seenAt",
        o.reminded_at as "remindedAt", o.answer, o.answered_at as "answeredAt"
    from vacancies v join offers o on o.vacancy_id = v.id join users s on s.id = o.substitute_id
      join users t on t.id = v.teacher_id
    where v.school_id = ${schoolId} and v.date between ${from} and ${to} and v.deleted_at is null
    order by v.date desc, v.id desc, o.round, o.rank limit ${limit}`);
}

/** A school in the owner's report. */
export type SchoolFill = {
  id: number;
  name: string;
  city: string | null;
  state: string | null;
  total: number;
  filled: number;
};

/**
 * Returns all schools of a span by weekday, and those with the most unfilled classes. Reads the tallies of the days
 * alone.
 */
export async function fillOfSchools(
  db: Queryable,
  { from, to }: Omit<Span, 'schoolId'>,
  limit: number,
): Promise<{ schools: number; weekdays: { weekday: number; total: number; filled: number }[]; rows: SchoolFill[] }> {
  const [found] = await db.query<{
    schools: number;
    weekdays: { weekday: number; total: number; filled: number }[];
    rows: SchoolFill[];
  }>(sql`with tallies as materialized (
      select school_id, extract(isodow from date)::int as weekday, sum(open + pending + filled)::int as total,
        sum(filled - no_shows)::int as filled
      from school_days where date between ${from} and ${to} group by 1, 2
    ), by_school as materialized (
      select school_id, sum(total)::int as total, sum(filled)::int as filled from tallies group by 1
        having sum(total) > 0
    )
    select (select count(*) from by_school)::int as schools,
      (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'total', total, 'filled', filled)
        order by weekday), '[]')
        from (select weekday, sum(total)::int as total, sum(filled)::int as filled from tallies group by 1
          having sum(total) > 0) w) as weekdays,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'city', c.city, 'state', c.state,
        'total', w.total, 'filled', w.filled)
          order by w.total - w.filled desc, w.total desc, c.id), '[]')
        from (select * from by_school order by total - filled desc, total desc, school_id limit ${limit}) w
          join schools c on c.id = w.school_id) as rows`);
  return found ?? { schools: 0, weekdays: [], rows: [] };
}
