import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createCalendar, deleteCalendar, getCalendar } from '#contract/calendar.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { sending } from '#web/api/sending.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { calendarLinks } from '#web/screens/shared/profile/calendar-links.ts';
import { dayOf } from '#web/words/people.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy.ts';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Input } from '#web/ui/input.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';

const calendarQuery = reading(['own-calendar'], getCalendar);

/** Shows the secret address for subscribing to one's own assignments in a calendar: create, show once, revoke. */
export function CalendarFeed() {
  const queries = useQueryClient();
  const calendar = useQuery(calendarQuery);
  const layer = useLayer();
  const create = useCommand({
    send: () => call(createCalendar),
    onDone: ({ createdAt }) => queries.setQueryData(calendarQuery.queryKey, { createdAt }),
    failed: 'Error',
  });
  const end = useCommand({
    send: () => call(deleteCalendar),
    toast: { title: 'Calendar address turned off', text: 'Calendars that use it no longer get your assignments.' },
    onDone: () => {
      queries.setQueryData(calendarQuery.queryKey, { createdAt: null });
      create.reset();
    },
    failed: 'Error',
  });

  if (hasNothing(calendar)) {
    return <QueryError query={calendar} title="Your calendar address could not be loaded" level={3} />;
  }
  const since = calendar.data?.createdAt ?? null;
  return (
    <div className="card grid gap-4 p-5 text-label max-md:p-4">
      <Loading
        when={calendar.isPending}
        label="Loading your calendar address"
        skeleton={<Skeleton className="h-5 w-full max-w-64 rounded-tag" />}
      >
        {() => (
          <>
            <p>
              Your phone or computer can show your assignments next to everything else. Create an address, then add it
              to Google Calendar, Apple Calendar or Outlook. Anyone with the link can read your assignments.
            </p>
            {create.data === undefined ? null : <Address url={create.data.url} />}
            {since === null || create.data !== undefined ? null : (
              <p className="font-medium text-ink">
                You created an address on {dayOf(since, undefined)}. It was shown only then.
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {since === null ? (
                <Button icon={icons.link} pending={create.isPending} onClick={() => create.mutate()}>
                  Create address
                </Button>
              ) : (
                <>
                  <Button onClick={() => layer.show('new-address')}>Create a new address</Button>
                  <Button variant="danger-plain" onClick={() => layer.show('end-address')}>
                    Turn off this address
                  </Button>
                </>
              )}
            </div>
          </>
        )}
      </Loading>
      <ConfirmDialog
        open={layer.open === 'new-address' && since !== null}
        onClose={layer.close}
        onConfirm={() => create.mutate(undefined, { onSuccess: layer.close })}
        title="Create a new calendar address?"
        confirmLabel="Create"
        {...sending(create)}
      >
        Your old link will stop working. Calendars that use it will no longer get your assignments.
      </ConfirmDialog>
      <ConfirmDialog
        open={layer.open === 'end-address' && since !== null}
        onClose={layer.close}
        onConfirm={() => end.mutate(undefined, { onSuccess: layer.close })}
        title="Turn off your calendar address?"
        confirmLabel="Turn off"
        {...sending(end)}
        danger
      >
        Calendars that use it will no longer get your assignments. You can create another one at any time.
      </ConfirmDialog>
    </div>
  );
}

/** Shows the new address, to copy now, because it is never shown again. */
function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  // The button that created it is gone.
  useEffect(() => field.current?.focus(), []);
  const copy = () => {
    // Selected, in case the browser blocks copying.
    field.current?.select();
    void copyText(url, 'Address copied', 'The address is selected: copy it by hand.');
  };
  return (
    <div className="grid gap-3">
      <Banner tone="success" live title="Your calendar address is ready">
        Add it with one tap, or copy it now. It won’t be shown again.
      </Banner>
      <ul aria-label="Add to your calendar" className="flex flex-wrap gap-2">
        {calendarLinks(url).map(({ label, href, opensTab }) => (
          <li key={label} className="max-sm:w-full">
            <a
              href={href}
              {...(opensTab && { target: '_blank' })}
              rel="noreferrer noopener"
              className={buttonClass('outlined', 'max-sm:min-h-touch max-sm:w-full')}
            >
              <Icon shape={icons.calendar} size="small" />
              {label}
              {opensTab ? <span className="sr-only"> (opens in a new tab)</span> : null}
            </a>
          </li>
        ))}
      </ul>
      <Field label="Calendar address">
        <Input ref={field} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div>
        <Button variant="filled" icon={icons.copy} onClick={copy}>
          Copy address
        </Button>
      </div>
    </div>
  );
}
