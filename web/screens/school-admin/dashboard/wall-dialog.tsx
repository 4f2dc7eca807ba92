import { useQuery } from '@tanstack/react-query';
import { createWallLink, listWallLinks, revokeWallLink } from '#contract/wall.ts';
import { wallLimits } from '#domain/wall.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { useSession } from '#web/session/session.ts';
import { dayAndTime } from '#web/words/people.ts';
import type { Layer } from '#web/navigation/use-layer.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy.ts';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Input } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

const linksQuery = reading(['wall-links'], listWallLinks);

/**
 * Shows the school's links to its wall view: create, show once, revoke. `layer` names 'links', or the link to revoke.
 */
export function WallDialog({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const [school] = useSession().schools;
  const when = (instant: string) => dayAndTime(instant, school?.timeZone);
  const found = useQuery({ ...linksQuery, refetchOnMount: 'always' });
  const again = () => found.refetch();
  const create = useCommand({ send: () => call(createWallLink), onDone: again });
  const revoke = useCommand({
    send: (id: string) => call(revokeWallLink, { params: { id } }),
    onDone: async (_, id) => {
      if (String(create.data?.id) === id) create.reset();
      await again();
      onClose();
      showToast({ title: 'Link revoked', text: 'Screens that use it no longer show your classes.' });
    },
  });
  const links = found.data ?? [];
  const { open } = layer;
  if (open !== null && open !== 'links')
    return (
      <ConfirmDialog
        onClose={() => {
          revoke.reset();
          onClose();
        }}
        onConfirm={() => revoke.mutate(open)}
        title="Revoke this link?"
        confirmLabel="Revoke link"
        {...sending(revoke)}
        danger
      >
        Screens that use it stop showing your classes. This can’t be undone, but you can create another link.
      </ConfirmDialog>
    );
  const error = found.error ?? create.error;
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Wall view"
      footer={
        <>
          <CloseButton>Close</CloseButton>
          <Button
            variant={create.data === undefined ? 'filled' : 'outlined'}
            icon={icons.link}
            disabled={found.data === undefined || links.length >= wallLimits.links}
            pending={create.isPending}
            onClick={() => create.mutate()}
          >
            Create link
          </Button>
        </>
      }
    >
      <p className="text-label">
        Show today’s classes on a screen in the front office or lounge. The page updates itself and needs no sign-in.
        Anyone with the link can read the names of today’s absent teachers and their substitutes.
      </p>
      <CallError error={error} />
      {create.data === undefined ? null : <NewLink url={create.data.url} />}
      <Loading when={found.isPending} label="Loading the links" skeleton={<SkeletonRows plain />}>
        {() =>
          links.length === 0 ? null : (
            <ul aria-label="Links to the wall view" className="divide-y divide-line">
              {links.map(({ id, madeBy, madeAt, openedAt }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-label">
                  <p className="min-w-0">
                    <span className="font-medium wrap-anywhere text-ink">
                      Created by {madeBy} on {when(madeAt)}
                    </span>
                    <br />
                    {openedAt === null ? 'Not opened yet' : `Last opened on ${when(openedAt)}`}
                  </p>
                  <Button
                    variant="danger-plain"
                    className="max-md:min-h-touch"
                    aria-label={`Revoke the link created on ${when(madeAt)}`}
                    onClick={() => layer.show(String(id))}
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {links.length < wallLimits.links ? null : (
        <p className="text-label">You have {wallLimits.links} links, the maximum. Revoke one to create another.</p>
      )}
    </Dialog>
  );
}

/** Shows the new address, to copy now, because it is never shown again. */
function NewLink({ url }: { url: string }) {
  return (
    <div className="grid gap-3">
      <Banner tone="success" live title="Your link is ready">
        Open it on the screen now, or copy it. It won’t be shown again.
      </Banner>
      <Field label="Link to the wall view">
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div>
        <Button icon={icons.copy} onClick={() => void copyText(url, 'Link copied')}>
          Copy link
        </Button>
      </div>
    </div>
  );
}
