import { Gauge, type Registry } from 'prom-client';
import { type Queryable, sql } from '#server/db/database.ts';

/** A wave is late this many seconds after it is due. The job that sends waves runs every minute. */
const lateAfter = 120;
/** The maximum number of failed deliveries counted, latest first. */
const mostFailed = 1000;

/** The reasons why the offers of an open vacancy have stopped. `lost` is a defect. */
const reasons = ['everyone_asked', 'paused', 'lost'] as const;

/**
 * Adds the state of the offers that go out in waves, for all processes together. Returns the function that reads it.
 */
export function gaugesOfOffers(registry: Registry, db: Queryable): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const stuck = gauge(
    'firstbell_vacancies_without_next_step',
    'Uncovered vacancies of active schools whose offers in waves have no next step, by reason. Those that are lost are a defect.',
    ['reason'],
  );
  const late = gauge('firstbell_waves_late', 'Waves of offers that are more than two minutes late.', []);
  const lateness = gauge('firstbell_wave_lateness_seconds', 'How long the oldest wave has been due.', []);
  const failed = gauge(
    'firstbell_deliveries_failed_last_hour',
    'Deliveries that failed for good within the last hour, by channel. At most 1,000 are counted.',
    ['channel'],
  );
  return async () => {
    for (const each of [stuck, late, lateness, failed]) each.reset();
    const found = await stateOf(db).catch(() => null);
    if (found === null) return;
    for (const reason of reasons) stuck.set({ reason }, found.stuck.find((row) => row.reason === reason)?.count ?? 0);
    late.set(found.late);
    lateness.set(found.lateness);
    for (const { channel, count } of found.failed) failed.set({ channel }, count);
  };
}

type State = {
  late: number;
  lateness: number;
  stuck: { reason: string; count: number }[];
  failed: { channel: string; count: number }[];
};

/** Each uses an index of due, open or failed rows. */
async function stateOf(db: Queryable): Promise<State> {
  const [[waves], stuck, failed] = await Promise.all([
    db.query<Pick<State, 'late' | 'lateness'>>(sql`
        select (count(*) filter (where due_at < now() - ${`${lateAfter} seconds`}::interval))::int as late,
        greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as lateness
      from dispatches where due_at <= now()`),
    db.query<State['stuck'][number]>(sql`
      select case when p.ended in ('everyone_asked', 'paused') then p.ended else 'lost' end as reason,
        count(*)::int as count
      from vacancies v join dispatches p on p.vacancy_id = v.id join schools s on s.id = v.school_id
      where v.status = 'open' and v.deleted_at is null and not v.covered_inside and v.starts_at > now()
        and p.due_at is null and s.is_active
        and not exists (select from vacancies j join dispatches d on d.vacancy_id = j.id
          where j.job_id = v.job_id and j.id <> v.id and d.due_at is not null)
      group by 1`),
    db.query<State['failed'][number]>(sql`select channel, count(*)::int as count
      from (select channel, next_attempt_at from deliveries where status = 'failed' order by id desc
        limit ${mostFailed}) f
      where next_attempt_at > now() - interval '1 hour' group by 1`),
  ]);
  return { late: waves?.late ?? 0, lateness: waves?.lateness ?? 0, stuck, failed };
}
