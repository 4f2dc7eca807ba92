import { approveExclusion, endExclusion, listExclusions, putExclusion } from '#contract/exclusions.ts';
import { can } from '#domain/permissions.ts';
import { localDate } from '#domain/time.ts';
import { found, notAllowed, Refused, wrongField } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { openExclusions } from '#server/db/sql/exclusions.ts';
import { adminsOf } from '#server/features/accounts/queries.ts';
import { exclusionsOf } from '#server/features/exclusions/queries.ts';
import { lockPerson, subjectOf, timeZoneOf, visiblePerson } from '#server/features/users/queries.ts';
import { countAttempt } from '#server/http/limits.ts';
import { type Call, type CallInTx, type Route, route, routeInTx } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { notify } from '#server/notifications/notify.ts';

/** Substitutes to whom a school, or a teacher for their own classes, isn't offering vacancies. */
export const exclusionRoutes: Route[] = [
  route(listExclusions, async (call) => {
    const { id } = await checkedPerson(call.db, call);
    return exclusionsOf(call.db, call.actor, id, call.now);
  }),
  routeInTx(putExclusion, exclude),
  routeInTx(approveExclusion, approve),
  routeInTx(endExclusion, end),
];

type AnyCall = Pick<Call<typeof listExclusions>, 'actor' | 'params'>;
type Person = { id: number; fullName: string; schoolId: number };

/** Returns the substitute, and the caller's school. */
async function checkedPerson(db: Queryable, { actor, params }: AnyCall): Promise<Person> {
  const person = found(await visiblePerson(db, actor, params.id), 'substitute');
  if (!can(actor, 'user.exclude', subjectOf(person)) || actor.schoolId === null) throw notAllowed();
  return { id: person.id, fullName: person.fullName, schoolId: actor.schoolId };
}

/** Like `checkedPerson`, but also locks the person before any of their vacancies, so no request can come in between. */
async function lockedPerson(tx: Tx, call: AnyCall): Promise<Person> {
  await lockPerson(tx, (await checkedPerson(tx, call)).id);
  return checkedPerson(tx, call);
}

/** How often a person may exclude substitutes in a day. A teacher's request notifies every administrator. */
const exclusions = { most: 20, windowSeconds: 86_400 };

async function exclude(call: CallInTx<typeof putExclusion>, tx: Tx): Promise<void> {
  const { actor, body, now } = call;
  const { id, fullName, schoolId } = await lockedPerson(tx, call);
  const teacherId = actor.role === 'teacher' ? actor.id : null;
  const today = localDate(now, (await timeZoneOf(tx, schoolId)) ?? 'UTC');
  if (body.endsOn !== null && body.endsOn < today) throw wrongField('endsOn', 'Choose today or a later date.');
  const known = await openOne(tx, { id, schoolId, teacherId }, now);
  // A repeated call.
  if (known !== undefined && known.reason === body.reason && known.endsOn === body.endsOn) return;
  if (known !== undefined) throw new Refused('already_excluded', alreadySentence(known.isPending, teacherId !== null));
  await countAttempt(tx, { key: `exclusions-by:${actor.id}`, ...exclusions }, now);
  const [added] = await tx.query<{ id: number }>(sql`
    insert into exclusions as x (school_id, teacher_id, substitute_id, reason, ends_on, asked_at, approved_at)
    values (${schoolId}, ${teacherId}, ${id}, ${body.reason}, ${body.endsOn}, ${now},
      ${teacherId === null ? now : null})
    on conflict on constraint exclusions_once do update
      set reason = excluded.reason, ends_on = excluded.ends_on, asked_at = excluded.asked_at,
        approved_at = excluded.approved_at
    returning x.id`);
  await record(tx, call, {
    act: teacherId === null ? 'exclusion.begin' : 'exclusion.ask',
    id,
    schoolId,
    of: teacherId,
  });
  if (teacherId === null) return;
  await notify(tx, call, {
    kind: 'exclusion_asked',
    cause: `exclusion:${added?.id}:asked:${now.getTime()}`,
    recipients: await adminsOf(tx, schoolId),
    facts: { to: 'school_admin', name: fullName, teacher: currentSession(call).user.fullName, personId: id },
    schoolId,
  });
}

function alreadySentence(isPending: boolean, isTeachers: boolean): string {
  if (!isTeachers) return 'Your school has already stopped offering them jobs. End that first.';
  return isPending
    ? 'You already asked for this. An administrator hasn’t answered yet.'
    : 'You’ve already excluded them from your classes. End that first.';
}

