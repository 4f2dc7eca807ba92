import { Button } from '#web/ui/button.tsx';

type ConflictNoteProps = {
  /** What was changed, by whom, to what. */
  sentence: string;
  onKeep: () => void;
  onUse: () => void;
};

/** At a field that was changed here and elsewhere: the other value, and which of the two to save. */
export function ConflictNote({ sentence, onKeep, onUse }: ConflictNoteProps) {
  return (
    <span className="grid gap-1.5">
      <span className="wrap-anywhere whitespace-pre-line">{sentence}</span>
      <span className="flex flex-wrap gap-2">
        <Button onClick={onKeep}>Keep mine</Button>
        <Button onClick={onUse}>Use theirs</Button>
      </span>
    </span>
  );
}
