import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AssignDialog } from '#web/features/office/assign-dialog.tsx';
import type { Candidate } from '#web/features/office/candidate-words.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { hasUnsavedText } from '#web/ui/unsaved.ts';

const daniel: Candidate = {
  id: 9,
  fullName: 'Daniel Reyes',
  profileImageUrl: null,
  qualifications: null,
  preferredSubjects: null,
  phone: null,
  email: null,
  timesHere: 0,
  timesWithTeacher: 0,
  subjects: [],
  why: [],
  noShowOn: null,
  limits: ['40 hours a week'],
  isOverLimit: true,
  canAssign: true,
};

let root: Root;
let queries: QueryClient;
beforeEach(() => {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  queries.setQueryData(vacancyQuery(1).queryKey, openVacancy({ can: ['assign'] }));
  queries.setQueryData(['vacancies', 'candidates', 1, ''], {
    pages: [{ rows: [daniel], next: null }],
    pageParams: [''],
  });
  root.render(
    <QueryClientProvider client={queries}>
      <AssignDialog id={1} onClose={() => {}} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const patience = { timeout: 8000, interval: 10 };
const see = <Seen,>(look: () => Seen | null | undefined | false): Promise<Seen> =>
  vi.waitFor(() => {
    const found = look();
    if (found === null || found === undefined || found === false) throw new Error(document.body.innerText);
    return found;
  }, patience);
const button = () => see(() => document.querySelector<HTMLButtonElement>('[aria-label="Assign Daniel Reyes"]'));

test('a typed reason stays when a colleague assigns someone else, and the dialog says so', async () => {
  (await button()).click();
  const field = await see(() => document.querySelector<HTMLInputElement>('input:not([type="search"])'));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'No one else is free');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(hasUnsavedText()).toBe(true), patience);
  const { canAssign: _, ...known } = daniel;
  const priya = { ...known, id: 4, fullName: 'Priya Natarajan', bio: null, resumeUrl: null };
  queries.setQueryData(vacancyQuery(1).queryKey, openVacancy({ status: 'filled', substitute: priya }));
  await see(() => document.body.innerText.includes('Priya Natarajan is already covering it.'));
  expect(document.querySelector<HTMLInputElement>('input:not([type="search"])')?.value).toBe('No one else is free');
  expect((await button()).disabled).toBe(true);
});
