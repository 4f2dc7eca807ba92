import { useState, type FormEvent } from 'react';
import { productName } from '#domain/product.ts';
import { demoTemplates, fillTemplate, placeholders } from '#domain/templates.ts';
import { part } from '#web/ui/part.tsx';
import { Footer } from '#web/page/footer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { namesOf } from '#web/ui/form-state.ts';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import { Input, Select, Textarea } from '#web/ui/input.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

const sentences = { subject: 'Subject is required', message: 'Message is required' } as const;
const keys = ['teacherName', 'date', 'class'] as const;
type Placeholder = (typeof keys)[number];
type Letter = { subject: string; message: string };

// The email and SMS templates load only when a preview is shown.
const MessagePreview = part(() => import('#web/screens/public/template-test/message-preview.tsx'), 'MessagePreview');

type PlaceholderValues = Partial<Record<Placeholder, string>>;

/**
 * Shows the demo of message templates: choose one, fill in its placeholders, and see the message as an email and an
 * SMS. Nothing is sent.
 */
export function TemplateTest() {
  const [chosen, setChosen] = useState('');
  const [values, setValues] = useState<PlaceholderValues>({});
  const [preview, setPreview] = useState<Letter | null>(null);
  const form = useBlankForm({ subject: '', message: '' }, (letter) =>
    Object.fromEntries(
      namesOf(letter)
        .filter((name) => letter[name].trim() === '')
        .map((name) => [name, sentences[name]]),
    ),
  );
  const choose = (name: string) => {
    setChosen(name);
    setPreview(null);
    const template = demoTemplates.find((known) => known.name === name);
    if (template) form.set({ subject: template.subject, message: template.body });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.accepts()) return;
    const { subject, message } = form.values;
    setPreview({ subject: fillTemplate(subject, values), message: fillTemplate(message, values) });
  };
  return (
    <div className="mx-auto flex min-h-dvh max-w-form flex-col px-4 pb-6">
      <Header />
      <main className="grid gap-6 py-6">
        <PageHeader title="Message Templates">
          Choose a template, fill in its placeholders and see the message as an email and as a text message. Nothing is
          sent.
        </PageHeader>
        <form noValidate onSubmit={submit} {...form.handlers} className="card grid gap-5 p-5 max-md:p-4">
          <FormSummary problems={form.problems} attempt={form.attempt} />
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
          <PlaceholderFields values={values} onChange={setValues} />
          <Field {...form.field('subject')} label="Subject">
            <Input {...form.text('subject')} />
          </Field>
          <Field {...form.field('message')} label="Message">
            <Textarea {...form.text('message')} rows={8} />
          </Field>
          <Button type="submit" variant="filled" className="justify-self-start max-md:justify-self-stretch">
            Show message
          </Button>
        </form>
        <section aria-live="polite">
          {preview === null ? null : (
            <MessagePreview
              {...preview}
              sender={values.teacherName?.trim() || `[${placeholders.teacherName}]`}
              isUrgent={chosen === 'Urgent Vacancy'}
            />
          )}
        </section>
      </main>
      <Footer className="mt-auto pt-6" />
    </div>
  );
}

function Header() {
  return (
    <header>
      <a
        href="/"
        className="flex h-header w-fit items-center gap-2.5 text-heading font-semibold tracking-[-0.02em] text-ink no-underline"
      >
        <Mark />
        {productName}
      </a>
    </header>
  );
}

type PlaceholderFieldsProps = { values: PlaceholderValues; onChange: (values: PlaceholderValues) => void };

function PlaceholderFields({ values, onChange }: PlaceholderFieldsProps) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
      {keys.map((key) => (
        <Field key={key} label={placeholders[key]}>
          <Input value={values[key] ?? ''} onChange={(event) => onChange({ ...values, [key]: event.target.value })} />
        </Field>
      ))}
    </div>
  );
}
