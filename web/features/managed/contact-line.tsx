import type { User } from '#contract/person.ts';
import { contactLink, ContactLinks } from '#web/features/people/contact-links.tsx';

type ContactLineProps = { person: User; onDetails: () => void };

/** Shows a person's contact links, with the address itself if there is room, and a button for everything else. */
export function ContactLine({ person, onDetails }: ContactLineProps) {
  return (
    <span className="flex flex-wrap gap-x-4 wrap-anywhere">
      <ContactLinks person={person} isNarrow />
      <button type="button" aria-label={`Details of ${person.fullName}`} onClick={onDetails} className={contactLink}>
        Details
      </button>
    </span>
  );
}
