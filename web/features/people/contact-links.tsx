import type { User } from '#contract/person.ts';

type ContactLinksProps = {
  person: Pick<User, 'phone' | 'email'>;
  /** Shows 'Email' instead of the address where there is no room for it. */
  isNarrow?: boolean;
};

export const contactLink = 'link inline-flex min-h-6 items-center pointer-coarse:min-h-touch';

/** Shows the links that call a person and mail them. */
export function ContactLinks({ person: { phone, email }, isNarrow = false }: ContactLinksProps) {
  return (
    <>
      {phone ? (
        <a href={`tel:${phone}`} className={contactLink}>
          {phone}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} className={contactLink}>
          <span className={isNarrow ? 'max-lg:hidden' : undefined}>{email}</span>
          {isNarrow ? <span className="lg:hidden">Email</span> : null}
        </a>
      ) : null}
    </>
  );
}
