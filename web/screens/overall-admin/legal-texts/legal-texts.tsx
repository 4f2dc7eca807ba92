import { LegalEditor } from '#web/features/legal/legal-editor.tsx';
import { PageHeader } from '#web/ui/headers.tsx';

/** Shows the platform's legal texts. A school can have its own. */
export function LegalTexts() {
  return (
    <>
      <PageHeader title="Privacy and Terms">For everyone whose school doesn’t have its own text</PageHeader>
      <LegalEditor whose="platform" />
    </>
  );
}
