import type { Config } from '#server/core/config.ts';

/** The password of everyone in the demo district, and of its owner unless OWNER_PASSWORD is set. */
export const demoPassword = 'chalk-and-bells-42';

/** Returns the settings of a demo: its owner has the demo's password unless one was given. */
export function demoSettings(config: Config): Config {
  return { ...config, OWNER_PASSWORD: config.OWNER_PASSWORD ?? demoPassword };
}

/** Returns the accounts that a visitor of the demo can use, as lines of a table. */
export function demoSignIns(config: Config): string[] {
  const rows = [
    ['Who', 'Username', 'Sign in at'],
    ['Substitute Daniel Reyes, all three schools', 'substitute', '/auth/substitute'],
    ['Teacher Maya Okafor, Cedar Hollow Elementary', 'teacher', '/auth/teacher'],
    ['Administrator Carol Whitfield, Cedar Hollow', 'admin', '/auth/school-admin'],
    ['Administrator Andre Molina, Northfield High', 'admin2', '/auth/school-admin'],
    ['Substitute Nora Feldman, not yet approved', 'newcomer', '/auth/substitute'],
    ['Platform owner', config.OWNER_USERNAME, '/auth/admin'],
  ] as const;
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length)) + 2;
  const lines = rows.map(
    ([who, username, page], index) =>
      `  ${who.padEnd(width(0))}${username.padEnd(width(1))}${index === 0 ? page : config.PUBLIC_URL + page}`,
  );
  const [head = '', ...people] = lines;
  const ownersPassword =
    config.OWNER_PASSWORD === demoPassword ? '' : ' The platform owner has that of OWNER_PASSWORD.';
  return [
    '',
    head,
    `  ${'-'.repeat(Math.max(...lines.map((line) => line.length)) - 2)}`,
    ...people,
    '',
    `Everyone’s password is ${demoPassword}.${ownersPassword}`,
    ...(config.TWILIO_API_URL.startsWith('http://127.0.0.1:')
      ? [`Text messages arrive at ${config.TWILIO_API_URL}, where you can reply to them.`]
      : []),
  ];
}
