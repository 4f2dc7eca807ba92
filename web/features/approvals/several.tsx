import type { User } from '#contract/person.ts';
import { type Verdict, useDecideSeveral } from '#web/features/people/decide.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { join } from '#web/ui/join.ts';
import { useAnsweringList } from '#web/ui/use-answered-rows.tsx';

type SeveralProps = {
  /** The title of the list. Another list may have the same noun. */
  title: string;
  /** The plural noun for the people to decide on: "substitutes". */
  noun: string;
  /** The applicants on the page who can be decided on. */
  people: readonly User[];
  chosen: readonly User[];
  onChoose: (people: readonly User[]) => void;
};

/** Selects all or none of the people in the list below it, and decides on the selected ones together. */
export function Several({ title, noun, people, chosen, onChoose }: SeveralProps) {
  const layer = useLayer();
  const decide = useDecideSeveral(useAnsweringList());
  const running = decide.isPending ? decide.variables.verdict : null;
  const failed = decide.data?.failed ?? [];
  const press = (verdict: Verdict) => {
    if (running !== null || chosen.length === 0) return;
    decide.mutate(
      { people: chosen, verdict },
      {
        // Applicants whose decision failed stay selected.
        onSuccess: (outcome) => {
          onChoose(outcome.failed.map(({ person }) => person));
          layer.close();
        },
      },
    );
  };
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const isAll = chosen.length > 0 && chosen.length === people.length;
  return (
    <div className="mb-3 grid gap-3 print:hidden">
      {/* It keeps its space until the user leaves the list. */}
      <div
        className={join(
          'flex min-h-touch flex-wrap items-center gap-x-4 gap-y-2 px-5 max-md:px-4',
          people.length === 0 && 'invisible',
        )}
      >
        <Checkbox
          label={`Select all ${noun}`}
          checked={isAll}
          mixed={!isAll && chosen.length > 0}
          onChange={(event) => onChoose(event.target.checked ? people : [])}
        />
        <p role="status" className="mr-auto text-meta text-ink-2 tabular-nums">
          {chosen.length === 0 ? '' : `${chosen.length} selected`}
        </p>
        {chosen.length === 0 ? null : (
          <Decisions
            mayReject={chosen.some(({ can }) => can?.includes('reject'))}
            running={running}
            onReject={() => layer.show(`reject ${title}`)}
            onApprove={() => press('approve')}
          />
        )}
      </div>
      {failed.length === 0 ? null : <Failures of={failed} noun={noun} />}
      <ConfirmDialog
        open={layer.open === `reject ${title}` && chosen.length > 0}
        onClose={layer.close}
        onConfirm={() => press('reject')}
        title={only === undefined ? `Reject ${chosen.length} ${noun}?` : `Reject ${only.fullName}?`}
        confirmLabel="Reject"
        danger
        pending={running === 'reject'}
        pendingText="Rejecting..."
      >
        {chosen.map(({ fullName }) => fullName).join(', ')}. We’ll notify each of them.
      </ConfirmDialog>
    </div>
  );
}

type DecisionsProps = { mayReject: boolean; running: Verdict | null; onReject: () => void; onApprove: () => void };

function Decisions({ mayReject, running, onReject, onApprove }: DecisionsProps) {
  return (
    <div className="flex gap-2 max-md:w-full max-md:[&>*]:min-h-touch max-md:[&>*]:flex-1">
      {mayReject ? (
        <Button disabled={running === 'approve'} onClick={onReject}>
          Reject selected
        </Button>
      ) : null}
      <Button variant="filled" disabled={running === 'reject'} pending={running === 'approve'} onClick={onApprove}>
        Approve selected
      </Button>
    </div>
  );
}

function Failures({ of, noun }: { of: readonly { person: User; sentence: string }[]; noun: string }) {
  return (
    <Banner tone="danger" live title={`${of.length} of the ${noun} could not be approved or rejected`}>
      <ul>
        {of.map(({ person, sentence }) => (
          <li key={person.id} className="wrap-anywhere">
            {person.fullName}: {sentence}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
