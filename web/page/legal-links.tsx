import { Fragment } from 'react';

const links = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
] as const;

type LegalLinksProps = {
  /** The separator between the two links. */
  between: string;
  /** The school whose texts to show, if it isn't the reader's own. */
  schoolId?: string;
  className?: string;
};

/** Links to the terms and privacy text, each in a new tab, so a form in progress stays open. */
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

/** Links to the texts that people agree to by creating an account. */
export function Consent({ act, schoolId = '' }: { act: string; schoolId?: string }) {
  return (
    <p className="text-center text-meta text-ink-3">
      By {act} you agree to the <LegalLinks between=" and " schoolId={schoolId} className="link" /> policy.
    </p>
  );
}
