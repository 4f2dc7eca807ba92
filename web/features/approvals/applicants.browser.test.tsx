import { expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { Applicants } from '#web/features/approvals/applicants.tsx';
import { peopleQuery } from '#web/features/people/people.ts';
import { answerCalls, control, openQueries, says, show } from '#test/screen.tsx';

// The cards read only these fields.
const applicant = (id: number, fullName: string) =>
  ({ id, fullName, role: 'substitute', can: ['approve'], createdAt: '2026-11-20T12:00:00.000Z' }) as unknown as User;

test('a next page that cannot be loaded says why, and leaves the people and who is chosen among them', async () => {
  answerCalls('/users', () => Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 }));
  const queries = openQueries({ id: 2, role: 'school_admin', schools: [] });
  const people = peopleQuery('substitute', 'pending');
  queries.setQueryData(people.queryKey, {
    pages: [{ rows: [applicant(4, 'Ana Alder'), applicant(5, 'Ben Birch')], next: 'after-5' }],
    pageParams: [''],
  });
  show(
    <Applicants
      title="Substitute applications"
      people={people}
      noun="substitutes"
      approveLabel="Accept"
      empty={null}
      metaOf={() => ''}
      onDetails={() => {}}
    />,
    queries,
  );
  const chosen = await control('Select Ana Alder');
  chosen.click();
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more')?.click();
  await says('Too busy.');
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('Too busy.');
  expect(document.body.innerText).toContain('Ben Birch');
  expect(chosen.isConnected && chosen.checked).toBe(true);
});
