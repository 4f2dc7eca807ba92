import { type Grade, grades } from './grade.ts';

/**
 * Which grades a school's level has, as most US districts divide them (K–5, 6–8, 9–12). A secondary certificate covers
 * 6–12. The semicolons keep a level apart from the words around it.
 */
const levels: readonly [RegExp, string][] = [
  [/\b(?:prekindergarten|pre-?k|preschool|pk)\b/g, ' pk '],
  [/\bkindergarten\b/g, ' grade k '],
  [/\belementary\b/g, ' ; grade k - 5 ; '],
  [/\bmiddle school\b/g, ' ; grade 6 - 8 ; '],
  [/\bjunior high\b/g, ' ; grade 7 - 8 ; '],
  [/\bhigh school\b(?! diploma| graduate)/g, ' ; grade 9 - 12 ; '],
  [/\bsecondary\b/g, ' ; grade 6 - 12 ; '],
];

/** Numbers before these words are no grades: '2-3 years'. */
const units = new Set(['year', 'years', 'yrs', 'month', 'months', 'day', 'days', 'hour', 'hours', 'am', 'pm']);

const ranges = new Set(['to', 'through', 'thru', '-', '–']);
const others = new Set(['grade', 'grades', 'and', 'or', '&', ',']);

/**
 * Returns the grades that a text names, in any case: singly, as a range, or as a school's level. 'Grades 3 to 5',
 * '3rd–5th grade', 'K-2', 'Elementary', and the range of a license: 'Mathematics 5–12'. Other numbers aren't grades.
 */
export function gradesIn(text: string): Grade[] {
  const plain = levels.reduce((so, [pattern, words]) => so.replaceAll(pattern, words), text.toLowerCase());
  const found = new Set<number>();
  let run: string[] = [];
  for (const [token] of `${plain};`.matchAll(/\p{L}+|\d+(?:st|nd|rd|th)?|[^\p{L}\d\s]/gu)) {
    if (placeOf(token) !== -1 || ranges.has(token) || others.has(token)) run.push(token);
    else {
      addGrades(run, token, found);
      run = [];
    }
  }
  return grades.filter((_, place) => found.has(place));
}

/**
 * Adds the places of the grades in a run of words such as '3rd and 4th grade' or 'grades k to 5', which ends before
 * another word.
 */
function addGrades(run: readonly string[], end: string, found: Set<number>): void {
  const lastWord = run.findLastIndex(isGradeWord);
  const start = run.findIndex(
    (token, nth) =>
      isGradeWord(token) ||
      token === 'pk' ||
      (token === 'k' && ranges.has(run[nth + 1] ?? '')) ||
      (isSpan(token, run[nth + 1], run[nth + 2]) && !units.has(end)) ||
      (isOrdinal(token) && nth < lastWord),
  );
  if (start === -1) return;
  let [last, isRange] = [-1, false];
  for (const token of run.slice(start)) {
    const place = placeOf(token);
    if (place !== -1) {
      for (let each = isRange && last !== -1 ? last : place; each <= place; each++) found.add(each);
      [last, isRange] = [place, false];
    } else if (!isGradeWord(token)) isRange = ranges.has(token);
  }
}

function isGradeWord(token: string): boolean {
  return token === 'grade' || token === 'grades';
}

/** Returns whether three words are a range of a license, such as 5–12. */
function isSpan(from: string, dash = '', to = ''): boolean {
  return (dash === '-' || dash === '–') && placeOf(from) !== -1 && placeOf(from) < placeOf(to);
}

function isOrdinal(token: string): boolean {
  return /^\d+[a-z]/.test(token);
}

/** Returns the place of a grade in the list, or -1: of 'pk', 'k', '3' and '3rd'. */
function placeOf(token: string): number {
  const name = isOrdinal(token) ? token.slice(0, -2) : token;
  return grades.findIndex((grade) => grade.toLowerCase() === name);
}
