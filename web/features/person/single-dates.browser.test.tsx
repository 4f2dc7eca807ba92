import { expect, test } from 'vitest';
import { SingleDates } from '#web/features/person/single-dates.tsx';
import { answerCalls, says, show } from '#test/screen.tsx';

test('a person without exceptions may not have a weekly availability either, so the text promises none', async () => {
  answerCalls('/availability', () => []);
  show(<SingleDates id={9} name="Priya Natarajan" />);
  await says('Priya Natarajan has none from today on.');
  expect(document.body.innerText).not.toContain('weekly availability');
});
