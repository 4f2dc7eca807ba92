import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from '#web/ui/avatar.tsx';

test.each([
  ['Ann Lee', 'AL'],
  ['  Ann  Marie   Lee ', 'AL'],
  ['Ann', 'A'],
  ['', ''],
  ['élan vital', 'ÉV'],
  ['🌷 Lee', '🌷L'],
])('%j has the initials %j', (name, initials) => {
  expect(renderToStaticMarkup(<Avatar name={name} />)).toContain(`data-initials="${initials}"`);
});
