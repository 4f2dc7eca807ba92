import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { addPlanFile, type PlanFile } from '#contract/plans.ts';
import { planFileProblem, planFileTypes, planLimits } from '#domain/plans.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { isUploading, newUploadId } from '#web/features/vacancies/plans/uploading.ts';
import { PlanFileRow } from '#web/features/vacancies/plans/plan-file-row.tsx';
import { planFilesQuery } from '#web/features/vacancies/plans/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import * as icons from '#web/ui/icons.ts';

type PlanFilesFieldProps = {
  /** The teacher who owns the files. */
  teacherId: number;
  id: string;
  error?: ReactNode;
  label: string;
  hint: string;
  /** The chosen files, with a placeholder for each that is still being uploaded. */
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** A file that is being uploaded, or whose upload failed. */
type Upload = { id: string; file: File; share: number; problem: string | null; canRetry: boolean };

/** Uploads files one after another as soon as they are chosen. The form's list holds the place of each meanwhile. */
function useUploads({ teacherId, ids, onChange }: Pick<PlanFilesFieldProps, 'teacherId' | 'ids' | 'onChange'>) {
  const queries = useQueryClient();
  const query = planFilesQuery(teacherId);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  // Uploads that finish at the same time must not overwrite each other's file.
  const latest = useRef(ids);
  // Files upload one after another, because the server accepts only a few of one person at a time.
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    latest.current = ids;
  }, [ids]);
  const change = (next: readonly string[]) => {
    latest.current = next;
    onChange([...next]);
  };
  const update = (of: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === of ? { ...upload, ...part } : upload)));
  const drop = (of: string) => setUploads((all) => all.filter((upload) => upload.id !== of));

  const send = async (upload: Upload) => {
    try {
      const { added, ...files } = await call(addPlanFile, {
        params: { id: teacherId },
        body: {},
        files: { file: upload.file },
        onProgress: (share) => update(upload.id, { share }),
      });
      queries.setQueryData(query.queryKey, files);
      change(latest.current.flatMap((each) => (each === upload.id ? (added ?? []) : each)));
      drop(upload.id);
    } catch (failure) {
      // The form can be sent without the file.
      change(latest.current.filter((each) => each !== upload.id));
      const isFinal = failure instanceof ApiError && (failure.status === 413 || failure.status === 415);
      update(upload.id, { problem: sentenceOf(failure), canRetry: !isFinal });
    }
  };
  const begin = (file: File, of = newUploadId()) => {
    const problem = planFileProblem(file);
    const upload = { id: of, file, share: 0, problem, canRetry: false };
    setUploads((all) => [...all.filter((each) => each.id !== of), upload]);
    if (problem !== null) return;
    change([...latest.current, of]);
    queue.current = queue.current.then(() => send(upload));
  };
  return {
    uploads,
    begin,
    drop,
    add: (id: string) => change([...latest.current, id]),
    remove: (id: string) => change(latest.current.filter((each) => each !== id)),
  };
}

/**
 * Files with plans. Each uploads as soon as it is chosen, so a failure or a reload loses none. A failed one stays in
 * the list with 'Try again'.
 */
export function PlanFilesField({ teacherId, id, error, label, hint, ids, onChange }: PlanFilesFieldProps) {
  const { uploads, begin, drop, add, remove } = useUploads({ teacherId, ids, onChange });
  const { data } = useQuery(planFilesQuery(teacherId));
  const known = new Map(data?.files.map((file) => [file.id, file]));
  const room = planLimits.files - ids.length;
  const earlier = data?.files.filter((file) => !ids.includes(file.id)) ?? [];
  return (
    <Field id={id} label={label} optional hint={hint} error={error}>
      <ul className="divide-y divide-line text-label empty:hidden">
        {ids.map((each) => (
          <ChosenFile
            key={each}
            file={known.get(each)}
            isLoading={data === undefined}
            isUploading={isUploading(each)}
            upload={uploads.find((upload) => upload.id === each)}
            onRemove={() => remove(each)}
          />
        ))}
        {uploads
          .filter(({ problem }) => problem !== null)
          .map((upload) => (
            <FailedFile
              key={upload.id}
              upload={upload}
              hasRoom={room > 0}
              onRetry={() => begin(upload.file, upload.id)}
              onDiscard={() => drop(upload.id)}
            />
          ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <FilePicker name="planFile" accept={planFileTypes} icon={icons.document} onPick={begin} disabled={room <= 0}>
          Add a file
        </FilePicker>
        {room <= 0 ? (
          <span className="text-meta text-ink-3">That’s {planLimits.files} files, the most for one class.</span>
        ) : null}
      </div>
      {earlier.length === 0 || room <= 0 ? null : (
        <details className="min-w-0">
          <summary className="min-h-touch cursor-pointer py-2.5 text-meta font-medium text-ink-2">
            Use an earlier file ({earlier.length})
          </summary>
          <ul className="max-h-60 divide-y divide-line overflow-y-auto text-label">
            {earlier.map((file) => (
              <PlanFileRow key={file.id} file={file}>
                <Button aria-label={`Add ${file.name}`} onClick={() => add(file.id)}>
                  Add
                </Button>
              </PlanFileRow>
            ))}
          </ul>
        </details>
      )}
    </Field>
  );
}

type ChosenFileProps = {
  file: PlanFile | undefined;
  isLoading: boolean;
  isUploading: boolean;
  upload: Upload | undefined;
  onRemove: () => void;
};

function ChosenFile({ file, isLoading, isUploading: isOnItsWay, upload, onRemove }: ChosenFileProps) {
  if (file !== undefined)
    return (
      <PlanFileRow file={file}>
        <Button variant="plain" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      </PlanFileRow>
    );
  if (isOnItsWay)
    return (
      <li role="status" className="py-2.5 wrap-anywhere text-ink-2">
        Uploading {upload?.file.name ?? 'the file'}…{' '}
        {upload === undefined ? null : `${Math.round(upload.share * 100)}%`}
      </li>
    );
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      <span className="flex-1 text-ink-3">{isLoading ? 'Loading the file…' : 'This file is no longer available.'}</span>
      {isLoading ? null : (
        <Button variant="plain" onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}

type FailedFileProps = { upload: Upload; hasRoom: boolean; onRetry: () => void; onDiscard: () => void };

/** Shows a file that could not be uploaded, and why. */
function FailedFile({ upload: { id, file, problem, canRetry }, hasRoom, onRetry, onDiscard }: FailedFileProps) {
  return (
    <li className="grid gap-1 py-1.5">
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 wrap-anywhere">{file.name}</span>
        {canRetry ? (
          <Button disabled={!hasRoom} onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        <Button variant="plain" aria-label={`Discard ${file.name}`} onClick={onDiscard}>
          Discard
        </Button>
      </span>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </li>
  );
}
