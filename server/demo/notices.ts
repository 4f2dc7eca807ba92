import { addDays, instantOf, localDate } from '#domain/time.ts';
import { idsOf } from '#server/core/ids.ts';
import type { Config } from '#server/core/config.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { DemoVacancy } from '#server/demo/absence.ts';
import { demoMessages } from '#server/demo/messages.ts';
import { DemoWaves, deadNumber, isOfferedInWaves } from '#server/demo/offers.ts';
import { type DemoPerson, worksSince } from '#server/demo/people.ts';
import { demoSchool, demoZone } from '#server/demo/schools.ts';
import type { Ids } from '#server/demo/write.ts';
import { activeOwners, adminsOf } from '#server/features/accounts/queries.ts';
import { insertMessage } from '#server/features/messages/writes.ts';
import { senderName } from '#server/features/messages/queries.ts';
import { startDispatch } from '#server/features/vacancies/dispatch/dispatch.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { otherDaysOf, withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import {
  type NotifyContext,
  notifyStaffAbout,
  notifySubstitutesAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';
import { notify } from '#server/notifications/notify.ts';

const hour = 60 * 60 * 1000;
/** How far back notifications go, in milliseconds. */
const reach = 14 * 24 * hour;

type District = { ids: Ids; people: readonly DemoPerson[]; vacancies: readonly DemoVacancy[] };
type Writing = { at: Date; write: () => Promise<unknown> };

/**
 * Writes the last two weeks' notifications about upcoming vacancies, as the product would have. Those older than a day
 * are read. Nothing is sent: email to invented people is kept in the Outbox. Text messages are marked as delivered,
 * because the demo delivers those that follow to its page of phones.
 */
export async function writeNotices(tx: Tx, config: Config, district: District, now: Date): Promise<void> {
  const quiet = { ...config, SMTP_URL: undefined, TWILIO_ACCOUNT_SID: undefined };
  const writings = [
    ...accountNotices(tx, quiet, district),
    ...(await vacancyNotices(tx, quiet, district, now)),
    ...messageNotices(tx, quiet, district, now),
  ];
  // Lists show the newest by id.
  const daniel = district.people.find(({ username }) => username === 'substitute')?.number ?? 0;
  const waves = new DemoWaves(tx, quiet, (id) => id === district.ids.person(daniel));
  for (const { at, write } of writings.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await waves.runUntil(at);
    await write();
  }
  await waves.runUntil(now);
  await deliverTexts(tx, waves.unreachable);
  await tx.execute(sql`update notices set read_at = created_at + interval '40 minutes'
    where created_at < ${new Date(now.getTime() - 22 * hour)}`);
}

/**
 * Marks the text messages as delivered, except to a dead number, and counts them toward their school's monthly limit.
 */
async function deliverTexts(tx: Tx, unreachable: number | null): Promise<void> {
  await tx.execute(sql`with sent as (
      update deliveries set status = case when recipient_id = ${unreachable}::bigint then 'failed' else 'delivered' end,
        reason = case when recipient_id = ${unreachable}::bigint then ${deadNumber} end, attempts = 1,
        sent_at = case when recipient_id is distinct from ${unreachable}::bigint then created_at end
      where channel = 'sms' and status = 'kept' returning school_id, created_at, status
    )
    insert into school_sms (school_id, month, sent)
    select s.school_id, to_char(s.created_at at time zone c.time_zone, 'YYYY-MM'), count(*)
    from sent s join schools c on c.id = s.school_id where s.status = 'delivered' group by 1, 2
    on conflict (school_id, month) do update set sent = school_sms.sent + excluded.sent`);
}

function accountNotices(tx: Tx, config: Config, { ids, people }: District): Writing[] {
  return people
    .filter((person) => person.role === 'substitute' || !person.isApproved)
    .flatMap((person) => {
      const isAdmin = person.role === 'school_admin';
      const applied =
        person.role === 'substitute'
          ? person.choices.filter(({ school }) => worksSince(person, school) === null)
          : [{ school: person.school, selectedAt: person.createdAt, rejectedAt: null }];
      return applied.map(({ school, selectedAt, rejectedAt }) => ({
        at: selectedAt,
        write: async () => {
          const schoolId = school === null ? null : ids.school(school);
          await notify(
            tx,
            { config, now: selectedAt },
            {
              kind: 'account_pending',
              cause: `account:${ids.person(person.number)}:pending:${schoolId ?? 0}`,
              recipients: isAdmin || schoolId === null ? await activeOwners(tx) : await adminsOf(tx, schoolId),
              facts: {
                to: isAdmin ? 'overall_admin' : 'school_admin',
                name: person.fullName,
                role: person.role,
                school: school === null ? null : demoSchool(school).name,
                rejectedEarlier: rejectedAt !== null,
                personId: ids.person(person.number),
              },
              schoolId,
            },
          );
        },
      }));
    });
}

