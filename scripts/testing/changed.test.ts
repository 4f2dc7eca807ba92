import { describe, expect, it } from 'vitest';
import { type Change, changesIn, firstStories, firstTests, listedStory } from './changed.ts';

const story = (title: string, ...lines: string[]) =>
  [`test('${title}', async ({ page }) => {`, ...lines.map((line) => `  ${line}`), '});', ''].join('\n');

const files = new Map([
  ['domain/shift.ts', 'export const lengthOf = 1;'],
  ['domain/shift.test.ts', "import { lengthOf } from './shift.ts';"],
  ['server/features/plans/queries.ts', "import { lengthOf } from '#domain/shift.ts';"],
  ['server/features/plans/plans.test.ts', "import { plans } from './queries.ts';"],
  ['server/features/absences/count.ts', 'export async function countAbsences() {}'],
  ['server/counts.test.ts', 'await call(countAbsences);'],
  ['web/features/plans/use-plans.ts', 'export const usePlans = () => null;'],
  [
    'web/screens/teacher/my-plans/my-plans.tsx',
    "import { usePlans } from '#web/features/plans/use-plans.ts';\n<Button>Send plans</Button>\n<h2>Plans of the week</h2>",
  ],
  ['web/screens/teacher/my-plans/my-plans.test.tsx', "import { MyPlans } from './my-plans.tsx';"],
  ['web/screens/teacher/dashboard/dashboard.tsx', '<Button>Log out now</Button>'],
  [
    'test/journeys/plans.spec.ts',
    story('plans are read', "await see('Plans of the week');") +
      story('plans are sent', "await press('Send plans');", "await see('Log out now');"),
  ],
  ['test/journeys/_first/all.spec.ts', story('every screen', "await press('Send plans');")],
  ['test/journeys/home.spec.ts', story('leaving', "await press('Log out now');")],
]);
const noTimes = new Map<string, number>();
const change = (file: string, near = ''): Change => ({ file, near });
const storiesFor = (...recent: Change[][]) => firstStories(recent, files, noTimes);

it('reads which lines of which file a diff changes, as they are and as they were', () => {
  const diff = [
    'diff --git a/web/a.ts b/web/a.ts',
    'index 1..2 100644',
    '--- a/web/a.ts',
    '+++ b/web/a.ts',
    '@@ -1,2 +1,2 @@ above',
    ' around',
    '-before',
    '+after',
    'diff --git a/test/picture.png b/test/picture.png',
    'Binary files differ',
  ].join('\n');
  expect(changesIn(diff)).toEqual([
    { file: 'web/a.ts', near: 'around\nbefore\nafter' },
    { file: 'test/picture.png', near: '' },
  ]);
});

describe('the stories that run first', () => {
  it.each<[string, Change, string[]]>([
    ['a changed story', change('test/journeys/plans.spec.ts', "  await press('Send plans');"), ['plans.spec.ts:4']],
    [
      'a changed label',
      change('web/screens/teacher/dashboard/dashboard.tsx', '<Button>Log out now'),
      ['plans.spec.ts:4', 'home.spec.ts:1'],
    ],
    ['a screen', change('web/screens/teacher/my-plans/my-plans.tsx', 'Send plans'), ['plans.spec.ts:4']],
    [
      'what a screen imports',
      change('web/features/plans/use-plans.ts', 'null'),
      ['plans.spec.ts:1', 'plans.spec.ts:4'],
    ],
    ["the server's changed words", change('server/features/plans/queries.ts', 'Send plans'), ['plans.spec.ts:4']],
    ['a rule', change('domain/shift.ts', '2'), []],
    ['a test', change('domain/shift.test.ts', 'Send plans'), []],
  ])('%s', (_what, changed, expected) => {
    expect(storiesFor([changed])).toEqual(expected.map((each) => `test/journeys/${each}`));
  });

  it('take the newest change first, within their limits of number and time', () => {
    const old = [change('test/journeys/plans.spec.ts', "  await see('Plans of the week');")];
    const fresh = [change('test/journeys/home.spec.ts', "  await press('Log out now');")];
    expect(storiesFor(fresh, old)).toEqual(['test/journeys/home.spec.ts:1', 'test/journeys/plans.spec.ts:1']);
    const slow = new Map([['test/journeys/home.spec.ts: leaving (stories)', 10 * 60_000]]);
    expect(firstStories([fresh, old], files, slow)).toEqual(['test/journeys/plans.spec.ts:1']);
    const many = Array.from({ length: 40 }, (_, n) => story(`number ${n}`, `await see('Number ${n}');`));
    const long = new Map([['test/journeys/many.spec.ts', many.join('')]]);
    const all = Array.from({ length: 40 }, (_, n) => [
      change('test/journeys/many.spec.ts', `await see('Number ${n}');`),
    ]);
    expect(firstStories(all, long, noTimes)).toHaveLength(10);
  });
});

describe('the tests that run first', () => {
  it.each<[string, string, string[]]>([
    ['of a rule', 'domain/shift.ts', ['domain/shift.test.ts', 'server/features/plans/plans.test.ts']],
    ['of a statement', 'server/features/plans/queries.ts', ['server/features/plans/plans.test.ts']],
    ['of what a screen imports', 'web/features/plans/use-plans.ts', ['web/screens/teacher/my-plans/my-plans.test.tsx']],
    ['itself', 'domain/shift.test.ts', ['domain/shift.test.ts']],
    ['of its folder if it is gone', 'domain/gone.test.ts', ['domain/shift.test.ts']],
    ['of its call', 'server/features/absences/count.ts', ['server/counts.test.ts']],
  ])('%s', (_what, file, expected) => {
    expect(firstTests([[change(file)]], files)).toEqual(expected);
  });
});

it('lists a story as Playwright does', () => {
  expect(listedStory('test/journeys/_first/axe.spec.ts: a story (again) (stories)')).toBe(
    '[stories] › _first/axe.spec.ts › a story (again)',
  );
});
