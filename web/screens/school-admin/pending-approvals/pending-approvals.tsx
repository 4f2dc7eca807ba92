import type { User } from '#contract/person.ts';
import { Approvals } from '#web/features/approvals/approvals.tsx';
import { peopleQuery } from '#web/features/people/people.ts';
import { NeedsSchool } from '#web/features/schools/needs-school.tsx';
import { dayOf, inOneLine, sinceWhen } from '#web/words/people.ts';
import { useSession } from '#web/session/session.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import * as icons from '#web/ui/icons.ts';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => {
  for (const role of ['substitute', 'teacher'] as const)
    void queries.prefetchInfiniteQuery(peopleQuery(role, 'pending'));
  void queries.prefetchInfiniteQuery(peopleQuery('substitute', 'admitted'));
};

/** Teachers and substitutes waiting for the school's approval, and rejected teachers. */
export function SchoolPendingApprovals() {
  return (
    <NeedsSchool title="Pending Approvals">
      <ApprovalsOfSchool />
    </NeedsSchool>
  );
}

function ApprovalsOfSchool() {
  const [school] = useSession().schools;
  const zone = school?.timeZone;
  return (
    <Approvals
      subtitle={school?.name}
      zone={zone}
      messageSubject={`Message from ${school?.name ?? 'your school'}`}
      sections={{
        waiting: [
          {
            title: 'Substitute applications',
            noun: 'substitutes',
            people: peopleQuery('substitute', 'pending'),
            approveLabel: 'Accept',
            empty: {
              icon: icons.personCheck,
              title: 'No substitute applications',
              text: 'Substitutes who choose your school wait here for your decision.',
              wayOn: { to: `${paths.schoolAdmin.manageSubstitutes}?dialog=add`, words: 'Add Substitute' },
            },
            metaOf: (substitute) =>
              inOneLine(
                substitute.qualifications,
                substitute.preferredSubjects,
                `applied ${sinceWhen(substitute.appliedAt, zone)}`,
              ),
            renderBadges: ({ rejectedAt }) =>
              rejectedAt ? <Badge tone="pending">Rejected earlier, {dayOf(rejectedAt, zone)}</Badge> : null,
          },
          {
            title: 'Teacher approvals',
            noun: 'teachers',
            people: peopleQuery('teacher', 'pending'),
            approveLabel: 'Approve',
            empty: {
              icon: icons.person,
              title: 'No teacher approvals',
              text: 'Teachers who register at your school wait here for your decision.',
              wayOn: { to: `${paths.schoolAdmin.manageTeachers}?dialog=add`, words: 'Add Teacher' },
            },
            metaOf: (teacher) => teacherMeta(teacher, `registered ${sinceWhen(teacher.createdAt, zone)}`),
          },
          {
            title: 'New from your district',
            noun: 'substitutes',
            people: peopleQuery('substitute', 'admitted'),
            approveLabel: 'Accept',
            empty: null,
            metaOf: (substitute) =>
              inOneLine(
                substitute.qualifications,
                substitute.preferredSubjects,
                `approved by another school in your district, here since ${sinceWhen(substitute.admittedAt ?? undefined, zone)}`,
              ),
          },
        ],
        rejected: [
          {
            title: 'Rejected teachers',
            noun: 'teachers',
            people: peopleQuery('teacher', 'rejected'),
            approveLabel: 'Approve',
            empty: {
              icon: icons.person,
              title: 'No rejected teachers',
              text: 'Teachers you reject stay here. You can still approve them.',
            },
            metaOf: (teacher) =>
              teacherMeta(teacher, teacher.rejectedAt ? `rejected ${sinceWhen(teacher.rejectedAt, zone)}` : 'disabled'),
          },
        ],
      }}
    />
  );
}

function teacherMeta({ department, subjects, username }: User, since: string): string {
  return inOneLine(department ?? subjects, username ? `@${username}` : null, since);
}
