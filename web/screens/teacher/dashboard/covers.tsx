import { useQuery } from '@tanstack/react-query';
import { coverKindInWords, coverQuestion, periodInWords } from '#domain/cover-words.ts';
import { formatTimeRange } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useAnswerCover } from '#web/screens/teacher/dashboard/cover-queries.ts';
import { type OwnCover, ownCoversQuery } from '#web/screens/teacher/dashboard/own-covers-query.ts';
import { useSession } from '#web/session/session.ts';
import { useNow } from '#web/words/use-now.ts';
import { counted, dayWords } from '#web/words/time.ts';
import { AnsweredRow } from '#web/ui/answered-row.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { part } from '#web/ui/part.tsx';
import { useAnsweredRows } from '#web/ui/use-answered-rows.tsx';

const { Part: CoverWishes } = part(
  async () => (await import('#web/screens/teacher/dashboard/cover-wishes.tsx')).CoverWishes,
);

/**
 * The periods that a teacher covers or is asked to cover, and their count so far. Hidden if the school doesn't use
 * cover by colleagues.
 */
export function Covers() {
  const now = useNow();
  const [school] = useSession().schools;
  const own = useQuery(ownCoversQuery);
  const layer = useLayer('covers');
  const { shown, keptOf, provide } = useAnsweredRows(own.data?.covers ?? [], rowId);
  if (own.data?.isOn !== true || school === undefined) return null;
  const { timeZone } = school;
  const { month, year } = own.data;
  return (
    <section aria-labelledby="covers">
      <SectionHeader
        id="covers"
        title="Cover for colleagues"
        link={
          <Button variant="plain" aria-haspopup="dialog" onClick={() => layer.show('wishes')}>
            Counts and preferences
          </Button>
        }
      />
      <div className="card">
        {shown.length === 0
          ? null
          : provide(
              <ul aria-label="Periods to cover" className="divide-y divide-line border-b border-line">
                {shown.map((cover) => {
                  const kept = keptOf(cover.id);
                  return kept === null ? (
                    <CoverRow key={cover.id} cover={cover} timeZone={timeZone} now={now} />
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
            )}
        <p className="px-5 py-3 text-label text-ink-3 max-md:px-4">
          You’ve taken {counted(month, 'period')} this month, {year} this school year.
        </p>
      </div>
      {layer.open === null ? null : <CoverWishes onClose={layer.close} />}
    </section>
  );
}

const rowId = (id: number) => `cover-${id}`;

/** 'Cover period 3 in Room 12?', or 'You’re covering period 3 in Room 12'. */
function headingOf(cover: OwnCover): string {
  if (cover.state === 'asked') return coverQuestion(cover);
  return `You’re covering ${periodInWords(cover.period)}${cover.room === null ? '' : ` in ${cover.room}`}`;
}

function CoverRow({ cover, timeZone, now }: { cover: OwnCover; timeZone: string; now: Date }) {
  const { state, date, start, end, teacherName, title, size, kind, note, can } = cover;
  const answer = useAnswerCover(cover);
  const day = dayWords(date, timeZone, now);
  const isAsked = state === 'asked';
  const facts = [formatTimeRange(start, end), `for ${teacherName}`, title];
  const how = coverKindInWords(kind, size);
  const heading = headingOf(cover);
  return (
    <li id={rowId(cover.id)} className="grid gap-2 px-5 py-3.5 max-md:px-4">
      <div className="flex items-start gap-3.5 max-md:flex-wrap">
        <div className="min-w-0 flex-1">
          <h3 tabIndex={-1} className="text-body font-semibold wrap-anywhere text-ink">
            {heading}
          </h3>
          <p className="text-meta wrap-anywhere text-ink-3 tabular-nums">
            <span className={day.isToday ? 'font-semibold text-urgent' : undefined}>{day.words}</span>
            {'\u00A0· '}
            {facts.join(' · ')}
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
          ) : null}
        </div>
      </div>
      {answer.error ? (
        <Banner tone="danger" live>
          {sentenceOf(answer.error)}
        </Banner>
      ) : null}
    </li>
  );
}
