import type { VacancyStatus } from '#domain/vacancy.ts';
import { Badge } from '#web/ui/badge.tsx';

const statuses: Record<VacancyStatus, { tone: 'open' | 'pending' | 'filled'; words: string }> = {
  open: { tone: 'open', words: 'Open' },
  pending_approval: { tone: 'pending', words: 'Pending Approval' },
  filled: { tone: 'filled', words: 'Filled' },
};

/** Shows a vacancy's status. An unfilled one is no longer open once it is past. */
export function StatusBadge({ status, past = false }: { status: VacancyStatus; past?: boolean }) {
  if (past && status === 'open') return <Badge>Not filled</Badge>;
  const { tone, words } = statuses[status];
  return <Badge tone={tone}>{words}</Badge>;
}
