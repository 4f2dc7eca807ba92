import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useJoinWithInvitation } from '#web/features/invitations/invitations.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

type JoinFormProps = {
  code: string;
  school: string;
  name: string;
  onJoined: (isApproved: boolean) => void;
  onGone: () => void;
};

/** Adds the inviting school to the account that is signed in. */
export function JoinForm({ code, school, name, onJoined, onGone }: JoinFormProps) {
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
        You’re signed in as {name}. Add {school} to this account: one sign-in, one calendar, all your schools.
      </p>
      {join.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(join.error)}
        </Banner>
      ) : null}
      <Button
        variant="filled"
        pending={join.isPending || join.isSuccess}
        pendingText="Adding..."
        className="min-h-11.5!"
        onClick={press}
      >
        Add {school} to my account
      </Button>
    </div>
  );
}
