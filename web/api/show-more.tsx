import { sentenceOf } from '#web/api/errors.ts';
import { MoreButton } from '#web/ui/more-button.tsx';

/** The state of a paged list's next page. */
type NextPage = { isFetchingNextPage: boolean; isFetchNextPageError: boolean; error: unknown };
type Pages = NextPage & { hasNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Returns what the button under a paged list shows: that the next page is loading, or why it couldn't be loaded. */
export function moreOf({ isFetchingNextPage, isFetchNextPageError, error }: NextPage) {
  // A second failure is announced only if the first one has gone.
  const hasFailed = isFetchNextPageError && !isFetchingNextPage;
  return { pending: isFetchingNextPage, failure: hasFailed ? sentenceOf(error) : null };
}

/** Shows the button under a list with more pages. Renders nothing if there are none. */
export function ShowMore({ of: pages, className }: { of: Pages; className?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={className}>
      <MoreButton {...moreOf(pages)} onClick={() => void pages.fetchNextPage()} />
    </div>
  );
}
