import { describe, expect, it } from 'vitest';
import { readConfig, WrongSettings } from '#server/core/config.ts';

describe('the settings', () => {
  it('have the defaults that docs/settings.md lists', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      PUBLIC_URL: 'http://localhost:3000',
      OWNER_USERNAME: 'owner',
      LOGIN_ATTEMPTS_PER_MINUTE: 10,
      REGISTRATIONS_PER_HOUR: 200,
      TRUST_PROXY: 0,
      PENDING_SUBSTITUTE_ACCESS: 'limited',
      BACKUP_KEEP: 30,
      SMS_COUNTRIES: ['US', 'CA'],
      SMS_CODES_PER_DAY: 1000,
      PUSHES_UNDER_WAY: 1,
      PUSHES_PER_SECOND: 0,
      PUSHES_PER_PERSON_PER_DAY: 100,
      PUSH_TO_LOOPBACK: 'off',
    });
  });

  it('build links with the assigned port, and without a trailing slash', () => {
    expect(readConfig({ PORT: '8080' }).PUBLIC_URL).toBe('http://localhost:8080');
    expect(readConfig({ PUBLIC_URL: 'https://first.example/' }).PUBLIC_URL).toBe('https://first.example');
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://somewhere/db'],
    ['PUBLIC_URL', 'first.example'],
    ['OWNER_USERNAME', 'no spaces please'],
    ['OWNER_PASSWORD', 'short'],
    ['LOGIN_ATTEMPTS_PER_MINUTE', '0'],
    ['TRUST_PROXY', 'yes'],
    ['PENDING_SUBSTITUTE_ACCESS', 'open'],
    ['SMTP_URL', 'mail.example.org'],
    ['BACKUP_RECIPIENT', 'my passphrase'],
    ['BACKUP_KEEP', '0'],
    ['SMS_COUNTRIES', 'US, CA'],
    ['SMS_COUNTRIES', 'XQ'],
    ['PUSH_TO_LOOPBACK', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse to start with %s=%s, and name it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(WrongSettings);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} (must|may)`));
  });

  it('name all wrong ones at once', () => {
    expect(() => readConfig({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(/PORT must[^]*TRUST_PROXY must/);
  });

  it('need a key for daily backups', () => {
    expect(() => readConfig({ BACKUP_DIR: '/somewhere' })).toThrow('BACKUP_DIR needs BACKUP_RECIPIENT as well');
  });

  it('need DATABASE_URL with MIGRATION_DATABASE_URL', () => {
    expect(() => readConfig({ MIGRATION_DATABASE_URL: 'postgres://a/b' })).toThrow(
      'MIGRATION_DATABASE_URL needs DATABASE_URL',
    );
  });
});
