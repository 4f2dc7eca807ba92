import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Disc } from '#web/ui/disc.tsx';
import * as icons from '#web/ui/icons.ts';

type StateProps = {
  icon: string;
  /** The exact sentence of the empty state. */
  title: string;
  /** The heading level, if the section has its own. */
  level?: 2 | 3;
  /** One line that helps. */
  children?: ReactNode;
  /** At most one outlined button or link. */
  action?: ReactNode;
};

/** Shows an empty state: a sentence, then a line that helps. */
export function EmptyState({ icon, title, level = 2, children, action }: StateProps) {
  return <State icon={icon} title={title} level={level} action={action} tone="quiet" text={children} />;
}

type ErrorStateProps = {
  /** The error in words: "Messages could not be loaded". */
  title: string;
  /** The reason, if known, and its consequence. */
  children?: ReactNode;
  onRetry: () => void;
  retrying?: boolean;
  level?: 2 | 3 | undefined;
};

/** Shows a load failure: a sentence, the reason if known, and a retry button. */
export function ErrorState({ title, children, onRetry, retrying = false, level = 2 }: ErrorStateProps) {
  return (
    <div role="alert">
      <State
        icon={icons.noConnection}
        title={title}
        level={level}
        tone="danger"
        text={children}
        action={
          <Button pending={retrying} onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}

function State({
  icon,
  title,
  level,
  tone,
  text,
  action,
}: Omit<StateProps, 'children' | 'level'> & { level: 2 | 3; tone: 'quiet' | 'danger'; text: ReactNode }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-11 text-center">
      <div className="mb-2.5">
        <Disc icon={icon} tone={tone} size="large" />
      </div>
      <Heading>{title}</Heading>
      {text ? <p className="max-w-[40ch] text-label/[1.3125rem] text-balance text-ink-3">{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
