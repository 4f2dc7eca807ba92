import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseSync } from 'vite';

/** The folders or files that each one imports from, and the number of imports. Subfolders count separately. */
export type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, number>>;

const sourceFile = /\.tsx?$/;
const testFile = /\.test\.tsx?$/;

/**
 * Returns the imports between the product's folders, without tests, or between its files if `nodeOf` keeps them. Read
 * with the linter's parser, and resolved like Node and the linter, by the names in package.json.
 */
export function folderGraph(
  root: string,
  areas: readonly string[],
  nodeOf = (file: string) => path.dirname(file),
): FolderGraph {
  const graph = new Map<string, Map<string, number>>();
  for (const area of areas) {
    for (const file of readdirSync(path.join(root, area), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!sourceFile.test(file) || testFile.test(file)) continue;
      const from = path.posix.join(area, file);
      const own = nodeOf(from);
      const edges = graph.get(own) ?? new Map<string, number>();
      graph.set(own, edges);
      for (const to of importedFiles(root, from)) {
        const folder = nodeOf(to);
        if (areas.some((each) => folder === each || folder.startsWith(`${each}/`)) && folder !== own)
          edges.set(folder, (edges.get(folder) ?? 0) + 1);
      }
    }
  }
  return graph;
}

/** Returns the graph with each folder replaced by the result of `nameOf`. Null omits it. */
export function grouped(graph: FolderGraph, nameOf: (folder: string) => string | null): FolderGraph {
  const groups = new Map<string, Map<string, number>>();
  for (const [folder, targets] of graph) {
    const from = nameOf(folder);
    if (from === null) continue;
    const edges = groups.get(from) ?? new Map<string, number>();
    groups.set(from, edges);
    for (const [target, count] of targets) {
      const to = nameOf(target);
      if (to !== null && to !== from) edges.set(to, (edges.get(to) ?? 0) + count);
    }
  }
  return groups;
}

const known = new Map<string, readonly string[]>();

/** Returns the project files that a file imports, as paths from the root. Types and dynamic imports count. */
function importedFiles(root: string, file: string): readonly string[] {
  const found = known.get(file);
  if (found !== undefined) return found;
  const text = readFileSync(path.join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const sources = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  const { resolve } = createRequire(path.join(root, file));
  const files = [...new Set(sources)]
    .filter((source): source is string => source !== undefined && /^[.#]/.test(source) && sourceFile.test(source))
    .map((source) => path.relative(root, resolve(source)));
  known.set(file, files);
  return files;
}

/**
 * Returns the groups of folders that reach each other by imports, each sorted. The result is empty if the graph has no
 * cycle.
 */
export function cyclesOf(graph: FolderGraph): string[][] {
  const reach = new Map([...graph.keys()].map((folder) => [folder, reachedFrom(graph, folder)]));
  const groups = new Map<string, string[]>();
  for (const [folder, reached] of reach) {
    if (!reached.has(folder)) continue;
    const group = [...reached].filter((other) => reach.get(other)?.has(folder)).toSorted();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}

/** Returns everything that imports lead to from here. */
export function reachedFrom(graph: FolderGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start)?.keys() ?? [])];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    waiting.push(...(graph.get(folder)?.keys() ?? []));
  }
  return reached;
}
