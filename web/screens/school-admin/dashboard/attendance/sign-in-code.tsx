import { useQuery } from '@tanstack/react-query';
import { formatLongDate } from '#domain/time.ts';
import { CallError } from '#web/api/call-error.tsx';
import { signInCodeQuery } from '#web/features/attendance/queries.ts';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';

/** Shows the code of the day, large enough for the counter. It is mounted while it is open. */
export function SignInCode({ onClose }: { onClose: () => void }) {
  const found = useQuery(signInCodeQuery);
  return (
    <Dialog wide onClose={onClose} title="Sign-in code" footer={<CloseButton>Close</CloseButton>}>
      {found.isError && found.data === undefined ? (
        <CallError error={found.error} />
      ) : (
        <Loading
          when={found.isPending}
          label="Loading the code"
          skeleton={<Skeleton className="h-32 rounded-control" />}
        >
          {() =>
            found.data === undefined ? null : (
              <div className="grid justify-items-center gap-2 py-4 text-center">
                <p className="text-label text-ink-2">{formatLongDate(found.data.date)}</p>
                <p className="text-[clamp(3rem,14vw,6.5rem)] leading-none font-semibold tracking-wide text-ink tabular-nums">
                  {found.data.code.slice(0, 3)} {found.data.code.slice(3)}
                </p>
                <p className="max-w-prose text-label text-ink-2">
                  Substitutes enter it in My Assignments when they arrive. It changes every day.
                </p>
              </div>
            )
          }
        </Loading>
      )}
    </Dialog>
  );
}
