import { putCoverSettings } from '#contract/cover-settings.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';

/** Saves the bells and rules as they were opened, with these changes. */
export function useSaveSettings(title: string, onSaved?: () => void) {
  return useCommand({
    send: (settings: CoverSettings) => call(putCoverSettings, { body: settings }),
    toast: { title },
    ...(onSaved !== undefined && { onDone: onSaved }),
    changes: ['cover'],
    // After a conflict, the form also needs what it doesn't edit.
    refetchesAnyway: true,
  });
}
