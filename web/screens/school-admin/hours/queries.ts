import type { ReplyOf } from '#contract/endpoint.ts';
import { getDueCorrections, getHours, getPaySettings, type hourFilters } from '#contract/hours.ts';
import { pages, reading, keepsPrevious } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';

/** A pay period as the screen shows it. */
export type Hours = ReplyOf<typeof getHours>;
export type HourFilter = (typeof hourFilters)[number];
export type PaySettingsReply = ReplyOf<typeof getPaySettings>;

const pageSize = 50;

/** Returns a pay period, a page at a time. `date` is '' for the current one. */
export function hoursQuery({ date, show, search }: { date: string; show: HourFilter; search: string }) {
  return pages(
    ['hours', 'school', date, show, search],
    getHours,
    { limit: pageSize, date: date || undefined, ...(show === 'all' ? {} : { show }), search: search || undefined },
    keepsPrevious,
  );
}

/** Returns the locked pay periods with lines that are due a correction. */
export const dueCorrectionsQuery = reading(['hours', 'due'], getDueCorrections);

/** How the school pays. */
export const paySettingsQuery = reading(['hours', 'settings'], getPaySettings);

type HourCall<Reply, Input> = {
  send: (input: Input) => Promise<Reply>;
  /** Returns the toast that confirms the change. */
  done: (reply: Reply) => string;
  /** A dialog shows its own errors. */
  ownErrors?: boolean;
};

/** Sends a command on hours, shows the result in a toast, and refetches the hours even if it failed. */
export function useHourCommand<Reply, Input = void>({ send, done, ownErrors = false }: HourCall<Reply, Input>) {
  return useCommand({
    send,
    toast: (reply) => ({ title: done(reply) }),
    changes: ['hours'],
    refetchesAnyway: true,
    failed: ownErrors ? undefined : 'Not saved',
  });
}
