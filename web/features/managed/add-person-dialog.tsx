import { type FormEvent, useState } from 'react';
import { type InvitationSlip, inviteUser } from '#contract/invitations.ts';
import { createUser } from '#contract/users.ts';
import { bareUsername, proposedUsername } from '#domain/person.ts';
import { ApiError, type KnownPerson, sentenceOf } from '#web/api/errors.ts';
import { isAboutField } from '#web/api/refusal.ts';
import {
  givenPasswordHint,
  NameFields,
  NewPasswordFields,
  withConfirmation,
} from '#web/features/account/account-fields.tsx';
import { useInvitePerson } from '#web/features/invitations/invitations.ts';
import {
  addedTitle,
  type ManagedRole,
  tellNotAdded,
  useAddKnownSubstitute,
  useAddPerson,
} from '#web/features/managed/managed.ts';
import { lostSlips, Slips } from '#web/features/managed/slips.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { namesOf } from '#web/ui/form-state.ts';
import { Input } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { showToast } from '#web/ui/toast.ts';
import { type TextForm, useBlankForm } from '#web/ui/use-form.ts';

const blank = {
  fullName: '',
  username: '',
  email: '',
  phone: '',
  department: '',
  subjects: '',
  qualifications: '',
  preferredSubjects: '',
  password: '',
  confirmPassword: '',
};

type AddPersonDialogProps = {
  kind: ManagedRole;
  school: { id: number; name: string; timeZone: string };
  onClose: () => void;
};

