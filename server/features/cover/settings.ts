import type { getCoverSettings, putCoverSettings } from '#contract/cover-settings.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { type Bell, bellProblems, noBell } from '#domain/bell.ts';
import { type CoverRules, defaultCoverRules } from '#domain/cover.ts';
import { Refused } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import { conflict } from '#server/http/conflict.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** A school's bells and rules. Version 0 means that it doesn't use cover by colleagues. */
export type SchoolCover = { bell: Bell; rules: CoverRules; version: number };

/** Returns the settings of a school, with defaults for everything that it hasn't set. */
export async function coverOfSchool(db: Queryable, schoolId: number): Promise<SchoolCover> {
  const [row] = await db.query<{ bell: Bell; rules: Partial<CoverRules>; version: number }>(
    sql`select bell, rules, version from cover_settings where school_id = ${schoolId}`,
  );
  return { bell: row?.bell ?? noBell, rules: { ...defaultCoverRules, ...row?.rules }, version: row?.version ?? 0 };
}

export async function coverSettingsOf(call: Call<typeof getCoverSettings>): ReplyTo<typeof getCoverSettings> {
  return replyOf(await coverOfSchool(call.db, callersSchool(call, 'cover.manage').schoolId));
}

/** Saves the bells and rules of the caller's school. Single days of the past are left out. */
export async function changeCoverSettings(call: Call<typeof putCoverSettings>): ReplyTo<typeof putCoverSettings> {
  const { body, now } = call;
  const { schoolId, today } = callersSchool(call, 'cover.manage');
  const bell: Bell = { ...body.bell, days: body.bell.days.filter(({ date }) => date >= today) };
  const problems = bellProblems(bell);
  const [first] = problems;
  if (first !== undefined)
    throw new Refused('bad_input', first.sentence, {
      fields: Object.fromEntries(problems.map(({ field, sentence }) => [`bell.${field}`, sentence])),
    });
  return call.db.inTransaction(async (tx) => {
    await tx.query(sql`select from schools where id = ${schoolId} for no key update`);
    const before = await coverOfSchool(tx, schoolId);
    if (before.version !== body.version) throw conflict([], replyOf(before));
    await tx.execute(sql`insert into cover_settings (school_id, bell, rules, changed_at)
      values (${schoolId}, ${JSON.stringify(bell)}::jsonb, ${JSON.stringify(body.rules)}::jsonb, ${now})
      on conflict (school_id) do update set bell = excluded.bell, rules = excluded.rules,
        changed_at = excluded.changed_at, version = cover_settings.version + 1`);
    await audit(tx, call, { act: 'cover.settings', subject: ['school', schoolId], schoolId });
    return replyOf(await coverOfSchool(tx, schoolId));
  });
}

function replyOf({ bell, rules, version }: SchoolCover): ReplyInput<typeof getCoverSettings> {
  return {
    bell: {
      schedules: bell.schedules.map(({ name, periods }) => ({ name, periods: [...periods] })),
      weekly: bell.weekly,
      days: [...bell.days],
    },
    rules: { ...rules, lunchPeriods: [...rules.lunchPeriods] },
    version,
  };
}
