import { useMutation } from '@tanstack/react-query';
import { useChanged, type Topic } from '#web/api/changed.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { showToast, type ToastInput } from '#web/ui/toast.ts';

type Command<Reply, Sent> = {
  send: (sent: Sent) => Promise<Reply>;
  /** It is called before the call, such as to show its result at once. */
  before?: (sent: Sent) => unknown;
  /** The toast after it was done. */
  toast?: ToastInput | ((reply: Reply, sent: Sent) => ToastInput);
  /**
   * It is called after that, such as to close the dialog, even if its component is gone by then. The command ends after
   * it.
   */
  onDone?: (reply: Reply, sent: Sent) => unknown;
  /** The topics that it changes. The command ends once the screens show them, or at once with `endsFirst`. */
  changes?: readonly Topic[];
  endsFirst?: boolean;
  /** After a failure, too, they are refetched, because the screens may show something that is out of date. */
  refetchesAnyway?: boolean;
  /**
   * The title of a toast with the error, or a function that may return the toast. Without it, the error is shown
   * elsewhere.
   */
  failed?: string | undefined | ((error: Error, sent: Sent) => ToastInput | void | Promise<void>);
};

/** Returns a command: one call, the toast afterward, and the queries that it changes. */
export function useCommand<Reply, Sent = void>({
  send,
  before,
  toast,
  onDone,
  changes = [],
  endsFirst,
  refetchesAnyway,
  failed,
}: Command<Reply, Sent>) {
  const changed = useChanged();
  return useMutation({
    mutationFn: send,
    ...(before && { onMutate: before }),
    onSuccess: async (reply, sent) => {
      if (toast) showToast(typeof toast === 'function' ? toast(reply, sent) : toast);
      const done = onDone?.(reply, sent);
      const shown = changed(...changes);
      if (!endsFirst) await Promise.all([done, shown]);
    },
    onError: async (error, sent) => {
      const words =
        typeof failed === 'function' ? await failed(error, sent) : failed && { title: failed, text: sentenceOf(error) };
      if (words) showToast({ ...words, destructive: true });
      if (refetchesAnyway) await changed(...changes);
    },
  });
}
