import { useQuery } from '@tanstack/react-query';
import { MessageSubstitutesDialog } from '#web/features/messages/message-dialog.tsx';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';

/**
 * Shows a message to substitutes about a vacancy, once it has loaded: to the booked substitute, or to everyone if
 * there is none. It is mounted while it is open.
 */
export function MessageAbout({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(vacancyQuery(id));
  if (data === undefined) return null;
  const { substitute } = data;
  return (
    <MessageSubstitutesDialog
      vacancy={data}
      {...(substitute === null ? {} : { people: [substitute] })}
      onClose={onClose}
    />
  );
}
