import { Button } from '#web/ui/button.tsx';

type ConflictNoteProps = {
  /** The changed field, the person who changed it, and the new value. */
  sentence: string;
  onKeep: () => void;
  onUse: () => void;
};

/** Shows the other value of a field that was changed here and elsewhere, and asks which one to save. */
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
