import type { ReactNode } from 'react';
import { QueryError, type FailedQuery } from '#web/api/query-error.tsx';
import { Loading } from '#web/ui/loading.tsx';

export type LoadedProps<Data> = {
  query: FailedQuery & { data: Data | undefined };
  /** The data, in the middle of a sentence: "your devices". */
  what: string;
  /** The shape of the expected content. */
  skeleton: ReactNode;
  /** The heading level of its error message. */
  level?: 2 | 3;
  children: (data: Data) => ReactNode;
};

/**
 * Shows a query's data once they have loaded, or else that they couldn't be. A failed refresh doesn't remove what has
 * loaded.
 */
export function Loaded<Data>({ query, what, skeleton, level, children }: LoadedProps<Data>) {
  const { data } = query;
  if (query.error && data === undefined) {
    const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`;
    return <QueryError query={query} title={title} level={level} />;
  }
  return (
    <Loading when={data === undefined} label={`Loading ${what}`} skeleton={skeleton}>
      {() => (data === undefined ? null : children(data))}
    </Loading>
  );
}
