import type { ReplyOf } from '#contract/endpoint.ts';
import { listAudit } from '#contract/platform.ts';
import type { AuditKind } from '#domain/audit.ts';
import { pages } from '#web/api/reading.ts';

/** One administrative act. */
export type AuditRow = ReplyOf<typeof listAudit>[number];

/** The filters of the log. It is '' for none. The dates are in `timeZone`. */
export type AuditFilter = { search: string; kind: AuditKind | ''; from: string; to: string; timeZone: string };

const pageSize = 50;

/** Returns the audit log, newest first, a page at a time. */
export function auditQuery({ search, kind, from, to, timeZone }: AuditFilter) {
  return pages(
    ['audit', search, kind, from, to],
    listAudit,
    {
      limit: pageSize,
      timeZone,
      search: search || undefined,
      kind: kind || undefined,
      from: from || undefined,
      to: to || undefined,
    },
    // Other people's acts arrive all the time, so it is refetched on each visit.
    { gcTime: 0 },
  );
}
