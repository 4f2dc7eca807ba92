import type { User } from '#contract/person.ts';

/**
 * Shows which account a question is about, because two people may have the same name. Renders nothing if that is
 * unknown.
 */
export function WhichAccount({ of: { username, email } }: { of: User }) {
  const account = [username ? `@${username}` : null, email].filter(Boolean).join('\u00a0· ');
  return account === '' ? null : <p className="text-ink-3 wrap-anywhere">{account}</p>;
}
