import { Fragment } from 'react';

/**
 * Separates two facts. The dot is drawn behind a space, and a space at the end of a row has no width, so no row ends in a dot.
 * Screen readers and copied text still have the character.
 */
export function Dot() {
  return (
    <span className="fact-dot">
      {' '}
      <span>· </span>
    </span>
  );
}

/** Shows facts that a text separates with ' · '. */
export function Dotted({ text }: { text: string }) {
  return text.split(/[ \u00A0]· /).map((fact, index) => (
    <Fragment key={`${index} ${fact}`}>
      {index > 0 ? <Dot /> : null}
      {fact}
    </Fragment>
  ));
}
