import { CallError } from '#web/api/call-error.tsx';
import { ApiError } from '#web/api/errors.ts';
import { useJoinWithInvitation } from '#web/features/invitations/invitations.ts';
import { Button } from '#web/ui/button.tsx';

type JoinFormProps = {
  code: string;
  school: string;
  name: string;
  role: 'teacher' | 'substitute';
  /** The school that a teacher's account belongs to, if it is another one. */
  leaves: string | null;
  onJoined: (isApproved: boolean) => void;
  onGone: () => void;
};

/** Adds the inviting school to the substitute's account that is signed in, or moves the teacher's account to it. */
export function JoinForm({ code, school, name, role, leaves, onJoined, onGone }: JoinFormProps) {
  const join = useJoinWithInvitation(code);
  const press = () => {
    if (join.isPending || join.isSuccess) return;
    join.mutate(undefined, {
      onSuccess: ({ isApproved }) => onJoined(isApproved),
      onError: (error) => {
        if (error instanceof ApiError && error.status === 404) onGone();
      },
    });
  };
  return (
    <div className="grid gap-4">
      <p>
        You’re signed in as {name}.{' '}
        {role === 'substitute'
          ? `Add ${school} to this account: one sign-in, one calendar, all your schools.`
          : leaves === null
            ? `Use this account at ${school}, with your own password.`
            : `Move this account to ${school}. You’ll no longer belong to ${leaves}. Past absences stay in its reports. Your timetable, emergency plan, student details and files are deleted, because they’re about its classes.`}
      </p>
      <CallError error={join.error} />
      <Button
        variant="filled"
        pending={join.isPending || join.isSuccess}
        pendingText={role === 'substitute' ? 'Adding...' : 'Joining...'}
        className="min-h-11.5! py-2 whitespace-normal!"
        onClick={press}
      >
        {role === 'substitute' ? `Add ${school} to my account` : `Use my account at ${school}`}
      </Button>
    </div>
  );
}
