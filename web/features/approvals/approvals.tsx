import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { Applicants, type ApplicantsProps } from '#web/features/approvals/applicants.tsx';
import { OnePerson } from '#web/features/person/one-person.tsx';
import { personQuery } from '#web/features/people/people.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { Segmented } from '#web/ui/choice.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import { AnsweringScreen } from '#web/ui/use-answered-rows.tsx';

const views = ['waiting', 'rejected'] as const;
type View = (typeof views)[number];

type Section = Omit<ApplicantsProps, 'onDetails'>;

type ApprovalsProps = {
  /** One line under the title. */
  subtitle: ReactNode | ((view: View) => ReactNode);
  /** The pending and the rejected, each a section of people of one kind. */
  sections: Record<View, readonly Section[]>;
  /** The time zone of waiting times. The default is the device's. */
  zone: string | undefined;
  /** The subject of a message to an applicant. */
  messageSubject?: string;
};

/** Shows the approvals screen: pending people, rejected people, and one person's details. */
export function Approvals({ subtitle, sections, zone, messageSubject = '' }: ApprovalsProps) {
  const queries = useQueryClient();
  const [view, show] = useTab(views, 'waiting');
  const person = useLayer('person');
  const showDetails = (chosen: User) => {
    queries.setQueryData(personQuery(chosen.id).queryKey, chosen);
    person.show(String(chosen.id));
  };
  return (
    <AnsweringScreen>
      <PageHeader
        title="Pending Approvals"
        actions={
          <Segmented
            label="Filter accounts"
            options={[
              { value: 'waiting', label: 'Waiting' },
              { value: 'rejected', label: 'Rejected' },
            ]}
            value={view}
            onChange={show}
          />
        }
      >
        {typeof subtitle === 'function' ? subtitle(view) : subtitle}
      </PageHeader>
      {sections[view].map((section) => (
        <Applicants key={section.title} {...section} onDetails={showDetails} />
      ))}
      <OnePerson layer={person} zone={zone} messageSubject={messageSubject} />
    </AnsweringScreen>
  );
}
