import { Button } from '#web/ui/button.tsx';

/** What a list of pages knows of its next one. */
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** The button under a list that has more than is shown; nothing where that is all. */
export function ShowMore({ of: pages, className }: { of: Pages; className?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={className}>
      <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
