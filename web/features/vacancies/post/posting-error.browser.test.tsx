import { expect, test } from 'vitest';
import { offline, unexpected } from '#web/api/errors.ts';
import { PostingError } from '#web/features/vacancies/post/posting-fields.tsx';
import type { PostingState } from '#web/features/vacancies/post/use-posting.ts';
import { says, show } from '#test/screen.tsx';

// It reads only the error.
const failedWith = (error: Error) => <PostingError posting={{ error } as PostingState} />;

test('without a connection, only the toast and the offline banner say that an absence was not posted', async () => {
  const queries = show(failedWith(unexpected()));
  await says('We couldn’t confirm that this was published');
  show(
    <>
      {failedWith(offline())}
      The form
    </>,
    queries,
  );
  await says('The form');
  expect(document.body.innerText).toBe('The form');
});
