import { listExclusions } from '#contract/exclusions.ts';
import { getFeedbackRecord } from '#contract/feedback.ts';
import { getOfferRecord } from '#contract/offers.ts';
import { getWorkLimits } from '#contract/work-limits.ts';
import { reading } from '#web/api/reading.ts';

/** A substitute's work limits at the reader's school. */
export const workLimitsQuery = (id: number) => reading(['hours', 'limits', id], getWorkLimits, { params: { id } });

/** Who stopped offering vacancies to a substitute. */
export const exclusionsQuery = (id: number) =>
  reading(['people', 'exclusions', id], listExclusions, { params: { id } });

// The keys are below the vacancies' key, so live events about a class refetch them.

/** The work that the reader's school offered a substitute this month. */
export const offerRecordQuery = (id: number) =>
  reading(['vacancies', 'offer-record', id], getOfferRecord, { params: { id } });

/** The feedback on a substitute from teachers of the reader's school. */
export const feedbackRecordQuery = (id: number) =>
  reading(['vacancies', 'feedback', 'record', id], getFeedbackRecord, { params: { id } });
