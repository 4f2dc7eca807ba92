import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { EmptyState } from '#web/ui/page-state.tsx';

/** A screen that this version does not have yet: says so in one honest line, and where to go meanwhile. */
export function ComingScreen({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={icons.clock} title="Not in this version yet" action={action}>
        {children}
      </EmptyState>
    </>
  );
}
