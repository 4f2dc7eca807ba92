import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type User, updateUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { badgesQuery } from '#web/features/notices/badges.ts';
import { peopleKey } from '#web/features/people/people.ts';
import { schoolsKey } from '#web/features/schools/schools.ts';
import { showToast } from '#web/ui/toast.ts';

/** What is decided about somebody's account. */
export type Verdict = 'approve' | 'reject';

type Decision = { person: User; verdict: Verdict };

const nouns: Record<User['role'], string> = {
  teacher: 'Teacher',
  substitute: 'Substitute',
  school_admin: 'School administrator',
  overall_admin: 'Platform owner',
};
const done: Record<Verdict, string> = { approve: 'approved', reject: 'rejected' };

/**
 * Approves or rejects an account. A school admin's rejection also closes the account, and an approval opens it
 * again; what else a decision means for a role is the server's to know. Says how it went in a toast, and has
 * lists and counts fetched again either way: a refusal often means that somebody else has decided.
 */
export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ person, verdict }: Decision) => {
      const isApproved = verdict === 'approve';
      return call(updateUser, { params: { id: person.id }, body: { isApproved, ...(person.role === 'school_admin' ? { isActive: isApproved } : {}) } });
    },
    onSuccess: async (_, { person, verdict }) => {
      showToast({ title: `${nouns[person.role]} ${done[verdict]}`, text: sentenceAfter(person, verdict) });
      // A school's list names who runs it.
      const changed = [peopleKey, badgesQuery.queryKey, ...(person.role === 'school_admin' ? [schoolsKey] : [])];
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (_, { person, verdict }) => {
      showToast({ title: 'Error', text: `Failed to ${verdict} ${nouns[person.role].toLowerCase()}. Please try again.`, destructive: true });
    },
  });
}

function sentenceAfter({ fullName, role }: User, verdict: Verdict): string {
  if (verdict === 'approve') return `${fullName} is told by email and can start.`;
  return role === 'school_admin' ? `${fullName} can no longer sign in.` : `${fullName} is no longer on the list.`;
}
