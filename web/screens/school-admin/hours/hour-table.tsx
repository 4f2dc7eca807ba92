import { hourProblemNames } from '#domain/hours.ts';
import { payKindNames } from '#domain/pay.ts';
import { formatShortDate } from '#domain/time.ts';
import { type Counting, dot, type HourLine, payWords, timesWords } from '#web/features/hours/hour-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dot, Dotted } from '#web/ui/dotted.tsx';
import { Table } from '#web/ui/table.tsx';

type HourTableProps = {
  lines: readonly HourLine[];
  counting: Counting;
  isLocked: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
  onOpen: (line: HourLine) => void;
};

/** Shows the lines of a pay period. */
export function HourTable({ lines, counting, isLocked, chosen, onChoose, onOpen }: HourTableProps) {
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  return (
    // Between a phone and a desktop, the table scrolls sideways instead of the page.
    <div className="card relative overflow-x-auto">
      <Table
        caption="Worked days"
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          {
            head: 'Substitute',
            phone: 'title',
            renderCell: (line) =>
              line.state === 'open' && !isLocked ? (
                <label className="flex min-h-6 items-start gap-3 pointer-coarse:min-h-touch">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={chosen.has(line.key)}
                    onChange={() => toggle(line.key)}
                  />
                  <Who line={line} />
                </label>
              ) : (
                <Who line={line} />
              ),
          },
          {
            head: 'Day and class',
            renderCell: ({ date, title, teacherName }) => (
              <>
                <span className="whitespace-nowrap">{formatShortDate(date)}</span>
                <span className="block text-meta wrap-break-word text-ink-3">
                  <Dotted text={[title, teacherName].filter((text) => text !== null).join(dot)} />
                </span>
              </>
            ),
          },
          {
            head: 'Time',
            renderCell: (line) => (
              <>
                <span className="md:whitespace-nowrap">{timesWords(line)}</span>
                <TimeNote line={line} />
              </>
            ),
          },
          {
            head: 'Pays',
            renderCell: (line) => {
              const [hours, ...more] = payWords(line, counting);
              return (
                <span className="whitespace-nowrap tabular-nums">
                  {hours}
                  <span className="block text-meta text-ink-3">{more.join(dot)}</span>
                  {line.kind === 'regular' ? null : (
                    <span className="block text-meta text-ink-3">{payKindNames[line.kind]}</span>
                  )}
                </span>
              );
            },
          },
          { head: 'Status', phone: 'corner', renderCell: (line) => <LineState line={line} /> },
          {
            head: <span className="sr-only">Actions</span>,
            end: true,
            renderCell: (line) => (
              <Button
                variant="plain"
                aria-label={`Open ${line.substituteName}, ${formatShortDate(line.date)}`}
                onClick={() => onOpen(line)}
              >
                Open
              </Button>
            ),
          },
        ]}
      />
    </div>
  );
}

function Who({ line: { substituteName, employeeId } }: { line: HourLine }) {
  return (
    <span className="min-w-0 wrap-break-word md:min-w-28">
      {substituteName}
      {employeeId === null ? null : <span className="block text-meta font-regular text-ink-3">{employeeId}</span>}
    </span>
  );
}

function TimeNote({ line }: { line: HourLine }) {
  const { planned, start, end, breakMinutes, words, note } = line;
  const isOther = planned !== null && (planned.start !== start || planned.end !== end);
  const notes = [
    breakMinutes > 0 ? `${breakMinutes} min break` : '',
    words === null ? '' : `“${words}”`,
    note ?? '',
  ].filter((text) => text !== '');
  return !isOther && notes.length === 0 ? null : (
    <span className="block text-meta wrap-anywhere text-ink-3">
      {isOther ? (
        <>
          planned <span className="whitespace-nowrap">{timesWords(planned)}</span>
          {notes.length > 0 ? <Dot /> : null}
        </>
      ) : null}
      <Dotted text={notes.join(dot)} />
    </span>
  );
}

function LineState({ line }: { line: HourLine }) {
  const { state, problems, answer } = line;
  if (problems.length > 0)
    return (
      <span className="flex flex-wrap items-end gap-1 max-md:flex-col">
        {problems.map((problem) => (
          <Badge key={problem} tone={problem === 'disputed' || problem === 'changed' ? 'urgent' : 'pending'}>
            {hourProblemNames[problem]}
          </Badge>
        ))}
      </span>
    );
  if (state === 'locked') return <Badge>Locked</Badge>;
  if (state === 'approved') return <Badge tone="filled">Approved</Badge>;
  return <Badge tone="open">{answer === 'confirmed' ? 'Confirmed by substitute' : 'Not approved'}</Badge>;
}
