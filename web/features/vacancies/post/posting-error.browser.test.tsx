import { afterEach, expect, test, vi } from 'vitest';
import { unexpected } from '#web/api/errors.ts';
import { PostingError } from '#web/features/vacancies/post/posting-fields.tsx';
import { says, show } from '#test/screen.tsx';

afterEach(() => vi.restoreAllMocks());

// It reads only the error.
const form = (text: string) => (
  <>
    <PostingError posting={{ error: unexpected() } as never} />
    {text}
  </>
);

test('without a connection, only the toast and the offline banner say that an absence was not posted', async () => {
  const queries = show(form('online'));
  await says('We couldn’t confirm that this was published');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show(form('offline'), queries);
  await says('offline');
  expect(document.body.innerText).toBe('offline');
});
