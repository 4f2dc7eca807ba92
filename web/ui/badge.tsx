import type { ReactNode } from 'react';
import { join } from '#web/ui/join.ts';

type BadgeTone = 'urgent' | 'open' | 'pending' | 'filled' | 'neutral';

const tones: Record<BadgeTone, string> = {
  urgent: 'text-urgent bg-urgent-soft',
  open: 'text-open bg-open-soft',
  pending: 'text-pending bg-pending-soft',
  filled: 'text-filled bg-filled-soft',
  neutral: 'text-ink-2 bg-subtle',
};

/** Shows a status word on a tint, with its own shape. Neutral ones have no shape. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={join(
        'inline-flex min-h-[22px] max-w-full items-center gap-1.25 rounded-tag text-caption font-semibold tracking-[0.01em] whitespace-nowrap max-md:whitespace-normal print:min-h-0',
        tone === 'neutral' ? 'px-2' : 'pr-2 pl-1.5',
        tones[tone],
      )}
    >
      {tone === 'neutral' ? null : <StatusShape tone={tone} />}
      {children}
    </span>
  );
}

/** Shows the shape of a status: ▲ urgent, ○ open, ◐ pending, ✓ in a disc filled. Color is never the only cue. */
export function StatusShape({ tone }: { tone: Exclude<BadgeTone, 'neutral'> }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="block size-3 flex-none">
      {shapes[tone]}
    </svg>
  );
}

const shapes: Record<Exclude<BadgeTone, 'neutral'>, ReactNode> = {
  urgent: (
    <>
      <path d="M6 .9 11.5 10.7H.5z" fill="currentColor" />
      <path d="M6 4.3v2.9M6 8.8v.1" className="stroke-urgent-soft" strokeWidth="1.3" strokeLinecap="round" />
    </>
  ),
  open: <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  pending: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.75a4.25 4.25 0 0 1 0 8.5z" fill="currentColor" />
    </>
  ),
  filled: (
    <>
      <circle cx="6" cy="6" r="5" fill="currentColor" />
      <path
        d="m3.8 6.1 1.5 1.5 2.9-3.1"
        fill="none"
        className="stroke-filled-soft"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
};
