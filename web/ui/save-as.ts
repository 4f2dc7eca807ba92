/** Has the browser save bytes that are here already, under this name. */
export function saveAs(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the bytes over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
