import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cyclesOf, type FolderGraph, folderGraph, grouped } from './folders.ts';

// Draws which folders import which into docs/imports.md: `npm run structure`.

const root = path.join(import.meta.dirname, '../..');
export const importsFile = path.join(root, 'docs/imports.md');

/** Omits the arrows that a longer path implies. A graph with cycles stays complete. */
function reduced(graph: FolderGraph): FolderGraph {
  if (cyclesOf(graph).length > 0) return graph;
  const reaches = (from: string, to: string): boolean =>
    [...(graph.get(from)?.keys() ?? [])].some((next) => next === to || reaches(next, to));
  return new Map(
    [...graph].map(([from, targets]) => [
      from,
      new Map([...targets].filter(([to]) => ![...targets.keys()].some((other) => other !== to && reaches(other, to)))),
    ]),
  );
}

function drawing(graph: FolderGraph): string {
  const names = [...new Set([...graph.keys(), ...[...graph.values()].flatMap((targets) => [...targets.keys()])])];
  const id = (name: string) => `f${names.indexOf(name)}`;
  const lines = names.map((name) => `  ${id(name)}["${name}"]`);
  for (const [from, targets] of reduced(graph))
    for (const to of targets.keys()) lines.push(`  ${id(from)} --> ${id(to)}`);
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

function cycleSentence(graph: FolderGraph): string {
  const cycles = cyclesOf(graph);
  if (cycles.length === 0) return 'No folder is in a cycle.';
  return `In a cycle: ${cycles.map((group) => group.map((folder) => `\`${folder}\``).join(', ')).join('; ')}.`;
}

function table(graph: FolderGraph): string {
  const rows = [...graph]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, targets]) => {
      const list = [...targets.keys()].toSorted();
      return `| \`${folder}\` | ${list.length === 0 ? '–' : list.join(', ')} |`;
    });
  return ['| Folder | Imports from |', '|---|---|', ...rows].join('\n');
}

/** Returns the first `depth` parts of a folder under `area`. */
const upTo = (area: string, depth: number) => (folder: string) =>
  `${folder}/`.startsWith(area) ? folder.split('/').slice(0, depth).join('/') : null;

/** Returns the page about all folders. */
export function importsPage(): string {
  const server = folderGraph(root, ['domain', 'contract', 'server']);
  const web = folderGraph(root, ['web']);
  const features = grouped(server, upTo('server/features/', 3));
  const webFeatures = grouped(web, upTo('web/features/', 3));
  return `# Imports between folders

\`npm run structure\` draws this page from the imports, without tests. The drawings leave out an arrow that a longer path
implies (the table has them all). \`scripts/structure/folders.test.ts\` fails if a folder is in a cycle, or if
this page isn't up to date.

## The server

${drawing(grouped(server, upTo('server/', 2)))}

${cycleSentence(server)}

## The server's features

${drawing(features)}

## The web

${drawing(grouped(web, upTo('web/', 2)))}

${cycleSentence(web)}

## The web's features

${drawing(webFeatures)}

## All folders

${table(new Map([...server, ...web]))}
`;
}

if (import.meta.main) writeFileSync(importsFile, importsPage());
