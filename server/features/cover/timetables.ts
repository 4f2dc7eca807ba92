import type { getOwnCoverWishes, getTimetables, putOwnCoverWishes, putTimetable } from '#contract/cover-settings.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { type Slot, slotProblems, timetableLimits } from '#domain/timetable.ts';
import { notFound, Refused } from '#server/core/refused.ts';
import { sql } from '#server/db/database.ts';
import { isTeacher } from '#server/db/sql/users.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import { conflict } from '#server/http/conflict.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type Listed = ReplyInput<typeof getTimetables>['teachers'][number];

/** Returns the timetables of all teachers of the caller's school. */
export async function timetablesOf(call: Call<typeof getTimetables>): ReplyTo<typeof getTimetables> {
  const { schoolId } = callersSchool(call, 'cover.manage');
  const teachers = await call.db
    .query<Listed>(sql`select u.id as "teacherId", u.full_name as "fullName", coalesce(t.slots, '[]') as slots, t.since, coalesce(t.version, 0) as version,
      coalesce(w.consent, 'ask') as consent, coalesce(to_jsonb(w.never_on), '[]') as "neverOn", coalesce(w.is_volunteer, false) as "isVolunteer"
    from users u left join timetables t on t.teacher_id = u.id left join cover_wishes w on w.teacher_id = u.id
    where u.school_id = ${schoolId} and ${isTeacher}
    order by lower(u.full_name), u.id limit ${timetableLimits.teachers}`);
  return { teachers };
}

/**
 * Sets a teacher's periods.
 *
 * @throws {Refused} not_found; conflict if someone else has changed them since the caller opened them.
 */
export async function changeTimetable(call: Call<typeof putTimetable>): ReplyTo<typeof putTimetable> {
  const { params, body } = call;
  const { schoolId } = callersSchool(call, 'cover.manage');
  const [problem] = slotProblems(body.slots);
  if (problem !== undefined)
    throw new Refused('bad_input', problem.sentence, { fields: { [problem.field]: problem.sentence } });
  return call.db.inTransaction(async (tx) => {
    const [teacher] =
      await tx.query(sql`select from users where id = ${params.id} and school_id = ${schoolId} and role = 'teacher' and is_approved and is_active
      and deleted_at is null for no key update`);
    if (teacher === undefined) throw notFound('teacher');
    const [stored = { version: 0, slots: [], since: null }] = await tx.query<{ version: number }>(sql`
      select version, slots, since from timetables where teacher_id = ${params.id}`);
    if (stored.version !== body.version) throw conflict([], stored);
    await tx.execute(sql`insert into timetables (teacher_id, school_id, slots, since)
      values (${params.id}, ${schoolId}, ${JSON.stringify(body.slots satisfies Slot[])}::jsonb, ${body.since})
      on conflict (teacher_id) do update set school_id = excluded.school_id, slots = excluded.slots, since = excluded.since, version = timetables.version + 1`);
  });
}

type Wishes = ReplyInput<typeof getOwnCoverWishes>;

/** Returns the caller's preferences. By default, they are asked. */
export async function ownWishes({ db, actor }: Call<typeof getOwnCoverWishes>): Promise<Wishes> {
  const [row] = await db.query<Wishes>(
    sql`select consent, to_jsonb(never_on) as "neverOn", is_volunteer as "isVolunteer" from cover_wishes where teacher_id = ${actor.id}`,
  );
  return row ?? { consent: 'ask', neverOn: [], isVolunteer: false };
}

/** Sets the caller's preferences. Covers that they accepted stay theirs. */
export async function changeOwnWishes(call: Call<typeof putOwnCoverWishes>): ReplyTo<typeof putOwnCoverWishes> {
  const { actor, body } = call;
  callersSchool(call, 'cover.see');
  await call.db.inTransaction((tx) =>
    tx.execute(sql`insert into cover_wishes (teacher_id, consent, never_on, is_volunteer)
      values (${actor.id}, ${body.consent}, ${[...new Set(body.neverOn)]}::text[], ${body.isVolunteer})
      on conflict (teacher_id) do update set consent = excluded.consent, never_on = excluded.never_on, is_volunteer = excluded.is_volunteer`),
  );
}
