import { useQuery } from '@tanstack/react-query';
import { type LegalKind, legalNames, legalBlocks } from '#domain/legal.ts';
import { formatDate } from '#domain/time.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { type Legal as Text, legalQuery } from '#web/features/legal/legal.ts';
import { LetterPage } from '#web/page/letter-page.tsx';
import { Link } from '#web/navigation/link.tsx';
import { useParam } from '#web/navigation/use-param.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { SkeletonRows } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

/** Shows the privacy policy. */
export function Privacy() {
  return <Legal kind="privacy" />;
}

/** Shows the terms of use. */
export function Terms() {
  return <Legal kind="terms" />;
}

/** Shows the text that applies to the reader: the school's in the address (`?school=`), or else their own school's. */
function Legal({ kind }: { kind: LegalKind }) {
  const [asked] = useParam('school');
  const schoolId = /^[1-9]\d{0,14}$/.test(asked ?? '') ? Number(asked) : null;
  const legal = useQuery(legalQuery(kind, schoolId));
  useDocumentTitle(legalNames[kind]);
  return (
    <LetterPage>
      <PageTitle>{legalNames[kind]}</PageTitle>
      <Loaded query={legal} what="this text" skeleton={<SkeletonRows />}>
        {(text) => <Shown legal={text} />}
      </Loaded>
    </LetterPage>
  );
}

function Shown({ legal: { kind, from, school, schools, text, changedOn } }: { legal: Text }) {
  return (
    <>
      <p className="text-label text-ink-3">
        {from === 'school' && school !== null ? `This is the text of ${school.name}. ` : ''}Last changed{' '}
        {formatDate(changedOn)}.
      </p>
      {schools.length === 0 ? null : (
        <nav aria-label="Schools" className="flex flex-wrap gap-x-4 gap-y-1 text-label">
          {schools.map(({ id, name }) => (
            <Link
              key={id}
              to={`/${kind}?school=${id}`}
              aria-current={id === school?.id ? 'page' : undefined}
              className="link min-h-6 wrap-anywhere aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <LegalText text={text} />
    </>
  );
}

/** Shows a text with headings and paragraphs. HTML in it is shown as typed. */
function LegalText({ text }: { text: string }) {
  return (
    <div className="grid max-w-[62ch] gap-1">
      {legalBlocks(text).map(({ is, words }, index) =>
        is === 'heading' ? (
          <h2 key={index} className="mt-4 wrap-anywhere first:mt-0">
            {words}
          </h2>
        ) : (
          <p key={index} className="mb-2 wrap-anywhere whitespace-pre-line">
            {words}
          </p>
        ),
      )}
    </div>
  );
}
