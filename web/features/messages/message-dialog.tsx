import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { messageProblem } from '#domain/message.ts';
import { messageTemplates } from '#domain/templates.ts';
import { drafts } from '#web/ui/draft.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { MessageFields } from '#web/features/messages/message-fields.tsx';
import { useSendMessage } from '#web/features/messages/messages.ts';
import { RecipientsField, type Recipients } from '#web/features/messages/recipients-field.tsx';
import { useMessageForm, type LinkedVacancy } from '#web/features/messages/use-message-form.ts';
import { everySubstituteQuery, type NamedPerson, type SubstituteFilter } from '#web/features/people/substitutes.ts';
import { useSession } from '#web/session/session.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import * as icons from '#web/ui/icons.ts';
import { RestoredText } from '#web/ui/restored-text.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The unsent message of this person in this tab, about the same vacancy or to the same people. */
const messageDrafts = drafts(
  'message',
  z.object({
    subject: z.nullable(z.string()),
    message: z.string(),
    urgent: z.nullable(z.boolean()),
    template: z.nullable(z.string()),
    vacancyId: z.nullable(z.int()),
  }),
);

type SubstitutesMessageProps = {
  onClose: () => void;
  /** The initial recipients. The default is everyone. */
  people?: readonly NamedPerson[];
  /** The initial recipients are everyone whom the list shows with this search and these filters. */
  found?: SubstituteFilter | null;
  /** The subject vacancy. */
  vacancy?: LinkedVacancy;
};

/**
 * Messages all or some of the school's approved substitutes, optionally about a vacancy. It is mounted while it is
 * open.
 */
export function MessageSubstitutesDialog({ onClose, people, found = null, vacancy }: SubstitutesMessageProps) {
  const { id: userId, role, schools } = useSession();
  const [school] = schools;
  const about = vacancy === undefined ? 'substitutes' : `vacancy ${vacancy.id}`;
  // The list may change while the message is written. Its recipients are still those of the search it was opened with.
  const [search] = useState(found);
  const [chosen, setRecipients] = useState<Recipients | null>(() => {
    // A draft keeps no recipients. A restored message that is for one person must not go to everyone.
    const template = messageDrafts(userId, about).read()?.template;
    if (messageTemplates.some(({ name, isPersonal }) => isPersonal && name === template))
      return { everybody: false, people: people ?? [] };
    return search === null ? { everybody: people === undefined, people: people ?? [] } : null;
  });
  const all = useQuery(everySubstituteQuery(''));
  const listed = useQuery({ ...everySubstituteQuery(search?.search ?? '', search ?? {}), enabled: chosen === null });
  const recipients = chosen ?? { everybody: false, people: listed.data ?? [] };
  const source = recipients.everybody ? all : chosen === null ? listed : null;
  const upcoming = useInfiniteQuery(vacanciesQuery({ upcoming: true }));
  const vacancies: LinkedVacancy[] = rowsOf(upcoming.data);
  if (vacancy && !vacancies.some(({ id }) => id === vacancy.id)) vacancies.unshift(vacancy);
  const sendTo = recipients.everybody ? (all.data ?? []) : recipients.people;
  return (
    <MessageDialog
      onClose={onClose}
      title="Message substitutes"
      about={about}
      sendTo={sendTo}
      sendLabel={sendTo.length === 0 ? 'Send Message' : `Send to ${counted(sendTo.length, 'substitute')}`}
      // A draft can name a vacancy, which isn't known until the list has loaded.
      loading={source?.isPending === true || upcoming.isPending}
      failed={source?.error ?? null}
      vacancies={vacancies}
      vacancyId={vacancy?.id ?? null}
      // A teacher's messages have a subject of their own.
      fallbackSubject={role === 'school_admin' && school !== undefined ? `Message from ${school.name}` : undefined}
      withTemplates
      onPersonal={(linked) => {
        if (recipients.everybody || chosen === null)
          setRecipients({ everybody: false, people: linked?.substitute ? [linked.substitute] : (people ?? []) });
      }}
      renderRecipients={(error, changed) => (
        <RecipientsField
          recipients={recipients}
          onChange={(next) => {
            setRecipients(next);
            changed();
          }}
          all={all.data}
          schoolName={school?.name ?? 'your school'}
          error={error}
        />
      )}
    />
  );
}

