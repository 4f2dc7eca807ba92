import { type ReactNode, useState } from 'react';
import type { User } from '#contract/person.ts';
import { CallError } from '#web/api/call-error.tsx';
import { RejectDialog } from '#web/features/people/reject-dialog.tsx';
import { ResumePreview } from '#web/features/person/resume-preview.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { type Verdict, useDecideInPlace } from '#web/features/people/decide.ts';
import { PersonProfile } from '#web/features/person/person-profile.tsx';
import { SingleDates } from '#web/features/person/single-dates.tsx';
import { useSession } from '#web/session/session.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { part } from '#web/ui/part.tsx';
import { WeekGrid } from '#web/features/person/week-grid.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import * as icons from '#web/ui/icons.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { useListsOfScreen } from '#web/ui/use-answered-rows.tsx';

const Records = part(() => import('#web/features/person/records.tsx'), 'Records');

type DetailsTab = 'profile' | 'resume' | 'availability';

type PersonDialogProps = {
  person: User;
  /** One line under the name: the role, and when they registered or applied. */
  subtitle: ReactNode;
  onClose: () => void;
  /** Absent if messages can't be sent from here. */
  onMessage?: () => void;
};

const tabs: readonly { id: DetailsTab; label: string }[] = [
  { id: 'profile', label: 'Profile' },
  { id: 'resume', label: 'Resume & Qualifications' },
  { id: 'availability', label: 'Availability' },
];

/** Shows everything to know before deciding on an account, with the decision at the bottom. */
export function PersonDialog({ person, subtitle, onClose, onMessage }: PersonDialogProps) {
  const [tab, setTab] = useState<DetailsTab>('profile');
  const { role: reader } = useSession();
  const asking = useLayer('reject');
  const { press, running, error } = useDecideInPlace(useListsOfScreen(), onClose);
  const may = (act: Verdict | 'message') => person.can?.includes(act) ?? false;
  // Only substitutes have a weekly availability.
  const offered = person.role === 'substitute' ? tabs : tabs.filter(({ id }) => id !== 'availability');
  return (
    <Dialog
      onClose={onClose}
      wide
      tall={person.role === 'substitute'}
      title={person.fullName}
      subtitle={subtitle}
      footer={
        <>
          {onMessage !== undefined && may('message') ? <MessageButton onClick={onMessage} /> : null}
          {may('reject') ? (
            <Button pending={running === 'reject'} onClick={() => asking.show('details')}>
              Reject
            </Button>
          ) : null}
          {may('approve') ? (
            <Button
              variant="filled"
              icon={icons.check}
              pending={running === 'approve'}
              onClick={() => press(person, 'approve')}
            >
              Approve
            </Button>
          ) : null}
          {may('reject') || may('approve') ? null : <Button onClick={onClose}>Close</Button>}
        </>
      }
    >
      <RejectDialog
        person={person}
        open={asking.open === 'details'}
        pending={running === 'reject'}
        onConfirm={() => press(person, 'reject')}
        onClose={asking.close}
      />
      <CallError error={error} />
      <Tabs label={`Details of ${person.fullName}`} tabs={offered} current={tab} onChange={setTab}>
        {tab === 'profile' ? (
          <div className="grid gap-5">
            <PersonProfile person={person} />
            {person.role === 'substitute' && reader === 'school_admin' ? <Records of={person} /> : null}
          </div>
        ) : null}
        {tab === 'resume' ? <ResumeAndQualifications person={person} /> : null}
        {tab === 'availability' ? (
          <>
            <WeekGrid name={person.fullName} stored={person.generalAvailability ?? null} />
            <SingleDates id={person.id} name={person.fullName} />
          </>
        ) : null}
      </Tabs>
    </Dialog>
  );
}

function MessageButton({ onClick }: { onClick: () => void }) {
  return (
    <span className="mr-auto max-md:basis-full">
      <Button variant="plain" icon={icons.mail} onClick={onClick} className="max-md:min-h-12 max-md:w-full md:-ml-3.5">
        Message Substitute
      </Button>
    </span>
  );
}

/** Shows a person's subjects, and their resume to view and download. */
function ResumeAndQualifications({ person }: { person: User }) {
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