/** Creates another person's account. They choose their own password by invitation, unless one is set here. */
export function AddPersonDialog({ kind, school, onClose }: AddPersonDialogProps) {
  const [setsPassword, setSetsPassword] = useState(false);
  const form = useBlankForm(blank, (values) => check(values, kind, setsPassword ? school.id : null));
  const add = useAddPerson(kind);
  const { slip, ...invite } = useInvitation(kind, form.refuse, onClose);
  const isTeacher = kind === 'teacher';
  const noun = isTeacher ? 'Teacher' : 'Substitute';
  const failed = setsPassword ? add.error : invite.error;
  const said = failed === null || isAboutField(failed) ? undefined : sentenceOf(failed);
  const known = failed instanceof ApiError ? failed.person : null;
  const sent = setsPassword ? add.variables : invite.sent;
  // "This is someone else" counts for what was looked up, not for what was typed since.
  const isCurrent = sent?.email === form.values.email && sent.phone === form.values.phone;
  const send = (isSomeoneElse = false) => {
    if (!setsPassword) return invite.send({ ...invitationOf(form.values, kind), isSomeoneElse });
    const body = { ...inputOf(form.values, kind, school.id), isSomeoneElse };
    return add.mutate(body, { onSuccess: onClose, onError: form.refuse });
  };
  if (slip !== null) return <SlipDialog title={addedTitle(kind)} slip={slip} school={school} onClose={onClose} />;
  // The username is derived from the name. A typed one stays.
  const proposeUsername = ({ target }: FormEvent<HTMLElement>) => {
    const { fullName, username } = form.values;
    if (!(target instanceof HTMLInputElement) || target.name !== 'fullName') return;
    if (username === proposedUsername(fullName)) form.set({ username: proposedUsername(target.value) });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Add ${noun}`}
      form={form}
      onSubmit={() => send()}
      submitLabel={`Add ${noun}`}
      pending={add.isPending || invite.isPending}
      pendingText="Adding..."
      failureTitle={isTeacher ? undefined : 'Error adding substitute'}
      failure={known !== null ? undefined : isTeacher && said !== undefined ? `Failed to add teacher: ${said}` : said}
    >
      <div className="grid gap-4.5" onChange={proposeUsername}>
        <NameFields form={form} />
      </div>
      <OptionalFields kind={kind} form={form} isInvited={!setsPassword} />
      {known === null || !isCurrent ? null : (
        // The form is taller than a small window.
        <div ref={showOnce}>
          <KnownPersonBanner person={known} onAdded={onClose} onSomeoneElse={() => send(true)} />
        </div>
      )}
      <details open={setsPassword} onToggle={(event) => setSetsPassword(event.currentTarget.open)} className="min-w-0">
        <summary className="min-h-touch cursor-pointer py-2.5 text-label">
          Set a password instead of inviting them
        </summary>
        {setsPassword ? (
          <div className="grid gap-4.5 pt-2">
            <NewPasswordFields form={form} hint={givenPasswordHint} />
          </div>
        ) : null}
      </details>
    </FormDialog>
  );
}

/** Sends an invitation. `slip` is the one to print if it couldn't be emailed. */
function useInvitation(kind: ManagedRole, refuse: (error: Error) => void, onClose: () => void) {
  const { mutate, data, error, isPending, variables: sent } = useInvitePerson();
  const send = (body: ReturnType<typeof invitationOf> & { isSomeoneElse: boolean }) =>
    mutate(body, {
      onSuccess: ({ mailed }) => {
        // The dialog with the slip says it instead.
        if (!mailed) return;
        showToast({ title: addedTitle(kind), text: `${body.fullName} will get an invitation at ${body.email}.` });
        onClose();
      },
      onError: (failure) => {
        tellNotAdded(kind, failure);
        refuse(failure);
      },
    });
  return { send, error, isPending, sent, slip: data?.slip ?? null };
}

type OptionalFieldsProps = { kind: ManagedRole; form: TextForm<keyof typeof blank>; isInvited: boolean };

function OptionalFields({ kind, form, isInvited }: OptionalFieldsProps) {
  const field = (name: keyof typeof blank, label: string, type: 'text' | 'email' | 'tel' = 'text', hint?: string) => (
    <Field {...form.field(name)} label={label} optional hint={hint}>
      <Input {...form.text(name)} type={type} inputMode={type} autoComplete="off" />
    </Field>
  );
  const emailHint = 'Their invitation to choose a password goes here. Without it, you get a slip to print.';
  return (
    <>
      {field('email', 'Email', 'email', isInvited ? emailHint : undefined)}
      {field('phone', 'Phone', 'tel')}
      {kind === 'teacher' ? field('department', 'Department') : field('qualifications', 'Qualifications')}
      {kind === 'teacher' ? field('subjects', 'Subjects') : field('preferredSubjects', 'Preferred Subjects')}
    </>
  );
}

const showOnce = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

type KnownPersonBannerProps = {
  person: KnownPerson;
  onAdded: () => void;
  onSomeoneElse: () => void;
};

/**
 * A substitute of the district has this email or phone. Adds that substitute, or creates an account for someone else.
 */
function KnownPersonBanner({ person: { id, fullName, worksHere }, onAdded, onSomeoneElse }: KnownPersonBannerProps) {
  const add = useAddKnownSubstitute();
  return (
    <Banner
      tone="pending"
      live
      title={
        worksHere ? `${fullName} is already a substitute at your school` : `${fullName} already works in your district`
      }
      actions={
        <>
          {worksHere ? null : (
            <Button
              variant="filled"
              pending={add.isPending}
              onClick={() => add.mutate({ id, fullName }, { onSuccess: onAdded })}
            >
              Add {fullName}
            </Button>
          )}
          <Button onClick={onSomeoneElse}>This is someone else</Button>
        </>
      }
    >
      They have this email or phone.{worksHere ? '' : ' Add them with their existing account.'}
    </Banner>
  );
}

type SlipDialogProps = {
  /** The title of the success banner. */
  title: string;
  slip: InvitationSlip;
  school: { name: string; timeZone: string };
  onClose: () => void;
};

/** Shows the invitation as a slip, if it can't be emailed. */
function SlipDialog({ title, slip, school, onClose }: SlipDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      dirty
      loss={lostSlips(1)}
      title={`Invitation for ${slip.fullName}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="filled" onClick={() => print()}>
            Print slip
          </Button>
        </>
      }
    >
      <Banner tone="success" live title={title}>
        They can choose a password with this slip. Email isn’t set up here, so hand it over on paper. The code is shown
        only once.
      </Banner>
      <Slips slips={[slip]} school={school} />
    </Dialog>
  );
}

/** Source: the payload of POST /api/users in the specification. */
function inputOf(values: typeof blank, role: ManagedRole, schoolId: number) {
  const { department, subjects, qualifications, preferredSubjects, ...rest } = values;
  const own = JSON.stringify([schoolId]);
  return {
    ...rest,
    username: bareUsername(rest.username),
    role,
    isApproved: true,
    isActive: true,
    isPlatformOwner: false,
    ...(role === 'teacher'
      ? { schoolId, department, subjects }
      : { qualifications, preferredSubjects, selectedSchoolIds: own, approvedSchoolIds: own }),
  };
}

/** Returns the fields of the same form that an invitation needs. */
function invitationOf(values: typeof blank, role: ManagedRole) {
  const { fullName, username, email, phone, department, subjects, qualifications, preferredSubjects } = values;
  return {
    role,
    fullName,
    username: bareUsername(username),
    email,
    phone,
    ...(role === 'teacher' ? { department, subjects } : { qualifications, preferredSubjects }),
  };
}

/** Problems of the form: with a password where `schoolId` is given, else as an invitation. */
function check(values: typeof blank, role: ManagedRole, schoolId: number | null) {
  const names = namesOf(values);
  if (schoolId === null) return problemsOf(inviteUser.body, invitationOf(values, role), names);
  return withConfirmation(problemsOf(createUser.body, inputOf(values, role, schoolId), names), values);
}
