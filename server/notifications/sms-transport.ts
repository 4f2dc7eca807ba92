import { renderSms } from '#domain/sms.ts';
import { whenNeeded } from '#server/core/when-needed.ts';
import { type Database, sql } from '#server/db/database.ts';
import { giveBackSms, smsAreUsedUp, takeSms } from '#server/notifications/channels.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { openLinks } from '#server/notifications/links.ts';
import { endSmsTo } from '#server/notifications/sms-consent.ts';
import { openTwilio } from '#server/notifications/twilio.ts';
import { heldBack, refused, type Transport, type TransportDeps } from '#server/notifications/transport.ts';

/** The first and the last code before they start over: two or three digits that people can type. */
const codes = { first: 10, last: 999 } as const;

/**
 * Returns the code with which an offer can be answered by text from this number: the same one each time the class is
 * offered to the person. A new offer gets the number's next code. After the last code, the one assigned longest ago is
 * used again, which is years later for most people.
 */
async function codeOfOffer(
  db: Database,
  { noticeId, address, facts }: Delivery<'vacancy_posted'>,
): Promise<number | null> {
  const { date, dates = null, start, end } = facts.vacancy;
  // The times of each day are read now: the notification names only the first one's.
  const days = sql`(select jsonb_agg(jsonb_build_object('date', d.date,
      'startTime', to_char(coalesce(j.start_time, ${start}::time), 'HH24:MI'),
      'endTime', to_char(coalesce(j.end_time, ${end}::time), 'HH24:MI')) order by d.date)
    from unnest(${dates}::date[]) d (date)
      left join vacancies j on j.job_id = v.job_id and j.date = d.date and j.deleted_at is null)`;
  return db.inTransaction(async (tx) => {
    // Two workers may text one number at the same moment.
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`text-code:${address}`}, 0))`);
    const [kept] = await tx.query<{ code: number }>(sql`
      update text_codes c set notice_id = n.id, date = ${date}, start_time = ${start}, end_time = ${end}, days = ${days}
      from notices n join vacancies v on v.id = n.vacancy_id
        where n.id = ${noticeId} and c.vacancy_id = n.vacancy_id and c.recipient_id = n.recipient_id
        and c.number = ${address} returning c.code`);
    if (kept !== undefined) return kept.code;
    const [latest] = await tx.query<{ code: number }>(sql`select code from text_codes where number = ${address}
      order by given desc limit 1`);
    const code = latest === undefined || latest.code >= codes.last ? codes.first : latest.code + 1;
    await tx.execute(sql`delete from text_codes where number = ${address} and code = ${code}`);
    const given = await tx.execute(sql`insert into text_codes
          (number, code, recipient_id, vacancy_id, notice_id, date, start_time, end_time, days)
      select ${address}, ${code}, n.recipient_id, n.vacancy_id, n.id, ${date}, ${start}, ${end}, ${days} from notices n
        join vacancies v on v.id = n.vacancy_id where n.id = ${noticeId}
      on conflict (vacancy_id, recipient_id)
        do update set number = excluded.number, code = excluded.code, notice_id = excluded.notice_id,
        date = excluded.date, start_time = excluded.start_time, end_time = excluded.end_time, days = excluded.days`);
    return given === 1 ? code : null;
  });
}

/**
 * SMS, through Twilio. One at a time: a killed process leaves at most one with an unrecorded answer, and a number sends
 * few per second anyway. Twilio's delivery report identifies it, so even that one is marked as sent once the report
 * arrives.
 */
export function openSmsTransport({ db, config, clock }: TransportDeps): Transport {
  const links = openLinks(db, config);
  const carrier = whenNeeded(() => openTwilio(config));

  const send = async (delivery: Delivery): Promise<Outcome> => {
    const { id, kind, facts, address, nameAtNumber } = delivery;
    const linked = await links.of(delivery);
    const code = isPosted(delivery) && config.SMS_REPLIES ? await codeOfOffer(db, delivery) : null;
    const isCode = kind === 'sms_code';
    const text = renderSms(kind, facts, isCode ? null : linked.open, code, isCode ? null : nameAtNumber);
    const callback = `${config.PUBLIC_URL}/api/twilio/status/${id}`;
    const twilio = await carrier.get();
    const sentAt = clock();
    const answer = await twilio.send({ to: address, text, callback });
    if (answer.isAccepted) return { status: 'sent', carrierId: answer.carrierId };
    if (answer.hasStopped) await endSmsTo(db, address, clock(), sentAt);
    return refused(delivery, answer, clock());
  };

  const withinTheCap = async (delivery: Delivery): Promise<Outcome> => {
    const { schoolId } = delivery;
    if (schoolId === null) return send(delivery);
    const now = clock();
    if (!(await takeSms(db, config, schoolId, now))) return { status: 'dropped', reason: smsAreUsedUp };
    const outcome = await send(delivery);
    if (outcome.status !== 'sent') await giveBackSms(db, schoolId, now);
    return outcome;
  };

  return {
    channel: 'sms',
    lanes: 1,
    batchSize: 5,
    perPersonAndDay: config.SMS_PER_PERSON_PER_DAY,
    perSecond: config.SMS_PER_SECOND,
    deliver: async (delivery, record) => record(heldBack(delivery, clock()) ?? (await withinTheCap(delivery))),
    close: () => {},
  };
}

function isPosted(delivery: Delivery): delivery is Delivery<'vacancy_posted'> {
  return delivery.kind === 'vacancy_posted';
}
