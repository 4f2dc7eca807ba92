import type { Vacancy } from '#contract/vacancies.ts';
import { isInWaves } from '#web/features/vacancies/card/offers-words.ts';
import type { usePauseOffers } from '#web/features/vacancies/move/pause-offers.ts';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { MenuItem } from '#web/ui/popover.tsx';

type OffersMenuProps = {
  vacancy: Vacancy;
  pause: ReturnType<typeof usePauseOffers>;
  /** Opens the question before substitutes are notified again. */
  onOffer: () => void;
  /** Opens the list of those to whom it can be offered. */
  onOfferTo: () => void;
};

/** Shows how a teacher steers the offers of their own vacancy: to everyone now, to one person, or paused. */
export function OffersMenu({ vacancy, pause, onOffer, onOfferTo }: OffersMenuProps) {
  const { description, offers } = vacancy;
  const hasWaves = isInWaves(vacancy);
  const isPaused = offers?.isPaused === true;
  return (
    <MoreMenu of={description}>
      <MenuItem onClick={onOffer}>{hasWaves ? 'Offer to everyone now' : 'Offer again'}</MenuItem>
      <MenuItem onClick={onOfferTo}>Offer to…</MenuItem>
      {hasWaves ? (
        <MenuItem onClick={() => pause.mutate(!isPaused)}>{isPaused ? 'Resume offers' : 'Pause offers'}</MenuItem>
      ) : null}
    </MoreMenu>
  );
}
