import { expect, test } from 'vitest';
import { CalendarFeed } from '#web/screens/shared/profile/calendar-feed.tsx';
import { OwnSessions } from '#web/screens/shared/profile/sessions.tsx';
import { answerCalls, Failure, says, show } from '#test/screen.tsx';

const at = '2026-11-23T11:05:00.000Z';
const session = { id: 'one', createdAt: at, lastSeenAt: at, userAgent: null, isCurrent: true };

test.each([
  ['The user’s sessions', <OwnSessions key="sessions" />, '/sessions', 'own-sessions', [session], 'In use now'],
  [
    'The buttons for a calendar address',
    <CalendarFeed key="calendar" />,
    '/calendar',
    'own-calendar',
    { createdAt: null },
    'Create address',
  ],
])('%s stay when a refresh fails', async (_, part, path, key, loaded, shown) => {
  let answer: object = loaded;
  answerCalls(path, () => answer);
  const queries = show(
    <>
      {part}
      <Failure of={[key]} />
    </>,
  );
  await says(shown);
  answer = Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 });
  await queries.invalidateQueries();
  await says('The refresh failed.');
  expect(document.body.innerText).toContain(shown);
});
