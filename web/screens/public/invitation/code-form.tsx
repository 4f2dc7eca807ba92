import { codeIn } from '#web/features/invitations/invitations.ts';
import { currentPlace, navigate } from '#web/navigation/location.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input, asTyped } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Shows the form for a slip's code. Case, spaces and dashes are ignored. */
export function CodeForm() {
  const form = useBlankForm({ code: '' }, ({ code }) =>
    /[a-z0-9]/i.test(code) ? {} : { code: 'Enter the code from your invitation.' },
  );
  const submit = () => {
    if (!form.accepts()) return;
    const code = plain(form.values.code);
    if (code === plain(codeIn(currentPlace().path)))
      form.refuseValue('code', 'This is the code that doesn’t work. Check it, or ask your school for a new one.');
    else navigate(`/invitations/${encodeURIComponent(code)}`);
  };
  return (
    <Form onSubmit={submit} {...form.handlers} className="grid gap-5">
      <Field
        {...form.field('code')}
        label="Code"
        hint="Four groups of four letters and numbers, at the end of the address on your slip"
      >
        <Input {...form.text('code')} autoComplete="off" {...asTyped} />
      </Field>
      <Button type="submit" variant="filled" className="min-h-11.5!">
        Open the invitation
      </Button>
    </Form>
  );
}

function plain(code: string): string {
  return code
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}
