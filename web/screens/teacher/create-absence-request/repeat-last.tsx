import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatShortDate, isDate } from '#domain/time.ts';
import { repeated, type AbsenceValues } from '#web/features/vacancies/post/absence-form.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading } from '#web/ui/loading.tsx';

/** The latest own vacancy. */
export const latestQuery = vacanciesQuery({ order: 'latest', limit: 1 });

type RepeatLastProps = {
  values: AbsenceValues;
  /**
   * The school's date and time now, when it is closed, and when the teacher is already absent. It is null until that is
   * known.
   */
  when: Parameters<typeof repeated>[1] | null;
  onFill: (values: AbsenceValues) => void;
};

/**
 * Fills the form from the teacher's latest vacancy, for the rest of today or the next school day. The previous values
 * can be restored. It isn't rendered without a latest vacancy.
 */
export function RepeatLast({ values, when, onFill }: RepeatLastProps) {
  const [before, setBefore] = useState<AbsenceValues | null>(null);
  const lately = useInfiniteQuery(latestQuery);
  const [last] = rowsOf(lately.data);
  if (lately.isPending || when === null) return <Loading when label="Loading your last absence" skeleton={null} />;
  if (last === undefined) return null;
  if (before === null) {
    const repeat = () => {
      setBefore(values);
      onFill(repeated(last, when));
    };
    return (
      <Button icon={icons.copy} onClick={repeat} className="justify-self-start">
        Repeat last
      </Button>
    );
  }
  const takeBack = () => {
    onFill(before);
    setBefore(null);
  };
  return (
    <Banner live actions={<Button onClick={takeBack}>Undo</Button>}>
      Filled in from {last.description}, {formatDate(last.date)}.{' '}
      {isDate(values.date) ? `It’s for ${formatShortDate(values.date)}.` : null}
    </Banner>
  );
}
