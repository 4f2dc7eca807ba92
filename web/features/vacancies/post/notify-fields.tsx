import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import { schoolSubstitutesQuery } from '#web/features/vacancies/post/absence-queries.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useSearchText } from '#web/ui/use-search-text.ts';

const step = 10;

/** Who is told of the vacancy: all approved substitutes of the school, or those that are chosen. */
export function NotifyFields({ state, schoolName }: { state: AbsenceFormState; schoolName: string }) {
  const { values } = state;
  const { data } = useQuery(schoolSubstitutesQuery(''));
  const everybody =
    data === undefined ? 'All approved substitutes' : `${data.rows.length}${data.next === null ? '' : '+'} approved`;
  return (
    <>
      <Checkbox
        label="Notify all substitutes"
        hint={`${everybody} at ${schoolName}. Turn off to choose people.`}
        {...state.tick('notifyAllSubstitutes')}
      />
      {values.notifyAllSubstitutes ? null : (
        <ChooseSubstitutes
          chosen={values.selectedSubstitutes}
          onChange={(ids) => state.set({ selectedSubstitutes: ids })}
        />
      )}
    </>
  );
}

function ChooseSubstitutes({ chosen, onChange }: { chosen: readonly number[]; onChange: (ids: number[]) => void }) {
  const { typed, type, search } = useSearchText();
  const [shown, setShown] = useState(step);
  const { data, error, refetch, isFetching } = useQuery({
    ...schoolSubstitutesQuery(search),
    placeholderData: keepPreviousData,
  });
  const people = data?.rows ?? [];
  return (
    <div className="grid gap-3 rounded-control bg-subtle p-4">
      <Field label="Search substitutes">
        <SearchInput
          value={typed}
          onType={(text) => {
            type(text);
            setShown(step);
          }}
        />
      </Field>
      {error ? (
        <Banner
          tone="danger"
          live
          actions={
            <Button pending={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {sentenceOf(error)}
        </Banner>
      ) : null}
      <FieldGroup label="Who is notified" hint="Everyone else can still see the vacancy.">
        <ul className="grid">
          {people.slice(0, shown).map((person) => (
            <li key={person.id}>
              <Checkbox
                label={<span className="wrap-anywhere">{person.fullName}</span>}
                hint={person.qualifications ?? undefined}
                checked={chosen.includes(person.id)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, person.id] : chosen.filter((id) => id !== person.id))
                }
              />
            </li>
          ))}
        </ul>
        {people.length > shown ? (
          <MoreButton className="justify-self-start" onClick={() => setShown(shown + step)} />
        ) : null}
      </FieldGroup>
      <p role="status" className="text-meta text-ink-2">
        {data !== undefined && people.length === 0
          ? `${search === '' ? 'No approved substitutes' : 'No one has that name'}. `
          : null}
        {chosen.length === 0
          ? 'No one selected. No one will be notified.'
          : `${counted(chosen.length, 'substitute')} selected.`}
      </p>
    </div>
  );
}
