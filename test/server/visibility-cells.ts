import { getSchool, listSchools } from '#contract/schools.ts';
import { getUser } from '#contract/person.ts';
import { listUsers } from '#contract/users.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { roles } from '#domain/role.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import type { Caller, World } from '#test/world.ts';

/** One question of visibility: `isSeen` fetches by id, `isListed` the entire list, both over HTTP as that person. */
export type VisibilityCell = {
  name: string;
  expected: { isSeen: boolean; isListed: boolean };
  isSeen(): Promise<boolean>;
  isListed(lists: Lists): Promise<boolean>;
};

/** Each list as fetched once. */
type Lists = Map<string, Promise<ReadonlySet<number>>>;

type Viewer = 'teacher' | 'substitute' | 'admin' | 'owner';
type Listed = (who: Caller) => Promise<ReadonlySet<number>>;

/**
 * Two schools with people, vacancies and links in every state that matters for visibility, and all kinds of readers.
 */
export async function makeVisibilityCells(world: World): Promise<VisibilityCell[]> {
  const { db } = world;
  const oak = (await makeSchool(db)).id;
  const elm = (await makeSchool(db)).id;
  const closed = (await makeSchool(db, { isActive: false })).id;
  const ids: Record<Viewer, number> = {
    teacher: await makeTeacher(db, oak),
    substitute: await makeSubstitute(db, [oak]),
    admin: await makeAdmin(db, oak),
    owner: await makeOwner(db),
  };
  const viewers = Object.fromEntries(
    await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await world.as(id)] as const)),
  ) as Record<Viewer, Caller>;
  /** Returns a substitute approved at Elm who chose Oak: admitted through the district, or an applicant. */
  const appliesAtOak = async (isAdmitted: boolean) => {
    const id = await makeSubstitute(db, [elm]);
    await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, admitted_at)
      values (${id}, ${oak}, now(), ${isAdmitted ? new Date() : null})`);
    return id;
  };
  const linked = async (change: 'deselected' | 'rejected') => {
    const id = await makeSubstitute(db, [oak, elm]);
    if (change === 'deselected')
      await db.execute(
        sql`update substitute_schools set is_selected = false where substitute_id = ${id} and school_id = ${oak}`,
      );
    else
      await db.execute(
        sql`update substitute_schools set rejected_at = now(), approved_at = null
            where substitute_id = ${id} and school_id = ${oak}`,
      );
    return id;
  };
  const deleted = async (id: number) => {
    await db.execute(sql`update users set deleted_at = now(), is_active = false where id = ${id}`);
    return id;
  };
  const people: [name: string, id: number, seenBy: Viewer[], listedBy?: Viewer[]][] = [
    ['a substitute of the school', await makeSubstitute(db, [oak]), ['teacher', 'admin']],
    ['a substitute of another school', await makeSubstitute(db, [elm]), []],
    ['a substitute who left the school', await linked('deselected'), []],
    ['a substitute whom the school rejected', await linked('rejected'), ['admin']],
    ['a substitute of another school who applied here', await appliesAtOak(false), ['admin']],
    ['a substitute admitted through the district', await appliesAtOak(true), ['teacher', 'admin']],
    ['an unapproved substitute', await makeSubstitute(db, [oak], { isApproved: false }), ['admin']],
    ['a disabled substitute', await makeSubstitute(db, [oak], { isActive: false }), ['admin']],
    ['a colleague', await makeTeacher(db, oak), ['admin']],
    ['a teacher of another school', await makeTeacher(db, elm), []],
    ['a deleted teacher', await deleted(await makeTeacher(db, oak)), []],
    ['an admin of the school', await makeAdmin(db, oak), ['owner']],
    ['an admin of another school', await makeAdmin(db, elm), ['owner']],
    ['a deleted admin', await deleted(await makeAdmin(db, oak)), []],
    ['another owner', await makeOwner(db), ['owner']],
    ['the teacher who looks', ids.teacher, ['teacher', 'admin'], ['admin']],
    ['the substitute who looks', ids.substitute, ['substitute', 'teacher', 'admin']],
  ];
  const colleague = await makeTeacher(db, oak);
  const stranger = await makeTeacher(db, elm);
  // The teacher posted it at the other school before moving here.
  const moved = await makeVacancy(db, { schoolId: elm, teacherId: ids.teacher, date: '2026-12-01' });
  const removed = await makeVacancy(db, { schoolId: oak, teacherId: ids.teacher, date: '2026-12-01' });
  await db.execute(sql`update vacancies set deleted_at = now() where id = ${removed}`);
  const left = (await makeSchool(db)).id;
  const rejecting = (await makeSchool(db)).id;
  const undecided = (await makeSchool(db)).id;
  const sharing = (await makeSchool(db)).id;
  await db.execute(sql`insert into substitute_schools
      (substitute_id, school_id, is_selected, selected_at, rejected_at, admitted_at)
    values (${ids.substitute}, ${left}, false, now(), null, null),
      (${ids.substitute}, ${rejecting}, true, now(), now(), null),
      (${ids.substitute}, ${undecided}, true, now(), null, null),
        (${ids.substitute}, ${sharing}, true, now(), null, now())`);
  const other = await makeSubstitute(db, [elm]);
  const at = async (schoolId: number, parts: object = {}) =>
    makeVacancy(db, { schoolId, teacherId: await makeTeacher(db, schoolId), date: '2026-12-02', ...parts });
  const vacancies: [name: string, id: number, seenBy: Viewer[], listedBy?: Viewer[]][] = [
    [
      "the teacher's own",
      await makeVacancy(db, { schoolId: oak, teacherId: ids.teacher, date: '2026-12-01' }),
      ['teacher', 'admin', 'substitute'],
    ],
    [
      "a colleague's",
      await makeVacancy(db, { schoolId: oak, teacherId: colleague, date: '2026-12-01' }),
      ['admin', 'substitute'],
    ],
    ["another school's", await makeVacancy(db, { schoolId: elm, teacherId: stranger, date: '2026-12-01' }), []],
    ['one at a school where the teacher was', moved, []],
    // This person gets 409, not 404, because they could have seen it.
    ['a deleted one', removed, [], []],
    ['one of a school that the substitute left', await at(left), []],
    ['one of a school that rejected the substitute', await at(rejecting), []],
    ['one of a school that has not decided on the substitute yet', await at(undecided), []],
    ['one of a school that admitted the substitute through the district', await at(sharing), ['substitute']],
    [
      "the substitute's assignment at a school that they left",
      await at(left, { status: 'filled', substituteId: ids.substitute }),
      ['substitute'],
    ],
    [
      "the substitute's request elsewhere",
      await at(rejecting, { status: 'pending_approval', requestedById: ids.substitute, date: '2026-12-03' }),
      ['substitute'],
    ],
    ["another's assignment elsewhere", await at(elm, { status: 'filled', substituteId: other }), []],
    [
      "another's request elsewhere",
      await at(elm, { status: 'pending_approval', requestedById: other, date: '2026-12-03' }),
      [],
    ],
  ];
  const schools: [name: string, id: number, seenBy: Viewer[]][] = [
    ['their own school', oak, ['teacher', 'substitute', 'admin', 'owner']],
    ['another school', elm, ['teacher', 'substitute', 'admin', 'owner']],
    ['a closed school', closed, ['owner']],
  ];
  const cells: VisibilityCell[] = [];
  const add = (
    kind: string,
    rows: [string, number, Viewer[], Viewer[]?][],
    seen: (who: Caller, id: number) => Promise<boolean>,
    list: Listed,
  ) => {
    for (const [name, id, seenBy, listedBy = seenBy] of rows) {
      for (const [viewer, who] of Object.entries(viewers)) {
        cells.push({
          name: `${kind}: ${viewer} and ${name}`,
          expected: { isSeen: seenBy.some((may) => may === viewer), isListed: listedBy.some((may) => may === viewer) },
          isSeen: () => seen(who, id),
          isListed: async (lists) => {
            const asked = lists.get(`${kind} ${viewer}`) ?? list(who);
            lists.set(`${kind} ${viewer}`, asked);
            return (await asked).has(id);
          },
        });
      }
    }
  };
  const params = (id: number) => ({ params: { id: String(id) } });
  const idsIn = ({ status, body }: { status: number; body: readonly { id: number }[] }) =>
    status === 200 ? body.map(({ id }) => id) : [];
  add(
    'person',
    people,
    async (who, id) => (await who.try(getUser, params(id))).status === 200,
    async (who) => {
      // There is one for each role, because an owner's list contains school admins by default.
      const lists = await Promise.all(
        [undefined, ...roles].map((role) => who.try(listUsers, { query: role === undefined ? {} : { role } })),
      );
      return new Set(lists.flatMap(idsIn));
    },
  );
  add(
    'vacancy',
    vacancies,
    async (who, id) => (await who.try(getVacancy, params(id))).status === 200,
    async (who) => new Set(idsIn(await who.try(listVacancies))),
  );
  add(
    'school',
    schools,
    async (who, id) => (await who.try(getSchool, params(id))).status === 200,
    async (who) => new Set(idsIn(await who.try(listSchools))),
  );
  return cells;
}

/** Returns the cells that are wrong. */
export async function wrongCells(cells: readonly VisibilityCell[]): Promise<string[]> {
  const wrong: string[] = [];
  const lists: Lists = new Map();
  for (const cell of cells) {
    const [isSeen, isListed] = [await cell.isSeen(), await cell.isListed(lists)];
    if (isSeen !== cell.expected.isSeen) wrong.push(`${cell.name}: ${isSeen ? 'seen' : 'not seen'} by id`);
    if (isListed !== cell.expected.isListed) wrong.push(`${cell.name}: ${isListed ? '' : 'not '}on the list`);
  }
  return wrong;
}
