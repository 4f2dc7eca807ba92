import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getUnsubscribe, resubscribe, unsubscribe } from '#contract/notice-settings.ts';
import { topicNames } from '#domain/notice-topics.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { lastOf, LetterPage } from '#web/page/letter-page.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

function unsubscribeQuery(token: string) {
  return reading(['unsubscribe', token], getUnsubscribe, { params: { token } });
}

/** Stops emails of one topic without signing in, and can undo that. */
export function Unsubscribe() {
  const token = lastOf(usePlace().path);
  const asked = useQuery(unsubscribeQuery(token));
  useDocumentTitle('Stop emails');
  return (
    <LetterPage>
      <PageTitle>Stop emails</PageTitle>
      {asked.isError ? (
        asked.error instanceof ApiError && asked.error.status === 404 ? (
          <>
            <Banner tone="pending">
              This link no longer works. You can choose what comes by email in your profile, under “How you are
              notified”.
            </Banner>
            <p>
              <a href="/" className={buttonClass('outlined', 'min-h-touch')}>
                Open my dashboard
              </a>
            </p>
          </>
        ) : (
          <QueryError query={asked} title="This could not be loaded" />
        )
      ) : (
        <Loading when={asked.isPending} label="Loading" skeleton={<Skeleton className="h-24 rounded-card" />}>
          {() =>
            asked.data === undefined ? null : (
              <Choice token={token} topic={topicNames[asked.data.topic]} isStopped={asked.data.isStopped} />
            )
          }
        </Loading>
      )}
    </LetterPage>
  );
}

function Choice({ token, topic, isStopped }: { token: string; topic: string; isStopped: boolean }) {
  const queries = useQueryClient();
  const change = useCommand({
    send: () =>
      isStopped ? call(resubscribe, { params: { token } }) : call(unsubscribe, { params: { token }, body: {} }),
    onDone: () =>
      queries.setQueryData(
        unsubscribeQuery(token).queryKey,
        (before) => before && { ...before, isStopped: !isStopped },
      ),
  });
  return (
    <>
      {isStopped ? (
        <Banner live tone="success">
          You won’t get any more emails about “{topic}”. You’ll still find everything in FirstBell itself.
        </Banner>
      ) : (
        <p>Stop getting emails about “{topic}”? You’ll still find everything in FirstBell itself.</p>
      )}
      {change.error === null ? null : (
        <Banner live tone="danger">
          {sentenceOf(change.error)}
        </Banner>
      )}
      <div>
        <Button
          variant={isStopped ? 'outlined' : 'filled'}
          pending={change.isPending}
          onClick={() => change.mutate()}
          className="min-h-touch"
        >
          {isStopped ? 'Send them again' : 'Stop these emails'}
        </Button>
      </div>
    </>
  );
}
