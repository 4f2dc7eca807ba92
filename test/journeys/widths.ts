import path from 'node:path';

/** Whether every story runs at both widths with every check (`npm run test:long`). */
export const isLongForm = process.env['FIRSTBELL_STORIES'] === 'all';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desktop = { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false };

/** Administrators work in an office, on a wide screen. Everyone else uses a phone. */
const onDesktops = ['approvals', 'keyboard', 'manage-people', 'manage-school', 'open-vacancies', 'owner', 'reports'];

/** Returns the device of a story in the default run, by file. In the long form, the project names it. */
export function deviceOf(file: string): typeof phone {
  return onDesktops.includes(path.basename(file, '.spec.ts')) ? desktop : phone;
}
