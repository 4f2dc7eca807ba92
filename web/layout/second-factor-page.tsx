import { useLogout } from '#web/session/logout.ts';
import { OnlyPage } from '#web/layout/only-page.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { part } from '#web/ui/part.tsx';
import { Steps } from '#web/ui/steps.tsx';

const SetUpDialog = part(() => import('#web/features/account/set-up-dialog.tsx'), 'SetUpDialog');

type Props = { isSettingUp: boolean; onSetUp: () => void; onClose: () => void };

/** Shows the only page of an owner or school admin without a second factor, if the installation requires one. */
export function SecondFactorPage({ isSettingUp, onSetUp, onClose }: Props) {
  const logOut = useLogout();
  return (
    <OnlyPage title="One more step" icon={icons.shield}>
      <p className="mb-5">
        Your account can see many people’s data. Before you continue, protect it with a second factor. Then a stolen
        password alone can’t be used to sign in.
      </p>
      <Steps
        steps={[
          { title: 'Install an authenticator app', text: 'Any app works. Your phone may already have one.' },
          { title: 'Scan a QR code', text: 'The app then shows a new code every 30 seconds.' },
          { title: 'Save ten recovery codes', text: 'In case you lose your phone.' },
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="filled" onClick={onSetUp}>
          Set it up
        </Button>
        <Button variant="plain" icon={icons.logout} onClick={logOut}>
          Logout
        </Button>
      </div>
      {isSettingUp ? <SetUpDialog onClose={onClose} /> : null}
    </OnlyPage>
  );
}
