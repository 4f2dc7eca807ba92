import type {
  getOwnCoverWishes,
  getTimetables,
  putOwnCoverWishes,
  putTimetable,
  importTimetable as importCall,
  readBellFile as readBells,
} from '#contract/cover-settings.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { readBells as bellsIn } from '#domain/bell-file.ts';
import { periodNames } from '#domain/bell.ts';
import type { NamedPerson } from '#domain/person-finder.ts';
import { type ReadTimetable, readTimetable } from '#domain/timetable-file.ts';
import { type Slot, slotProblems, timetableLimits } from '#domain/timetable.ts';
import { notFound, Refused } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { isTeacher } from '#server/db/sql/users.ts';
import { coverOfSchool } from '#server/features/cover/settings.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import { conflict } from '#server/http/conflict.ts';
import { csvRecords } from '#server/http/csv-records.ts';
import type { Call, ReplyTo, CallInTx } from '#server/http/route.ts';

type Listed = ReplyInput<typeof getTimetables>['teachers'][number];

/** Returns the timetables of all teachers of the caller's school. */
export async function timetablesOf(call: Call<typeof getTimetables>): ReplyTo<typeof getTimetables> {
  const { schoolId } = callersSchool(call, 'cover.manage');
  const teachers = await call.db
    .query<Listed>(sql`select u.id as "teacherId", u.full_name as "fullName", coalesce(t.slots, '[]') as slots, t.since,
        coalesce(t.version, 0) as version,
      coalesce(w.consent, 'ask') as consent, coalesce(to_jsonb(w.never_on), '[]') as "neverOn",
        coalesce(w.is_volunteer, false) as "isVolunteer"
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
    const [teacher] = await tx.query(sql`select from users u
      where u.id = ${params.id} and u.school_id = ${schoolId} and ${isTeacher} for no key update`);
    if (teacher === undefined) throw notFound('teacher');
    const [stored = { version: 0, slots: [], since: null }] = await tx.query<{ version: number }>(sql`
      select version, slots, since from timetables where teacher_id = ${params.id}`);
    if (stored.version !== body.version) throw conflict([], stored);
    await tx.execute(sql`insert into timetables (teacher_id, school_id, slots, since)
      values (${params.id}, ${schoolId}, ${JSON.stringify(body.slots satisfies Slot[])}::jsonb, ${body.since})
      on conflict (teacher_id) do update set school_id = excluded.school_id, slots = excluded.slots,
        since = excluded.since, version = timetables.version + 1`);
  });
}

type Wishes = ReplyInput<typeof getOwnCoverWishes>;

/** Returns the caller's preferences. By default, they are asked. */
export async function ownWishes({ db, actor }: Call<typeof getOwnCoverWishes>): Promise<Wishes> {
  const [row] = await db.query<Wishes>(
    sql`select consent, to_jsonb(never_on) as "neverOn", is_volunteer as "isVolunteer" from cover_wishes
        where teacher_id = ${actor.id}`,
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
      on conflict (teacher_id) do update set consent = excluded.consent, never_on = excluded.never_on,
        is_volunteer = excluded.is_volunteer`),
  );
}

/** The maximum number of problems in a reply. */
const mostProblems = 500;

/**
 * Reads a timetable and finds all its errors. Stores it as a whole, only if there are none and the caller asks for it.
 * Teachers who aren't in the file keep their periods.
 *
 * @throws {Refused} bad_input at `csv` if it isn't a table.
 */
export async function importTimetable(call: CallInTx<typeof importCall>, tx: Tx): ReplyTo<typeof importCall> {
  const { body } = call;
  const { schoolId } = callersSchool(call, 'cover.manage');
  const records = csvRecords(body.csv, timetableLimits.rows);
  const { bell } = await coverOfSchool(tx, schoolId);
  const teachers =
    await tx.query<NamedPerson>(sql`select u.id, u.full_name as "fullName", u.username, u.email from users u
    where u.school_id = ${schoolId} and ${isTeacher} order by u.id for no key update`);
  const read = readTimetable(records, teachers, periodNames(bell));
  const isSaved = body.save && read.problems.length === 0 && read.entries > 0;
  if (isSaved) {
    await store(tx, schoolId, read);
    await audit(tx, call, { act: 'cover.timetable', subject: ['school', schoolId], schoolId });
  }
  return {
    teachers: read.slots.size,
    entries: read.entries,
    problems: read.problems.slice(0, mostProblems),
    isSaved,
  };
}

/**
 * Reads bell schedules and finds all their errors. Stores nothing: the front office checks them and saves them with the
 * form.
 *
 * @throws {Refused} bad_input at `csv` if it isn't a table.
 */
export async function readBellFile(call: Call<typeof readBells>): ReplyTo<typeof readBells> {
  callersSchool(call, 'cover.manage');
  const { schedules, problems } = bellsIn(csvRecords(call.body.csv, timetableLimits.rows));
  const read = schedules.map(({ name, periods }) => ({ name, periods: [...periods] }));
  return { schedules: problems.length === 0 ? read : [], problems: problems.slice(0, mostProblems) };
}

async function store(tx: Tx, schoolId: number, { slots }: ReadTimetable): Promise<void> {
  const rows = [...slots].map(([id, own]) => ({ id, slots: own }));
  await tx.execute(sql`insert into timetables (teacher_id, school_id, slots)
    select id, ${schoolId}, slots from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, slots jsonb)
    on conflict (teacher_id) do update set school_id = excluded.school_id, slots = excluded.slots,
      version = timetables.version + 1`);
}
