import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/person.ts';
import { channelNames } from '#domain/channel-names.ts';
import { canSwitchOff, type NoticeChannel, noticeChannels, topicNames } from '#domain/notice-topics.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { type NoticeSettings, noticeSettingsQuery, useKeepSettings } from '#web/features/notices/notice-settings.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { SmsSettings } from '#web/screens/shared/profile/sms-settings.tsx';
import { PushSettings } from '#web/screens/shared/profile/push-settings.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input } from '#web/ui/input.tsx';
import { SkeletonRows } from '#web/ui/loading.tsx';
import { useForm } from '#web/ui/use-form.ts';

/** Notification settings: channels by topic, quiet hours, the mobile number and devices. */
export function OwnNotices({ user }: { user: User }) {
  return (
    <Loaded
      query={useQuery(noticeSettingsQuery)}
      what="your notification settings"
      level={3}
      skeleton={<SkeletonRows />}
    >
      {(settings) => (
        <div className="card grid divide-y divide-line text-label">
          <Choices settings={settings} />
          <PushSettings />
          <SmsSettings settings={settings} user={user} />
          <QuietHours saved={settings.quietHours} />
        </div>
      )}
    </Loaded>
  );
}

type Choice = NoticeSettings['choices'][number];

/** A name with 'email' in it would also be found by who looks for the profile's field Email. */
const channelWords: Record<NoticeChannel, string> = { email: 'mail', sms: 'text message', push: 'push' };

function Choices({ settings }: { settings: NoticeSettings }) {
  // A checkbox changes immediately, and reverts if saving fails.
  const [ahead, setAhead] = useState<readonly Choice[]>([]);
  const keep = useKeepSettings(({ choices: [sent] = [] }) => setAhead((those) => those.filter((one) => one !== sent)));
  const change = (choice: Choice) => {
    setAhead((those) => [...those.filter(({ topic }) => topic !== choice.topic), choice]);
    keep.mutate({ choices: [choice] });
  };
  const choices = settings.choices.map((choice) => ahead.find(({ topic }) => topic === choice.topic) ?? choice);
  return (
    <div className="grid gap-3 p-5 max-md:p-4">
      <p>
        You’ll always find everything in FirstBell itself. Here you choose what you also get by email, by text message
        and as a push notification on your device.
      </p>
      <table className="w-full">
        <caption className="sr-only">Notifications by email, text message and push</caption>
        <thead>
          <tr className="text-meta text-ink-3">
            <th scope="col" className="pb-1 text-left align-bottom font-medium">
              About
            </th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col" className="w-16 pb-1 text-center align-bottom max-sm:w-13 font-medium">
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.topic} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-medium text-ink">
                {topicNames[choice.topic]}
              </th>
              {noticeChannels.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="inline-grid size-touch place-items-center">
                    <input
                      type="checkbox"
                      className="tick"
                      aria-label={`${topicNames[choice.topic]} by ${channelWords[channel]}`}
                      checked={choice[channel]}
                      disabled={!canSwitchOff(choice.topic, channel)}
                      onChange={(event) => change({ ...choice, [channel]: event.target.checked })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {settings.email === null ? (
        <p className="text-meta">Your profile has no email address yet, so no email can reach you.</p>
      ) : null}
      {settings.isSetUp.email ? null : (
        <p className="text-meta">Email isn’t set up on this server yet, so none is sent.</p>
      )}
    </div>
  );
}

function QuietHours({ saved }: { saved: NoticeSettings['quietHours'] }) {
  const form = useForm({
    record: saved,
    valuesOf: (hours: typeof saved) => hours,
    names: ['from', 'to'],
    check: ({ from, to }) => ({
      ...(from === '' && { from: 'Choose a time.' }),
      ...(to === '' && { to: 'Choose a time.' }),
    }),
    idOf: (name) => `quiet-${name}`,
  });
  const keep = useKeepSettings();
  useUnsavedText(form.dirty);
  const save = () => {
    const quietHours = form.values;
    if (!keep.isPending && form.accepts())
      keep.mutate({ quietHours }, { onSuccess: (settings) => form.saved(settings.quietHours, quietHours) });
  };
  return (
    <Form onSubmit={save} {...form.handlers} className="grid gap-3 p-5 max-md:p-4">
      <h3>Quiet hours</h3>
      <p>
        In the school's time zone. We hold text messages and push notifications until they end, except answers to your
        own requests and posts.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <Field {...form.field('from')} label="From">
          <Input type="time" required {...form.text('from')} />
        </Field>
        <Field {...form.field('to')} label="Until">
          <Input type="time" required {...form.text('to')} />
        </Field>
      </div>
      <Checkbox {...form.tick('urgentMayDisturb')} label="Allow urgent ones at any hour" />
      <div>
        <Button type="submit" pending={keep.isPending}>
          Set quiet hours
        </Button>
      </div>
    </Form>
  );
}
