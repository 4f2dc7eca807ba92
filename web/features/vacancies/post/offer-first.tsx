import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { previewFirst } from '#contract/absences.ts';
import { chooseFirst, mostFirst } from '#domain/favorite.ts';
import { isDate, isTime } from '#domain/time.ts';
import { reading, keepsPrevious } from '#web/api/reading.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { FieldGroup } from '#web/ui/field.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { useRested } from '#web/ui/use-search-text.ts';

type OfferFirstProps = { state: AbsenceFormState; teacherId: number | null | undefined; isExtraHands: boolean };

/** Shows the substitutes who fit the absence, best first, to choose who is notified before everyone else. */
export function OfferFirst({ state, teacherId, isExtraHands }: OfferFirstProps) {
  const { date, startTime, endTime, description, grade, subject, needsSubject, needsGrade, offerFirst } = state.values;
  const whose = isExtraHands ? { isExtraHands } : typeof teacherId === 'number' ? { teacherId } : {};
  const about = { description, grade: grade || null, subject, needsSubject, needsGrade };
  const [asked, ask] = useState(offerFirst);
  const absence = { ...whose, date, startTime, endTime, ...about, chosen: asked };
  const isRested = useRested(JSON.stringify(absence));
  const isWhole =
    isDate(date) && isTime(startTime) && isTime(endTime) && startTime < endTime && (isExtraHands || teacherId !== null);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...reading(['vacancies', 'first-choices', absence], previewFirst, { body: absence }, keepsPrevious),
    enabled: isWhole && isRested,
  });
  // The list of another day says nothing about this one.
  const missing =
    data === undefined || isPlaceholderData ? [] : offerFirst.filter((one) => !data.some(({ id }) => id === one));
  // Someone who was chosen later may still fit, below the best.
  if (missing.some((one) => !asked.includes(one))) ask(offerFirst);
  if (!isWhole) return <p className="text-meta text-ink-3">Choose the date and times first.</p>;
  // The form may still have a date or time that can't be posted. Its field says so when the form is sent.
  if (error instanceof ApiError && error.status === 400)
    return <p className="text-meta text-ink-3">{sentenceOf(error)}</p>;
  if (error) return <Banner tone="danger">{sentenceOf(error)}</Banner>;
  return (
    <>
      <Loading when={isPending} label="Loading the substitutes" skeleton={<SkeletonRows />}>
        {() =>
          data === undefined || data.length === 0 ? (
            <p className="text-label text-ink-2">No substitute fits this day yet.</p>
          ) : (
            <FieldGroup
              label="Who is notified first"
              hint={`Best matches first. Choose up to ${mostFirst}. Everyone else is notified after a while, and can already see it.`}
            >
              <ul className="grid">
                {data.map(({ id, fullName, why }) => (
                  <li key={id}>
                    <Checkbox
                      label={<span className="wrap-anywhere">{fullName}</span>}
                      hint={why === '' ? undefined : <Dotted text={why} />}
                      checked={offerFirst.includes(id)}
                      disabled={!offerFirst.includes(id) && offerFirst.length - missing.length >= mostFirst}
                      onChange={(event) =>
                        state.set({
                          offerFirst: event.target.checked
                            ? chooseFirst(offerFirst, id, missing)
                            : offerFirst.filter((one) => one !== id),
                        })
                      }
                    />
                  </li>
                ))}
              </ul>
            </FieldGroup>
          )
        }
      </Loading>
      {/* Below the list, so that it moves no checkbox when it appears or is removed. */}
      {missing.length === 0 ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="min-w-0 flex-1 text-label text-ink-2">
            {counted(missing.length, 'substitute')} you chose {missing.length === 1 ? 'doesn’t' : 'don’t'} fit this day
            and won’t be notified first.
          </p>
          <Button
            onClick={() => state.set({ offerFirst: offerFirst.filter((one) => !missing.includes(one)) })}
            className="max-md:min-h-touch"
          >
            Remove<span className="sr-only"> the substitutes who don’t fit</span>
          </Button>
        </div>
      )}
    </>
  );
}
