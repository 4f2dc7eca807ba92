import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { putPaySettings } from '#contract/hours.ts';
import {
  type ExportField,
  exportFieldNames,
  type ExportMap,
  exportPresets,
  exportRows,
  fieldsOf,
} from '#domain/hours-export.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError } from '#web/api/errors.ts';
import type { HourLine } from '#web/features/hours/hour-words.ts';
import { ImportIds } from '#web/screens/school-admin/hours/import-ids.tsx';
import {
  type Hours,
  type PaySettingsReply,
  paySettingsQuery,
  useHourCommand,
} from '#web/screens/school-admin/hours/queries.ts';
import { useSession } from '#web/session/session.ts';
import { counted } from '#web/words/time.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Input, Options, Select } from '#web/ui/input.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { useForm } from '#web/ui/use-form.ts';

type FileDialogProps = { hours: Hours; lines: readonly HourLine[]; address: string; onClose: () => void };

/** Shows the payroll file: its columns, a preview with real lines, and the download. */
export function FileDialog(props: FileDialogProps) {
  const query = useQuery(paySettingsQuery);
  if (query.data !== undefined) return <FileForm {...props} saved={query.data} />;
  return (
    <Dialog onClose={props.onClose} title="Payroll file" footer={<CloseButton>Close</CloseButton>}>
      {query.isError ? (
        <CallError error={query.error} />
      ) : (
        <Loading when label="Loading the columns" skeleton={<Skeleton className="h-56 rounded-control" />} />
      )}
    </Dialog>
  );
}

const shapes = [
  { value: 'days', label: 'One row per day' },
  { value: 'codes', label: 'One row per person and pay code' },
] as const;

function FileForm({ hours, lines, address, onClose, saved }: FileDialogProps & { saved: PaySettingsReply }) {
  const save = useHourCommand({
    send: (body: { version: number; export: ExportMap }) => call(putPaySettings, { body }),
    done: () => 'Columns saved',
    ownErrors: true,
  });
  const form = useForm({
    record: saved,
    valuesOf,
    names: ['map'],
    check: () => ({}),
    inWords: () => 'while you were editing',
    pending: save.isPending,
  });
  const { map } = form.values;
  const setMap = (next: ExportMap) => form.set({ map: next });
  const missing = map.columns.some(({ heading }) => heading.trim() === '');
  const submit = () => {
    if (save.isPending || missing || !form.accepts()) return;
    const sent = form.values;
    save.mutate(
      { version: form.version ?? 0, export: map },
      {
        onSuccess: (reply) => form.saved(reply, sent),
        onError: (error) => error instanceof ApiError && form.refuse(error),
      },
    );
  };
  const open = hours.totals.lines - hours.approved.lines;
  return (
    <Dialog
      wide
      onClose={onClose}
      onSubmit={submit}
      dirty={form.dirty}
      title="Payroll file"
      subtitle={`${counted(hours.approved.lines, 'approved line')}${open === 0 ? '' : `, and ${counted(open, 'line')} that aren’t approved and aren’t in the file`}`}
      footer={
        <>
          <CloseButton>Close</CloseButton>
          {form.dirty ? (
            <Button type="submit" variant="filled" pending={save.isPending} pendingText="Saving..." disabled={missing}>
              Save columns
            </Button>
          ) : (
            <a href={address} download className={buttonClass('filled')}>
              <Icon shape={icons.download} size="small" />
              Download CSV
            </a>
          )}
        </>
      }
    >
      <div className="max-md:[&>*]:auto-cols-auto">
        <Segmented
          label="Rows"
          options={shapes}
          value={map.shape}
          onChange={(shape) => setMap(saved.export.shape === shape ? saved.export : exportPresets[shape])}
        />
      </div>
      <Columns {...form.field('map')} map={map} onChange={setMap} />
      <Preview map={map} hours={hours} lines={lines} />
      <ImportIds />
      <CallError error={save.error} />
    </Dialog>
  );
}

function valuesOf({ export: map }: PaySettingsReply) {
  return { map };
}

type ColumnsProps = { id: string; error: ReactNode; map: ExportMap; onChange: (map: ExportMap) => void };

function Columns({ id, error, map, onChange }: ColumnsProps) {
  const { columns } = map;
  const left = fieldsOf(map.shape).filter((field) => !columns.some((column) => column.field === field));
  const change = (next: ExportMap['columns']) => onChange({ ...map, columns: next });
  const rename = (at: number, heading: string) =>
    change(columns.map((column, place) => (place === at ? { ...column, heading } : column)));
  const moveUp = (at: number) => {
    const [moved, before] = [columns[at], columns[at - 1]];
    if (moved !== undefined && before !== undefined) change(columns.with(at - 1, moved).with(at, before));
  };
  return (
    <FieldGroup id={id} error={error} label="Columns and their headings">
      <ol className="grid gap-1.5">
        {columns.map(({ field, heading }, at) => (
          <li key={field} className="flex items-center gap-1">
            <Input
              aria-label={`Heading of ${exportFieldNames[field]}`}
              value={heading}
              maxLength={60}
              onChange={(event) => rename(at, event.target.value)}
              className="min-w-0 flex-1"
            />
            <span className="w-36 truncate px-2 text-meta text-ink-3 max-sm:hidden">{exportFieldNames[field]}</span>
            <IconButton
              label={`Move ${exportFieldNames[field]} up`}
              icon={icons.chevronUp}
              disabled={at === 0}
              onClick={() => moveUp(at)}
            />
            <IconButton
              label={`Remove ${exportFieldNames[field]}`}
              icon={icons.close}
              disabled={columns.length === 1}
              onClick={() => change(columns.filter((column) => column.field !== field))}
            />
          </li>
        ))}
      </ol>
      {left.length === 0 ? null : (
        <Field label="Add a column" className="max-w-72">
          <Select
            value=""
            onChange={({ target }) => {
              const field: ExportField | undefined = left.find((known) => known === target.value);
              if (field !== undefined) change([...columns, { field, heading: exportFieldNames[field] }]);
            }}
          >
            <option value="">Choose…</option>
            <Options of={left} nameOf={(field) => exportFieldNames[field]} />
          </Select>
        </Field>
      )}
    </FieldGroup>
  );
}

/** How many rows the preview has. */
const previewed = 4;

function Preview({ map, hours, lines }: { map: ExportMap; hours: Hours; lines: readonly HourLine[] }) {
  const { schools } = useSession();
  const frame = { unit: hours.unit, schoolName: schools[0]?.name ?? '', ...hours.period };
  const rows = [...exportRows(map, frame, lines.slice(0, 50))].slice(0, previewed);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Preview" className="grid gap-1.5">
      <h3 className="text-label">Preview with the lines on the screen</h3>
      {/* Keyboard users scroll it, so it takes focus. */}
      <div
        className="overflow-x-auto rounded-control border border-line"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Preview of the file"
      >
        <table className="w-full text-meta">
          <thead>
            <tr>
              {map.columns.map(({ field, heading }) => (
                <th
                  key={field}
                  scope="col"
                  className="border-b border-line px-2.5 py-1.5 text-left font-semibold whitespace-nowrap"
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={map.columns[column]?.field} className="px-2.5 py-1.5 whitespace-nowrap text-ink-2">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
