// Finds the tests and stories that recent changes affect. `npm test` runs them first, so that whoever broke something
// sees it in the first minutes. The search reads what stories say and which file imports which; it may miss some,
// because everything else runs later.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Times } from './progress.ts';
import { slowTests } from './slow-tests.ts';

/** A changed file, and its changed lines with those around them, as they are and as they were. */
export type Change = { file: string; near: string };
/** The project's files with their text, by path. */
export type Files = ReadonlyMap<string, string>;
type Story = { file: string; line: number; title: string; text: string };

const areas = ['domain', 'contract', 'server', 'web', 'test', 'scripts'];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isSpec = (file: string) => file.endsWith('.spec.ts');

/**
 * At most so many stories, with so much time in all, and so many for one file, which fit at least a third as well as
 * its best.
 */
const limits = { stories: 10, ms: 120_000, perFile: 3, unknownMs: 12_000 };
const mostTests = { inAll: 30, perFile: 8 };

export function readFiles(root: string): Files {
  const found = globSync(`{${areas.join(',')}}/**/*.{ts,tsx}`, { cwd: root });
  return new Map(found.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** Returns the changes of a diff in Git's format. */
export function changesIn(diff: string): Change[] {
  return diff
    .split(/^diff --git a\/.* b\//m)
    .slice(1)
    .map((part) => {
      const [file = '', ...lines] = part.split('\n');
      const first = lines.findIndex((line) => line.startsWith('@@'));
      const hunks = first === -1 ? [] : lines.slice(first).filter((line) => /^[ +-]/.test(line));
      return { file, near: hunks.map((line) => line.slice(1)).join('\n') };
    });
}

/**
 * Returns what isn't committed, and then each of the newest commits' changes. Without Git or a history, the result is
 * empty. In a shallow clone, the oldest commit seems to add everything, so it doesn't count.
 */
export function recentChanges(root: string): Change[][] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
  const format = ['-p', '-U8', '--no-renames', '--no-color', '--no-ext-diff'];
  try {
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z', '--', ...areas).split('\0');
    const log = git('log', '-n', '10', '--no-merges', '--min-parents=1', '--format=%x00', ...format, '--', ...areas);
    return [
      [
        ...changesIn(git('diff', 'HEAD', ...format, '--', ...areas)),
        ...untracked.filter(Boolean).map((file) => ({ file, near: readFileSync(path.join(root, file), 'utf8') })),
      ],
      ...log.split('\0').map(changesIn),
    ].filter((changes) => changes.length > 0);
  } catch {
    return [];
  }
}

/** Returns the files that import each file. */
function importersOf(files: Files): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const [, to = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)) {
      const target = to.startsWith('#') ? to.slice(1) : path.posix.join(path.posix.dirname(file), to);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  return importers;
}

/** Returns the file itself, then the files that import it, then those that import these, and so on. */
function* levelsFrom(file: string, importers: ReadonlyMap<string, string[]>): Generator<string[]> {
  const seen = new Set([file]);
  for (let level = [file]; level.length > 0;) {
    yield level;
    const next = level.flatMap((each) => importers.get(each) ?? []);
    level = [...new Set(next)].filter((each) => !seen.has(each));
    for (const each of level) seen.add(each);
  }
}

const exported = /^export (?:async )?(?:function|const|class) (\w{6,})/gm;

/**
 * Returns the test files to run first: changed ones, those that import a changed file, that name one of its exports (a
 * command and its call have the same name), or that do so with the files which import it, and finally those of the same
 * folder.
 */
export function firstTests(recent: readonly (readonly Change[])[], files: Files): string[] {
  const importers = importersOf(files);
  const isQuick = (file: string) => isTest(file) && !slowTests.includes(file) && !file.startsWith('test/guards/');
  const tests = [...files].filter(([file]) => isQuick(file));
  const sayers = (name: string) => tests.flatMap(([file, text]) => (text.includes(name) ? file : []));
  const chosen = new Set<string>();
  for (const { file } of recent.flat()) {
    const near: string[] = [];
    for (const level of [...levelsFrom(file, importers)].slice(0, 3)) {
      // A file that so many import leads to any test.
      if (level.length > 20) break;
      near.push(...level.filter((each) => isQuick(each) && files.has(each)));
      const sources = level.flatMap((each) => (isTest(each) ? [] : (files.get(each) ?? [])));
      const found = sources.flatMap((text) => [...text.matchAll(exported)].map(([, name = '']) => sayers(name)));
      near.push(
        ...found
          .filter(({ length }) => length <= 20)
          .toSorted((a, b) => a.length - b.length)
          .flat(),
      );
    }
    near.push(...tests.flatMap(([test]) => (path.dirname(test) === path.dirname(file) ? test : [])));
    for (const test of [...new Set(near)].slice(0, mostTests.perFile)) chosen.add(test);
  }
  return [...chosen].slice(0, mostTests.inAll);
}

function storiesIn(file: string, text: string): Story[] {
  const starts = [...text.matchAll(/^ *test\(\s*(['"`])(.*?)\1,/gm)];
  return starts.map(({ index, 2: title = '' }, place) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    title,
    text: text.slice(index, starts[place + 1]?.index),
  }));
}

/** Returns the words in a story that a screen may say, too: names of buttons, headings, messages. */
const sayingsOf = (text: string) =>
  new Set(
    [...text.matchAll(/'([^'\n]{4,})'|"([^"\n]{4,})"|`([^`\n]{4,})`/g)]
      .map(([, single, double, template]) => single ?? double ?? template ?? '')
      .filter((saying) => /[A-Z ]/.test(saying)),
  );

/**
 * Returns the stories that a change affects, those with the most points first. `tellers` counts the stories with a
 * saying.
 */
function affected(
  { file, near }: Change,
  told: ReadonlyMap<Story, ReadonlySet<string>>,
  tellers: ReadonlyMap<string, number>,
  files: Files,
  importers: ReadonlyMap<string, string[]>,
): Story[] {
  if (isTest(file) || file.startsWith('scripts/')) return [];
  const lines = new Set(near.split('\n').map((line) => line.trim()));
  const sameLines = ({ text }: Story) =>
    text.split('\n').filter((line) => line.length > 8 && lines.has(line.trim())).length;
  // Only the changed lines of a rule or of the server say whether a story is about them.
  const isAtScreen = /^(web|test\/journeys)\//.test(file);
  const levels = isAtScreen ? [...levelsFrom(file, importers)].slice(0, 3) : [];
  const textOf = (level: string[]) =>
    level
      .flatMap((each) => (isTest(each) ? [] : (files.get(each) ?? [])))
      .slice(0, 30)
      .join('\n');
  const places = [
    { text: near, weight: 10 },
    ...levels.map((level, depth) => ({ text: textOf(level), weight: 4 ** -depth })),
  ];
  const weights = new Map<string, number>();
  for (const [saying, count] of isSpec(file) ? [] : tellers)
    weights.set(saying, (places.find(({ text }) => text.includes(saying))?.weight ?? 0) / count);
  const screen = /^web\/screens\/[^/]+\/([^/]+)/.exec(file)?.[1];
  const named = screen === undefined ? null : new RegExp(screen.replaceAll('-', '[- ]'), 'i');

  const pointsOf = (story: Story, said: ReadonlySet<string>): number => {
    if (isSpec(file)) return story.file === file ? sameLines(story) : 0;
    // The first stories of a whole run visit every screen anyway.
    if (story.file.includes('/_first/')) return 0;
    const points = [...said].reduce((sum, saying) => sum + (weights.get(saying) ?? 0), 0);
    return points > 0 && named?.test(story.text) ? points + 1 : points;
  };
  const rated = [...told].map(([story, said]) => ({ story, points: pointsOf(story, said) }));
  const best = Math.max(...rated.map(({ points }) => points));
  return rated
    .filter(({ points }) => points > 0 && points >= best / 3)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, limits.perFile)
    .map(({ story }) => story);
}

/**
 * Returns the stories to run first, as `file:line`: changed ones, and for other changes, those that say the same rare
 * words as the changed lines, their file and the files that import it, or that name its screen.
 */
export function firstStories(recent: readonly (readonly Change[])[], files: Files, times: Times): string[] {
  const stories = [...files].filter(([file]) => isSpec(file)).flatMap(([file, text]) => storiesIn(file, text));
  const told = new Map(stories.map((story) => [story, sayingsOf(story.text)]));
  const tellers = new Map<string, number>();
  for (const saying of [...told.values()].flatMap((said) => [...said]))
    tellers.set(saying, (tellers.get(saying) ?? 0) + 1);
  const importers = importersOf(files);
  const usually = ({ file, title }: Story) =>
    [...times].find(([name]) => name.startsWith(`${file}: ${title} (`))?.[1] ?? limits.unknownMs;

  const chosen = new Set<Story>();
  let ms = 0;
  for (const changes of recent) {
    const lists = changes.map((change) => affected(change, told, tellers, files, importers));
    // The best story of each changed file, then the second best of each.
    for (let place = 0; place < limits.perFile; place += 1)
      for (const story of lists.flatMap((list) => list[place] ?? [])) {
        if (chosen.has(story) || chosen.size >= limits.stories || ms + usually(story) > limits.ms) continue;
        chosen.add(story);
        ms += usually(story);
      }
  }
  return [...chosen].map(({ file, line }) => `${file}:${line}`);
}

/** Returns a line of Playwright's list of tests for a story's name in the reports (story-reporter.ts). */
export function listedStory(name: string): string {
  return name.replace(/^test\/journeys\/(.+?\.spec\.ts): (.*) \((\w+)\)$/, '[$3] › $1 › $2');
}
