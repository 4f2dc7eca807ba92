import { getVacancyReport } from '#contract/reports.ts';
import { type NoticeChannel, noticeChannels } from '#domain/notice-topics.ts';
import { sql } from '#server/db/database.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue } from '#server/jobs/job.ts';
import { ask, askHttp, entries, withDatabase } from '#test/cluster/reach.ts';
import type { Cluster } from '#test/cluster/start.ts';
import type { Work } from '#test/cluster/work.ts';
import { until } from '#test/until.ts';
import { callerAt } from '#test/world.ts';

// The checks after the last fault: notifications, and reports from a standby.

/** The result of a check: lines for the table, and the promises that were not kept. */
type Found = { lines: string[]; wrong: string[] };

/** Sends everything that waits, whenever it is due. */
export async function sendAll({ currentPrimary }: Work): Promise<void> {
  await withDatabase(currentPrimary(), (db) =>
    until(async () => {
      await db.execute(
        sql`update deliveries set next_attempt_at = created_at where status = 'queued' and claimed_by is null`,
      );
      await enqueue(db, deliverMail, {});
      return (await db.query(sql`select 1 from deliveries where status = 'queued'`)).length === 0;
    }, 120_000),
  );
}

type SentRow = { id: number; noticeId: number; channel: NoticeChannel; device: string | null };

/**
 * Compares the deliveries that count as sent with those that arrived. A killed process may have sent one without
 * storing its answer.
 */
export async function checkDeliveries(
  { mail, twilio, push }: Cluster,
  { currentPrimary }: Work,
  killedSenders: number,
): Promise<Found> {
  const sent = await withDatabase(currentPrimary(), (db) =>
    db.query<SentRow>(
      sql`select d.id, d.notice_id as "noticeId", d.channel, p.endpoint as device from deliveries d
          left join push_devices p on p.id = d.device_id where d.status = 'sent'`,
    ),
  );
  /** The deliveries that arrived, one entry for each arrival, as `sent` names them. */
  const arrived: Record<NoticeChannel, string[]> = {
    email: mail.mails.map(({ headers }) => /^<(\d+)\./.exec(headers.get('message-id') ?? '')?.[1] ?? ''),
    sms: twilio.sent.map(({ callback }) => callback.slice(callback.lastIndexOf('/') + 1)),
    push: push.caught.map(({ device, said }) => `${String(said['mark'])} ${device}`),
  };
  const wrong: string[] = [];
  const lines = noticeChannels.map((channel) => {
    const all = new Set(arrived[channel]);
    const doubled = arrived[channel].length - all.size;
    const unsent = sent.filter((row) => row.channel === channel && !all.has(nameOf(row))).length;
    if (doubled > killedSenders)
      wrong.push(`${channel}: ${doubled} were sent twice, and at most ${killedSenders} may be`);
    if (unsent > 0) wrong.push(`${channel}: ${unsent} count as sent and never came`);
    if (all.size === 0) wrong.push(`${channel}: nothing came at all`);
    return `${channel}: ${arrived[channel].length} came, ${doubled} of them twice (at most ${killedSenders} may be: ${killedSenders} processes of FirstBell were killed), ${unsent} lost`;
  });
  return { lines, wrong: [...wrong, ...push.faults] };
}

const nameOf = ({ id, noticeId, channel, device }: SentRow) =>
  channel === 'push' ? `notice-${noticeId} ${device?.slice(device.lastIndexOf('/') + 1)}` : String(id);

const reports = 20;

/**
 * Checks that reports come from a standby that has everything: HAProxy leads there, and the servers count them. A
 * standby shows which branch of history it is on from its first checkpoint after a failover on.
 */
export async function checkReports({ machines, env }: Cluster, { people, currentPrimary }: Work): Promise<Found> {
  const wrong: string[] = [];
  ask(currentPrimary(), 'checkpoint');
  for (const machine of machines) ask(machine, 'checkpoint');
  const admin = people.find(({ role }) => role === 'school_admin');
  for (let n = 0; n < reports; n += 1) {
    const { status } = await callerAt(entries[n % 2] ?? '', admin?.cookie ?? '').try(getVacancyReport, { query: {} });
    if (status !== 200) wrong.push(`a report was answered with ${status}`);
  }
  const head = `GET /metrics HTTP/1.0\\r\\nAuthorization: Bearer ${/^METRICS_TOKEN=(.+)$/m.exec(env)?.[1] ?? ''}`;
  const fromStandby = machines
    .slice(0, 2)
    .map((machine) => askHttp(machine, 3000, head))
    .map((metrics) => Number(/firstbell_reads_total\{place="standby"\} (\d+)/.exec(metrics)?.[1] ?? 0))
    .reduce((sum, count) => sum + count, 0);
  if (fromStandby === 0) wrong.push('no report was answered by a standby');
  return { lines: [`${reports} reports, ${fromStandby} of them answered by a standby`], wrong };
}
