import { useState } from 'react';
import { sendMessage } from '#contract/messages.ts';
import { defaultSubject } from '#domain/message.ts';
import { templatesOf } from '#domain/templates.ts';
import type { NamedPerson } from '#web/features/people/substitutes.ts';
import type { Draft } from '#web/ui/draft.ts';
import { problemsOf } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';

/** The values that a person typed and chose. It is null if they kept the derived value. */
export type MessageValues = {
  subject: string | null;
  message: string;
  urgent: boolean | null;
  /** The name of the template that the message started from. */
  template: string | null;
  vacancyId: number | null;
  /** The recipients are chosen outside of the form. Only their error is shown like those of its fields. */
  recipients?: undefined;
};

/** The vacancy that a message is about. */
export type LinkedVacancy = {
  id: number;
  description: string;
  date: string;
  /** The substitute who covers the vacancy. */
  substitute?: NamedPerson | null;
};

const names = ['recipients', 'subject', 'message'] as const;

type Start = {
  draft: Draft<MessageValues>;
  vacancyId: number | null;
  /** The subject without a linked vacancy, if the sender isn't a teacher. */
  fallbackSubject: string | undefined;
};

/**
 * Returns the form of a message. The subject follows the linked vacancy, or else the template, until it is edited.
 * Urgent follows the template until it is changed. Replacing typed text with a template can be undone.
 */
export function useMessageForm(
  { draft, vacancyId, fallbackSubject }: Start,
  vacancies: readonly LinkedVacancy[],
  recipients: readonly NamedPerson[],
) {
  const empty: MessageValues = { subject: null, message: '', urgent: null, template: null, vacancyId };
  const templates = templatesOf(fallbackSubject === undefined ? 'teacher' : 'office');
  const bodyOf = (values: MessageValues) => {
    const template = templates.find(({ name }) => name === values.template);
    const vacancy = vacancies.find(({ id }) => id === values.vacancyId) ?? null;
    const standing =
      vacancy === null ? (template?.subject ?? fallbackSubject ?? defaultSubject(null)) : defaultSubject(vacancy);
    return {
      subject: values.subject ?? standing,
      message: values.message,
      recipients: recipients.map(({ id }) => id),
      vacancyId: values.vacancyId,
      isUrgent: values.urgent ?? template?.isUrgent ?? false,
    };
  };
  const form = useForm({
    record: empty,
    valuesOf: (values: MessageValues) => values,
    names,
    check: (values) => problemsOf(sendMessage.body, bodyOf(values), names),
    idOf: fieldId,
    draft,
  });
  const { values, set } = form;
  const [before, setBefore] = useState<MessageValues | null>(null);
  return {
    ...form,
    body: bodyOf(values),
    /** Whether the last template replaced typed text. */
    canTakeBack: before !== null,
    change: (part: Partial<MessageValues>) => {
      set(part);
      setBefore(null);
    },
    choose: (name: string) => {
      const chosen = templates.find((known) => known.name === name);
      if (!chosen) return;
      const isOwn = values.message.trim() !== '' && !templates.some((known) => known.body === values.message);
      setBefore(isOwn ? values : null);
      set({
        template: name,
        message: chosen.body,
        subject: isOwn ? values.subject : null,
        urgent: chosen.isUrgent ? null : values.urgent,
      });
    },
    takeBack: () => {
      if (before) set(before);
      setBefore(null);
    },
    startOver: () => form.startOver(empty),
  };
}

export type MessageForm = ReturnType<typeof useMessageForm>;

/** Returns the id of a field's control, for the links in the summary. */
export function fieldId(name: string): string {
  return `message-${name}`;
}
