import { useQuery } from '@tanstack/react-query';
import { type LegalKind, legalKinds, legalNames } from '#domain/legal.ts';
import { formatDate } from '#domain/time.ts';
import { ApiError } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { LegalDialog } from '#web/features/legal/legal-dialog.tsx';
import { type Legal, legalQuery, useChangeLegal } from '#web/features/legal/legal.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** The school whose texts are edited here, or the platform. */
type Whose = 'school' | 'platform';

/** Both current texts, which can be replaced with custom ones and restored. */
export function LegalEditor({ whose }: { whose: Whose }) {
  return (
    <div className="card grid divide-y divide-line">
      {legalKinds.map((kind) => (
        <OneText key={kind} kind={kind} whose={whose} />
      ))}
    </div>
  );
}

function OneText({ kind, whose }: { kind: LegalKind; whose: Whose }) {
  const legal = useQuery(legalQuery(kind, null));
  // For the platform, this is a separate screen. For a school, it is a section of Manage School.
  const Heading = whose === 'platform' ? 'h2' : 'h3';
  return (
    <section aria-labelledby={`legal-${kind}`} className="grid gap-3 p-5 max-md:p-4">
      <Heading id={`legal-${kind}`}>{legalNames[kind]}</Heading>
      <Loaded query={legal} what="this text" skeleton={<Skeleton className="h-16 rounded-card" />}>
        {(text) => <Acts legal={text} whose={whose} />}
      </Loaded>
    </section>
  );
}

const sources: Record<Legal['from'], string> = {
  school: "your school's own text",
  platform: "the platform's text",
  product: 'the standard text',
};

function Acts({ legal, whose }: { legal: Legal; whose: Whose }) {
  const { kind, from, changedOn } = legal;
  const layer = useLayer();
  const reset = useChangeLegal(kind);
  const isOwn = from === whose;
  return (
    <>
      <p className="text-label text-ink-2">
        In use: {isOwn && whose === 'platform' ? "the platform's own text" : sources[from]}, last changed{' '}
        <span className="whitespace-nowrap">{formatDate(changedOn)}.</span> <ReadLink kind={kind} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => layer.show(`write-${kind}`)} aria-describedby={`legal-${kind}`}>
          {isOwn ? 'Edit text' : 'Write our own'}
        </Button>
        {isOwn ? (
          <Button variant="plain" onClick={() => layer.show(`reset-${kind}`)} aria-describedby={`legal-${kind}`}>
            Back to the standard text
          </Button>
        ) : null}
      </div>
      {layer.open === `write-${kind}` ? <LegalDialog kind={kind} legal={legal} onClose={layer.close} /> : null}
      <ConfirmDialog
        open={isOwn && layer.open === `reset-${kind}`}
        onClose={layer.close}
        onConfirm={() => reset.mutate({ text: null, version: legal.version }, { onSuccess: layer.close })}
        title={`Back to the standard text: ${legalNames[kind]}?`}
        confirmLabel="Restore it"
        {...sending(reset, 'Restoring...')}
        danger
      >
        <p>
          Your own text will be deleted. Copy it first if you might need it again.
          {reset.error instanceof ApiError && reset.error.code === 'conflict' ? (
            <>
              {' '}
              <ReadLink kind={kind} />
            </>
          ) : null}
        </p>
      </ConfirmDialog>
    </>
  );
}

function ReadLink({ kind }: { kind: LegalKind }) {
  return (
    <a href={`/${kind}`} target="_blank" className="link whitespace-nowrap">
      Read it<span className="sr-only"> ({legalNames[kind]}, opens in a new tab)</span>
    </a>
  );
}
