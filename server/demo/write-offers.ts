import { localDate } from '#domain/time.ts';
import { idsOf } from '#server/core/ids.ts';
import type { Config } from '#server/core/config.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { DemoVacancy, Offered, PastOffer } from '#server/demo/absence.ts';
import { demoZone } from '#server/demo/schools.ts';
import { type Ids, insertRows } from '#server/demo/write.ts';
import { notifySubstitutesOfEach } from '#server/features/vacancies/vacancy/notifications.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { booksFirst } from '#server/features/vacancies/vacancy/row.ts';

type Sending = { at: Date } & Parameters<typeof notifySubstitutesOfEach<'vacancy_posted'>>[2][number];
type Past = { id: number; vacancy: DemoVacancy; offered: Offered };

/** Seconds until a mail server or a carrier has taken a message. */
const transport = 4;

/**
 * Writes who was notified of the last weeks' classes: the offers of waves with their dispatches, and the notifications,
 * which are read. Their emails are marked as sent, because the report about answers and messages would otherwise be
 * empty for a year. No one gets them.
 */
export async function writePastOffers(
  tx: Tx,
  config: Config,
  { ids, vacancies }: { ids: Ids; vacancies: readonly DemoVacancy[] },
  now: Date,
): Promise<void> {
  const past = vacancies.flatMap((vacancy, index): Past[] =>
    vacancy.offered === undefined ? [] : [{ id: ids.vacancy(index), vacancy, offered: vacancy.offered }],
  );
  await writeDispatches(tx, ids, past);
  await writeNotifications(tx, { ...config, SMTP_URL: undefined, TWILIO_ACCOUNT_SID: undefined }, ids, past, now);
  await tx.execute(sql`update offers o set channels = d.channels, delivered_at = d.at
    from (select n.vacancy_id, n.recipient_id, array_agg(distinct d.channel
      order by d.channel) as channels, min(d.created_at) + make_interval(secs => ${transport}) as at
      from notices n join deliveries d on d.notice_id = n.id
        where n.vacancy_id = any(${past.map(({ id }) => id)}::bigint[]) and d.status in ('sent', 'kept')
        group by 1, 2) d
    where o.vacancy_id = d.vacancy_id and o.substitute_id = d.recipient_id`);
}

async function writeDispatches(tx: Tx, ids: Ids, past: readonly Past[]): Promise<void> {
  const inWaves = past.filter(({ offered }) => offered.isInWaves);
  const dispatches = inWaves.map(({ id, vacancy, offered }) => ({
    vacancy_id: id,
    school_id: ids.school(vacancy.school),
    send_email: true,
    send_sms: false,
    ended: vacancy.state.status === 'open' ? 'over' : 'closed',
    all_asked: offered.isEveryoneAsked,
    began_at: vacancy.createdAt,
  }));
  await insertRows(tx, 'dispatches', dispatches);
  const offers = inWaves.flatMap(({ id, vacancy, offered }) =>
    offered.offers.map((offer) => ({
      vacancy_id: id,
      round: 1,
      school_id: ids.school(vacancy.school),
      date: vacancy.date,
      substitute_id: ids.person(offer.substitute),
      wave: offer.wave,
      rank: offer.rank,
      reasons: offer.reasons,
      sent_at: offer.at,
      reminded_at: offer.remindedAt,
      seen_at: offer.seenAt,
      answer: offer.answer,
      answered_at: offer.answeredAt,
    })),
  );
  await insertRows(tx, 'offers', offers);
}

/**
 * Writes the notifications with the product's own function, which writes them as of `now`, and then moves them to their
 * times.
 */
async function writeNotifications(tx: Tx, config: Config, ids: Ids, past: readonly Past[], now: Date): Promise<void> {
  const found = await vacanciesOf(tx, idsOf(past), null, now);
  const rows = new Map(found.map((row) => [row.id, row]));
  const times: { cause: string; at: Date }[] = [];
  const each = past.flatMap(({ id, offered }): Sending[] => {
    const row = rows.get(id);
    if (row === undefined) return [];
    return sendingsOf(offered.offers).map(({ at, to }, nth) => {
      const cause = `vacancy:${id}:offer:${nth}`;
      times.push({ cause, at });
      return {
        at,
        row,
        news: {
          kind: 'vacancy_posted',
          cause,
          to: to.map((number) => ids.person(number)),
          sendSms: row.isUrgent || localDate(at, demoZone) === row.date,
          facts: (about) => ({ ...about, booksFirst: booksFirst(row) }),
        },
      };
    });
  });
  await notifySubstitutesOfEach(
    tx,
    { config, now, actor: null },
    each.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  );
  await tx.execute(sql`with moved as (
      update notices n set created_at = t.at, read_at = t.at + interval '40 minutes'
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as t (cause text, at timestamptz) where n.cause = t.cause
        returning n.id, t.at
    )
    update deliveries d set created_at = m.at, next_attempt_at = m.at,
      status = case when d.status = 'kept' and d.channel = 'email' then 'sent' else d.status end,
      reason = case when d.status = 'kept' and d.channel = 'email' then null else d.reason end,
      attempts = case when d.status = 'kept' and d.channel = 'email' then 1 else 0 end,
      sent_at = case when d.status = 'kept' and d.channel = 'email' then m.at + make_interval(secs => ${transport}) end
    from moved m where d.notice_id = m.id`);
}

/** The notifications that were sent at the same time: each wave, and each reminder. */
function sendingsOf(offers: readonly PastOffer[]): { at: Date; to: number[] }[] {
  const sendings = offers.flatMap(({ substitute, at, remindedAt }) =>
    (remindedAt === null ? [at] : [at, remindedAt]).map((sentAt) => ({ sentAt, substitute })),
  );
  return [...Map.groupBy(sendings, ({ sentAt }) => sentAt.getTime())].map(([sentAt, group]) => ({
    at: new Date(sentAt),
    to: group.map(({ substitute }) => substitute),
  }));
}
