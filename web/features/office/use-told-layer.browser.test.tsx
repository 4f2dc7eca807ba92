import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useToldLayer } from '#web/features/office/use-told-layer.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { useToasts } from '#web/ui/toast.ts';
import { answerCalls, show } from '#test/screen.tsx';

function Line() {
  const told = useToldLayer('told');
  return (
    <>
      <output>{useToasts().map(({ text }) => text)}</output>
      <p>{usePlace().search === '' ? 'Closed' : 'Open'}</p>
      {told.render(() => 'Dialog')}
    </>
  );
}

test('a dialog whose vacancy cannot be read says so and closes', async () => {
  answerCalls('/vacancies/12', () => Response.json({ code: 'internal', error: 'No answer.' }, { status: 500 }));
  // All test files share a tab, where Back may belong to another file's history. A link's layer needs no Back, if no
  // other file uses its name.
  history.replaceState(null, '', '?told=12');
  show(<Line />);
  await expect.element(page.getByRole('status')).not.toBeEmptyDOMElement();
  await expect.element(page.getByText('Closed')).toBeVisible();
});
