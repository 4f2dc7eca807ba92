import type { School } from '#contract/schools.ts';
import { classInWords } from '#domain/class.ts';
import { isDate } from '#domain/time.ts';
import { absenceReasonOf } from '#domain/vacancy.ts';
import { type AbsenceValues, typedClass } from '#web/features/vacancies/post/absence-form.ts';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';

type AbsencePreviewProps = {
  values: AbsenceValues;
  school: Pick<School, 'name' | 'showReason'>;
  teacherName: string;
  timeZone: string;
  today: string;
  now: Date;
};

/** Shows the card as substitutes will see it, while it is being written. */
export function AbsencePreview(props: AbsencePreviewProps) {
  return (
    <aside aria-labelledby="preview-title" className="sticky top-[calc(var(--spacing-header)+1.5rem)] max-xl:hidden">
      <h2 id="preview-title" className="mb-2 text-label">
        What substitutes will see
      </h2>
      <ul>
        <PreviewCard {...props} />
      </ul>
    </aside>
  );
}

/** Shows the card itself. The lesson plans are not theirs yet. */
export function PreviewCard({ values, school, teacherName, timeZone, today, now }: AbsencePreviewProps) {
  return (
    <VacancyCard
      narrow
      now={now}
      names={['school', 'teacher']}
      vacancy={{
        id: 0,
        status: 'open',
        isUrgent: values.isUrgent,
        date: isDate(values.date) ? values.date : today,
        timeZone,
        startTime: values.startTime || null,
        endTime: values.endTime || null,
        description: values.description.trim() || 'Class and subject',
        classInWords: classInWords(typedClass(values), values.description),
        additionalNotes: values.additionalNotes.trim(),
        schoolName: school.name,
        teacherName,
        absenceReason: school.showReason === false ? null : absenceReasonOf(values.absenceReason),
        googleDocLink: null,
        mayNeedChanges: values.mayNeedChanges,
      }}
    />
  );
}
