import { newClosure, type School } from '#contract/schools.ts';
import { type Closure, closureLimits, closureOver, closuresSince } from '#domain/closure.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError } from '#web/api/errors.ts';
import { useSaveSchool } from '#web/screens/school-admin/manage-school/own-school.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input } from '#web/ui/input.tsx';
import { showToast, type ToastInput } from '#web/ui/toast.ts';
import { type Errors, problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';
import { useNow } from '#web/words/use-now.ts';

const empty = { name: '', from: '', to: '' };

/** Shows the upcoming days without school, to add and remove. Each change is saved at once. */
export function ClosedDays({ school }: { school: School }) {
  const today = localDate(useNow(), school.timeZone ?? 'UTC');
  const all = closuresOf(school);
  const form = useBlankForm(empty, (values) => check(values, all), { idOf: (name) => `closure-${name}` });
  useUnsavedText(form.dirty);
  const save = useSaveSchool(school.id, {
    title: 'Closed days saved',
    text: 'Absence requests won’t suggest these days.',
  });
  const coming = closuresSince(today, all);
  // A colleague may be changing other days at the same time, so the change is made again on theirs.
  const keep = (
    change: (known: Closure[]) => Closure[],
    onSuccess: () => void,
    { says, refuse }: { says?: ToastInput; refuse?: (error: ApiError) => void },
  ) => {
    const rebase = (of: School) => ({ closures: change(closuresOf(of)), version: of.version });
    const onError = (error: Error) => {
      if (!(error instanceof ApiError) || error.fields['from'] === undefined) return;
      refuse?.(error);
      save.reset();
    };
    save.mutate({ fields: rebase(school), rebase, ...(says && { says }) }, { onSuccess, onError });
  };
  const add = () => {
    if (save.isPending || !form.accepts()) return;
    const sent = form.values;
    const saved = () => {
      form.saved(empty, sent);
      focusName();
    };
    keep(withClosure(closureOf(sent)), saved, { refuse: form.refuse });
  };
  const remove = (closure: Closure, row: Element | null) => {
    // The row disappears. A field would open a phone's keyboard, so the focus moves to the next row if there is one.
    const next = row?.nextElementSibling ?? row?.previousElementSibling ?? document.getElementById('closure-name');
    // A colleague may have closed the same days meanwhile.
    const undo = () =>
      keep(
        (known) => withClosure(closure)(known.filter((other) => !isSame(other, closure))),
        () => undefined,
        // The form isn't about these days.
        {
          refuse: ({ message }) =>
            showToast({ title: 'The closed days were not restored', text: message, destructive: true }),
        },
      );
    keep(
      (known) => known.filter((other) => !isSame(other, closure)),
      () => next instanceof HTMLElement && next.focus({ preventScroll: true }),
      {
        says: {
          title: 'Closed days removed',
          text: 'We’ll suggest these days for absences again.',
          action: { label: 'Undo', act: undo },
        },
      },
    );
  };
  return (
    <div className="card grid gap-5 p-5 max-md:p-4">
      {coming.length === 0 ? (
        <p className="text-label text-ink-3">No closed days yet.</p>
      ) : (
        <ul aria-label="Closed days" className="-my-2 divide-y divide-line">
          {coming.map((closure) => (
            <li
              key={`${closure.from} ${closure.to} ${closure.name}`}
              tabIndex={-1}
              className="flex items-center gap-3 py-1.5"
            >
              <p className="min-w-0 flex-1 text-label wrap-anywhere">
                <b>{closure.name}</b>{' '}
                <span className="tabular-nums">
                  {wholeDate(closure.from)}
                  {closure.to === closure.from ? '' : ` – ${wholeDate(closure.to)}`}
                </span>
              </p>
              <Button
                variant="plain"
                aria-label={`Remove ${closure.name}`}
                disabled={save.isPending}
                onClick={(event) => remove(closure, event.currentTarget.closest('li'))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form
        aria-labelledby="closed-days"
        onSubmit={add}
        {...form.handlers}
        className="grid gap-4 border-t border-line pt-4"
      >
        <Field {...form.field('name')} label="Name" hint="Such as Thanksgiving break">
          <Input maxLength={closureLimits.name} autoComplete="off" {...form.text('name')} />
        </Field>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-4">
          <Field {...form.field('from')} label="First Day">
            <Input type="date" min={today} {...form.text('from')} />
          </Field>
          <Field {...form.field('to')} label="Last Day" optional>
            <Input type="date" min={form.values.from || today} {...form.text('to')} />
          </Field>
        </div>
        <CallError title="The closed days were not saved" error={save.error} />
        <Button type="submit" pending={save.isPending} pendingText="Saving..." className="justify-self-start">
          Add closed days
        </Button>
      </Form>
    </div>
  );
}

/** Returns a date that never breaks across lines. */
const wholeDate = (date: string) => formatDate(date).replaceAll(' ', '\u00a0');

/** Past days are kept only while there is room for upcoming ones. */
function closuresOf({ closures = [] }: School): Closure[] {
  return closures.slice(-(closureLimits.count - 1));
}

function isSame(one: Closure, other: Closure): boolean {
  return one.from === other.from && one.to === other.to && one.name === other.name;
}

/** Without a last day, the closure is one day. */
function closureOf({ name, from, to }: typeof empty): Closure {
  return { name: name.trim(), from, to: to || from };
}

/** Without a first day, only that field and the name have errors. */
function check(values: typeof empty, known: readonly Closure[]): Errors<keyof typeof empty> {
  const closure = closureOf(values);
  if (values.from === '') return { ...problemsOf(newClosure, closure, ['name']), from: 'Please choose a date.' };
  const from = alreadyClosed(closure, known);
  return { ...problemsOf(newClosure, closure, ['name', 'from', 'to']), ...(from !== null && { from }) };
}

function alreadyClosed(closure: Closure, known: readonly Closure[]): string | null {
  const closed = closureOver(closure, known);
  return closed && `School is already closed then: ${closed.name}.`;
}

/** Returns a change that adds these days, which is refused if some of them are closed already. */
function withClosure(closure: Closure): (known: Closure[]) => Closure[] {
  return (known) => {
    const from = alreadyClosed(closure, known);
    if (from !== null) throw new ApiError({ status: 409, code: 'conflict', message: from, fields: { from } });
    return [...known, closure];
  };
}

function focusName(): void {
  document.getElementById('closure-name')?.focus();
}
