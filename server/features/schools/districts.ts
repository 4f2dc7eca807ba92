import type { ReplyInput } from '#contract/endpoint.ts';
import type { listDistricts, updateDistrict } from '#contract/districts.ts';
import { can } from '#domain/permissions.ts';
import { idsOf } from '#server/core/ids.ts';
import { audit } from '#server/db/audit.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { holdDistricts, reconsiderAdmissions } from '#server/features/users/commands.ts';
import { notAllowed, notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type District = ReplyInput<typeof updateDistrict>;

function districtsWithSchools(db: Queryable, id: number | null): Promise<District[]> {
  return db.query<District>(sql`select d.id, d.name, d.each_approves as "eachApproves", count(*)::int as schools
    from districts d join schools s on s.district_id = d.id where ${id}::bigint is null or d.id = ${id}
    group by d.id order by lower(d.name), d.id limit 1000`);
}

/** Returns every district that has a school, by name, for the platform owner. */
export async function districtsByName({ db, actor }: Call<typeof listDistricts>): ReplyTo<typeof listDistricts> {
  if (!can(actor, 'district.edit', null)) throw notAllowed();
  return districtsWithSchools(db, null);
}

/**
 * Sets whether the schools of a district share their approved substitutes, and updates who works where in the same
 * transaction.
 */
export async function changeDistrict(call: Call<typeof updateDistrict>): ReplyTo<typeof updateDistrict> {
  const { db, actor, params, body, now } = call;
  if (!can(actor, 'district.edit', null)) throw notAllowed();
  return db.inTransaction(async (tx) => {
    await holdDistricts(tx, 'alone');
    const [before] = await districtsWithSchools(tx, params.id);
    if (before === undefined) throw notFound('district');
    if (before.eachApproves === body.eachApproves) return before;
    await tx.execute(sql`update districts set each_approves = ${body.eachApproves} where id = ${params.id}`);
    const schools = await tx.query<{ id: number }>(sql`select id from schools where district_id = ${params.id}`);
    await reconsiderAdmissions(tx, idsOf(schools), now);
    await audit(tx, call, {
      act: 'school.edit',
      subject: ['district', params.id],
      schoolId: null,
      detail: { name: before.name },
      changes: [{ field: 'eachApproves', from: before.eachApproves, to: body.eachApproves }],
    });
    return { ...before, eachApproves: body.eachApproves };
  });
}
