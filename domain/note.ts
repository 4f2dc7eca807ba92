const MARKER = '[Added by substitute]';
/** Precedes every line of a message except the first, so that the whole message can be separated from the notes. */
const INDENT = '  ';

/**
 * Returns the notes of a vacancy with a substitute's message appended. Existing notes never change. The message starts
 * on its own line, its other lines are indented, and it ends with one ' [Added by substitute]'. An empty message adds
 * nothing.
 */
export function appendSubstituteNote(standing: string, message: string): string {
  const addition = withoutMarkers(message);
  if (addition === '') return standing;
  return `${standing}${standing === '' ? '' : '\n'}${addition.replaceAll('\n', `\n${INDENT}`)} ${MARKER}`;
}

/** Returns the notes of a vacancy, split into what the teacher wrote and what each substitute added, oldest first. */
export function partsOfNotes(notes: string): { own: string; added: readonly string[] } {
  const own: string[] = [];
  const added: string[] = [];
  for (const line of notes.split('\n')) {
    if (!line.trimEnd().endsWith(MARKER)) {
      own.push(line);
      continue;
    }
    // The marked line ends a message. The indented lines before it belong to it.
    let message = line;
    while (message.startsWith(INDENT)) message = `${own.pop() ?? ''}\n${message.slice(INDENT.length)}`;
    added.push(withoutMarkers(message));
  }
  return { own: own.join('\n').trim(), added };
}

/**
 * Returns the staff's own words in notes that they send back, without the request's message that they were shown (null
 * if there is no request) and without other text marked as one. Only a request adds a message.
 */
export function ownNotes(sent: string, message: string | null): string {
  const whole = plain(sent);
  const read = appendSubstituteNote('', message ?? '');
  const at = read === '' ? -1 : whole.indexOf(read);
  if (at === -1) return withoutSubstituteNotes(whole);
  const around = [whole.slice(0, at).trimEnd(), whole.slice(at + read.length).trim()];
  return withoutSubstituteNotes(around.filter((part) => part !== '').join('\n'));
}

/** Returns the notes without the substitutes' additions, as a template for the teacher's next absence. */
export function withoutSubstituteNotes(notes: string): string {
  return partsOfNotes(notes).own;
}

/**
 * Returns the words a substitute adds, taken from the notes sent with a request: the existing notes with an addition,
 * or only the addition, marked or not. Returns null if nothing is added.
 */
export function substituteAddition(standing: string, sent: string | null | undefined): string | null {
  const before = plain(standing);
  const whole = plain(sent ?? '');
  const addition = continues(before, whole) ? whole.slice(before.length) : whole;
  return withoutMarkers(addition.replaceAll(`\n${INDENT}`, '\n')) || null;
}

/** Returns whether `whole` begins with `before` at a word boundary. */
function continues(before: string, whole: string): boolean {
  if (before === '' || !whole.startsWith(before)) return false;
  const breaksWord = /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(whole.slice(before.length));
  return !breaksWord;
}

/** Forms send line ends as CR LF. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** A message can't contain the marker, not even one that appears when another is removed. */
function withoutMarkers(text: string): string {
  let rest = plain(text);
  while (rest.includes(MARKER)) rest = plain(rest.replaceAll(MARKER, ''));
  return rest;
}
