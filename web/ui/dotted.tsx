import { type CSSProperties, Fragment } from 'react';

// They are here and not in the style sheet, because only staff's lists have dots between facts, and every first screen
// loads that.
const drawn: CSSProperties = {
  background: 'radial-gradient(circle, currentcolor 0.06em, transparent 0.095em) center no-repeat',
  wordSpacing: '0.6em',
  printColorAdjust: 'exact',
};
const unseen: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

/**
 * Separates two facts. The dot is drawn behind a space, and a space at the end of a row has no width, so no row ends in
 * a dot. Screen readers and copied text still have the character.
 */
export function Dot() {
  return (
    <span style={drawn}>
      {' '}
      <span style={unseen}>· </span>
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
