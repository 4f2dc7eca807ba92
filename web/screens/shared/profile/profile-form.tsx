import { useState, type ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import type { Role } from '#domain/role.ts';
import { PhotoField } from '#web/screens/shared/profile/photo-field.tsx';
import { useSaveProfile } from '#web/screens/shared/profile/save-profile.ts';
import { ResumeField } from '#web/screens/shared/profile/resume-field.tsx';
import {
  problemsIn,
  profileFields,
  savedValues,
  textsIn,
  hasField,
  type TextField,
} from '#web/screens/shared/profile/values.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { isAboutField } from '#web/api/refusal.ts';
import { SaveChanges } from '#web/api/save-changes.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';

/**
 * Shows the user's profile, photo and resume, saved together. Typed text and chosen files stay until they are saved.
 */
export function ProfileForm({ user }: { user: User }) {
  const [share, setShare] = useState(0);
  const save = useSaveProfile();
  const form = useForm({
    record: user,
    valuesOf: savedValues,
    names: profileFields,
    check: (_, changes) => problemsIn(changes),
    others: 'in another window',
    pending: save.isPending,
  });
  const { values, changes } = form;
  const { profileImage, resume } = values;
  const files = { ...(profileImage && { profileImage }), ...(resume && { resume }) };
  const sendsFiles = Object.keys(files).length > 0;
  useUnsavedText(form.dirty);

  const choose = (name: 'profileImage' | 'resume', file: File | null) => {
    form.set({ [name]: file });
    // The button that discards a chosen file disappears with it.
    if (file === null) document.getElementById(`field-${name}`)?.focus();
  };
  const submit = () => {
    if (save.isPending || !form.dirty || !form.accepts()) return;
    setShare(0);
    save.mutate(
      { fields: { ...textsIn(changes), version: form.version }, files, onProgress: setShare },
      { onSuccess: (saved) => form.saved(saved, values), onError: form.refuse },
    );
  };

  return (
    <Form onSubmit={submit} className="grid gap-4" aria-labelledby="profile-details">
      <div className="card grid gap-5 p-5 max-md:p-4" {...form.handlers}>
        <FormSummary problems={form.problems} attempt={form.attempt} />
        <PhotoField
          saved={user.profileImageUrl}
          chosen={profileImage}
          onChoose={(photo) => choose('profileImage', photo)}
          onRefuse={(sentence) => form.refuseValue('profileImage', sentence)}
          error={form.field('profileImage').error}
          disabled={save.isPending}
        />
        <ProfileTexts role={user.role} form={form} />
        <ResumeField
          isRead={user.role === 'substitute'}
          saved={user.resumeUrl ? { url: user.resumeUrl, name: user.resumeName ?? 'Resume' } : null}
          chosen={resume}
          onChoose={(file) => choose('resume', file)}
          onRefuse={(sentence) => form.refuseValue('resume', sentence)}
          error={form.field('resume').error}
          disabled={save.isPending}
        />
        {save.isPending && sendsFiles ? <UploadProgress share={share} /> : null}
      </div>
      <SaveChanges
        form={form}
        save={save}
        failed="Your changes were not saved"
        isSaidAtField={isAboutField(save.error)}
      />
    </Form>
  );
}

/** Shows the upload progress. Once uploaded, the server still has to process the files. */
function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1.5">
      <p className="text-meta text-ink-3" aria-hidden="true">
        {share < 1 ? `Uploading, ${percent}%` : 'Uploaded. Checking your files'}
      </p>
      <progress aria-label="Upload" max={100} value={percent} className="h-2 w-full accent-accent" />
    </div>
  );
}

type ProfileTextsProps = {
  role: Role;
  form: {
    field: (name: TextField) => { id: string; error: ReactNode };
    text: (name: TextField) => {
      name: string;
      value: string;
      onChange: (event: { target: { value: string } }) => void;
    };
  };
};

/** Shows the descriptive texts that are useful for the user's role. */
function ProfileTexts({ role, form }: ProfileTextsProps) {
  const text = (
    name: TextField,
    label: string,
    rest: { hint?: ReactNode; optional?: boolean; lines?: true; input?: Parameters<typeof Input>[0] } = {},
  ) => {
    if (!hasField(role, name)) return null;
    const { hint, optional = true, lines, input } = rest;
    const control = form.text(name);
    return (
      <Field {...form.field(name)} label={label} hint={hint} optional={optional}>
        {lines ? <Textarea {...control} rows={3} /> : <Input {...input} {...control} />}
      </Field>
    );
  };
  return (
    <>
      {text('fullName', 'Name', { optional: false, input: { autoComplete: 'name' } })}
      {text('email', 'Email', {
        optional: false,
        input: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
      })}
      {text('phone', 'Phone', { input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } })}
      {text('gender', 'Gender')}
      {text('department', 'Department')}
      {text('subjects', 'Subjects', { hint: 'What you teach' })}
      {text('qualifications', 'Qualifications', { lines: true, hint: 'Licenses, degrees, years of teaching' })}
      {text('preferredSubjects', 'Preferred Subjects', { lines: true, hint: 'Such as Math, Science or Music' })}
      {text('bio', 'Bio', { lines: true, hint: 'A few sentences about you' })}
    </>
  );
}
