import { useMutation } from '@tanstack/react-query';
import { useChanged, type Topic } from '#web/api/changed.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { showToast, type ToastInput } from '#web/ui/toast.ts';

type Command<Reply, Sent> = {
  send: (sent: Sent) => Promise<Reply>;
  /** The toast after it was done. */
  toast?: ToastInput | ((reply: Reply, sent: Sent) => ToastInput);
  /** It is called after that, such as to close the dialog, even if its component is gone by then. */
  onDone?: (reply: Reply, sent: Sent) => void;
  /** The topics that it changes. The command ends once the screens show them, or at once with `endsFirst`. */
  changes: readonly Topic[];
  endsFirst?: boolean;
  /** After a failure, too, they are refetched, because the screens may show something that is out of date. */
  refetchesAnyway?: boolean;
  /** The title of a toast with the error, or how to show it. Without it, the error is shown where the command was given. */
  failed?: string | undefined | ((error: Error) => void);
};

/** Returns a command: one call, the toast afterward, and the queries that it changes. */
export function useCommand<Reply, Sent = void>({
  send,
  toast,
  onDone,
  changes,
  endsFirst = false,
  refetchesAnyway = false,
  failed,
}: Command<Reply, Sent>) {
  const changed = useChanged();
  return useMutation({
    mutationFn: send,
    onSuccess: (reply, sent) => {
      if (toast !== undefined) showToast(typeof toast === 'function' ? toast(reply, sent) : toast);
      onDone?.(reply, sent);
      const shown = changed(...changes);
      return endsFirst ? undefined : shown;
    },
    onError: (error) => {
      if (typeof failed === 'function') failed(error);
      else if (failed !== undefined) showToast({ title: failed, text: sentenceOf(error), destructive: true });
      return refetchesAnyway ? changed(...changes) : undefined;
    },
  });
}
