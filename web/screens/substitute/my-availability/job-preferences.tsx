import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getJobPreferences, putJobPreferences } from '#contract/preferences.ts';
import { dayLengths, type JobPreferences, noticeChoices } from '#domain/preferences.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Field } from '#web/ui/field.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import { Select } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';

const preferencesQuery = queryOptions({
  queryKey: ['availability', 'preferences'],
  queryFn: ({ signal }) => call(getJobPreferences, { signal }),
});

const lengths: Record<JobPreferences['days'], string> = {
  any: 'Full and half days',
  full: 'Full days only',
  half: 'Half days only',
};

function noticeWords(hours: number): string {
  if (hours === 0) return 'Any, also on the same morning';
  if (hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** Which classes the substitute wants to be offered. Each choice is saved at once. */
export function JobPreferenceFields() {
  const queries = useQueryClient();
  const { data, error } = useQuery(preferencesQuery);
  const save = useMutation({
    mutationFn: (body: ReplyOf<typeof getJobPreferences>) => call(putJobPreferences, { body }),
    onSuccess: (saved) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      showToast({ title: 'Job preferences saved' });
      return changed(queries, 'availability');
    },
  });
  const shown = save.isPending ? save.variables : data;
  return (
    <section aria-labelledby="job-preferences">
      <SectionHeader id="job-preferences" title="Job preferences" />
      <p className="mb-3 max-w-[62ch] text-label text-ink-3">
        We only offer you classes that match. You can still see and request all others.
      </p>
      {error || save.error ? (
        <Banner tone="danger" live title={save.error ? 'Your choice was not saved' : undefined}>
          {sentenceOf(save.error ?? error)}
        </Banner>
      ) : null}
      {shown === undefined ? null : (
        <div className="card grid gap-4 p-5 max-md:p-4 md:grid-cols-2">
          <Field label="Length of the day">
            <Select
              value={shown.days}
              onChange={({ target }) =>
                save.mutate({ ...shown, days: dayLengths.find((days) => days === target.value) ?? 'any' })
              }
            >
              {dayLengths.map((days) => (
                <option key={days} value={days}>
                  {lengths[days]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Shortest notice">
            <Select
              value={shown.noticeHours}
              onChange={({ target }) => save.mutate({ ...shown, noticeHours: Number(target.value) })}
            >
              {noticeChoices.map((hours) => (
                <option key={hours} value={hours}>
                  {noticeWords(hours)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
    </section>
  );
}
