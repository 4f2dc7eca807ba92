import type { Vacancy } from '#contract/vacancies.ts';
import { isInWaves } from '#web/features/vacancies/card/offers-words.ts';
import type { usePauseOffers } from '#web/features/vacancies/move/pause-offers.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as icons from '#web/ui/icons.ts';
import { Menu, MenuItem } from '#web/ui/popover.tsx';

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
    <Menu
      label={`More for ${description}`}
      renderTrigger={(attributes) => (
        <Button {...attributes}>
          More<span className="sr-only"> for {description}</span>
          <Icon shape={icons.chevronDown} size="small" />
        </Button>
      )}
    >
      <MenuItem onClick={onOffer}>{hasWaves ? 'Offer to everyone now' : 'Offer again'}</MenuItem>
      <MenuItem onClick={onOfferTo}>Offer to…</MenuItem>
      {hasWaves ? (
        <MenuItem onClick={() => pause.mutate(!isPaused)}>{isPaused ? 'Resume offers' : 'Pause offers'}</MenuItem>
      ) : null}
    </Menu>
  );
}
