import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putCoverSettings } from '#contract/cover-settings.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { type CoverSettings, coverSettingsQuery } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** Saves the bells and rules as they were opened, with these changes. */
export function useSaveSettings(title: string, onSaved?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: CoverSettings) => call(putCoverSettings, { body: settings }),
    onSuccess: (saved) => {
      queries.setQueryData(coverSettingsQuery.queryKey, saved);
      showToast({ title });
      onSaved?.();
      return changed(queries, 'cover');
    },
  });
}
