import { useEffect, useState } from 'react';
import { listSchools, type School } from '#contract/schools.ts';
import { callPage } from '#web/api/call-page.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { namesToChooseFrom } from '#web/screens/public/auth/school-names.ts';
import { Field } from '#web/ui/field.tsx';
import { SearchInput, Select } from '#web/ui/input.tsx';
import type { TextForm } from '#web/ui/use-form.ts';
import { useSearchText } from '#web/ui/use-search-text.ts';

// With more schools than this, a list no longer helps, so the server searches.
const listAtMost = 100;

type Schools =
  | { state: 'loading' }
  | { state: 'failed'; sentence: string }
  | { state: 'there'; rows: School[]; more: boolean };

type NamedSchool = { id: number; name: string };

type SchoolFieldProps = {
  form: TextForm<'schoolId'>;
  optional: boolean;
  hint: string;
  /** The school that was chosen before a reload. */
  kept: NamedSchool | null;
  /** Gets the name of the chosen school, or '' if none is chosen. */
  onName: (name: string) => void;
};

/** Shows the school to register at, from the list of active schools. If there are many, a search narrows the list. */
export function SchoolField({ form, optional, hint, kept, onName }: SchoolFieldProps) {
  const { typed, type, search } = useSearchText();
  const [attempt, setAttempt] = useState(0);
  const [schools, setSchools] = useState<Schools>({ state: 'loading' });
  const [searchable, setSearchable] = useState(false);
  const [chosen, setChosen] = useState(kept);

  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      try {
        const { rows, next } = await callPage(listSchools, {
          query: { limit: listAtMost, ...(search ? { search } : {}) },
          signal: stop.signal,
        });
        setSchools({ state: 'there', rows, more: next !== null });
        if (next !== null) setSearchable(true);
      } catch (failure) {
        if (!stop.signal.aborted) setSchools({ state: 'failed', sentence: sentenceOf(failure) });
      }
    };
    void load();
    return () => stop.abort();
  }, [search, attempt]);

  const choice = form.text('schoolId');
  const rows = schools.state === 'there' ? schools.rows : [];
  const offered = chosen && !rows.some((school) => school.id === chosen.id) ? [chosen, ...rows] : rows;
  const names = namesToChooseFrom(offered);
  return (
    <Field {...form.field('schoolId')} label="School" optional={optional} hint={hint}>
      {searchable ? (
        <SearchInput
          id="field-schoolSearch"
          aria-label="Search schools"
          aria-describedby={undefined}
          aria-invalid={undefined}
          placeholder="Search by name or city"
          value={typed}
          onType={type}
        />
      ) : null}
      <Select
        {...choice}
        onChange={(event) => {
          const school = offered.find(({ id }) => id === Number(event.target.value)) ?? null;
          setChosen(school);
          onName(school?.name ?? '');
          choice.onChange(event);
        }}
      >
        <option value="">
          {schools.state === 'loading' ? 'Loading schools…' : optional ? 'No school yet' : 'Choose your school'}
        </option>
        {offered.map(({ id }, index) => (
          <option key={id} value={id}>
            {names[index]}
          </option>
        ))}
      </Select>
      {schools.state === 'failed' ? (
        <p role="alert" className="text-meta text-danger-ink">
          Schools could not be loaded. {schools.sentence}{' '}
          <button type="button" className="link min-h-6 text-danger-ink" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        </p>
      ) : schools.state === 'there' && search && rows.length === 0 ? (
        <p role="status" className="text-meta text-ink-3">
          No school found. Try part of its name.
        </p>
      ) : schools.state === 'there' && schools.more ? (
        <p role="status" className="text-meta text-ink-3">
          The first {listAtMost} schools. Search to find yours.
        </p>
      ) : null}
    </Field>
  );
}
