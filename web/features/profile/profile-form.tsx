import { useState, type FormEvent } from 'react';
import type { User } from '#contract/users.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { PhotoField } from '#web/features/profile/photo-field.tsx';
import { ProfileTexts } from '#web/features/profile/profile-texts.tsx';
import { useSaveProfile } from '#web/features/profile/profile.ts';
import { ResumeField } from '#web/features/profile/resume-field.tsx';
import {
  changedFields,
  problemsIn,
  profileFields,
  savedValues,
  type ProfileValues,
} from '#web/features/profile/values.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { useFormFields } from '#web/ui/use-form-fields.ts';

type ProfileFormProps = {
  user: User;
  /** Asked to start afresh from what is saved: reverted, or just saved. */
  onFresh: () => void;
};

/** The own profile, photo and resume, saved together. What was typed and chosen stays until it is saved. */
export function ProfileForm({ user, onFresh }: ProfileFormProps) {
  const [values, setValues] = useState<ProfileValues>(() => savedValues(user));
  const [share, setShare] = useState(0);
  const fields = useFormFields(profileFields, () => problemsIn(user, values));
  const save = useSaveProfile();
  const set = (changed: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...changed }));

  const changed = changedFields(user, values);
  const files = {
    ...(values.profileImage && { profileImage: values.profileImage }),
    ...(values.resume && { resume: values.resume }),
  };
  const sendsFiles = Object.keys(files).length > 0;
  const dirty = sendsFiles || Object.keys(changed).length > 0;
  useLeaveGuard(dirty);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (save.isPending || !dirty || !fields.accepts(form)) return;
    setShare(0);
    save.mutate(
      { fields: changed, files, onProgress: setShare },
      {
        onSuccess: onFresh,
        onError: (error) => {
          if (error instanceof ApiError && Object.keys(error.fields).length > 0) fields.show(form, error.fields);
        },
      },
    );
  };
  const refuse = (name: 'profileImage' | 'resume') => (sentence: string) => {
    const form = document.querySelector<HTMLFormElement>('form[data-profile]');
    if (form !== null) fields.show(form, { ...fields.errors, [name]: sentence });
  };

  return (
    <form noValidate data-profile="" onSubmit={submit} className="grid gap-4" aria-labelledby="profile-details">
      <div className="card grid gap-5 p-5 max-md:p-4" {...fields.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        <PhotoField
          saved={user.profileImageUrl}
          chosen={values.profileImage}
          onChoose={(profileImage) => set({ profileImage })}
          onRefuse={refuse('profileImage')}
          error={fields.errors.profileImage}
          disabled={save.isPending}
        />
        <ProfileTexts role={user.role} values={values} errors={fields.errors} onChange={set} />
        <ResumeField
          isRead={user.role === 'substitute'}
          saved={user.resumeUrl ? { url: user.resumeUrl, name: user.resumeName ?? 'Resume' } : null}
          chosen={values.resume}
          onChoose={(resume) => set({ resume })}
          onRefuse={refuse('resume')}
          error={fields.errors.resume}
          disabled={save.isPending}
        />
        {save.isPending && sendsFiles ? <UploadProgress share={share} /> : null}
      </div>
      <SaveBar
        dirty={dirty}
        saving={save.isPending}
        onRevert={onFresh}
        failure={
          save.isError && !save.isPending ? { title: 'Your changes are not saved', text: sentenceOf(save.error) } : null
        }
      />
    </form>
  );
}

/** How far the files are; once they are there, the server still has to read them. */
function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1.5">
      <p className="text-meta text-ink-3" aria-hidden="true">
        {share < 1 ? `Uploading, ${percent} %` : 'Uploaded. Your files are being checked'}
      </p>
      <progress aria-label="Upload" max={100} value={percent} className="h-2 w-full accent-accent" />
    </div>
  );
}
