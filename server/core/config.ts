import * as z from 'zod/mini';

const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,9}$/, { error: `must be a whole number from ${minimum} to ${maximum}` })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z
        .int()
        .check(
          z.gte(minimum, { error: `must be a whole number from ${minimum} to ${maximum}` }),
          z.lte(maximum, { error: `must be a whole number from ${minimum} to ${maximum}` }),
        ),
    ),
  );

/** Returns a maximum. 0 means no limit. */
const limit = (usual: number) => z._default(wholeNumber(0, 1_000_000), usual);

/** Off unless the setting says on. */
const onOff = () =>
  z._default(
    z.pipe(
      z.enum(['on', 'off'], { error: 'must be on or off' }),
      z.transform((text) => text === 'on'),
    ),
    false,
  );

/**
 * Returns how many days something is kept. 0 means forever. Less than a month would delete data that people still need.
 */
const daysKept = (usual: number) =>
  z._default(
    z.pipe(
      wholeNumber(0, 36_500),
      z.int().check(z.refine((days) => days === 0 || days >= 30, { error: 'must be 0 (forever), or 30 or more' })),
    ),
    usual,
  );

const address = (protocols: readonly string[], example: string) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address such as ${example}`,
    }),
  );

const postgres = address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/firstbell');

/** Two letters per country, as in US,CA. */
const countries = z.pipe(
  z.string().check(
    z.refine((text) => /^[A-Z]{2}(,[A-Z]{2})*$/.test(text) && text.split(',').every((country) => isCountry(country)), {
      error: 'must be two-letter country codes, such as US,CA',
    }),
  ),
  z.transform((text: string) => text.split(',')),
);

function isCountry(letters: string): boolean {
  return new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' }).of(letters) !== undefined;
}

/** Every setting, with its format and default. Nothing else reads the environment. */
const settings = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATABASE_URL: z.optional(postgres),
  MIGRATION_DATABASE_URL: z.optional(postgres),
  DATABASE_READ_URL: z.optional(postgres),
  DATABASE_CONNECTIONS: z._default(wholeNumber(2, 200), 10),
  DATA_DIR: z._default(z.string(), '.data'),
  PUBLIC_URL: z.optional(address(['http:', 'https:'], 'https://firstbell.example.org')),
  OWNER_USERNAME: z._default(
    z.string().check(z.regex(/^[A-Za-z0-9_]{3,32}$/, { error: 'must be 3 to 32 letters, numbers or underscores' })),
    'owner',
  ),
  OWNER_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, { error: 'must have at least 8 characters' }),
        z.maxLength(128, { error: 'can have at most 128 characters' }),
      ),
  ),
  LOGIN_ATTEMPTS_PER_MINUTE: z._default(wholeNumber(1, 100_000), 10),
  REGISTRATIONS_PER_HOUR: z._default(wholeNumber(1, 100_000), 200),
  TRUST_PROXY: z._default(
    z.pipe(
      z
        .string()
        .check(z.regex(/^(off|[0-9]|10)$/, { error: 'must be off, or the number of proxies in front (0 to 10)' })),
      z.transform((text: string) => (text === 'off' ? 0 : Number(text))),
    ),
    0,
  ),
  PENDING_SUBSTITUTE_ACCESS: z._default(
    z.enum(['limited', 'blocked'], { error: 'must be limited or blocked' }),
    'limited',
  ),
  SMTP_URL: z.optional(address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.org:587')),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/^[^\r\n@]+@[^\r\n]+$/, { error: 'must be an email address' })),
    'FirstBell <no-reply@localhost>',
  ),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_RECIPIENT: z.optional(
    z.string().check(
      z.regex(/^age1[a-z0-9]{58}$/, {
        error: 'must be a public key such as npm run backup -- --new-key FILE prints (age1…)',
      }),
    ),
  ),
  BACKUP_CHECK_URL: z.optional(postgres),
  BACKUP_KEEP: z._default(wholeNumber(1, 1000), 30),
  TWILIO_ACCOUNT_SID: z.optional(
    z
      .string()
      .check(z.regex(/^AC[0-9A-Za-z]{1,64}$/, { error: 'must be the account SID: AC, then letters and digits' })),
  ),
  TWILIO_AUTH_TOKEN: z.optional(z.string()),
  TWILIO_FROM: z.optional(
    z.string().check(
      z.regex(/^(\+[1-9][0-9]{4,14}|[0-9]{3,8}|MG[0-9A-Za-z]{1,64})$/, {
        error: 'must be a number such as +15185550100, or a messaging service (MG...)',
      }),
    ),
  ),
  TWILIO_API_URL: z._default(address(['http:', 'https:'], 'https://api.twilio.com'), 'https://api.twilio.com'),
  WORKER_LEASE_SECONDS: z._default(wholeNumber(1, 600), 30),
  MAILS_UNDER_WAY: z._default(wholeNumber(1, 5), 1),
  MAILS_PER_SECOND: limit(0),
  MAILS_PER_PERSON_PER_DAY: limit(100),
  SMS_PER_SECOND: limit(10),
  SMS_CODES_PER_DAY: limit(1000),
  SMS_COUNTRIES: z._default(countries, ['US', 'CA']),
  SMS_REPLIES: onOff(),
  SMS_PER_PERSON_PER_DAY: limit(20),
  SMS_PER_SCHOOL_PER_MONTH: limit(2000),
  PUSHES_UNDER_WAY: z._default(wholeNumber(1, 4), 1),
  PUSHES_PER_SECOND: limit(0),
  PUSHES_PER_PERSON_PER_DAY: limit(100),
  PUSH_TO_LOOPBACK: z._default(z.enum(['off', 'on'], { error: 'must be off or on' }), 'off'),
  REJECTED_STAY_DAYS: daysKept(730),
  MESSAGES_STAY_DAYS: daysKept(730),
  NOTICES_STAY_DAYS: daysKept(365),
  OFFERS_STAY_DAYS: daysKept(730),
  AUDIT_STAYS_DAYS: z._default(
    z.pipe(
      wholeNumber(0, 36_500),
      z.int().check(z.refine((days) => days === 0 || days >= 365, { error: 'must be 0 (forever), or 365 or more' })),
    ),
    2555,
  ),
  FORMER_DAYS_STAY_DAYS: daysKept(2555),
  PLAN_FILES_STAY_DAYS: daysKept(30),
  HOURS_STAY_DAYS: z._default(
    z.pipe(
      wholeNumber(0, 36_500),
      z.int().check(z.refine((days) => days === 0 || days >= 1100, { error: 'must be 0 (forever), or 1100 or more' })),
    ),
    1461,
  ),
  LOG_REQUESTS: onOff(),
  SLOW_QUERY_MS: z._default(wholeNumber(0, 60_000), 500),
  METRICS_TOKEN: z.optional(
    z.string().check(
      z.regex(/^[\x21-\x7E]{16,200}$/, {
        error: 'must have at least 16 visible characters: a secret for the system that reads the metrics',
      }),
    ),
  ),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], { error: 'must be silent, error, warn, info or debug' }),
    'info',
  ),
});

export type Config = Omit<z.output<typeof settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/** Invalid settings. The message names each one and says what it must be. */
export class WrongSettings extends Error {}

/**
 * Reads the settings. An empty one counts as not set.
 *
 * @throws {WrongSettings} naming every invalid setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
    throw new WrongSettings(lines.join('\n'));
  }
  const { PUBLIC_URL, ...rest } = parsed.data;
  if (rest.MIGRATION_DATABASE_URL !== undefined && rest.DATABASE_URL === undefined) {
    throw new WrongSettings('MIGRATION_DATABASE_URL needs DATABASE_URL as well.');
  }
  if (rest.DATABASE_READ_URL !== undefined && rest.DATABASE_URL === undefined) {
    throw new WrongSettings('DATABASE_READ_URL needs DATABASE_URL as well: it is a standby of that database.');
  }
  if (rest.BACKUP_DIR !== undefined && rest.BACKUP_RECIPIENT === undefined) {
    throw new WrongSettings(
      'BACKUP_DIR needs BACKUP_RECIPIENT as well: the public key that daily backups are encrypted for.',
    );
  }
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const missing = twilio.filter((name) => rest[name] === undefined);
  if (missing.length > 0 && missing.length < twilio.length)
    throw new WrongSettings(`SMS needs ${missing.join(' and ')} as well.`);
  return { ...rest, PUBLIC_URL: (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/$/, '') };
}

/**
 * Returns whether there is a database in which backups can be restored as a test: at BACKUP_CHECK_URL, or next to an
 * embedded one.
 */
export function canRehearse({ BACKUP_CHECK_URL, DATABASE_URL }: Config): boolean {
  return BACKUP_CHECK_URL !== undefined || DATABASE_URL === undefined;
}
