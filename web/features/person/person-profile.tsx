import type { User } from '#contract/person.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Facts } from '#web/ui/facts.tsx';

const none = 'Not given';

/** Shows a person's profile and contact data, with their name as the heading. */
export function PersonProfile({ person }: { person: User }) {
  const { fullName, profileImageUrl, username, email, phone, department, subjects, bio, role, schoolName } = person;
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-3.5">
        <Avatar name={fullName} photo={profileImageUrl} size="large" />
        {username ? <p className="min-w-0 font-semibold wrap-anywhere text-ink">@{username}</p> : null}
      </div>
      <Facts
        facts={[
          {
            label: 'Email',
            value: email ? (
              <a className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch" href={`mailto:${email}`}>
                {email}
              </a>
            ) : (
              none
            ),
            wide: true,
          },
          {
            label: 'Phone',
            value: phone ? (
              <a className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch" href={`tel:${phone}`}>
                {phone}
              </a>
            ) : (
              none
            ),
          },
          ...(role === 'teacher'
            ? [
                { label: 'Department', value: department ?? none },
                { label: 'Subjects', value: subjects ?? none },
              ]
            : []),
          ...(role === 'school_admin' ? [{ label: 'School', value: schoolName ?? 'No school yet' }] : []),
          { label: 'About', value: bio ?? 'Nothing here yet', wide: true },
        ]}
      />
    </div>
  );
}
