import { useQuery } from '@tanstack/react-query';
import { roleNames } from '#domain/role.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { MessageSubstituteDialog } from '#web/features/messages/message-dialog.tsx';
import { personQuery } from '#web/features/people/people.ts';
import { PersonDialog } from '#web/features/person/person-dialog.tsx';
import { sinceWhen } from '#web/words/people.ts';
import type { Layer } from '#web/navigation/use-layer.ts';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';

type OnePersonProps = {
  /** The open dialog, as `person` in the address: '12' for details, '12-message' for a message. */
  layer: Layer;
  /** The time zone of waiting times. The default is the device's. */
  zone: string | undefined;
  messageSubject: string;
};

/** Shows the details of the person in the address, and the message dialog, which replaces them. */
export function OnePerson({ layer, zone, messageSubject }: OnePersonProps) {
  const [id, isMessage] = layer.open?.split('-') ?? [];
  if (id === undefined) return null;
  return (
    <Known
      key={id}
      id={Number(id)}
      zone={zone}
      subject={messageSubject}
      writing={isMessage !== undefined}
      onWrite={() => layer.swap(`${id}-message`)}
      onClose={layer.close}
    />
  );
}

type KnownProps = {
  id: number;
  zone: string | undefined;
  subject: string;
  writing: boolean;
  onWrite: () => void;
  onClose: () => void;
};

function Known({ id, zone, subject, writing, onWrite, onClose }: KnownProps) {
  const { data: person, ...query } = useQuery(personQuery(id));
  if (person === undefined) {
    return query.isError ? (
      <Dialog onClose={onClose} title="Details" footer={<CloseButton>Close</CloseButton>}>
        <QueryError query={query} level={3} title="This person could not be loaded" />
      </Dialog>
    ) : null;
  }
  if (writing) return <MessageSubstituteDialog onClose={onClose} recipient={person} subject={subject} />;
  return (
    <PersonDialog
      person={person}
      subtitle={`${roleNames[person.role]} · ${person.appliedAt === undefined ? `registered ${sinceWhen(person.createdAt, zone)}` : `applied ${sinceWhen(person.appliedAt, zone)}`}`}
      onClose={onClose}
      {...(person.role === 'substitute' ? { onMessage: onWrite } : {})}
    />
  );
}