type Key = { id: number; schoolId: number; teacherId: number | null };

async function openOne(tx: Tx, { id, schoolId, teacherId }: Key, now: Date) {
  const [row] = await tx.query<{ reason: string; endsOn: string | null; isPending: boolean }>(
    sql`select x.reason, x.ends_on as "endsOn", x.approved_at is null as "isPending" from ${openExclusions(now)}
      and x.substitute_id = ${id} and x.school_id = ${schoolId}
        and x.teacher_id is not distinct from ${teacherId}::bigint`,
  );
  return row;
}

async function approve(call: CallInTx<typeof approveExclusion>, tx: Tx): Promise<void> {
  const { id, fullName, schoolId } = await lockedPerson(tx, call);
  const [row] = await tx.query<{ teacherId: number }>(sql`update exclusions set approved_at = ${call.now}
    where id = ${call.body.exclusionId} and substitute_id = ${id} and school_id = ${schoolId} and approved_at is null
      and id in (select x.id from ${openExclusions(call.now)} and x.substitute_id = ${id})
        returning teacher_id as "teacherId"`);
  if (row === undefined) throw gone();
  await record(tx, call, { act: 'exclusion.begin', id, schoolId, of: row.teacherId });
  await answerTeacher(tx, call, { name: fullName, schoolId, teacherId: row.teacherId, isAgreed: true });
}

async function end(call: CallInTx<typeof endExclusion>, tx: Tx): Promise<void> {
  const { actor, body } = call;
  const { id, fullName, schoolId } = await lockedPerson(tx, call);
  const [row] = await tx.query<Ended>(sql`delete from exclusions
    where id = ${body.exclusionId} and substitute_id = ${id} and school_id = ${schoolId}
      and (${actor.role === 'school_admin'} or teacher_id = ${actor.id})
    returning teacher_id as "teacherId", approved_at is null as "wasPending",
      id in (select x.id from ${openExclusions(call.now)} and x.substitute_id = ${id}) as "wasOpen"`);
  if (row === undefined) throw gone();
  const { teacherId, wasPending, wasOpen } = row;
  await record(tx, call, { act: 'exclusion.end', id, schoolId, of: teacherId });
  if (teacherId === null || teacherId === actor.id) return;
  if (wasPending) await answerTeacher(tx, call, { name: fullName, schoolId, teacherId, isAgreed: false });
  else if (wasOpen) await notifyOfEnd(tx, call, { name: fullName, schoolId, teacherId });
}

type Ended = {
  teacherId: number | null;
  wasPending: boolean;
  /** Its last day isn't over yet. */
  wasOpen: boolean;
};

/** Notifies only the teacher who asked, like the answer did. */
async function notifyOfEnd(
  tx: Tx,
  call: CallInTx<typeof endExclusion>,
  { name, schoolId, teacherId }: Omit<Answer, 'isAgreed'>,
): Promise<void> {
  await notify(tx, call, {
    kind: 'exclusion_ended',
    cause: `exclusion:${call.body.exclusionId}:ended:${call.now.getTime()}`,
    recipients: [teacherId],
    facts: { to: 'teacher', name, by: currentSession(call).user.fullName },
    schoolId,
  });
}

type Answer = { name: string; schoolId: number; teacherId: number; isAgreed: boolean };

/** Notifies only the teacher who asked. The substitute learns nothing of a request that was declined. */
async function answerTeacher(
  tx: Tx,
  call: CallInTx<typeof approveExclusion | typeof endExclusion>,
  { name, schoolId, teacherId, isAgreed }: Answer,
): Promise<void> {
  await notify(tx, call, {
    kind: 'exclusion_answered',
    cause: `exclusion:${call.body.exclusionId}:answered:${call.now.getTime()}`,
    recipients: [teacherId],
    facts: { to: 'teacher', name, by: currentSession(call).user.fullName, isAgreed },
    schoolId,
  });
}

const gone = () => new Refused('exclusion_gone', 'This has already been answered or has ended.');

type Act = {
  act: 'exclusion.ask' | 'exclusion.begin' | 'exclusion.end';
  id: number;
  schoolId: number;
  of: number | null;
};

/** The entry omits the reason, which is kept only as long as the exclusion. */
async function record(
  tx: Tx,
  { actor, now }: Pick<Call, 'now'> & AnyCall,
  { act, id, schoolId, of }: Act,
): Promise<void> {
  const detail = { of: of === null ? 'school' : 'teacher' };
  await audit(tx, { actor, now }, { act, subject: ['user', id], schoolId, detail });
}
