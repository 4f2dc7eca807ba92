import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cardId } from '#web/features/vacancies/card/leave-card.ts';
import { useMove } from '#web/features/vacancies/move/move.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { press, see, show } from '#test/screen.tsx';

/** Shows two tall cards, the second with a button that asks, in the address, before it removes the card. */
function List() {
  const layer = useLayer('delete');
  const remove = useMove(openVacancy({ id: 2 }), {
    make: async () => undefined,
    done: { title: 'Vacancy deleted', text: '' },
    close: layer.close,
  });
  return (
    <ul style={{ paddingBottom: 2000 }}>
      <li id={cardId(1)} style={{ display: 'block', height: 600 }}>
        <h3 tabIndex={-1}>The other class</h3>
      </li>
      <li id={cardId(2)}>
        <button type="button" onClick={() => layer.show('2')}>
          Delete
        </button>
        {layer.open === null ? null : (
          <button type="button" onClick={() => remove.mutate()}>
            Really delete
          </button>
        )}
      </li>
    </ul>
  );
}

test('the card that gets the focus after one was removed is in view, even though its question was in the address', async () => {
  show(<List />);
  await see(() => document.querySelector('button'));
  scrollTo(0, 500);
  await userEvent.keyboard('{Tab}');
  await press('Delete');
  const really = await see(() =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Really')),
  );
  const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  really.focus();
  await userEvent.keyboard('{Enter}');
  await back;
  const other = document.querySelector('h3');
  await expect.poll(() => document.activeElement).toBe(other);
  await expect.poll(() => Math.round(other?.getBoundingClientRect().top ?? -1)).toBeGreaterThanOrEqual(0);
  expect(new URLSearchParams(location.search).has('delete')).toBe(false);
});
