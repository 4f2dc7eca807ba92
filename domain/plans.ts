import { localDate } from './time.ts';

const megabyte = 1024 * 1024;

/**
 * Limits: the files of a class or an emergency plan, and the bytes of each file and of all of a teacher's files
 * together.
 */
export const planLimits = {
  files: 5,
  each: 10 * megabyte,
  teacher: 25 * megabyte,
  /** The maximum number of files of one teacher, so that their list stays short. */
  kept: 60,
  /** How long a file without a class is kept, in milliseconds. Someone may still be writing its absence. */
  unusedMs: 24 * 3_600_000,
  /** The maximum lengths of an emergency plan and of student details, in characters. */
  words: 4000,
  /** How often a teacher is asked whether the emergency plan is still right, in milliseconds. */
  checkedEveryMs: 365 * 24 * 3_600_000,
} as const;

/** The sentences for a file that can't be added to plans. */
export const planFileSentences = {
  tooLarge: 'Each file can be at most 10 MB.',
  wrongKind: 'Use a PDF, a Word document (.docx) or an image.',
  tooMany: `A class can have at most ${planLimits.files} files.`,
  noRoom: 'Your files can total at most 25 MB. Remove one from a class first.',
  gone: 'One of these files is no longer available. Remove it and add it again.',
} as const;

/** Allowed types in a file input: extensions, and any image. */
export const planFileTypes = '.pdf,.docx,image/*';

/**
 * Returns why a file can't be added, judged by its name, type and size (in bytes) before it is sent. Returns null if
 * it can. Only the server can check the content.
 */
export function planFileProblem(file: { name: string; type: string; size: number }): string | null {
  const name = file.name.toLowerCase();
  const isKind = file.type.startsWith('image/') || name.endsWith('.pdf') || name.endsWith('.docx');
  if (!isKind) return planFileSentences.wrongKind;
  return file.size > planLimits.each ? planFileSentences.tooLarge : null;
}

/** The facts about a class that decide who may read its plans. */
interface PlannedClass {
  status: string;
  substituteId: number | null;
  endsAt: Date;
  deletedAt: Date | null;
}

/**
 * Returns whether this substitute may read the plans of a class: from the booking until the class ends or they are
 * released.
 */
export function readsPlans(of: PlannedClass, substituteId: number, now: Date): boolean {
  return of.deletedAt === null && of.status === 'filled' && of.substituteId === substituteId && now < of.endsAt;
}

/** Returns whether today is the day of the class, by the school's date. Substitutes open student details only then. */
export function isDayOf({ date, timeZone }: { date: string; timeZone: string }, now: Date): boolean {
  return localDate(now, timeZone) === date;
}

/** Returns whether a class's substitute gets the teacher's emergency plan: only if the class has no other plans. */
export function usesEmergencyPlan(of: { googleDocLink: string | null; planFileIds: readonly string[] }): boolean {
  return of.googleDocLink === null && of.planFileIds.length === 0;
}

/**
 * Returns how the files with the lesson plans changed, for a notification: never with a file's name. Returns null if
 * they didn't.
 */
export function filesChange(before: readonly string[], after: readonly string[]): string | null {
  const added = after.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !after.includes(id)).length;
  if (added > 0 && removed > 0) return 'The files with the lesson plans were changed';
  if (added > 0) return added === 1 ? 'A lesson plan file was added' : `${added} lesson plan files were added`;
  if (removed > 0)
    return removed === 1 ? 'A lesson plan file was removed' : `${removed} lesson plan files were removed`;
  return null;
}
