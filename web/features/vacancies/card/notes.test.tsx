import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Notes } from '#web/features/vacancies/card/notes.tsx';

const textOf = (notes: string) =>
  renderToStaticMarkup(<Notes of={notes} folded />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

it('a substitute’s message is shown below the teacher’s notes, without the stored marker', () => {
  expect(textOf('Room 4.\nI can be there by 7:40. [Added by substitute]')).toBe(
    'Room 4. Added by a substitute “I can be there by 7:40.”',
  );
  expect(textOf('Room 4.')).toBe('Room 4.');
  expect(textOf('')).toBe('');
});
