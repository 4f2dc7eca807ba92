import { useState } from 'react';
import { partsOfNotes } from '#domain/note.ts';
import { join } from '#web/ui/join.ts';

/**
 * Shows a vacancy's notes: the teacher's words, and substitutes' additions marked as theirs. `folded` shows two lines
 * of longer text.
 */
export function Notes({ of: notes, folded = false }: { of: string; folded?: boolean }) {
  const { own, added } = partsOfNotes(notes);
  return (
    <>
      {own === '' ? null : <Words text={own} folded={folded} />}
      {added.map((words, at) => (
        <div key={at} className="border-l-2 border-line pl-3">
          <p className="text-meta text-ink-3">Added by a substitute</p>
          <Words text={`“${words}”`} folded={folded} />
        </div>
      ))}
    </>
  );
}

/** Longer text is collapsed to two lines and can always be expanded. */
function Words({ text, folded }: { text: string; folded: boolean }) {
  const [open, setOpen] = useState(!folded);
  const isLong = text.length > 130 || text.split('\n').length > 2;
  return (
    <div className="max-w-[60ch] text-label/5.25">
      <p className={join('wrap-anywhere whitespace-pre-line', isLong && !open && 'line-clamp-2')}>{text}</p>
      {folded && isLong ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="link min-h-6 text-meta font-medium pointer-coarse:min-h-touch"
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </div>
  );
}
