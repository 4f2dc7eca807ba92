import { gradeName } from '#domain/class.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getJobPreferences, putJobPreferences } from '#contract/preferences.ts';
import { grades } from '#domain/grade.ts';
import { dayLengths, type JobPreferences, mileChoices, noticeChoices } from '#domain/preferences.ts';
import { subjects } from '#domain/subject.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import { Input, Options, Select } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';

const preferencesQuery = reading(['availability', 'preferences'], getJobPreferences);

const lengths: Record<JobPreferences['days'], string> = {
  any: 'Full and half days',
  full: 'Full days only',
  half: 'Half days only',
};

function noticeWords(hours: number): string {
  if (hours === 0) return 'Any, even the same morning';
  if (hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

type Preferences = ReplyOf<typeof getJobPreferences>;
type PartProps = { shown: Preferences; save: (part: Partial<Preferences>) => void };

/** Shows the classes that the substitute wants to be offered. Each choice is saved at once. */
export function JobPreferenceFields() {
  const queries = useQueryClient();
  const { data, error } = useQuery(preferencesQuery);
  const saving = useMutation({
    mutationFn: (body: Preferences) => call(putJobPreferences, { body }),
    onSuccess: (saved) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      showToast({ title: 'Job preferences saved' });
      return changed(queries, 'availability');
    },
  });
  const shown = saving.isPending ? saving.variables : data;
  const zipError = saving.error instanceof ApiError ? saving.error.fields['zip'] : undefined;
  return (
    <section aria-labelledby="job-preferences">
      <SectionHeader id="job-preferences" title="Job preferences" />
      <p className="mb-3 max-w-[62ch] text-label text-ink-3">
        We only offer you classes that match. You can still see and request all others.
      </p>
      {error || (saving.error && zipError === undefined) ? (
        <Banner tone="danger" live title={saving.error ? 'Your choice was not saved' : undefined}>
          {sentenceOf(saving.error ?? error)}
        </Banner>
      ) : null}
      {shown === undefined ? null : (
        <Choices shown={shown} save={(part) => saving.mutate({ ...shown, ...part })} zipError={zipError} />
      )}
    </section>
  );
}

function Choices({ shown, save, zipError }: PartProps & { zipError: string | undefined }) {
  return (
    <div className="card grid gap-4 p-5 max-md:p-4 md:grid-cols-2">
      <Field label="Length of the day">
        <Select
          value={shown.days}
          onChange={({ target }) => save({ days: dayLengths.find((days) => days === target.value) ?? 'any' })}
        >
          <Options of={dayLengths} nameOf={(days) => lengths[days]} />
        </Select>
      </Field>
      <Field label="Shortest notice">
        <Select value={shown.noticeHours} onChange={({ target }) => save({ noticeHours: Number(target.value) })}>
          <Options of={noticeChoices} nameOf={noticeWords} />
        </Select>
      </Field>
      <ZipField zip={shown.zip} save={save} error={zipError} />
      <Field label="Farthest distance" hint={shown.zip === null ? 'Enter your ZIP code first.' : 'As the crow flies'}>
        <Select
          value={shown.miles ?? ''}
          disabled={shown.zip === null}
          onChange={({ target }) => save({ miles: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Any</option>
          <Options of={mileChoices} nameOf={(miles) => `${miles} miles`} />
        </Select>
      </Field>
      <Several
        label="Grades"
        all={grades}
        nameOf={gradeName}
        chosen={shown.grades}
        onChange={(chosen) => save({ grades: chosen })}
      />
      <Several
        label="Subjects"
        all={subjects}
        nameOf={(subject) => subject}
        chosen={shown.subjects}
        onChange={(chosen) => save({ subjects: chosen })}
      />
    </div>
  );
}

/** Shows the ZIP code, saved when the field is left or Enter is pressed. */
function ZipField({ zip, save, error }: { zip: string | null; save: PartProps['save']; error: string | undefined }) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? zip ?? '';
  const isShort = typed !== null && !/^(\d{5})?$/.test(text);
  const [isLeft, setLeft] = useState(false);
  // Leaving the field saves a valid code, so a link needs no question then. A reload does not leave the field.
  useLeaveGuard(text !== (zip ?? '') && (isShort || !isLeft || error !== undefined));
  const finish = () => {
    setLeft(true);
    if (typed === null || isShort || text === (zip ?? '')) return;
    // A distance needs a ZIP code.
    save(text === '' ? { zip: null, miles: null } : { zip: text });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <Field
        label="Your ZIP code"
        optional
        hint="Schools only see near, usual or far."
        error={isLeft && isShort ? 'Enter a 5-digit ZIP code.' : error}
      >
        <Input
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value.trim());
            setLeft(false);
          }}
          onBlur={finish}
        />
      </Field>
    </form>
  );
}

type SeveralProps<Value extends string> = {
  label: string;
  all: readonly Value[];
  nameOf: (value: Value) => string;
  /** Empty is all. */
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** This section is collapsed, because most substitutes teach every grade and subject. */
function Several<Value extends string>({ label, all, nameOf, chosen, onChange }: SeveralProps<Value>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="min-w-0">
      <summary className="min-h-touch cursor-pointer py-2 text-label text-ink">
        <span className="font-semibold">{label}</span>
        <span className="text-ink-2 wrap-anywhere">
          : {chosen.length === 0 ? 'all' : chosen.map(nameOf).join(', ')}
        </span>
      </summary>
      <FieldGroup label={`${label} you want`} hint="Leave all unchecked to be offered every one.">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]">
          {all.map((value) => (
            <li key={value}>
              <Checkbox
                label={nameOf(value)}
                checked={chosen.includes(value)}
                onChange={({ target }) =>
                  onChange(all.filter((each) => (each === value ? target.checked : chosen.includes(each))))
                }
              />
            </li>
          ))}
        </ul>
      </FieldGroup>
    </details>
  );
}
