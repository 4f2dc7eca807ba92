import { type Database, sql } from '#server/db/database.ts';
import type { Delivery } from '#server/notifications/deliveries.ts';

/** The first and the last code before they start over: two or three digits that people can type. */
const codes = { first: 10, last: 999 } as const;

/**
 * Returns the code with which an offer can be answered by text from this number: the same one each time the class is offered to
 * the person. A new offer gets the number's next code. After the last code, the one assigned longest ago is used again, which is
 * years later for most people.
 */
export async function codeOfOffer(
  db: Database,
  { noticeId, address, facts }: Delivery<'vacancy_posted'>,
): Promise<number | null> {
  const { date, dates = null, start, end } = facts.vacancy;
  // The times of each day are read now: the notification names only the first one's.
  const days = sql`(select jsonb_agg(jsonb_build_object('date', d.date, 'startTime', to_char(coalesce(j.start_time, ${start}::time), 'HH24:MI'),
      'endTime', to_char(coalesce(j.end_time, ${end}::time), 'HH24:MI')) order by d.date)
    from unnest(${dates}::date[]) d (date) left join vacancies j on j.job_id = v.job_id and j.date = d.date and j.deleted_at is null)`;
  return db.inTransaction(async (tx) => {
    // Two workers may text one number at the same moment.
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`text-code:${address}`}, 0))`);
    const [kept] = await tx.query<{ code: number }>(sql`
      update text_codes c set notice_id = n.id, date = ${date}, start_time = ${start}, end_time = ${end}, days = ${days}
      from notices n join vacancies v on v.id = n.vacancy_id where n.id = ${noticeId} and c.vacancy_id = n.vacancy_id and c.recipient_id = n.recipient_id and c.number = ${address} returning c.code`);
    if (kept !== undefined) return kept.code;
    const [latest] = await tx.query<{ code: number }>(sql`select code from text_codes where number = ${address}
      order by given desc limit 1`);
    const code = latest === undefined || latest.code >= codes.last ? codes.first : latest.code + 1;
    await tx.execute(sql`delete from text_codes where number = ${address} and code = ${code}`);
    const given =
      await tx.execute(sql`insert into text_codes (number, code, recipient_id, vacancy_id, notice_id, date, start_time, end_time, days)
      select ${address}, ${code}, n.recipient_id, n.vacancy_id, n.id, ${date}, ${start}, ${end}, ${days} from notices n join vacancies v on v.id = n.vacancy_id where n.id = ${noticeId}
      on conflict (vacancy_id, recipient_id) do update set number = excluded.number, code = excluded.code, notice_id = excluded.notice_id,
        date = excluded.date, start_time = excluded.start_time, end_time = excluded.end_time, days = excluded.days`);
    return given === 1 ? code : null;
  });
}
