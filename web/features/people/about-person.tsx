import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/users.ts';
import { personQuery } from '#web/features/people/people.ts';

type AboutPersonProps = {
  /** What is open, as the address has it: 'reset-12'. */
  layer: string | null;
  rows: readonly User[];
  children: (person: User, act: string) => ReactNode;
};

/**
 * The dialog about one person that the address names, whether or not the list has come to them yet, or has them no
 * more since the dialog's own act.
 */
export function AboutPerson({ layer, rows, children }: AboutPersonProps) {
  const [, act, digits] = /^([a-z]+)-([0-9]+)$/.exec(layer ?? '') ?? [];
  const id = Number(digits ?? 0);
  const [kept, keep] = useState<User | null>(null);
  const listed = rows.find((person) => person.id === id);
  if (listed !== undefined && listed !== kept) keep(listed);
  const known = listed ?? (kept?.id === id ? kept : undefined);
  const fetched = useQuery({ ...personQuery(id), enabled: id > 0 && known === undefined });
  const person = known ?? fetched.data;
  return person === undefined || act === undefined ? null : children(person, act);
}
