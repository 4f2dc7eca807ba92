import type { ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { ImportDialog } from '#web/features/managed/import-dialog.tsx';
import { RenewDialog } from '#web/features/managed/renew-dialog.tsx';
import { AboutPerson } from '#web/features/managed/about-person.tsx';
import { AddPersonDialog } from '#web/features/managed/add-person-dialog.tsx';
import type { ManagedRole } from '#web/features/managed/managed.ts';
import { OnePerson } from '#web/features/person/one-person.tsx';
import { ResetSecondFactorDialog } from '#web/features/managed/reset-second-factor.tsx';
import { ResetPasswordDialog } from '#web/features/managed/reset-password-dialog.tsx';
import type { Layer } from '#web/navigation/use-layer.ts';

type ManagedDialogsProps = {
  kind: ManagedRole;
  school: { id: number; name: string; timeZone: string };
  /** The dialog open over the list, and whose details it shows. */
  layer: Layer;
  details: Layer;
  rows: readonly User[];
  /** Questions about a person that only this list asks. */
  renderAct?: (person: User, act: string, changed: string | null) => ReactNode;
};

/** Shows the dialogs over a list of the school's people: add, import, details, a new password, a new invitation. */
export function ManagedDialogs({ kind, school, layer, details, rows, renderAct }: ManagedDialogsProps) {
  return (
    <>
      {layer.open === 'add' ? <AddPersonDialog kind={kind} school={school} onClose={layer.close} /> : null}
      {layer.open === 'import' ? <ImportDialog kind={kind} school={school} onClose={layer.close} /> : null}
      <OnePerson layer={details} zone={school.timeZone} messageSubject={`Message from ${school.name}`} />
      <AboutPerson layer={layer.open} rows={rows}>
        {(person, act, changed) => {
          if (act === 'reset') return <ResetPasswordDialog person={person} changed={changed} onClose={layer.close} />;
          if (act === 'invite') return <RenewDialog person={person} school={school} onClose={layer.close} />;
          if (act === 'factor')
            return <ResetSecondFactorDialog person={person} changed={changed} onClose={layer.close} />;
          return renderAct?.(person, act, changed) ?? null;
        }}
      </AboutPerson>
    </>
  );
}
