import { type ReactNode, useState } from 'react';
import type { previewImport } from '#contract/invitations.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ManagedRole } from '#web/features/managed/managed.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { grouped } from '#domain/grouped.ts';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Table } from '#web/ui/table.tsx';

type Preview = ReplyOf<typeof previewImport>;

const pageSize = 50;
const columnNames: Record<string, string> = {
  fullName: 'Full name',
  username: 'Username',
  email: 'Email',
  phone: 'Phone',
  department: 'Department',
  subjects: 'Subjects',
  qualifications: 'Qualifications',
  preferredSubjects: 'Preferred subjects',
};

const outcomeNames: Record<Preview['people'][number]['becomes'], string> = {
  created: 'New',
  updated: 'Update',
  joined: 'From your district',
};

/** Shows the preview of a file: every invalid row with its reason, or else its first people. */
export function PreviewTable({ kind, found, children }: { kind: ManagedRole; found: Preview; children: ReactNode }) {
  const { total, good, problems, people, ignoredColumns, created, updated, joined } = found;
  const count = (number: number, noun: string) => `${grouped(number)} ${number === 1 ? noun : `${noun}s`}`;
  const isRight = problems.length === 0;
  const wrong = new Set(problems.map(({ row }) => row)).size;
  return (
    <>
      {good > 0 ? (
        <Banner
          tone={isRight ? 'success' : 'note'}
          live
          title={isRight ? `All rows are valid: ${count(good, kind)}` : `${count(good, kind)} can be imported now`}
        >
          <Dotted
            text={[
              ...(created > 0 ? [`${grouped(created)} new`] : []),
              ...(joined > 0 ? [`${grouped(joined)} from your district`] : []),
              ...(updated > 0 ? [`${grouped(updated)} to update`] : []),
            ].join(' · ')}
          />
        </Banner>
      ) : isRight ? (
        <Banner live title="This file has no people" />
      ) : null}
      {isRight ? null : (
        <Banner
          tone="danger"
          live
          title={`${count(wrong, 'row')} of ${grouped(total)} ${wrong === 1 ? 'needs' : 'need'} a correction`}
        >
          {good > 0
            ? 'The other rows can be imported now. Correct the rest in the file below and import it afterward.'
            : 'Correct them in the file below and choose it again.'}
        </Banner>
      )}
      {isRight ? null : children}
      {ignoredColumns.length > 0 ? <Banner>Not used: {ignoredColumns.join(', ')}.</Banner> : null}
      {isRight ? (
        people.length > 0 ? (
          <div className="card">
            <Table
              caption={good > people.length ? `The first ${people.length} of ${good}` : 'People to import'}
              rows={people}
              keyOf={({ row }) => row}
              columns={[
                { head: 'Row', phone: 'corner', phoneLabel: 'Row', renderCell: ({ row }) => row },
                {
                  head: 'Full name',
                  phone: 'title',
                  renderCell: ({ fullName }) => <span className="wrap-anywhere">{fullName}</span>,
                },
                { head: 'Username', renderCell: ({ username }) => <span className="wrap-anywhere">@{username}</span> },
                {
                  head: 'Email',
                  renderCell: ({ email, becomes }) => (
                    <span className="wrap-anywhere">
                      {email ?? (becomes === 'created' ? 'No email: gets a slip' : 'None')}
                    </span>
                  ),
                },
                { head: 'Import', renderCell: ({ becomes }) => outcomeNames[becomes] },
              ]}
            />
            {good > people.length ? (
              <p className="border-t border-line px-5 py-3 text-meta max-md:px-4">
                and {count(good - people.length, `more ${kind}`)}
              </p>
            ) : null}
          </div>
        ) : null
      ) : (
        <Problems problems={problems} />
      )}
    </>
  );
}

function Problems({ problems }: { problems: Preview['problems'] }) {
  const [shown, setShown] = useState(pageSize);
  return (
    <>
      <div className="card">
        <Table
          caption="Rows that need a correction"
          rows={problems.slice(0, shown)}
          keyOf={({ row, column, sentence }) => `${row} ${column} ${sentence}`}
          columns={[
            { head: 'Row', phone: 'corner', phoneLabel: 'Row', renderCell: ({ row }) => row },
            {
              head: 'Name',
              phone: 'title',
              renderCell: ({ name }) => <span className="wrap-anywhere">{name || 'No name'}</span>,
            },
            {
              head: 'Column',
              renderCell: ({ column }) => (column === null ? 'Whole row' : (columnNames[column] ?? column)),
            },
            { head: 'Problem', renderCell: ({ sentence }) => <span className="wrap-anywhere">{sentence}</span> },
          ]}
        />
      </div>
      {problems.length > shown ? (
        <MoreButton className="justify-self-center" onClick={() => setShown(shown + pageSize)} />
      ) : null}
    </>
  );
}
