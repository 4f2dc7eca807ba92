import { useId } from 'react';
import { coverKinds, type CoverKind, coverLimits } from '#domain/cover.ts';
import { coverKindInWords, periodInWords } from '#domain/cover-words.ts';
import { formatTimeRange } from '#domain/time.ts';
import {
  type Choice,
  choiceOf,
  type Choices,
  choosable,
  hasSaidNo,
  isWanting,
  takenElsewhere,
} from '#web/screens/school-admin/dashboard/cover-choice.ts';
import type { Colleague, NeededPeriod } from '#web/screens/school-admin/dashboard/cover-queries.ts';
import { counted } from '#web/words/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Options, Select, Textarea } from '#web/ui/input.tsx';

const kindNames: Record<CoverKind, string> = {
  period: 'One colleague takes the class',
  split: 'Split the class among rooms',
  combined: 'Combine it with a colleague’s class',
  study_hall: 'Study hall',
};

type CoverPeriodProps = {
  period: NeededPeriod;
  /** Includes the teacher's name if the list has several teachers. */
  title: string | undefined;
  periods: readonly NeededPeriod[];
  colleagues: readonly Colleague[];
  choices: Choices;
  onChoose: (choice: Choice) => void;
  onTakeBack: (cover: NeededPeriod['covers'][number]) => void;
};

/** One period: the colleagues who were asked, or a select to choose one. */
export function CoverPeriod({ period, title, periods, colleagues, choices, onChoose, onTakeBack }: CoverPeriodProps) {
  const { start, end, room, size, covers, isOver } = period;
  const id = useId();
  const name = title ?? capitalized(periodInWords(period.period));
  const facts = [period.title, ...(room === null ? [] : [room]), ...(size === null ? [] : [counted(size, 'student')])];
  return (
    <li className="grid gap-2 py-3" aria-labelledby={id}>
      <div>
        <h3 id={id} className="text-body font-semibold wrap-anywhere text-ink">
          {name}
        </h3>
        <p className="text-meta wrap-anywhere text-ink-3 tabular-nums">
          <span className="whitespace-nowrap">{formatTimeRange(start, end)}</span>
          <Dotted text={['', ...facts].join(' · ')} />
        </p>
      </div>
      {covers.length === 0 ? null : (
        <ul className="grid gap-1">
          {covers.map((cover) => (
            <li key={cover.id} className="flex flex-wrap items-center justify-between gap-x-3 text-label">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium text-ink">{cover.colleagueName}</span> {stateWords(cover.state)}
                {coverKindInWords(cover.kind, cover.size) === null ? null : (
                  <span className="block text-meta text-ink-3">{coverKindInWords(cover.kind, cover.size)}</span>
                )}
              </span>
              {cover.state === 'declined' || isOver ? null : (
                <Button variant="plain" aria-haspopup="dialog" onClick={() => onTakeBack(cover)}>
                  Release
                  <span className="sr-only">
                    {' '}
                    {cover.colleagueName} from {name}
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isWanting(period) ? (
        <Choosing {...{ period, name, periods, colleagues, choices, onChoose }} hasKinds={title === undefined} />
      ) : isOver ? (
        <p className="text-meta text-ink-3">This period is over.</p>
      ) : null}
    </li>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function stateWords(state: NeededPeriod['covers'][number]['state']): string {
  if (state === 'accepted') return 'covers it';
  return state === 'asked' ? 'was asked and hasn’t answered yet' : 'said no';
}

function optionWords({ fullName, month, isAsked, isSubstitute }: Colleague, saidNo: boolean): string {
  if (saidNo) return `${fullName} (Said no)`;
  if (isSubstitute) return `${fullName} (Sub · free this period)`;
  return `${fullName} (${month} this month${isAsked ? '' : ', doesn’t need to be asked'})`;
}

type ChoosingProps = Omit<CoverPeriodProps, 'title' | 'onTakeBack'> & { name: string; hasKinds: boolean };

function Choosing({ period, name, periods, colleagues, choices, onChoose, hasKinds }: ChoosingProps) {
  const choice = choiceOf(choices, period);
  const { ids, kind, sizes } = choice;
  const taken = takenElsewhere(choices, periods, period);
  const options = choosable(colleagues, period, choice, taken);
  const set = (change: Partial<Choice>) => onChoose({ ...choice, ...change });
  const chooseKind = (next: CoverKind) => {
    const parts = next === 'split' ? Math.max(2, ids.length) : 1;
    set({
      kind: next,
      ids: Array.from({ length: parts }, (_, nth) => ids[nth] ?? null),
      sizes: Array.from({ length: parts }, (_, nth) => sizes[nth] ?? ''),
    });
  };
  return (
    <div className="grid gap-3">
      {ids.map((chosen, nth) => (
        <div key={nth} className="flex flex-wrap items-end gap-3">
          <Field
            label={
              <>
                Colleague{kind === 'split' ? ` ${nth + 1}` : ''}
                <span className="sr-only"> for {name}</span>
              </>
            }
            className="min-w-48 flex-1"
          >
            <Select
              value={chosen ?? ''}
              onChange={({ target }) => set({ ids: ids.with(nth, target.value === '' ? null : Number(target.value)) })}
            >
              <option value="">{options.length === 0 ? 'No one is free' : 'No one'}</option>
              {options.map((option) => (
                <option key={option.id} value={option.id} disabled={ids.includes(option.id) && option.id !== chosen}>
                  {optionWords(option, hasSaidNo(option, period))}
                </option>
              ))}
            </Select>
          </Field>
          {kind === 'period' ? null : (
            <Field label="Students" optional className="w-28">
              <Input
                inputMode="numeric"
                maxLength={3}
                value={sizes[nth] ?? ''}
                onChange={({ target }) => set({ sizes: sizes.with(nth, target.value) })}
              />
            </Field>
          )}
        </div>
      ))}
      {kind === 'split' && ids.length < coverLimits.parts ? (
        <Button
          variant="plain"
          className="justify-self-start"
          onClick={() => set({ ids: [...ids, null], sizes: [...sizes, ''] })}
        >
          Add another room
        </Button>
      ) : null}
      {hasKinds ? (
        <details>
          <summary className="cursor-pointer py-0.5 text-label text-ink-2 pointer-coarse:py-3">
            Split, combine or add a note<span className="sr-only"> for {name}</span>
          </summary>
          <div className="grid gap-3 pt-2">
            <Field label="How">
              <Select
                value={kind}
                onChange={({ target }) => chooseKind(coverKinds.find((each) => each === target.value) ?? 'period')}
              >
                <Options of={coverKinds} nameOf={(each) => kindNames[each]} />
              </Select>
            </Field>
            <Field
              label="Where"
              optional
              hint="If it isn’t the class’s own room. Classes in one study hall share a room."
            >
              <Input
                maxLength={coverLimits.room}
                value={choice.room}
                onChange={({ target }) => set({ room: target.value })}
              />
            </Field>
            <Field label="Note for the colleague" optional>
              <Textarea
                rows={2}
                maxLength={coverLimits.note}
                value={choice.note}
                onChange={({ target }) => set({ note: target.value })}
              />
            </Field>
          </div>
        </details>
      ) : null}
    </div>
  );
}
