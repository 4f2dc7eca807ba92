import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { ApiError } from '#web/api/errors.ts';
import { personQuery } from '#web/features/people/people.ts';
import { useSubject } from '#web/navigation/use-subject.ts';

type AboutPersonProps = {
  /** The open dialog in the address: 'reset-12'. */
  layer: string | null;
  rows: readonly User[];
  /** Returns the person as the dialog first showed them, and the changes since then. */
  children: (person: User, act: string, changed: string | null) => ReactNode;
};

/**
 * Shows the dialog about the person in the address, even if the list hasn't loaded that person. Stays open if the
 * person leaves the list.
 */
export function AboutPerson({ layer, rows, children }: AboutPersonProps) {
  const [, act, digits] = /^([a-z]+)-([0-9]+)$/.exec(layer ?? '') ?? [];
  const id = Number(digits ?? 0);
  const listed = rows.find((person) => person.id === id);
  const fetched = useQuery({ ...personQuery(id), enabled: id > 0 && listed === undefined });
  const isGone = listed === undefined && fetched.error instanceof ApiError && fetched.error.status === 404;
  const now = isGone ? null : (listed ?? fetched.data);
  const subject = useSubject(act === undefined ? null : layer, now);
  return subject === null || act === undefined ? null : children(subject, act, whatChanged(subject, now));
}

/** One sentence about others' changes to an account. Returns null if there are none. */
function whatChanged(
  { fullName, isActive = true, isApproved = true }: User,
  now: User | null | undefined,
): string | null {
  if (now === undefined) return null;
  if (now === null) return `${fullName} was removed in the meantime.`;
  if (isActive !== (now.isActive ?? true))
    return `This account was ${isActive ? 'disabled' : 'enabled'} in the meantime.`;
  if (isApproved !== (now.isApproved ?? true))
    return `This account was ${isApproved ? 'rejected' : 'approved'} in the meantime.`;
  return null;
}
