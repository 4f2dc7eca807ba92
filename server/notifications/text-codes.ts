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
  const { date, start, end } = facts.vacancy;
  return db.inTransaction(async (tx) => {
    // Two workers may text one number at the same moment.
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`text-code:${address}`}, 0))`);
    const [kept] = await tx.query<{ code: number }>(sql`
      update text_codes c set notice_id = n.id, date = ${date}, start_time = ${start}, end_time = ${end}
      from notices n where n.id = ${noticeId} and c.vacancy_id = n.vacancy_id and c.recipient_id = n.recipient_id and c.number = ${address} returning c.code`);
    if (kept !== undefined) return kept.code;
    const [latest] = await tx.query<{ code: number }>(sql`select code from text_codes where number = ${address}
      order by given desc limit 1`);
    const code = latest === undefined || latest.code >= codes.last ? codes.first : latest.code + 1;
    await tx.execute(sql`delete from text_codes where number = ${address} and code = ${code}`);
    const given =
      await tx.execute(sql`insert into text_codes (number, code, recipient_id, vacancy_id, notice_id, date, start_time, end_time)
      select ${address}, ${code}, n.recipient_id, n.vacancy_id, n.id, ${date}, ${start}, ${end} from notices n join vacancies v on v.id = n.vacancy_id where n.id = ${noticeId}
      on conflict (vacancy_id, recipient_id) do update set number = excluded.number, code = excluded.code, notice_id = excluded.notice_id,
        date = excluded.date, start_time = excluded.start_time, end_time = excluded.end_time`);
    return given === 1 ? code : null;
  });
}
