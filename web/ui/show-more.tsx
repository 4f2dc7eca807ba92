import { MoreButton } from '#web/ui/more-button.tsx';

/** What a list of pages knows of its next one. */
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** The button under a list that has more than is shown; nothing where that is all. */
export function ShowMore({ of: pages, className }: { of: Pages; className?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={className}>
      <MoreButton pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()} />
    </div>
  );
}
