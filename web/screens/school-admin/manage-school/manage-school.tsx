import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { legalKinds } from '#domain/legal.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { LegalEditor } from '#web/features/legal/legal-editor.tsx';
import { legalQuery } from '#web/features/legal/legal.ts';
import { Branding } from '#web/screens/school-admin/manage-school/branding.tsx';
import { ClosedDays } from '#web/screens/school-admin/manage-school/closed-days.tsx';
import { CoverSection } from '#web/screens/school-admin/manage-school/cover/cover-section.tsx';
import { InformationForm } from '#web/screens/school-admin/manage-school/information-form.tsx';
import { ShiftForm } from '#web/screens/school-admin/manage-school/shift-form.tsx';
import { NeedsSchool } from '#web/features/schools/needs-school.tsx';
import { useSession } from '#web/session/session.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { PageHeader } from '#web/ui/headers.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { schoolId }) => {
  if (schoolId === null) return;
  void queries.prefetchQuery(ownSchoolQuery(schoolId));
  for (const kind of legalKinds) void queries.prefetchQuery(legalQuery(kind, null));
};

/** Shows the school's shifts, information, branding and legal texts. */
export function ManageSchool() {
  const { schoolId } = useSession();
  return (
    <NeedsSchool title="Manage School">
      <PageHeader title="Manage School">Your school's information, shifts and settings.</PageHeader>
      {schoolId === null ? null : <OwnSchool id={schoolId} />}
    </NeedsSchool>
  );
}

function OwnSchool({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(ownSchoolQuery(id))} what="your school" skeleton={<SkeletonPart />}>
      {(school) => (
        <div className="grid gap-8">
          <Part
            id="vacancy-configuration"
            title="Vacancy configuration"
            text="The shifts that teachers can choose. Choosing one fills in its times."
          >
            <ShiftForm school={school} />
          </Part>
          <Part
            id="closed-days"
            title="Closed days"
            text="Breaks, holidays and workdays. We don’t suggest these days for absences, but people can still choose them."
          >
            <ClosedDays school={school} />
          </Part>
          <Part id="school-information" title="School information" text="Substitutes see this with every vacancy.">
            <InformationForm school={school} />
          </Part>
          <Part
            id="cover"
            title="Cover by colleagues"
            text="For schools where teachers cover a period for each other. Skip it if yours don’t."
          >
            <CoverSection />
          </Part>
          <Part id="branding" title="Branding" text="Your school’s own look on pages and in emails.">
            <Branding school={school} />
          </Part>
          <Part
            id="legal"
            title="Privacy and terms"
            text="Your people agree to these texts. You can replace ours with your school's own."
          >
            <LegalEditor whose="school" />
          </Part>
        </div>
      )}
    </Loaded>
  );
}

function SkeletonPart() {
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <Skeleton className="h-5 w-40 rounded-[6px]" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}

type PartProps = { id: string; title: string; text: string; children: ReactNode };

function Part({ id, title, text, children }: PartProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-line pt-8 first:border-t-0 first:pt-0 lg:grid-cols-[14rem_minmax(0,1fr)] max-md:pt-6"
    >
      <div>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <p className="mt-1 text-label text-ink-3">{text}</p>
      </div>
      {children}
    </section>
  );
}
