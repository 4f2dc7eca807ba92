import * as z from 'zod/mini';

const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,9}$/, { error: `must be a whole number from ${minimum} to ${maximum}` })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(
        z.gte(minimum, { error: `must be a whole number from ${minimum} to ${maximum}` }),
        z.lte(maximum, { error: `must be a whole number from ${minimum} to ${maximum}` }),
      ),
    ),
  );

const address = (protocols: readonly string[], example: string) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), { error: `must be an address such as ${example}` }),
  );

const postgres = address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/firstbell');

/** Every setting, its form and its default; nothing else reads the environment. */
const settings = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATABASE_URL: z.optional(postgres),
  MIGRATION_DATABASE_URL: z.optional(postgres),
  DATABASE_CONNECTIONS: z._default(wholeNumber(2, 200), 10),
  DATA_DIR: z._default(z.string(), '.data'),
  PUBLIC_URL: z.optional(address(['http:', 'https:'], 'https://firstbell.example.org')),
  OWNER_USERNAME: z._default(z.string().check(z.regex(/^[A-Za-z0-9_]{3,32}$/, { error: 'must be 3 to 32 letters, numbers or underscores' })), 'owner'),
  OWNER_PASSWORD: z.optional(z.string().check(z.minLength(8, { error: 'must have at least 8 characters' }), z.maxLength(128, { error: 'may have at most 128 characters' }))),
  LOGIN_ATTEMPTS_PER_MINUTE: z._default(wholeNumber(1, 100_000), 10),
  REGISTRATIONS_PER_HOUR: z._default(wholeNumber(1, 100_000), 200),
  TRUST_PROXY: z._default(
    z.pipe(
      z.string().check(z.regex(/^(off|[0-9]|10)$/, { error: 'must be off, or the number of proxies in front (0 to 10)' })),
      z.transform((text: string) => (text === 'off' ? 0 : Number(text))),
    ),
    0,
  ),
  PENDING_SUBSTITUTE_ACCESS: z._default(z.enum(['limited', 'blocked'], { error: 'must be limited or blocked' }), 'limited'),
  SMTP_URL: z.optional(address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.org:587')),
  MAIL_FROM: z._default(z.string().check(z.regex(/^[^\r\n]+@[^\r\n]+$/, { error: 'must be an e-mail address' })), 'FirstBell <no-reply@localhost>'),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug'], { error: 'must be silent, error, warn, info or debug' }), 'info'),
});

export type Config = Omit<z.output<typeof settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/** A setting that cannot be; its message names each one and says what it must be. */
export class WrongSettings extends Error {}

/**
 * Reads the settings. An empty one counts as not set.
 *
 * @throws {WrongSettings} naming every setting at fault.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
    throw new WrongSettings(lines.join('\n'));
  }
  const { PUBLIC_URL, ...rest } = parsed.data;
  if (rest.MIGRATION_DATABASE_URL !== undefined && rest.DATABASE_URL === undefined) {
    throw new WrongSettings('MIGRATION_DATABASE_URL needs DATABASE_URL beside it.');
  }
  return { ...rest, PUBLIC_URL: (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/$/, '') };
}

