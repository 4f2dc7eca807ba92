import { classLimits, type Grade, grades } from './grade.ts';
import { roomIn, roomName } from './room.ts';

/** The facts about a class that are known. */
export interface ClassFacts {
  grade: Grade | null;
  subject: string | null;
  room: string | null;
}

/** Returns 'Pre-K', 'Kindergarten' or 'Grade 4'. */
export function gradeName(grade: Grade): string {
  if (grade === 'PK') return 'Pre-K';
  return grade === 'K' ? 'Kindergarten' : `Grade ${grade}`;
}

const named =
  /\b(?:(pre-?k(?:indergarten)?)|(kindergarten)|grade (1[0-2]|[1-9])|(1[0-2]|[1-9])(?:st|nd|rd|th) grade)\b/g;
/** 'grades K to 5', 'grade 4-5', '5th and 6th grade'. */
const several = /\bgrades\b|\bgrade (?:k|\d{1,2}) ?(?:to|and|[-–&]) ?(?:k|\d)|\d(?:st|nd|rd|th) ?(?:to|and|[-–&]) /;

/**
 * Returns the one grade that a text names: 'Grade 4', '4th grade', 'Kindergarten'. Returns null if it names none, or
 * several.
 */
export function gradeIn(text: string): Grade | null {
  const plain = text.toLowerCase();
  if (several.test(plain)) return null;
  const found = new Set(
    Array.from(plain.matchAll(named), ([, pre, kindergarten, after, before]) => {
      if (pre !== undefined) return 'PK';
      return kindergarten === undefined ? (after ?? before) : 'K';
    }),
  );
  const [only] = found;
  return found.size === 1 ? (grades.find((grade) => grade === only) ?? null) : null;
}

/** A teacher's profile, and their last absence, from which a class is proposed. */
export interface ClassSource {
  teacher: { subjects: string | null; department: string | null };
  last: ClassFacts | null;
}

/**
 * Returns the class of a new absence with this title and these notes. Each fact comes from the title, or else the
 * teacher's last absence, or else their profile and the notes.
 */
export function proposedClass({ teacher, last }: ClassSource, title: string, notes: string): ClassFacts {
  const profile = [teacher.subjects ?? '', teacher.department ?? ''];
  return {
    grade: gradeIn(title) ?? last?.grade ?? gradeIn(profile.join(' | ')),
    subject: last?.subject ?? subjectOf(teacher.subjects ?? ''),
    // Notes may name other rooms, too.
    room: roomIn(title) ?? last?.room ?? roomIn(notes),
  };
}

/** Returns the subjects of a profile that aren't grades, as many as fit. */
function subjectOf(subjects: string): string | null {
  const parts = subjects
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && gradeIn(part) === null);
  const all = parts.join(', ');
  const [first = ''] = parts;
  const subject = all.length <= classLimits.subject ? all : first;
  return subject === '' || subject.length > classLimits.subject ? null : subject;
}

/**
 * Returns a class in one line, without words that are already in its title: 'Grade 4 · Math · Room 12'. Returns '' if
 * nothing more is known.
 */
export function classInWords({ grade, subject, room }: ClassFacts, title = ''): string {
  return [
    grade === null || gradeIn(title) === grade ? null : gradeName(grade),
    subject === null || says(title, subject) ? null : subject,
    room === null || namesRoom(title, room) ? null : roomName(room),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** A number alone isn't a room: room 4 isn't in 'Grade 4'. */
function namesRoom(title: string, room: string): boolean {
  return roomIn(title) === roomName(room) || (!/^\d+$/.test(room) && says(title, room));
}

/** Returns whether a text contains these whole words: 'Art' isn't in 'Start of the unit'. */
function says(text: string, words: string): boolean {
  const said = wordsOf(words);
  return said.trim() !== '' && wordsOf(text).includes(said);
}

/** C++ and C# aren't C, but 'Math+Science' is two words. */
const word = /[\p{L}\p{N}]+(?:[+#]+(?![\p{L}\p{N}]))?/gu;

function wordsOf(text: string): string {
  return ` ${(text.toLowerCase().match(word) ?? []).join(' ')} `;
}
