import type { ReactNode } from 'react';
import { coverKindInWords, coverQuestion, periodInWords } from '#domain/cover-words.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sentenceOf } from '#web/api/errors.ts';
import { useAnswerCover } from '#web/features/cover/answer-cover.ts';
import type { OwnCover } from '#web/features/cover/own-covers-query.ts';
import { dayWords } from '#web/words/time.ts';
import { useNow } from '#web/words/use-now.ts';
import { AnsweredRow } from '#web/ui/answered-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as icons from '#web/ui/icons.ts';
import { useAnsweredRows } from '#web/ui/use-answered-rows.tsx';

/** Returns the list of the reader's covers, each with its answer. Returns null if there are none to show. */
export function useOwnCovers(covers: readonly OwnCover[]): ReactNode {
  const now = useNow();
  const { shown, keptOf, provide } = useAnsweredRows(covers, rowId);
  if (shown.length === 0) return null;
  return provide(
    <ul aria-label="Periods to cover" className="divide-y divide-line">
      {shown.map((cover) => {
        const kept = keptOf(cover.id);
        return kept === null ? (
          <CoverRow key={cover.id} cover={cover} now={now} />
        ) : (
          <AnsweredRow
            key={cover.id}
            rowId={cover.id}
            title={headingOf(cover)}
            kept={kept}
            sentenceOf={sentenceOf}
            seconds={undoSeconds.offered}
          />
        );
      })}
    </ul>,
  );
}

const rowId = (id: number) => `cover-${id}`;

/** Returns 'Cover period 3 in Room 12?', or 'You’re covering period 3 in Room 12'. */
function headingOf(cover: OwnCover): string {
  if (cover.state === 'asked') return coverQuestion(cover);
  return `You’re covering ${periodInWords(cover.period)}${cover.room === null ? '' : ` in ${cover.room}`}`;
}

function CoverRow({ cover, now }: { cover: OwnCover; now: Date }) {
  const { state, timeZone, date, start, end, teacherName, title, size, kind, note, can } = cover;
  const answer = useAnswerCover(cover);
  const day = dayWords(date, timeZone, now);
  const isAsked = state === 'asked';
  const how = coverKindInWords(kind, size);
  const heading = headingOf(cover);
  return (
    <li id={rowId(cover.id)} className="grid gap-2 px-5 py-3.5 max-md:px-4">
      <div className="flex items-start gap-3.5 max-md:flex-wrap">
        <div className="min-w-0 flex-1">
          <h3 tabIndex={-1} className="text-body font-semibold wrap-anywhere text-ink">
            {heading}
          </h3>
          {/* Gaps and not dots: a row could end in a dot. */}
          <p className="flex flex-wrap gap-x-3 text-meta wrap-anywhere text-ink-3 tabular-nums">
            <span className={day.isToday ? 'font-semibold text-urgent' : undefined}>{day.words}</span>{' '}
            <span>{formatDate(date)}</span> <span>{formatTimeRange(start, end)}</span> <span>for {teacherName}</span>{' '}
            <span>{title}</span>
          </p>
          {how === null ? null : <p className="text-meta text-ink-2">{how}</p>}
          {note === null ? null : <p className="text-label wrap-anywhere text-ink-2">{note}</p>}
        </div>
        <div className="flex flex-none gap-2 max-md:w-full max-md:[&>*]:min-h-touch max-md:[&>*]:flex-1">
          {can.includes('no') ? (
            <Button
              pending={answer.isPending && answer.variables === 'no'}
              disabled={answer.isPending}
              onClick={() => answer.mutate('no')}
            >
              {isAsked ? 'No' : 'I can’t after all'}
              <span className="sr-only">, {heading}</span>
            </Button>
          ) : null}
          {can.includes('yes') ? (
            <Button
              variant="filled"
              icon={icons.check}
              pending={answer.isPending && answer.variables === 'yes'}
              disabled={answer.isPending}
              onClick={() => answer.mutate('yes')}
            >
              Yes<span className="sr-only">, {heading}</span>
            </Button>
          ) : can.includes('no') ? (
            // This button stays where Yes was, so a second tap on a phone never presses the other button.
            <span className="flex items-center justify-center gap-1.5 text-label font-medium text-ink md:hidden">
              <Icon shape={icons.check} />
              Yes
            </span>
          ) : null}
        </div>
      </div>
      <CallError error={answer.error} />
    </li>
  );
}
