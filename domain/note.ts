const MARKER = '[Added by substitute]';
/** Before every line of a message but its first: so the whole of it can be told from what stands. */
const INDENT = '  ';

/**
 * The notes of a vacancy with a substitute's message added: what stands is kept to the letter, and the message
 * follows from a line of its own on, its further lines indented, marked once at its end with ' [Added by
 * substitute]'. An empty message adds nothing.
 */
export function appendSubstituteNote(standing: string, message: string): string {
  const addition = withoutMarkers(message);
  if (addition === '') return standing;
  return `${standing}${standing === '' ? '' : '\n'}${addition.replaceAll('\n', `\n${INDENT}`)} ${MARKER}`;
}

/** The notes of a vacancy taken apart: what the teacher wrote, and what each substitute added, in their words, oldest first. */
export function partsOfNotes(notes: string): { own: string; added: readonly string[] } {
  const own: string[] = [];
  const added: string[] = [];
  for (const line of notes.split('\n')) {
    if (!line.trimEnd().endsWith(MARKER)) {
      own.push(line);
      continue;
    }
    // The marked line ends a message; those of its lines that are indented follow on its first.
    let message = line;
    while (message.startsWith(INDENT)) message = `${own.pop() ?? ''}\n${message.slice(INDENT.length)}`;
    added.push(withoutMarkers(message));
  }
  return { own: own.join('\n').trim(), added };
}

/**
 * The staff's own words in notes that they send back: without the request's message that they were shown (null if there is no
 * request), and without any other text marked as one. Only a request adds a message.
 */
export function ownNotes(sent: string, message: string | null): string {
  const whole = plain(sent);
  const read = appendSubstituteNote('', message ?? '');
  const at = read === '' ? -1 : whole.indexOf(read);
  if (at === -1) return withoutSubstituteNotes(whole);
  const around = [whole.slice(0, at).trimEnd(), whole.slice(at + read.length).trim()];
  return withoutSubstituteNotes(around.filter((part) => part !== '').join('\n'));
}

/** The notes without what substitutes added: what a teacher begins the next absence with. */
export function withoutSubstituteNotes(notes: string): string {
  return partsOfNotes(notes).own;
}

/**
 * The words a substitute adds, out of the notes sent with a request: these are the standing notes with an
 * addition, or the addition alone, marked or not. Null where nothing is added.
 */
export function substituteAddition(standing: string, sent: string | null | undefined): string | null {
  const before = plain(standing);
  const whole = plain(sent ?? '');
  const addition = continues(before, whole) ? whole.slice(before.length) : whole;
  return withoutMarkers(addition.replaceAll(`\n${INDENT}`, '\n')) || null;
}

/** Whether `whole` begins with `before`, and not merely with the same letters in the middle of a word. */
function continues(before: string, whole: string): boolean {
  if (before === '' || !whole.startsWith(before)) return false;
  const breaksWord = /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(whole.slice(before.length));
  return !breaksWord;
}

/** Forms send line ends as CR LF. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** A message cannot bring markers of its own, not even one that appears when another is taken out. */
function withoutMarkers(text: string): string {
  let rest = plain(text);
  while (rest.includes(MARKER)) rest = plain(rest.replaceAll(MARKER, ''));
  return rest;
}
