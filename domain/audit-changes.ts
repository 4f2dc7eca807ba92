import { type AuditChange, type AuditEntry, type AuditValue, fieldNames } from '#domain/audit.ts';
import { offeringNames } from '#domain/offering-names.ts';
import { formatDate, formatTime, isDate, isTime } from '#domain/time.ts';

/**
 * Returns the changes between two states of a record, in the order of its fields. Objects are compared field by field.
 */
export function changesBetween(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...now].flatMap(([field, to]): AuditChange[] => {
    const from = old.get(field) ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
}

function valuesOf(thing: Readonly<Record<string, unknown>>, prefix = ''): Map<string, AuditValue> {
  const values = new Map<string, AuditValue>();
  for (const [name, value] of Object.entries(thing)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
      values.set(prefix + name, value);
    else if (isPlain(value)) for (const [part, inner] of valuesOf(value, `${prefix}${name}.`)) values.set(part, inner);
  }
  return values;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The maximum number of characters stored of the old text, and of the new one. */
const mostOfText = 2000;

/**
 * Returns the change of a long text: from the first line that differs to the last, at most 2,000 characters of each
 * side.
 */
export function textChange(field: string, before: string | null, after: string | null): AuditChange {
  if (before === null || after === null) return { field, from: shortened(before), to: shortened(after) };
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let [first, last] = [0, 0];
  while (first < most && old[first] === now[first]) first += 1;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const between = (lines: readonly string[]) => shortened(lines.slice(first, lines.length - last).join('\n') || null);
  return { field, from: between(old), to: between(now) };
}

function shortened(text: string | null): string | null {
  if (text === null || text.length <= mostOfText) return text;
  return `${text.slice(0, mostOfText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Labels of fields next to their values, if they differ from those in a sentence. */
const headings: Readonly<Record<string, string>> = {
  latitude: 'Latitude',
  longitude: 'Longitude',
  showReason: 'Substitutes see the reason',
  bookFirst: 'First request booked automatically',
  reportMinutes: 'Minutes before the start',
  offering: 'Offers',
  offersFrom: 'Waves of offers from',
  offersUntil: 'Waves of offers until',
  approvesItself: 'School approves every substitute itself',
  eachApproves: 'Each school approves for itself',
  isActive: 'Active',
  substituteId: 'Substitute',
  attendance: 'Attendance',
  text: 'Changed lines',
};

/** Returns the changes of an act, in words. Leaves out `isActive` if the act already says it. */
export function auditChangeLines({ act, changes }: AuditEntry): { name: string; from: string; to: string }[] {
  const isSaid = ({ field }: AuditChange) => field === 'isActive' && act !== 'school.edit';
  return changes
    .filter((change) => !isSaid(change))
    .map(({ field, from, to }) => ({
      name: headingOf(field),
      from: valueInWords(field, from),
      to: valueInWords(field, to),
    }));
}

/** A field without a label is spelled out: 'vacancySettings.fullDayStart' becomes 'Full day start'. */
function headingOf(field: string): string {
  const part = field.slice(field.lastIndexOf('.') + 1);
  const name =
    headings[field] ?? fieldNames[field] ?? part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function valueInWords(field: string, value: AuditValue): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (field === 'offering') return Object.entries(offeringNames).find(([key]) => key === value)?.[1] ?? value;
  // Closures are logged with dates as they are stored, and shown with dates as the screens write them.
  if (field === 'closures')
    return value.replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => (isDate(day) ? formatDate(day) : day));
  return isTime(value) ? formatTime(value) : value;
}
