import { type ExportMap, exportPresets } from '#domain/hours-export.ts';
import type { DaySpan } from '#domain/pay-period.ts';
import { payPeriodAt, type PeriodAt } from '#domain/pay-period.ts';
import { defaultPaySettings, type PaySettings } from '#domain/pay.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/** A school's pay settings, and the format of its payroll file. */
export type SchoolPay = {
  settings: PaySettings;
  export: ExportMap;
  /** It is 0 for a school that has never saved them. */
  version: number;
};

/** Returns the settings of a school, with defaults for everything that it hasn't set. */
export async function payOfSchool(db: Queryable, schoolId: number): Promise<SchoolPay> {
  const [row] = await db.query<{ settings: Partial<PaySettings>; export: ExportMap; version: number }>(
    sql`select settings, export, version from pay_settings where school_id = ${schoolId}`,
  );
  return {
    settings: { ...defaultPaySettings, ...row?.settings },
    export: row?.export ?? exportPresets.days,
    version: row?.version ?? 0,
  };
}

/** Saves the settings of a school that `holdHours` has locked. */
export async function savePay(tx: Tx, schoolId: number, pay: SchoolPay, now: Date): Promise<void> {
  await tx.execute(sql`insert into pay_settings (school_id, settings, export, changed_at)
    values (${schoolId}, ${JSON.stringify(pay.settings)}::jsonb, ${JSON.stringify(pay.export)}::jsonb, ${now})
    on conflict (school_id) do update set settings = excluded.settings, export = excluded.export,
      changed_at = excluded.changed_at, version = pay_settings.version + 1`);
}

/** Saves the school's settings with its first approval, which marks it as a school that pays here. */
export async function beginPay(tx: Tx, schoolId: number, now: Date): Promise<void> {
  await tx.execute(sql`insert into pay_settings (school_id, settings, export, changed_at)
    values (${schoolId}, ${JSON.stringify(defaultPaySettings)}::jsonb, ${JSON.stringify(exportPresets.days)}::jsonb,
      ${now}) on conflict do nothing`);
}

/**
 * Locks a school's hours until the transaction ends. Commands on them run one after the other, so no line is approved
 * twice and no period is locked while a line of it changes.
 */
export async function holdHours(tx: Tx, schoolId: number): Promise<void> {
  await tx.query(sql`select id from schools where id = ${schoolId} for no key update`);
}

type LockedPeriod = DaySpan & { id: number; unit: PaySettings['unit']; hasMoney: boolean; at: Date; by: string };

/** Returns the locked periods of a school near a date, in order. Older ones can't overlap the period of that date. */
export async function lockedPeriods(db: Queryable, schoolId: number, date: string): Promise<LockedPeriod[]> {
  return db.query<LockedPeriod>(sql`select id, first_day::text as "from", last_day::text as "to", unit,
      has_money as "hasMoney", locked_at as at, locked_by_name as by
    from pay_periods where school_id = ${schoolId}
      and daterange(first_day, last_day, '[]') && daterange(${date}::date - 100, ${date}::date + 100, '[]')
    order by first_day`);
}

/** A pay period of a school. `locked` has the time and person of the lock, or null. */
export type Period = PeriodAt & { locked: LockedPeriod | null };

export function periodAt({ settings }: SchoolPay, locked: readonly LockedPeriod[], date: string): Period {
  const { period: kind, periodAnchor: anchor } = settings;
  const period = payPeriodAt({ kind, anchor }, locked, date);
  return { ...period, locked: locked.find(({ from, to }) => from === period.from && to === period.to) ?? null };
}
