import { useMutation } from '@tanstack/react-query';
import { updateSchool } from '#contract/schools.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { showToast } from '#web/ui/toast.ts';

/** Asks a new school's administrators once whether substitutes see why a teacher is absent. */
export function ReasonQuestion({ schoolId }: { schoolId: number }) {
  const changed = useChanged();
  const decide = useMutation({
    mutationFn: (showReason: boolean) => call(updateSchool, { params: { id: schoolId }, body: { showReason } }),
    onSuccess: (school) => {
      showToast({
        title: school.showReason === false ? 'Substitutes don’t see the reason' : 'Substitutes see the reason',
        text: 'You can change this in Manage School.',
      });
      return changed('schools');
    },
    onError: (error) => showToast({ title: 'Update failed', text: sentenceOf(error), destructive: true }),
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
