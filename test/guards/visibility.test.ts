import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeVisibilityCells, type VisibilityCell, wrongCells } from '#test/server/visibility-cells.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let cells: VisibilityCell[];
/** Rewrites each statement before it reaches the database. */
let change: ((text: string) => string) | null = null;
let generation = 0;

type Statement = { name?: string; text: string; values?: unknown[] };
type Query = (this: pg.Client, statement: Statement, ...rest: unknown[]) => unknown;
// A wrapper can't preserve its overloads. All our statements are single objects.
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query as unknown as Query;
function changed(this: pg.Client, statement: Statement, ...rest: unknown[]): unknown {
  if (change === null || typeof statement !== 'object' || statement.name === undefined)
    return query.call(this, statement, ...rest);
  const text = change(statement.text);
  return query.call(
    this,
    text === statement.text
      ? statement
      : Object.assign(statement, { text, name: `${statement.name.slice(0, 50)}:${generation}` }),
    ...rest,
  );
}

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' });
  cells = await makeVisibilityCells(world);
  pg.Client.prototype.query = changed as unknown as typeof pg.Client.prototype.query;
});
afterEach(() => {
  change = null;
});
afterAll(() => world.close());

/** The conditions that decide who sees a row, as they appear in the statements. Parameters stay in place. */
const guards: [what: string, condition: RegExp][] = [
  ['teachers: their own vacancies', /v\.teacher_id = \$\d+(?= and v\.school_id)/],
  ['teachers: those of their school', /(?<=v\.teacher_id = \$\d+ and )v\.school_id = \$\d+/],
  ['admins: vacancies of their school, by id', /(?<=where v\.id = \$\d+ and )v\.school_id = \$\d+/],
  ['admins: vacancies of their school, listed', /(?<=from vacancies v where )v\.school_id = \$\d+/],
  ['substitutes: their assignments, by id', /(?<=\()v\.substitute_id = \$\d+(?= or v\.requested_by_id)/],
  ['substitutes: their requests, by id', /(?<=or )v\.requested_by_id = \$\d+(?= or exists)/],
  [
    'substitutes: vacancies of schools linked to themself',
    /l\.substitute_id = \$\d+(?= and l\.school_id = v\.school_id)/,
  ],
  ['substitutes: vacancies of the linked school', /l\.school_id = v\.school_id/],
  ['substitutes: schools where they work', /(?<=l\.school_id = v\.school_id and )l\.works_here/],
  ['substitutes: open vacancies of their schools, listed', /(?<=where )s\.id = any\(\$\d+::bigint\[\]\)/],
  ['substitutes: their assignments, listed', /(?<=where )v\.substitute_id = \$\d+(?= and v\.status = 'filled')/],
  ['substitutes: their requests, listed', /(?<=where )v\.requested_by_id = \$\d+(?= and v\.status)/],
  ['lists: no deleted vacancy', /v\.deleted_at is null/],
  ['teachers: substitutes of their school', /l\.school_id = \$\d+::bigint(?= and l\.works_here)/],
  ['teachers: who works there', /(?<=::bigint and )l\.works_here(?= and u\.is_active)/],
  ['teachers: active substitutes', /(?<=l\.works_here and )u\.is_active/],
  ['admins: teachers of their school', /t\.school_id = \$\d+::bigint(?= and t\.role)/],
  ['admins: its teachers, not its admins', /t\.role = 'teacher'/],
  ['admins: no deleted teacher', /(?<=t\.role = 'teacher' and )t\.deleted_at is null/],
  ['admins: substitutes of their school', /(?<=where )l\.school_id = \$\d+::bigint(?= and l\.is_selected(?! and))/],
  ['admins: who still chooses it', /(?<=where l\.school_id = \$\d+::bigint and )l\.is_selected(?! and)/],
  ['owners: school admins and owners, by id', /a\.role in \('school_admin', 'overall_admin'\)/],
  ['owners: no deleted one, by id', /(?<=a\.role in \('school_admin', 'overall_admin'\) and )a\.deleted_at is null/],
  ['owners: school admins and owners, listed', /(?<=from users where )role in \('school_admin', 'overall_admin'\)/],
  ['owners: no deleted one, listed', /(?<=role in \('school_admin', 'overall_admin'\) and )deleted_at is null/],
  ['everybody: themself', /s\.id = \$\d+(?=\s|\))/],
  ['closed schools: for their own people', /c\.is_active(?= or c\.id)/],
];

test('no visibility condition can be removed without a failing cell', async () => {
  expect(await wrongCells(cells), 'all is well as it is').toEqual([]);
  const survivors: string[] = [];
  for (const [what, condition] of guards) {
    generation += 1;
    let met = 0;
    change = (text) =>
      text.replaceAll(new RegExp(condition.source, 'g'), (found) => {
        met += 1;
        return `(${found} or true)`;
      });
    const wrong = await wrongCells(cells);
    if (met === 0) survivors.push(`${what}: no statement has this condition any more`);
    else if (wrong.length === 0) survivors.push(what);
  }
  console.log(`Visibility: ${guards.length - survivors.length} of ${guards.length} conditions taken out were noticed.`);
  expect(survivors).toEqual([]);
}, 1_800_000);
