import { SchoolChoice } from '#web/features/schools/school-choice.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';

/** The choice of schools, first on Home while there is none. */
export function ChooseSchools() {
  return (
    <section aria-labelledby="choose-schools">
      <SectionHeader id="choose-schools" title="Choose your schools" />
      <SchoolChoice />
    </section>
  );
}
