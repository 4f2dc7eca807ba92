import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { putOwnCoverWishes } from '#contract/cover-settings.ts';
import type { getOwnCoverWishes } from '#contract/cover-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { CoverConsent } from '#domain/cover.ts';
import { type Weekday, weekdays } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { coverCountsQuery, coverWishesQuery } from '#web/screens/teacher/dashboard/cover-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { FieldGroup } from '#web/ui/field.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { Table } from '#web/ui/table.tsx';
import { showToast } from '#web/ui/toast.ts';

type Wishes = ReplyOf<typeof getOwnCoverWishes>;

const consents: readonly { value: CoverConsent; label: string; hint: string }[] = [
  { value: 'ask', label: 'Ask me', hint: 'I answer yes or no each time.' },
  { value: 'always', label: 'Just tell me', hint: 'I cover without being asked, within the school’s limits.' },
  { value: 'never', label: 'Don’t ask me', hint: 'The front office doesn’t see me as available.' },
];
const dayNames: Partial<Record<Weekday, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
};

/** Shows a teacher's preferences for covering, and everyone's counts. It is mounted while it is open. */
export function CoverWishes({ onClose }: { onClose: () => void }) {
  const wishes = useQuery(coverWishesQuery);
  if (wishes.data !== undefined) return <WishesForm saved={wishes.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Cover for colleagues" footer={<CloseButton>Close</CloseButton>}>
      {wishes.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(wishes.error)}
        </Banner>
      ) : (
        <Loading when label="Loading your preferences" skeleton={<SkeletonRows plain />}>
          {() => null}
        </Loading>
      )}
    </Dialog>
  );
}

function WishesForm({ saved, onClose }: { saved: Wishes; onClose: () => void }) {
  const [wishes, setWishes] = useState(saved);
  const counts = useQuery(coverCountsQuery);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => call(putOwnCoverWishes, { body: wishes }),
    onSuccess: () => {
      showToast({ title: 'Preferences saved' });
      onClose();
      return changed(queries, 'cover');
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const people = counts.data?.people ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      dirty={wishes !== saved}
      keepOpen={wishes !== saved}
      title="Cover for colleagues"
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={save.isPending} pendingText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <FieldGroup label="When a class needs someone">
        {consents.map(({ value, label, hint }) => (
          <Radio
            key={value}
            name="consent"
            label={label}
            hint={hint}
            checked={wishes.consent === value}
            onChange={() => setWishes({ ...wishes, consent: value })}
          />
        ))}
      </FieldGroup>
      {wishes.consent === 'never' ? null : (
        <>
          <FieldGroup label="Never on" optional className="grid-cols-2">
            {weekdays.flatMap((day) => {
              const name = dayNames[day];
              const isOn = wishes.neverOn.includes(day);
              const others = wishes.neverOn.filter((other) => other !== day);
              return name === undefined
                ? []
                : [
                    <Checkbox
                      key={day}
                      label={name}
                      checked={isOn}
                      onChange={() => setWishes({ ...wishes, neverOn: isOn ? others : [...others, day] })}
                    />,
                  ];
            })}
          </FieldGroup>
          <Checkbox
            label="I like to cover"
            hint="If your school asks volunteers first, you’re among them."
            checked={wishes.isVolunteer}
            onChange={() => setWishes({ ...wishes, isVolunteer: !wishes.isVolunteer })}
          />
        </>
      )}
      {save.error ? (
        <Banner tone="danger" live>
          {sentenceOf(save.error)}
        </Banner>
      ) : null}
      {people.length === 0 ? null : (
        <Table
          caption="Periods covered"
          rows={people}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', head: 'Teacher', phone: 'title', renderCell: ({ fullName }) => fullName },
            {
              key: 'month',
              head: 'This month',
              phone: 'line',
              phoneLabel: 'This month',
              end: true,
              renderCell: ({ month }) => month,
            },
            {
              key: 'year',
              head: 'This school year',
              phone: 'line',
              phoneLabel: 'This school year',
              end: true,
              renderCell: ({ year }) => year,
            },
          ]}
        />
      )}
    </Dialog>
  );
}
