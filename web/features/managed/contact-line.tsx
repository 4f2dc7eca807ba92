import type { User } from '#contract/person.ts';

type ContactLineProps = { person: User; onDetails: () => void };

/** Shows a person's contact links, with the address itself if there is room, and a button for everything else. */
export function ContactLine({ person: { fullName, phone, email }, onDetails }: ContactLineProps) {
  return (
    <span className="flex flex-wrap gap-x-4 wrap-anywhere">
      {phone ? (
        <a href={`tel:${phone}`} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">
          {phone}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">
          <span className="max-lg:hidden">{email}</span>
          <span className="lg:hidden">Email</span>
        </a>
      ) : null}
      <button
        type="button"
        aria-label={`Details of ${fullName}`}
        onClick={onDetails}
        className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
      >
        Details
      </button>
    </span>
  );
}