type MessageSubstituteDialogProps = { onClose: () => void; recipient: NamedPerson; subject: string };

/** Messages one substitute. It is mounted while it is open. */
export function MessageSubstituteDialog({ onClose, recipient, subject }: MessageSubstituteDialogProps) {
  return (
    <MessageDialog
      onClose={onClose}
      title="Message Substitute"
      subtitle={`To ${recipient.fullName}`}
      about={`person ${recipient.id}`}
      sendTo={[recipient]}
      sendLabel="Send Message"
      fallbackSubject={subject}
    />
  );
}

type MessageDialogProps = {
  onClose: () => void;
  title: string;
  subtitle?: string;
  /** The subject that a draft belongs to. */
  about: string;
  sendTo: readonly NamedPerson[];
  sendLabel: string;
  /** The possible recipients: loaded, loading, or failed. */
  loading?: boolean;
  failed?: Error | null;
  vacancies?: readonly LinkedVacancy[];
  vacancyId?: number | null;
  fallbackSubject?: string | undefined;
  withTemplates?: boolean;
  /** A template that goes to one person was chosen; the vacancy that the message is about. */
  onPersonal?: (about: LinkedVacancy | null) => void;
  renderRecipients?: (error: ReactNode, changed: () => void) => ReactNode;
};

/**
 * Shows the dialog itself. The message goes out in the app, by email, and if urgent, by SMS to people who agreed to it.
 */
function MessageDialog({
  onClose,
  title,
  subtitle,
  about,
  sendTo,
  sendLabel,
  loading = false,
  failed = null,
  vacancies = [],
  vacancyId = null,
  fallbackSubject,
  withTemplates = false,
  onPersonal,
  renderRecipients,
}: MessageDialogProps) {
  const { id: userId } = useSession();
  const [draft] = useState(() => messageDrafts(userId, about));
  const form = useMessageForm({ draft, vacancyId, fallbackSubject }, vacancies, sendTo);
  const attemptFor = useAttempts(draft);
  const send = useSendMessage(() => {
    draft.keep(null);
    onClose();
  });
  const { values, body } = form;
  const submit = () => {
    if (send.isPending || loading) return;
    const problem = messageProblem(body);
    if (!form.accepts()) {
      // The specification requires a toast for some of these. The fields show the errors, too.
      if (problem) showToast({ title: problem.title, text: problem.sentence, destructive: true });
      return;
    }
    send.mutate(
      { body, attempt: attemptFor(body) },
      { onError: (error) => error instanceof ApiError && form.refuse(error) },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      onSubmit={submit}
      // The draft keeps the text.
      dirty={false}
      wide
      keepOpen={form.dirty}
      title={title}
      subtitle={subtitle}
      footer={
        <>
          {/* Next to the button, because the form is taller than a phone. */}
          {send.error ? <Failure title="Failed to send message. Please try again." error={send.error} /> : null}
          {failed && !send.error ? <Failure title="Your substitutes could not be loaded" error={failed} /> : null}
          <CloseButton>Cancel</CloseButton>
          <Button
            type="submit"
            variant="filled"
            icon={icons.mail}
            pending={send.isPending || loading}
            pendingText={loading ? sendLabel : 'Sending...'}
          >
            {sendLabel}
          </Button>
        </>
      }
    >
      <FormSummary problems={form.problems} attempt={form.attempt} />
      {form.isRestored ? <RestoredText onStartOver={form.startOver} /> : null}
      <div {...form.handlers} className="grid gap-4.5">
        <MessageFields
          form={form}
          vacancies={vacancies}
          withTemplates={withTemplates}
          onPersonal={() => onPersonal?.(vacancies.find(({ id }) => id === values.vacancyId) ?? null)}
          sendTo={sendTo}
          recipients={renderRecipients?.(form.field('recipients').error, () => form.clear('recipients'))}
        />
      </div>
    </Dialog>
  );
}

function Failure({ title, error }: { title: string; error: Error }) {
  return (
    <div className="basis-full">
      <Banner tone="danger" live title={title}>
        {sentenceOf(error)}
      </Banner>
    </div>
  );
}
