type ResumePreviewProps = { url: string; fileName: string; title: string };

/** A PDF as the browser shows it, 400 px high; other files, and browsers that show none, say so. */
export function ResumePreview({ url, fileName, title }: ResumePreviewProps) {
  if (!fileName.toLowerCase().endsWith('.pdf')) {
    return (
      <p className="rounded-control bg-subtle px-4 py-3.5 text-label">
        A Word document cannot be shown here. Download it to read it.
      </p>
    );
  }
  if (!navigator.pdfViewerEnabled) {
    return (
      <p className="rounded-control bg-subtle px-4 py-3.5 text-label">
        This browser cannot show a PDF inside a page.{' '}
        <a href={url} target="_blank" rel="noreferrer" className="link">
          Open the resume
        </a>
      </p>
    );
  }
  // Browsers show no PDF in a sandboxed frame; the server sends it under a policy that lets nothing in it run.
  // The page fills its width: no column of small pages beside it.
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      title={title}
      src={`${url}#navpanes=0&view=FitH`}
      className="h-100 w-full rounded-card border border-line bg-subtle"
    />
  );
}
