import { expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { Several } from '#web/features/approvals/several.tsx';
import { press, see, show } from '#test/screen.tsx';

/** An applicant with the fields that this part reads. */
const applicant = (id: number, fullName: string) =>
  ({ id, fullName, role: 'substitute', can: ['approve', 'reject'] }) as unknown as User;

test('the question about several people is about those of its own list', async () => {
  const listOf = (title: string, person: User) => (
    <Several title={title} noun="substitutes" people={[person]} chosen={[person]} onChoose={() => undefined} />
  );
  show(
    <>
      {listOf('Substitute applications', applicant(4, 'Ann Lee'))}
      {listOf('New from your district', applicant(5, 'Tom Byron'))}
    </>,
  );
  await press('Reject selected');
  await see(() => document.querySelector('dialog[open]'));
  const asked = [...document.querySelectorAll('dialog[open] h2')].map(({ textContent }) => textContent);
  expect(asked).toEqual(['Reject Ann Lee?']);
});
