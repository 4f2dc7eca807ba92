import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageLimits, smsCountSentence } from '#domain/message.ts';
import { messageTemplates } from '#domain/templates.ts';
import { formatDate } from '#domain/time.ts';
import { smsCountQuery } from '#web/features/people/substitutes.ts';
import type { LinkedVacancy, MessageForm } from '#web/features/messages/use-message-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Input, Select, Textarea } from '#web/ui/input.tsx';
import { join } from '#web/ui/join.ts';

type MessageFieldsProps = {
  form: MessageForm;
  vacancies: readonly LinkedVacancy[];
  withTemplates: boolean;
  /** Called when a template that goes to one person is chosen. */
  onPersonal: () => void;
  /** The recipients, if they can be chosen. */
  recipients: ReactNode;
  /** The recipients. */
  sendTo: readonly { id: number }[];
};

/** All parts of a message: template, recipients, vacancy, text and urgency. */
export function MessageFields({ form, vacancies, withTemplates, onPersonal, recipients, sendTo }: MessageFieldsProps) {
  const { values, body, change } = form;
  const sms = useQuery({
    ...smsCountQuery(
      sendTo.map(({ id }) => id),
      'messages',
    ),
    enabled: body.isUrgent && sendTo.length > 0,
  });
  return (
    <>
      {withTemplates ? <Templates form={form} onPersonal={onPersonal} /> : null}
      {recipients}
      {vacancies.length === 0 ? null : (
        <Field label="About a vacancy" optional hint="Its date and times are added to the message.">
          <Select
            value={values.vacancyId ?? ''}
            onChange={(event) => change({ vacancyId: event.target.value === '' ? null : Number(event.target.value) })}
          >
            <option value="">No vacancy</option>
            {vacancies.map(({ id, description, date }) => (
              <option key={id} value={id}>
                {description}, {formatDate(date)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field {...form.field('subject')} label="Subject">
        <Input
          name="subject"
          value={body.subject}
          maxLength={messageLimits.subject}
          autoComplete="off"
          onChange={(event) => change({ subject: event.target.value })}
        />
      </Field>
      <Field {...form.field('message')} label="Message">
        <Textarea
          name="message"
          rows={7}
          value={body.message}
          maxLength={messageLimits.body}
          data-autofocus={withTemplates ? undefined : ''}
          onChange={(event) => change({ message: event.target.value })}
        />
      </Field>
      <Checkbox
        label="Mark as urgent (sends SMS)"
        hint={
          body.isUrgent && sms.data !== undefined
            ? smsCountSentence(sms.data, { of: sendTo.length })
            : 'Text messages reach those who agreed to them. Everyone sees it in FirstBell.'
        }
        checked={body.isUrgent}
        onChange={(event) => change({ urgent: event.target.checked })}
        className={join('rounded-control px-3.5 py-3', body.isUrgent ? 'bg-urgent-soft' : 'bg-subtle')}
      />
    </>
  );
}

const templateIcons = [icons.megaphone, icons.document, icons.alert, icons.heart];

function Templates({ form, onPersonal }: { form: MessageForm; onPersonal: () => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-meta font-medium text-ink-3">Start from a template</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {messageTemplates.map(({ name, isPersonal = false }, at) => {
          const pressed = form.values.template === name;
          return (
            <button
              key={name}
              type="button"
              aria-pressed={pressed}
              data-autofocus={at === 0 ? '' : undefined}
              onClick={() => {
                form.choose(name);
                if (isPersonal) onPersonal();
              }}
              className={join(
                'flex min-h-10 items-center gap-2.5 rounded-control border px-3.5 text-left text-label transition-colors duration-(--duration-instant) pointer-coarse:min-h-touch',
                pressed
                  ? 'border-accent-ink bg-accent-soft font-medium text-accent-ink outline-1 -outline-offset-2 outline-accent-ink'
                  : 'border-line-control/60 bg-surface text-ink hover:bg-subtle',
              )}
            >
              <Icon shape={templateIcons[at] ?? icons.document} />
              {name}
            </button>
          );
        })}
      </div>
      <div role="status" className="text-meta text-ink-2">
        {form.canTakeBack ? (
          <p className="mt-2 flex flex-wrap items-center gap-2">
            The template replaced your text.
            <Button onClick={form.takeBack}>Undo</Button>
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