async function vacancyNotices(
  tx: Tx,
  config: Config,
  { ids, people, vacancies }: District,
  now: Date,
): Promise<Writing[]> {
  const today = localDate(now, demoZone);
  const recent = vacancies
    .map((vacancy, index) => ({ vacancy, id: ids.vacancy(index) }))
    .filter(({ vacancy }) => vacancy.date >= today && vacancy.state.deletedAt === null);
  const rows = new Map((await vacanciesOf(tx, idsOf(recent), null, now)).map((row) => [row.id, row]));
  return recent.flatMap(({ vacancy, id }) => {
    const found = rows.get(id);
    if (found === undefined) return [];
    // A job is offered once, by its first day.
    if (otherDaysOf(found, now).some(({ date }) => date < found.date)) return [];
    const row = withDates(found, now);
    const started = {
      at: vacancy.createdAt,
      write: () => startDispatch(tx, { now: vacancy.createdAt }, row, { sendEmail: true, sendSms: false }),
    };
    const lines = vacancy.history.flatMap((line, place) => {
      if (now.getTime() - line.at.getTime() > reach) return [];
      const context = { config, now: line.at, actor: line.actor === null ? null : { id: ids.person(line.actor) } };
      const name = people.find((person) => person.number === line.substitute)?.fullName ?? '';
      const who = line.substitute === null ? null : ids.person(line.substitute);
      return [
        {
          at: line.at,
          write: () => notifyOf(tx, context, row, { kind: line.kind, cause: `vacancy:${id}:${place}`, who, name }),
        },
      ];
    });
    return isOfferedInWaves(vacancy, now) ? [started, ...lines] : lines;
  });
}

type Line = { kind: DemoVacancy['history'][number]['kind']; cause: string; who: number | null; name: string };

/** Notifies the people whom the product would notify of a history entry. */
async function notifyOf(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  { kind, cause, who, name }: Line,
): Promise<void> {
  const toStaff = { cause, teacher: true, admins: 'poster' } as const;
  switch (kind) {
    case 'posted':
      if (localDate(context.now, row.timeZone) !== row.date) return;
      return notifyStaffAbout(tx, context, row, {
        kind: 'same_day_posted',
        cause,
        teacher: false,
        admins: 'all',
        facts: (about) => about,
      });
    case 'notified': {
      const to = [...new Set([...(await eligibleSubstitutes(tx, row, null, context.now)), row.substituteId])];
      await notifySubstitutesAbout(tx, context, row, { kind: 'vacancy_posted', cause, to, facts: (about) => about });
      return;
    }
    case 'requested':
      return notifyStaffAbout(tx, context, row, {
        ...toStaff,
        kind: 'vacancy_requested',
        facts: (about) => ({
          ...about,
          substitute: name,
          request: who === null ? null : { by: who, at: context.now.toISOString() },
        }),
      });
    case 'approved':
      await notifySubstitutesAbout(tx, { ...context, actor: null }, row, {
        kind: 'request_approved',
        cause,
        to: [who],
        withPlans: true,
        facts: (about) => about,
      });
      return;
    case 'assigned':
      await notifySubstitutesAbout(tx, context, row, {
        kind: 'assigned',
        cause,
        to: [who],
        withPlans: true,
        facts: (about) => about,
      });
      return notifyStaffAbout(tx, context, row, {
        ...toStaff,
        kind: 'filled',
        facts: (about) => ({ ...about, substitute: name, isConfirmed: false }),
      });
    case 'confirmed':
      return notifyStaffAbout(tx, context, row, {
        ...toStaff,
        kind: 'confirmed',
        facts: (about) => ({ ...about, substitute: name }),
      });
    default:
  }
}

function messageNotices(tx: Tx, config: Config, { ids, people }: District, now: Date): Writing[] {
  const today = localDate(now, demoZone);
  return demoMessages.map(({ from, to, subject, body, isUrgent, sent }) => {
    const at =
      sent === null
        ? new Date(now.getTime() - hour / 5)
        : instantOf(addDays(today, -sent.daysAgo), sent.time, demoZone);
    const sender = people.find((person) => person.username === from);
    const school = sender?.school ?? null;
    if (sender === undefined || school === null) throw new RangeError(`No one in the demo can write as ${from}.`);
    const mine = people.filter(
      (person) => person.role === 'substitute' && person.isApproved && worksSince(person, school) !== null,
    );
    const recipientIds = mine
      .filter((person) => to === 'all' || to.includes(person.fullName))
      .map((person) => ids.person(person.number));
    const senderId = ids.person(sender.number);
    const schoolId = ids.school(school);
    return {
      at,
      write: async () => {
        const messageId = await insertMessage(
          tx,
          { schoolId, senderId, subject, body, vacancyId: null, isUrgent, recipientIds },
          at,
        );
        const facts = {
          to: 'substitute',
          sender: await senderName(tx, senderId),
          subject,
          body,
          isUrgent,
          vacancy: null,
        } as const;
        await notify(
          tx,
          { config, now: at },
          {
            kind: 'message',
            cause: `message:${messageId}`,
            recipients: recipientIds,
            facts,
            schoolId,
            messageId,
            isUrgent,
            sendSms: isUrgent,
          },
        );
      },
    };
  });
}
