import { listFavorites, setFavorite } from '#contract/favorites.ts';
import { mostFavorites } from '#domain/favorite.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { completedBy } from '#server/db/sql/vacancies.ts';
import { lockPerson, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { type CallInTx, type Route, route, routeInTx } from '#server/http/route.ts';

/** Favorite substitutes: a teacher's own, or for an administrator, the school's. */
export const favoriteRoutes: Route[] = [
  route(listFavorites, async ({ db, actor }) => {
    const { schoolId, teacherId } = whose(actor);
    return db.query<{ id: number; fullName: string }>(sql`
      select u.id, u.full_name as "fullName" from favorites f join users u on u.id = f.substitute_id
      where f.school_id = ${schoolId} and f.teacher_id is not distinct from ${teacherId}::bigint
      order by lower(u.full_name), u.id limit ${mostFavorites}`);
  }),
  routeInTx(setFavorite, (call, tx) => (call.body.isFavorite ? add(tx, call) : remove(tx, call))),
];

/** Returns the list that an actor keeps: teachers have their own favorites, administrators the school's. */
function whose({ id, role, schoolId }: Actor): { schoolId: number; teacherId: number | null } {
  if (schoolId === null) throw notAllowed("You don't have a school yet.");
  return { schoolId, teacherId: role === 'teacher' ? id : null };
}

type SetCall = CallInTx<typeof setFavorite>;

async function checkedPerson(tx: Tx, { actor, params }: SetCall): Promise<number> {
  const person = found(await visiblePerson(tx, actor, params.id), 'substitute');
  if (!can(actor, 'user.favorite', subjectOf(person))) throw notAllowed();
  return person.id;
}

async function add(tx: Tx, call: SetCall): Promise<void> {
  const { schoolId, teacherId } = whose(call.actor);
  const id = await checkedPerson(tx, call);
  // Serializes the counts of one list.
  await lockPerson(tx, call.actor.id);
  const [known] = await tx.query<{ hasWorked: boolean; favorites: number }>(sql`select
      exists (select from ${completedBy(sql`${id}`, sql`${schoolId}`, call.now)}) as "hasWorked",
      (select count(*)::int from favorites
        where school_id = ${schoolId} and teacher_id is not distinct from ${teacherId}::bigint) as favorites`);
  if (known?.hasWorked !== true)
    throw new Refused('not_worked_here', 'Only substitutes who have worked at your school can be favorites.');
  if (known.favorites >= mostFavorites)
    throw new Refused('too_many_favorites', `You already have ${mostFavorites} favorites. Remove one first.`);
  await tx.execute(sql`insert into favorites (school_id, teacher_id, substitute_id, added_at)
    values (${schoolId}, ${teacherId}, ${id}, ${call.now}) on conflict do nothing`);
}

async function remove(tx: Tx, call: SetCall): Promise<void> {
  const { schoolId, teacherId } = whose(call.actor);
  const id = await checkedPerson(tx, call);
  await tx.execute(sql`delete from favorites
    where school_id = ${schoolId} and teacher_id is not distinct from ${teacherId}::bigint and substitute_id = ${id}`);
}
