/**
 * Every `data-*` attribute of `<html>`, in one table. The early script (`web/boot/early.js`) runs before any module,
 * and the server and the styles write or read some of them by name; root.test.ts compares them with this table.
 */
type RootMarks = {
  /**
   * The role of the signed-in user: 'unknown' in the built file, which the server replaces by 'none' or the segment of
   * a role.
   */
  session: string;
  /** The role whose accent color the page has (tokens.css). */
  role: string;
  /** The role of a prerendered page; the application has none. */
  page: string;
  /** The chosen color scheme; without it, the device's. */
  theme: 'light' | 'dark';
  /** The page's own script is running and submits forms. */
  alive: '';
  /** A form was submitted before that, so the script submits it again. */
  submitted: '';
  /** A modal dialog is open, so the page doesn't scroll; 'gutter' keeps the scrollbar's space. */
  locked: '' | 'gutter';
  /** A part of the page is loading, so the content below it waits. */
  loading: '';
  /** The one part of the screen that is being printed. */
  print: 'day' | 'report' | 'more';
};

/** Returns an attribute of `<html>`, or undefined. */
export function rootMark(name: keyof RootMarks): string | undefined {
  return document.documentElement.dataset[name];
}

/** Sets an attribute of `<html>`, or removes it with null. */
export function markRoot<Name extends keyof RootMarks>(name: Name, value: RootMarks[Name] | null): void {
  if (value === null) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
}
