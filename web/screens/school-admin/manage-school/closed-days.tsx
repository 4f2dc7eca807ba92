import { useState, type FormEvent } from 'react';
import { newClosure, type School } from '#contract/schools.ts';
import { type Closure, closureLimits, closuresSince } from '#domain/closure.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useSaveSchool } from '#web/screens/school-admin/manage-school/own-school.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type Errors, problemsOf } from '#web/ui/problems.ts';
import { useNow } from '#web/words/use-now.ts';

const names = ['name', 'from', 'to'] as const;
const empty = { name: '', from: '', to: '' };

/** Shows the upcoming days without school, to add and remove. Each change is saved at once. */
export function ClosedDays({ school }: { school: School }) {
  const today = localDate(useNow(), school.timeZone ?? 'UTC');
  const [typed, setTyped] = useState(empty);
  const [problems, setProblems] = useState<Errors<(typeof names)[number]>>({});
  useLeaveGuard(Object.values(typed).some((text) => text !== ''));
  const save = useSaveSchool(school.id, {
    title: 'Closed days saved',
    text: 'Absence requests won’t suggest these days.',
  });
  // Past days are kept only while there is room for upcoming ones.
  const all = (school.closures ?? []).slice(-(closureLimits.count - 1));
  const coming = closuresSince(today, all);
  const keep = (closures: readonly Closure[], onSuccess: () => void = focusName) =>
    save.mutate({ fields: { closures: [...closures], version: school.version } }, { onSuccess });
  const set = (name: keyof typeof empty, value: string) => {
    setTyped({ ...typed, [name]: value });
    const { [name]: _solved, ...others } = problems;
    setProblems(others);
  };
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    // Without a last day, the closure is one day. Without a first day, that field has an error.
    const closure = { ...typed, to: typed.to === '' ? typed.from : typed.to };
    const found: Errors<(typeof names)[number]> =
      typed.from === ''
        ? { ...problemsOf(newClosure, closure, ['name']), from: 'Please choose a date.' }
        : problemsOf(newClosure, closure, names);
    setProblems(found);
    const [wrong] = names.filter((name) => found[name] !== undefined);
    if (wrong === undefined)
      keep([...all, { ...closure, name: closure.name.trim() }], () => {
        setTyped(empty);
        focusName();
      });
    else document.getElementById(`closure-${wrong}`)?.focus();
  };
  const text = (name: keyof typeof empty) => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <div className="card grid gap-5 p-5 max-md:p-4">
      {coming.length === 0 ? (
        <p className="text-label text-ink-3">No closed days yet.</p>
      ) : (
        <ul aria-label="Closed days" className="-my-2 divide-y divide-line">
          {coming.map((closure) => (
            <li key={`${closure.from} ${closure.to} ${closure.name}`} className="flex items-center gap-3 py-1.5">
              <p className="min-w-0 flex-1 text-label wrap-anywhere">
                <b>{closure.name}</b>{' '}
                <span className="tabular-nums">
                  {formatDate(closure.from)}
                  {closure.to === closure.from ? '' : ` – ${formatDate(closure.to)}`}
                </span>
              </p>
              <Button
                variant="plain"
                aria-label={`Remove ${closure.name}`}
                disabled={save.isPending}
                onClick={() => keep(all.filter((other) => other !== closure))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate aria-labelledby="closed-days" onSubmit={add} className="grid gap-4 border-t border-line pt-4">
        <Field id="closure-name" label="Name" hint="Such as Thanksgiving break" error={problems.name}>
          <Input maxLength={closureLimits.name} autoComplete="off" {...text('name')} />
        </Field>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-4">
          <Field id="closure-from" label="First Day" error={problems.from}>
            <Input type="date" min={today} {...text('from')} />
          </Field>
          <Field id="closure-to" label="Last Day" optional error={problems.to}>
            <Input type="date" min={typed.from || today} {...text('to')} />
          </Field>
        </div>
        {save.isError ? (
          <Banner tone="danger" live title="The closed days were not saved">
            {sentenceOf(save.error)}
          </Banner>
        ) : null}
        <Button type="submit" pending={save.isPending} pendingText="Saving..." className="justify-self-start">
          Add closed days
        </Button>
      </form>
    </div>
  );
}

function focusName(): void {
  document.getElementById('closure-name')?.focus();
}
