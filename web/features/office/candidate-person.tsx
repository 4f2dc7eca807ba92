import type { ReactNode } from 'react';
import { readerOf } from '#domain/ranking.ts';
import { useSession } from '#web/session/session.ts';
import { inOneLine } from '#web/words/people.ts';
import { fitsWell, offeredWords, whyWords, type Candidate } from '#web/features/office/candidate-words.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dotted } from '#web/ui/dotted.tsx';

type CandidatePersonProps = {
  candidate: Candidate;
  /** The date of the vacancy. */
  date: string;
  /** More about their work, between the reasons and the phone number. */
  children?: ReactNode;
};

/** Shows a candidate's name, the reasons for and against them, and their phone number. */
export function CandidatePerson({ candidate, date, children }: CandidatePersonProps) {
  const { fullName, profileImageUrl, qualifications, preferredSubjects, phone, offered } = candidate;
  const reader = readerOf(useSession());
  return (
    <>
      <Avatar name={fullName} photo={profileImageUrl} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 className="text-body">{fullName}</h3>
        <p className="text-meta text-ink-3">
          <Dotted text={inOneLine(qualifications, preferredSubjects)} />
        </p>
        <p className={fitsWell(candidate) ? 'text-meta font-medium text-filled' : 'text-meta text-ink-2'}>
          <Dotted text={whyWords(candidate, date, reader)} />
        </p>
        {offered === undefined ? null : (
          <p className="text-meta font-medium text-ink-2">{offeredWords(offered, date)}</p>
        )}
        {children}
        {phone === null ? null : (
          <a
            href={`tel:${phone}`}
            className="link inline-flex min-h-6 items-center text-meta pointer-coarse:min-h-touch"
          >
            {phone}
            <span className="sr-only">, call {fullName}</span>
          </a>
        )}
      </div>
    </>
  );
}
