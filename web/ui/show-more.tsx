import { MoreButton } from '#web/ui/more-button.tsx';

/** The state of a paged list's next page. */
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Shows the button under a list with more pages. Renders nothing if there are none. */
export function ShowMore({ of: pages, className }: { of: Pages; className?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={className}>
      <MoreButton pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()} />
    </div>
  );
}
