import { lazy, Suspense, useState, type FormEvent } from 'react';
import { productName } from '#domain/product.ts';
import { demoTemplates, fillTemplate, placeholders } from '#domain/templates.ts';
import { Footer } from '#web/page/footer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import { Input, Select, Textarea } from '#web/ui/input.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['subject', 'message'] as const;
const sentences = { subject: 'Subject is required', message: 'Message is required' } as const;
const keys = ['teacherName', 'date', 'class'] as const;
type Placeholder = (typeof keys)[number];
type Letter = { subject: string; message: string };

// The email and SMS templates load only when a preview is shown.
const MessagePreview = lazy(async () => ({
  default: (await import('#web/screens/public/template-test/message-preview.tsx')).MessagePreview,
}));

/**
 * The demo of message templates: choose one, fill in its placeholders, and see the message as an email and an SMS.
 * Nothing is sent.
 */
export function TemplateTest() {
  const [chosen, setChosen] = useState('');
  const [letter, setLetter] = useState<Letter>({ subject: '', message: '' });
  const [values, setValues] = useState<Partial<Record<Placeholder, string>>>({});
  const [preview, setPreview] = useState<Letter | null>(null);
  const fields = useFormFields(names, (form) =>
    Object.fromEntries(names.filter((name) => textOf(form, name).trim() === '').map((name) => [name, sentences[name]])),
  );
  const choose = (name: string) => {
    setChosen(name);
    setPreview(null);
    const template = demoTemplates.find((known) => known.name === name);
    if (template) setLetter({ subject: template.subject, message: template.body });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!fields.accepts(event.currentTarget)) return;
    setPreview({ subject: fillTemplate(letter.subject, values), message: fillTemplate(letter.message, values) });
  };
  return (
    <div className="mx-auto flex min-h-dvh max-w-form flex-col px-4 pb-6">
      <header>
        <a
          href="/"
          className="flex h-header w-fit items-center gap-2.5 text-heading font-semibold tracking-[-0.02em] text-ink no-underline"
        >
          <Mark />
          {productName}
        </a>
      </header>
      <main className="grid gap-6 py-6">
        <PageHeader title="Message Templates">
          Choose a template, fill in its placeholders and see the message as an email and as an SMS. Nothing is sent.
        </PageHeader>
        <form noValidate onSubmit={submit} {...fields.handlers} className="card grid gap-5 p-5 max-md:p-4">
          <FormSummary problems={fields.problems} attempt={fields.attempt} />
          <Field label="Template">
            <Select value={chosen} onChange={(event) => choose(event.target.value)}>
              <option value="" disabled>
                Choose a template
              </option>
              {demoTemplates.map((template) => (
                <option key={template.name}>{template.name}</option>
              ))}
            </Select>
          </Field>
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
            {keys.map((key) => (
              <Field key={key} label={placeholders[key]}>
                <Input
                  value={values[key] ?? ''}
                  onChange={(event) => setValues({ ...values, [key]: event.target.value })}
                />
              </Field>
            ))}
          </div>
          <Field id="field-subject" label="Subject" error={fields.errors.subject}>
            <Input
              name="subject"
              value={letter.subject}
              onChange={(event) => setLetter({ ...letter, subject: event.target.value })}
            />
          </Field>
          <Field id="field-message" label="Message" error={fields.errors.message}>
            <Textarea
              name="message"
              rows={8}
              value={letter.message}
              onChange={(event) => setLetter({ ...letter, message: event.target.value })}
            />
          </Field>
          <Button type="submit" variant="filled" className="justify-self-start max-md:justify-self-stretch">
            Show message
          </Button>
        </form>
        <section aria-live="polite">
          <Suspense>
            {preview === null ? null : (
              <MessagePreview
                {...preview}
                sender={values.teacherName?.trim() || `[${placeholders.teacherName}]`}
                isUrgent={chosen === 'Urgent Vacancy'}
              />
            )}
          </Suspense>
        </section>
      </main>
      <Footer className="mt-auto pt-6" />
    </div>
  );
}
