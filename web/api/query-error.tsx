import { sentenceOf } from '#web/api/errors.ts';
import { ErrorState } from '#web/ui/page-state.tsx';

export type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };

type QueryErrorProps = {
  query: FailedQuery;
  /** The failure in words: "Messages could not be loaded". */
  title: string;
  level?: 2 | 3 | undefined;
};

/** Shows that a query failed: the reason, and a retry button. */
export function QueryError({ query, title, level }: QueryErrorProps) {
  return (
    <ErrorState title={title} level={level} onRetry={() => void query.refetch()} retrying={query.isFetching}>
      {sentenceOf(query.error)}
    </ErrorState>
  );
}
