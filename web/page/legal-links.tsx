import { Fragment } from 'react';

const links = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
] as const;

type LegalLinksProps = {
  /** What stands between the two. */
  between: string;
  /** Whose texts, where it is not the reader's own school's. */
  schoolId?: string;
  className?: string;
};

/** Terms and privacy, each in a tab of its own: whoever is filling in a form keeps it. */
export function LegalLinks({ between, schoolId = '', className }: LegalLinksProps) {
  return links.map(([address, name], index) => (
    <Fragment key={address}>
      {index === 0 ? null : between}
      <a href={schoolId === '' ? address : `${address}?school=${schoolId}`} target="_blank" className={className}>
        {name}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </Fragment>
  ));
}

/** What whoever makes an account agrees to by it. */
export function Consent({ act, schoolId = '' }: { act: string; schoolId?: string }) {
  return (
    <p className="text-center text-meta text-ink-3">
      By {act} you agree to the <LegalLinks between=" and the text on " schoolId={schoolId} className="link" />.
    </p>
  );
}
