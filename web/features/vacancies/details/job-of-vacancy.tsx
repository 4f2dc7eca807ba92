import { leaveJob } from '#contract/job-days.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatShortDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * Shows the multi-day job of a vacancy, and the button that takes this day out of it. Renders nothing for any other
 * vacancy.
 */
export function JobOfVacancy({ vacancy }: { vacancy: Vacancy }) {
  const { job, can, id } = vacancy;
  const question = useLayer('leave-job');
  if (!job) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-subtle p-4">
      <p className="min-w-0 text-label text-ink">{job.sentence}. One substitute takes its days together.</p>
      {can.includes('leaveJob') ? (
        <Button onClick={() => question.show(String(id))}>Take this day out of the job</Button>
      ) : null}
      {can.includes('leaveJob') && question.open === String(id) ? (
        <LeaveDialog vacancy={vacancy} onClose={question.close} />
      ) : null}
    </div>
  );
}

type LeaveDialogProps = { vacancy: Vacancy; onClose: () => void };

function LeaveDialog({ vacancy: { id, date, status, description }, onClose }: LeaveDialogProps) {
  const leave = useCommand({
    send: () => call(leaveJob, { params: { id } }),
    toast: {
      title: 'Day taken out of the job',
      text: `${description} on ${formatShortDate(date)} is now a separate vacancy.`,
    },
    onDone: onClose,
    changes: ['vacancies'],
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => leave.mutate()}
      title={`Take ${formatShortDate(date)} out of the job?`}
      confirmLabel="Take day out"
      {...sending(leave)}
    >
      {status === 'open'
        ? 'It becomes a separate vacancy, and we’ll offer it to substitutes who are free that day. '
        : 'It becomes a separate vacancy. Its substitute stays. '}
      You can’t put it back.
    </ConfirmDialog>
  );
}
