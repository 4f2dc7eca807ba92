import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkNames } from './chunks.ts';

type Graph = Record<string, { imports?: string[]; loads?: string[] }>;

/** Returns the file of each module of a graph with its static and dynamic imports. */
function filesOf(graph: Graph): Map<string, string> {
  const names = new Set([
    ...Object.keys(graph),
    ...Object.values(graph).flatMap((each) => [...(each.imports ?? []), ...(each.loads ?? [])]),
  ]);
  const by = (what: 'imports' | 'loads', id: string) =>
    Object.keys(graph)
      .filter((each) => graph[each]?.[what]?.some((other) => `/web/${other}` === id))
      .map((each) => `/web/${each}`);
  const fileOf = chunkNames();
  const modules = (id: string) => ({ importers: by('imports', id), dynamicImporters: by('loads', id) });
  return new Map([...names].map((name) => [name, fileOf(`/web/${name}`, modules) ?? name]));
}

const homes = [
  'screens/substitute/home/home.tsx',
  'screens/teacher/dashboard/dashboard.tsx',
  'screens/school-admin/dashboard/dashboard.tsx',
  'screens/overall-admin/dashboard/dashboard.tsx',
];
const [substitute = '', teacher = ''] = homes;
const list = 'screens/teacher/my-vacancies/my-vacancies.tsx';
const shell: Graph = {
  'boot/public.tsx': { imports: ['button'], loads: ['boot/main.tsx', 'register'] },
  'boot/app.tsx': { loads: ['boot/main.tsx'] },
  'boot/main.tsx': { imports: ['button', 'menu'], loads: [...homes, list, 'help'] },
};

describe('the file of a module', () => {
  test.each<[what: string, module: string, graph: Graph, file: string]>([
    ['of a sign-in page and of homes', 'button', {}, 'entry-everyone'],
    ['of every home', 'menu', {}, 'home-signed-in'],
    ['of one home', 'cards', { [substitute]: { imports: ['cards'] } }, 'home-substitute'],
    [
      'of two homes',
      'cards',
      { [substitute]: { imports: ['cards'] }, [teacher]: { imports: ['cards'] } },
      'home-substitute-teacher',
    ],
    [
      'of one home and of another role’s screen',
      'cards',
      { [substitute]: { imports: ['cards'] }, [list]: { imports: ['cards'] } },
      'home-substitute-shared',
    ],
    ['of a part that a home loads', 'today', { [substitute]: { loads: ['today'] } }, 'soon-substitute'],
    [
      'of a part of that part',
      'dialog',
      { [substitute]: { loads: ['today'] }, today: { loads: ['dialog'] } },
      'idle-substitute',
    ],
    ['of a part that a screen loads', 'dialog', { [list]: { loads: ['dialog'] } }, 'opened-teacher'],
    ['that starts a page', 'boot/app.tsx', {}, 'boot/app.tsx'],
    ['of a screen', list, {}, list],
    ['of a part that everyone may open', 'help', {}, 'help'],
    ['of a part of a public page', 'register', {}, 'register'],
  ])('%s', (_what, module, graph, file) => {
    expect(filesOf({ ...shell, ...graph }).get(module)).toBe(file);
  });

  test('never imports a file that imports it', () => {
    const parts = Array.from({ length: 12 }, (_, index) => `part-${index}`);
    const own = fc.record({
      imports: fc.subarray(parts, { maxLength: 4 }),
      loads: fc.subarray(parts, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(own, { minLength: 17, maxLength: 17 }), (edges) => {
        const graph: Graph = { ...shell };
        for (const [index, name] of [...homes, list, ...parts].entries())
          graph[name] = {
            // As in a program without cycles, a module only imports later ones.
            imports: (edges[index]?.imports ?? []).filter((part) => index < 5 || parts.indexOf(part) > index - 5),
            loads: edges[index]?.loads ?? [],
          };
        const files = filesOf(graph);
        const needs = new Map<string, Set<string>>();
        for (const [name, { imports = [] }] of Object.entries(graph))
          for (const imported of imports) {
            const [from, to] = [files.get(name) ?? '', files.get(imported) ?? ''];
            if (from !== to) needs.set(from, (needs.get(from) ?? new Set()).add(to));
          }
        expect(circleIn(needs)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns the files of a cycle. The result is empty if there is none. */
function circleIn(needs: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const walk = (file: string, way: string[]): string[] => {
    if (way.includes(file)) return [...way, file];
    if (done.has(file)) return [];
    for (const next of needs.get(file) ?? []) {
      const circle = walk(next, [...way, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of needs.keys()) {
    const circle = walk(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
