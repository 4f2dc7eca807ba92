import type { ReactNode } from 'react';
import type { PlanFile } from '#contract/plans.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Returns '1.2 MB', '340 KB'. */
function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Shows a file with plans, which opens in a new tab. It is an `<li>`. */
export function PlanFileRow({ file, children }: { file: PlanFile; children?: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <Icon shape={icons.document} size="small" className="flex-none text-ink-3" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <a
          href={`/api/plan-files/${file.id}`}
          target="_blank"
          rel="noreferrer noopener"
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
        >
          {file.name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>{' '}
        <span className="text-meta whitespace-nowrap text-ink-3">{sizeInWords(file.size)}</span>
      </span>
      {children}
    </li>
  );
}
