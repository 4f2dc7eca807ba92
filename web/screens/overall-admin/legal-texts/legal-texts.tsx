import { LegalEditor } from '#web/features/legal/legal-editor.tsx';
import { PageHeader } from '#web/ui/headers.tsx';

/** What people agree to who use the platform; a school may have its own. */
export function LegalTexts() {
  return (
    <>
      <PageHeader title="Privacy and Terms">For everyone whose school has no text of its own</PageHeader>
      <LegalEditor whose="platform" />
    </>
  );
}
