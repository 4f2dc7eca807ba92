import { useQuery } from '@tanstack/react-query';
import { getCoverCounts } from '#contract/cover.ts';
import { getOwnCoverWishes, putOwnCoverWishes } from '#contract/cover-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { CoverConsent } from '#domain/cover.ts';
import { dayName, weekdays } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { Checkbox, Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { FieldGroup } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { namesOf } from '#web/ui/form-state.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { Table } from '#web/ui/table.tsx';
import { useForm } from '#web/ui/use-form.ts';

/** How many periods each teacher covered. */
const coverCountsQuery = reading(['cover', 'counts'], getCoverCounts);

/** Whether the reader wants to be asked. */
const coverWishesQuery = reading(['cover', 'wishes'], getOwnCoverWishes);

type Wishes = ReplyOf<typeof getOwnCoverWishes>;

const consents: readonly { value: CoverConsent; label: string; hint: string }[] = [
  { value: 'ask', label: 'Ask me', hint: 'I answer yes or no each time.' },
  { value: 'always', label: 'Just tell me', hint: 'I cover without being asked, within the school’s limits.' },
  { value: 'never', label: 'Don’t ask me', hint: 'The front office doesn’t see me as available.' },
];
const schoolDays = weekdays.slice(0, 5);

/** Shows a teacher's preferences for covering, and everyone's counts. It is mounted while it is open. */
export function CoverWishes({ onClose }: { onClose: () => void }) {
  const wishes = useQuery(coverWishesQuery);
  if (wishes.data !== undefined) return <WishesForm saved={wishes.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Cover for colleagues" footer={<CloseButton>Close</CloseButton>}>
      {wishes.isError ? (
        <CallError error={wishes.error} />
      ) : (
        <Loading when label="Loading your preferences" skeleton={<SkeletonRows plain />} />
      )}
    </Dialog>
  );
}

function WishesForm({ saved, onClose }: { saved: Wishes; onClose: () => void }) {
  const form = useForm({ record: saved, valuesOf: (of: Wishes) => of, names: namesOf(saved), check: () => ({}) });
  const { values: wishes, set } = form;
  const counts = useQuery(coverCountsQuery);
  const save = useCommand({
    send: (body: Wishes) => call(putOwnCoverWishes, { body }),
    toast: { title: 'Preferences saved' },
    onDone: onClose,
    changes: ['cover'],
  });
  const people = counts.data?.people ?? [];
  return (
    <FormDialog
      onClose={onClose}
      title="Cover for colleagues"
      form={form}
      onSubmit={() => save.mutate(wishes)}
      submitLabel="Save"
      {...sending(save, 'Saving...')}
    >
      <FieldGroup label="When a class needs someone">
        {consents.map(({ value, label, hint }) => (
          <Radio
            key={value}
            name="consent"
            label={label}
            hint={hint}
            checked={wishes.consent === value}
            onChange={() => set({ consent: value })}
          />
        ))}
      </FieldGroup>
      {wishes.consent === 'never' ? null : (
        <>
          <FieldGroup label="Never on" optional className="grid-cols-2">
            {schoolDays.map((day) => {
              const isOn = wishes.neverOn.includes(day);
              const others = wishes.neverOn.filter((other) => other !== day);
              return (
                <Checkbox
                  key={day}
                  label={dayName(day)}
                  checked={isOn}
                  onChange={() => set({ neverOn: isOn ? others : [...others, day] })}
                />
              );
            })}
          </FieldGroup>
          <Checkbox
            label="I like to cover"
            hint="If your school asks volunteers first, you’re among them."
            {...form.tick('isVolunteer')}
          />
        </>
      )}
      {people.length === 0 ? null : (
        <Table
          caption="Periods covered"
          rows={people}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Teacher', phone: 'title', renderCell: ({ fullName }) => fullName },
            { head: 'This month', phone: 'labeled', end: true, renderCell: ({ month }) => month },
            { head: 'This school year', phone: 'labeled', end: true, renderCell: ({ year }) => year },
          ]}
        />
      )}
    </FormDialog>
  );
}
