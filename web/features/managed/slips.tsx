import '#web/features/managed/slips.css';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { InvitationSlip } from '#contract/invitations.ts';
import { productName } from '#domain/product.ts';
import { dayOf } from '#web/words/people.ts';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Loss } from '#web/ui/unsaved.ts';

type SlipsProps = { slips: readonly InvitationSlip[]; school: { name: string; timeZone: string } };

const pageSize = 50;

/** Returns the question before Esc or Back closes the slips. The Close button asks no question. */
export const lostSlips = (count: number): Loss => ({
  title: count === 1 ? 'Close without the slip?' : 'Close without the slips?',
  text:
    count === 1
      ? 'The code is shown only once. If you haven’t printed it, you’ll have to invite this person again.'
      : 'The codes are shown only once. If you haven’t printed them, you’ll have to invite these people again.',
  discard: 'Close',
  keep: 'Keep open',
});

/** Invitations to hand out: a table on the screen, and one slip each on paper. Print with `print()`. */
export function Slips({ slips, school }: SlipsProps) {
  const [shown, setShown] = useState(pageSize);
  return (
    <>
      <div className="card">
        <Table
          caption="Invitations to print"
          rows={slips.slice(0, shown)}
          keyOf={({ username }) => username}
          columns={[
            {
              head: 'Name',
              phone: 'title',
              renderCell: ({ fullName }) => <span className="wrap-anywhere">{fullName}</span>,
            },
            { head: 'Username', renderCell: ({ username }) => <span className="wrap-anywhere">@{username}</span> },
            {
              head: 'Code',
              phone: 'labeled',
              renderCell: ({ code }) => <code className="font-sans whitespace-nowrap">{code}</code>,
            },
          ]}
        />
      </div>
      {slips.length > shown ? (
        <MoreButton className="justify-self-center" onClick={() => setShown(shown + pageSize)} />
      ) : null}
      {createPortal(<Sheet slips={slips} school={school} />, document.body)}
    </>
  );
}

/** Shows the sheet that is printed instead of the page. */
function Sheet({ slips, school }: SlipsProps) {
  return (
    <ul className="print-sheet">
      {slips.map(({ fullName, username, path, expiresAt }) => (
        <li key={username} className="break-inside-avoid border-b border-dashed border-line-control py-6">
          <p className="text-heading font-semibold">
            {school.name} invites you to {productName}
          </p>
          <p className="mt-1">
            Hello {fullName}, an account is ready for you. Your username is {username}.
          </p>
          <p className="mt-2">Choose your password at</p>
          <p className="font-semibold wrap-anywhere">{`${location.origin}${path}`}</p>
          <p className="mt-2 text-meta">
            This works once, until {dayOf(expiresAt, school.timeZone)}. Keep it to yourself.
          </p>
        </li>
      ))}
    </ul>
  );
}
