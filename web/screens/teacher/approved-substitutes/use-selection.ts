import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { everySubstituteQuery, type NamedPerson } from '#web/features/people/substitutes.ts';

type Shown = {
  search: string;
  /** The people on the loaded pages, by name. */
  rows: readonly NamedPerson[];
  hasMore: boolean;
};

/**
 * Returns the selection in the list of substitutes, which survives a search. 'All' means everyone who matches,
 * including those on pages that haven't been loaded.
 */
export function useSelection({ search, rows, hasMore }: Shown) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly NamedPerson[]>([]);
  const [fetching, setFetching] = useState(false);
  const { data: everybody } = useQuery({ ...everySubstituteQuery(search), enabled: false });
  const matching = hasMore ? everybody : rows;
  const isChosen = (id: number) => chosen.some((person) => person.id === id);

  /** Everyone who matches. Returns null if they could not be loaded. */
  const fetchMatching = async (): Promise<readonly NamedPerson[] | null> => {
    if (!hasMore) return rows.map(({ id, fullName }) => ({ id, fullName }));
    setFetching(true);
    try {
      return await queries.fetchQuery(everySubstituteQuery(search));
    } catch {
      return null;
    } finally {
      setFetching(false);
    }
  };
  return {
    chosen,
    isChosen,
    fetching,
    fetchMatching,
    /** Whether everyone who matches is selected, or some of the people shown. */
    all: matching !== undefined && matching.length > 0 && matching.every(({ id }) => isChosen(id)),
    some: rows.some(({ id }) => isChosen(id)),
    choose: (person: NamedPerson, selected: boolean) => {
      const others = chosen.filter(({ id }) => id !== person.id);
      setChosen(selected ? [...others, { id: person.id, fullName: person.fullName }] : others);
    },
    /** Selects everyone who matches, or no one. Returns whether it succeeded. */
    chooseAll: async (selected: boolean): Promise<boolean> => {
      const found = await fetchMatching();
      if (found === null) return false;
      const ids = new Set(found.map(({ id }) => id));
      setChosen((before) => [...before.filter(({ id }) => !ids.has(id)), ...(selected ? found : [])]);
      return true;
    },
  };
}
