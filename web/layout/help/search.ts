import type { HelpPage } from '#web/layout/help/pages/page.ts';

/** Words without meaning for the topic. */
const empty = new Set([
  'a',
  'an',
  'and',
  'can',
  'do',
  'does',
  'for',
  'get',
  'how',
  'i',
  'in',
  'is',
  'it',
  'me',
  'my',
  'of',
  'on',
  'or',
  'the',
  'to',
  'what',
  'where',
  'with',
]);

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Returns whether the typed text matches this word: its beginning, or the word with an ending ("assigning",
 * "vacancies").
 */
function means(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true;
  const shared = Math.max(4, word.length - 1);
  return typed.length >= shared && typed.slice(0, shared) === word.slice(0, shared);
}

/** Returns how well a page matches one word: its title counts more than its synonyms, and these more than its steps. */
function weigh(page: HelpPage, typed: string): number {
  const parts: [text: string, weight: number][] = [
    [page.title, 6],
    [page.words, 3],
    [page.steps.join(' '), 1],
  ];
  return Math.max(...parts.map(([text, weight]) => (wordsOf(text).some((word) => means(typed, word)) ? weight : 0)));
}

/**
 * Returns the pages that match the typed text, best first. All of them if it is empty. If no page has every word, it
 * returns those with the most.
 */
export function searchHelp(pages: readonly HelpPage[], query: string): readonly HelpPage[] {
  const all = wordsOf(query);
  const telling = all.filter((word) => !empty.has(word));
  const typed = telling.length > 0 ? telling : all;
  if (typed.length === 0) return pages;
  const weighed = pages.map((page) => {
    const weights = typed.map((word) => weigh(page, word));
    return {
      page,
      found: weights.filter((weight) => weight > 0).length,
      weight: weights.reduce((sum, weight) => sum + weight, 0),
    };
  });
  const most = Math.max(...weighed.map(({ found }) => found));
  if (most === 0) return [];
  return weighed
    .filter(({ found }) => found === most)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ page }) => page);
}
