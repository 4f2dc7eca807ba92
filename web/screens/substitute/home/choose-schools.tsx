import { SchoolChoice } from '#web/features/schools/school-choice.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';

/** Shows the choice of schools, at the top of Home until a school is selected. */
export function ChooseSchools() {
  return (
    <section aria-labelledby="choose-schools">
      <SectionHeader id="choose-schools" title="Choose your schools" />
      <SchoolChoice />
    </section>
  );
}
