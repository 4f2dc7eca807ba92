import type { User } from '#contract/person.ts';
import { ResumePreview } from '#web/features/person/resume-preview.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Shows a person's subjects, and their resume to view and download. */
export function ResumeAndQualifications({ person }: { person: User }) {
  const { fullName, qualifications, preferredSubjects, resumeUrl, resumeName } = person;
  const fileName = resumeName ?? 'Resume';
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          { label: 'Qualifications', value: qualifications ?? 'Not given' },
          { label: 'Preferred subjects', value: preferredSubjects ?? 'Not given' },
        ]}
      />
      {resumeUrl ? (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="min-w-0 text-label wrap-anywhere">{fileName}</h3>
            <a href={`${resumeUrl}?download=true`} download={fileName} className={buttonClass()}>
              <Icon shape={icons.download} size="small" />
              Download
            </a>
          </div>
          <ResumePreview url={resumeUrl} fileName={fileName} title={`Resume of ${fullName}`} />
        </div>
      ) : (
        <p className="rounded-control bg-subtle px-4 py-3.5 text-label">{fullName} has not uploaded a resume.</p>
      )}
    </div>
  );
}
