import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RecipientsField } from '#web/features/messages/recipients-field.tsx';

const hintFor = (everybody: boolean) =>
  renderToStaticMarkup(
    <RecipientsField
      recipients={{ everybody, people: [] }}
      onChange={() => undefined}
      all={[{ id: 1, fullName: 'Ann Lee' }]}
      schoolName="Larch Hill"
      error={null}
    />,
  );

test('tells how to choose people only while everyone is a recipient', () => {
  expect(hintFor(true)).toContain('1 at Larch Hill. Uncheck to choose people.');
  expect(hintFor(false)).toContain('1 at Larch Hill');
  expect(hintFor(false)).not.toContain('Uncheck');
});
