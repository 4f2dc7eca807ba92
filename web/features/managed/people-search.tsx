import { useSearch } from '#web/navigation/use-search.ts';
import { Field } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';

/** Shows a search by name, debounced into the address. */
export function PeopleSearch() {
  const { typed, type } = useSearch();
  return (
    <Field label="Search">
      <SearchInput placeholder="Name" value={typed} onType={type} />
    </Field>
  );
}
