import { useState } from 'react';
import { sendMessage } from '#contract/messages.ts';
import { defaultSubject } from '#domain/message.ts';
import { messageTemplates } from '#domain/templates.ts';
import type { NamedPerson } from '#web/features/people/substitutes.ts';
import { problemsOf } from '#web/ui/problems.ts';

/** The values that a person typed and chose. It is null if they kept the derived value. */
export type MessageValues = {
  subject: string | null;
  message: string;
  urgent: boolean | null;
  /** The name of the template it started from. */
  template: string | null;
  vacancyId: number | null;
};

/** The vacancy that a message is about. */
export type LinkedVacancy = {
  id: number;
  description: string;
  date: string;
  /** The substitute who covers it. */
  substitute?: NamedPerson | null;
};

const names = ['recipients', 'subject', 'message'] as const;
type Name = (typeof names)[number];

type Start = {
  values: MessageValues | null;
  vacancyId: number | null;
  /** The subject without a linked vacancy, if the sender isn't a teacher. */
  fallbackSubject: string | undefined;
};

/**
 * Returns the form of a message. The subject follows the linked vacancy, or else the template, until it is edited. Urgent follows
 * the template until it is changed. Replacing typed text with a template can be undone.
 */
export function useMessageForm(
  { values: kept, vacancyId, fallbackSubject }: Start,
  vacancies: readonly LinkedVacancy[],
  recipients: readonly NamedPerson[],
) {
  const empty: MessageValues = { subject: null, message: '', urgent: null, template: null, vacancyId };
  const [values, setValues] = useState(kept ?? empty);
  const [before, setBefore] = useState<MessageValues | null>(null);
  const [shown, setShown] = useState<readonly Name[]>([]);
  const [refused, setRefused] = useState<Partial<Record<Name, string>>>({});
  const [attempt, setAttempt] = useState(0);

  const template = messageTemplates.find(({ name }) => name === values.template);
  const vacancy = vacancies.find(({ id }) => id === values.vacancyId) ?? null;
  const standing =
    vacancy === null ? (template?.subject ?? fallbackSubject ?? defaultSubject(null)) : defaultSubject(vacancy);
  const body = {
    subject: values.subject ?? standing,
    message: values.message,
    recipients: recipients.map(({ id }) => id),
    vacancyId: values.vacancyId,
    isUrgent: values.urgent ?? template?.isUrgent ?? false,
  };
  const problems = problemsOf(sendMessage.body, body, names);
  const errors = { ...Object.fromEntries(shown.map((name) => [name, problems[name]])), ...refused } as Partial<
    Record<Name, string>
  >;
  const show = (found: readonly Name[]) => {
    setShown(found);
    setAttempt(attempt + 1);
    const [first] = found;
    if (first !== undefined) document.getElementById(fieldId(first))?.focus();
  };
  const hide = (name: Name) => {
    setShown(shown.filter((known) => known !== name));
    setRefused(Object.fromEntries(Object.entries(refused).filter(([known]) => known !== name)));
  };
  return {
    values,
    body,
    errors,
    attempt,
    isEmpty: JSON.stringify(values) === JSON.stringify(empty),
    /** Says whether the last template replaced typed text. */
    canTakeBack: before !== null,
    summary: names.flatMap((name) =>
      errors[name] === undefined ? [] : [{ id: fieldId(name), message: errors[name] }],
    ),
    change: (part: Partial<MessageValues>) => {
      setValues({ ...values, ...part });
      setBefore(null);
      for (const name of names) if (name in part) hide(name);
    },
    recipientsChanged: () => hide('recipients'),
    choose: (name: string) => {
      const chosen = messageTemplates.find((known) => known.name === name);
      if (!chosen) return;
      const isOwn = values.message.trim() !== '' && !messageTemplates.some((known) => known.body === values.message);
      setBefore(isOwn ? values : null);
      setValues({
        ...values,
        template: name,
        message: chosen.body,
        subject: isOwn ? values.subject : null,
        urgent: chosen.isUrgent ? null : values.urgent,
      });
      hide('message');
    },
    takeBack: () => {
      if (before) setValues(before);
      setBefore(null);
    },
    startOver: () => {
      setValues(empty);
      setShown([]);
      setRefused({});
    },
    leave: (name: Name) => setShown([...shown.filter((known) => known !== name), name]),
    /** Returns whether it can be sent. Shows the errors if not. */
    accepts: (): boolean => {
      const found = names.filter((name) => problems[name] !== undefined);
      if (found.length > 0) show(found);
      return found.length === 0;
    },
    /** Shows the server's errors at their fields. */
    refuse: (fields: Readonly<Record<string, string>>) => {
      const found = names.filter((name) => fields[name] !== undefined);
      setRefused(Object.fromEntries(found.map((name) => [name, fields[name]])));
      show(found);
    },
  };
}

export type MessageForm = ReturnType<typeof useMessageForm>;

/** Returns the id of a field's control, for the links in the summary. */
export function fieldId(name: Name): string {
  return `message-${name}`;
}
