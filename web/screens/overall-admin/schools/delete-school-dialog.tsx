import { useQuery } from '@tanstack/react-query';
import { exportSchool } from '#contract/school-deletion.ts';
import type { School } from '#contract/schools.ts';
import { callForFile } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { failureWords, lossQuery, type SchoolLoss, useDeleteSchool } from '#web/features/schools/schools.ts';
import { SchoolPlace } from '#web/screens/overall-admin/schools/school-place.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { grouped } from '#domain/grouped.ts';
import * as icons from '#web/ui/icons.ts';
import { saveAs } from '#web/ui/save-as.ts';

/** Lists the data that is deleted with a school, and requires its name before deleting everything permanently. */
export function DeleteSchoolDialog({ school, open, onClose }: { school: School; open: boolean; onClose: () => void }) {
  const remove = useDeleteSchool();
  // Once the deletion has started, there is nothing left to count, whatever events the page receives.
  const loss = useQuery({ ...lossQuery(school.id), enabled: open && !remove.isPending && !remove.isSuccess });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => remove.mutate(school, { onSuccess: onClose })}
      title={`Delete ${school.name}?`}
      confirmLabel="Delete"
      pending={remove.isPending}
      pendingText="Deleting..."
      danger
      failure={remove.isError ? failureWords.remove(remove.error) : undefined}
      typeToConfirm={school.name}
    >
      <div className="grid gap-4">
        <SchoolPlace of={school} />
        <p>Its teachers, vacancies and their history will be deleted, too. You can’t undo this.</p>
        {loss.data === undefined ? null : <Loss {...loss.data} />}
        {loss.isPending ? <p role="status">Counting what will be lost...</p> : null}
        {loss.isError ? (
          <Banner
            tone="danger"
            live
            actions={
              <Button pending={loss.isFetching} onClick={() => void loss.refetch()}>
                Try again
              </Button>
            }
          >
            We couldn’t count what would be lost.
          </Banner>
        ) : null}
        <p>
          We’ll notify substitutes with upcoming assignments or requests here. They keep their accounts and their other
          schools. Its administrators keep their accounts, without a school.
        </p>
        <TakeAlong school={school} />
      </div>
    </ConfirmDialog>
  );
}

/** Downloads all data about the school. */
function TakeAlong({ school }: { school: School }) {
  const download = useCommand({
    send: () => callForFile(exportSchool, { params: { id: school.id } }),
    toast: ({ name }) => ({ title: 'The school is on this device', text: `All its data is saved as ${name}.` }),
    onDone: ({ bytes, name }) => saveAs(bytes, name),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button icon={icons.download} pending={download.isPending} onClick={() => download.mutate()}>
        Download everything first
      </Button>
      <CallError error={download.error} />
    </div>
  );
}

function Loss({ teachers, vacancies, upcomingAssignments, messages, substitutes, admins }: SchoolLoss) {
  const facts = [
    { label: 'Teachers', value: teachers },
    { label: 'Vacancies', value: vacancies },
    { label: 'Upcoming assignments', value: upcomingAssignments },
    { label: 'Messages', value: messages },
    { label: 'Substitutes who lose this school', value: substitutes },
    { label: 'Administrators left without a school', value: admins },
  ];
  return (
    <div role="group" aria-label="What will be lost" className="rounded-control bg-subtle px-4 py-3.5">
      <Facts
        facts={facts.map(({ label, value }) => ({
          label,
          value: <span className="tabular-nums">{grouped(value)}</span>,
        }))}
      />
    </div>
  );
}
