import { useState, type ReactNode } from 'react';
import { fieldId } from '#web/features/messages/use-message-form.ts';
import type { NamedPerson } from '#web/features/people/substitutes.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SearchInput } from '#web/ui/input.tsx';

/** The recipients: everyone, or some. */
export type Recipients = { everybody: boolean; people: readonly NamedPerson[] };

type RecipientsFieldProps = {
  recipients: Recipients;
  onChange: (recipients: Recipients) => void;
  /** All possible recipients. It is undefined while they load. */
  all: readonly NamedPerson[] | undefined;
  schoolName: string;
  error: ReactNode;
};

const shownAtOnce = 12;
const offeredAtOnce = 5;

/** All approved substitutes, or selected ones, which can be removed and found by name. */
export function RecipientsField({ recipients, onChange, all, schoolName, error }: RecipientsFieldProps) {
  const { everybody, people } = recipients;
  return (
    <FieldGroup label="Recipients" error={error}>
      <Checkbox
        id={fieldId('recipients')}
        label="All approved substitutes"
        hint={
          all === undefined
            ? `At ${schoolName}`
            : `${all.length} at ${schoolName}${everybody ? '. Uncheck to choose people.' : ''}`
        }
        checked={everybody}
        onChange={(event) => onChange({ everybody: event.target.checked, people })}
      />
      {everybody ? null : (
        <div className="grid gap-3 rounded-control bg-subtle p-3.5">
          <Chosen
            people={people}
            onRemove={(id) => onChange({ everybody, people: people.filter((person) => person.id !== id) })}
          />
          <Find
            all={all ?? []}
            chosen={people}
            onAdd={(person) => onChange({ everybody, people: [...people, person] })}
          />
        </div>
      )}
    </FieldGroup>
  );
}

function Chosen({ people, onRemove }: { people: readonly NamedPerson[]; onRemove: (id: number) => void }) {
  const [whole, setWhole] = useState(false);
  if (people.length === 0) return <p className="text-label text-ink-3">No one selected yet.</p>;
  const rest = whole ? 0 : Math.max(0, people.length - shownAtOnce);
  return (
    <ul aria-label="Chosen recipients" className="flex flex-wrap gap-2">
      {people.slice(0, people.length - rest).map((person) => (
        <li key={person.id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove ${person.fullName}`}
            onClick={() => onRemove(person.id)}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-pill border border-line bg-surface px-2.5 text-meta text-ink hover:border-line-control pointer-coarse:min-h-touch"
          >
            <span className="min-w-0 wrap-anywhere">{person.fullName}</span>
            <Icon shape={icons.close} size="small" />
          </button>
        </li>
      ))}
      {rest === 0 ? null : (
        <li>
          <Button variant="plain" onClick={() => setWhole(true)}>
            and {rest} more
          </Button>
        </li>
      )}
    </ul>
  );
}

type FindProps = { all: readonly NamedPerson[]; chosen: readonly NamedPerson[]; onAdd: (person: NamedPerson) => void };

function Find({ all, chosen, onAdd }: FindProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found =
    wanted === ''
      ? []
      : all.filter(
          ({ id, fullName }) => fullName.toLowerCase().includes(wanted) && !chosen.some((person) => person.id === id),
        );
  return (
    <div className="grid gap-2">
      <Field label="Add a substitute">
        <SearchInput value={search} onType={setSearch} placeholder="Search by name" />
      </Field>
      <div className="flex flex-wrap gap-2">
        {found.slice(0, offeredAtOnce).map((person) => (
          <Button
            key={person.id}
            icon={icons.plus}
            className="max-w-full whitespace-normal"
            onClick={() => {
              onAdd(person);
              setSearch('');
            }}
          >
            {person.fullName}
          </Button>
        ))}
      </div>
      <p role="status" className="text-meta text-ink-3 empty:hidden">
        {wanted === '' ? '' : foundInWords(found.length)}
      </p>
    </div>
  );
}

function foundInWords(count: number): string {
  if (count === 0) return 'No one else has that name.';
  return count > offeredAtOnce ? `${count} match; the first ${offeredAtOnce} are shown.` : '';
}
