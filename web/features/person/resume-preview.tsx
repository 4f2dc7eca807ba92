type ResumePreviewProps = { url: string; fileName: string; title: string };

/** Shows a PDF in the browser's viewer, 400 px high. Other files, and browsers without a viewer, show a message. */
export function ResumePreview({ url, fileName, title }: ResumePreviewProps) {
  if (!fileName.toLowerCase().endsWith('.pdf')) {
    return (
      <p className="rounded-control bg-subtle px-4 py-3.5 text-label">
        We can’t show Word documents here. Download the resume to read it.
      </p>
    );
  }
  if (!navigator.pdfViewerEnabled) {
    return (
      <p className="rounded-control bg-subtle px-4 py-3.5 text-label">
        Your browser can’t show PDFs in a page.{' '}
        <a href={url} target="_blank" rel="noreferrer" className="link">
          Open the resume
        </a>
      </p>
    );
  }
  // Browsers don't show PDFs in sandboxed frames. The server's policy prevents anything in it from running. The page
  // fills the frame's width, without a thumbnail column.
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      title={title}
      src={`${url}#navpanes=0&view=FitH`}
      className="h-100 w-full rounded-card border border-line bg-subtle"
    />
  );
}
