import { updateSchool } from '#contract/schools.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

/** Asks a new school's administrators once whether substitutes see why a teacher is absent. */
export function ReasonQuestion({ schoolId }: { schoolId: number }) {
  const decide = useCommand({
    send: (showReason: boolean) => call(updateSchool, { params: { id: schoolId }, body: { showReason } }),
    toast: (school) => ({
      title: school.showReason === false ? 'Substitutes don’t see the reason' : 'Substitutes see the reason',
      text: 'You can change this in Manage School.',
    }),
    changes: ['schools'],
    failed: 'Update failed',
  });
  return (
    <Banner
      className="print:hidden"
      icon={icons.info}
      title="Should substitutes see why a teacher is absent?"
      actions={
        <>
          <Button pending={decide.isPending && decide.variables} onClick={() => decide.mutate(true)}>
            Show the reason
          </Button>
          <Button pending={decide.isPending && !decide.variables} onClick={() => decide.mutate(false)}>
            Hide the reason
          </Button>
        </>
      }
    >
      Until you decide, they see it: on the vacancy, in email and in their calendar.
    </Banner>
  );
}
