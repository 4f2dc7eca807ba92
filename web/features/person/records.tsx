import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/person.ts';
import { AttendanceRecord } from '#web/features/attendance/attendance-record.tsx';
import { attendanceRecordQuery } from '#web/features/attendance/queries.ts';
import { Exclusions } from '#web/features/person/exclusions.tsx';
import { FeedbackRecord } from '#web/features/person/feedback-record.tsx';
import { OfferRecord } from '#web/features/person/offer-record.tsx';
import {
  exclusionsQuery,
  feedbackRecordQuery,
  offerRecordQuery,
  workLimitsQuery,
} from '#web/features/person/record-queries.ts';
import { WorkLimits } from '#web/features/person/work-limits.tsx';

/**
 * Shows what only the school keeps about a substitute. All of it appears together: a button that moves under a finger
 * takes the tap of another one.
 */
export function Records({ of: { id, fullName } }: { of: User }) {
  const limits = useQuery(workLimitsQuery(id));
  const exclusions = useQuery(exclusionsQuery(id));
  const offers = useQuery(offerRecordQuery(id));
  const attendance = useQuery(attendanceRecordQuery(id));
  const feedback = useQuery(feedbackRecordQuery(id));
  if ([limits, exclusions, offers, attendance, feedback].some(({ isPending }) => isPending)) return null;
  return (
    <>
      <WorkLimits id={id} name={fullName} />
      <Exclusions id={id} name={fullName} />
      <OfferRecord id={id} />
      <AttendanceRecord id={id} name={fullName} />
      <FeedbackRecord id={id} />
    </>
  );
}
