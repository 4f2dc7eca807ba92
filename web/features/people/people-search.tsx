import { useEffect, useState } from 'react';
import { useParam } from '#web/navigation/use-param.ts';
import { Field } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { useRested } from '#web/ui/use-rested.ts';

/** A search by name, kept in the address once typing has rested. */
export function PeopleSearch() {
  const [asked, ask] = useParam('search');
  const [typed, setTyped] = useState(asked ?? '');
  const search = useRested(typed.trim());
  useEffect(() => {
    if (search !== (asked ?? '')) ask(search);
    // What was typed leads; the address only keeps it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
  return (
    <Field label="Search">
      <SearchInput
        placeholder="Name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
    </Field>
  );
}
